"""Documents, pages and fields: what is loaded and what is printed on it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from fidelity_app.core.geometry import Quad


class Kind(StrEnum):
    """What sort of value a field holds; it decides how its text is read."""

    AMOUNT = "amount"
    QUANTITY = "quantity"
    PERCENT = "percent"
    DATE = "date"
    TIME = "time"
    IDENTIFIER = "identifier"
    PHONE = "phone"
    OTHER = "other"


class Legibility(StrEnum):
    """How well a person can read a field on the clean page."""

    CLEAR = "clear"
    HARD = "hard"
    ILLEGIBLE = "illegible"


class DocumentState(StrEnum):
    """How far a person has come with a document."""

    NEW = "new"
    ANNOTATED = "annotated"
    VERIFIED = "verified"
    DISPUTED = "disputed"


@dataclass(frozen=True, slots=True)
class Field:
    """One annotated value. `text` is exactly what is printed; the value is always derived from it, never stored.

    `glyphs` holds one quad per character of `text` where they are known, else it is empty.
    An empty `text` says: nothing is printed here, an answer would be invented. A field that is not `typed` yet says
    nothing at all: it is only a box, and no truth to anybody.
    """

    id: str
    document_id: str
    page_index: int
    key: str
    kind: Kind
    text: str
    box: Quad | None = None
    glyphs: tuple[Quad, ...] = ()
    legibility: Legibility = Legibility.CLEAR
    position: int = 0
    note: str = ""
    typed: bool = True


@dataclass(frozen=True, slots=True)
class Page:
    """One upright RGB image of a document. `image_sha` names the stored file's bytes, `pixel_sha` its pixels."""

    id: str
    document_id: str
    index: int
    image_sha: str
    pixel_sha: str
    width_px: int
    height_px: int
    dpi: float | None
    source_name: str
    notes: tuple[str, ...] = ()
    quarter_turns: int = 0

    @property
    def turned(self) -> str:
        """Say how a person turned the page against its file; empty when nobody did."""
        return ("", "page turned right by hand", "page turned upside down by hand", "page turned left by hand")[
            self.quarter_turns
        ]


@dataclass(frozen=True, slots=True)
class Document:
    """One receipt or invoice. `locale` is a BCP 47 tag or empty, `currency` an ISO 4217 code or empty."""

    id: str
    name: str
    type: str = "receipt"
    locale: str = ""
    currency: str = ""
    difficulty: str = ""
    tags: tuple[str, ...] = ()
    state: DocumentState = DocumentState.NEW
    pages: tuple[Page, ...] = ()
    fields: tuple[Field, ...] = ()

    @property
    def truth(self) -> tuple[Field, ...]:
        """Return the fields that say what is printed: those whose text a person has typed."""
        return tuple(field for field in self.fields if field.typed)


_ROW_KEY = re.compile(r"^(?P<list>[^\[\]]+)\[(?P<row>\d+)\](?:\.(?P<cell>.+))?$")


def split_key(key: str) -> tuple[str, int | None, str]:
    """Split `items[2].price` into ("items", 2, "price"); a plain key gives (key, None, "")."""
    match = _ROW_KEY.match(key)
    if match is None:
        return key, None, ""
    return match["list"], int(match["row"]), match["cell"] or ""
