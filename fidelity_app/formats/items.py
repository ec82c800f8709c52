"""What a format hands over: documents with their truth, and records left out with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from fidelity_app.core.documents import Kind, Legibility
from fidelity_app.core.geometry import Quad


@dataclass(frozen=True, slots=True)
class ImportField:
    """One value of the truth. `text` is what the source says is printed, character for character.

    `box` and `glyphs` are in pixels of the picture as stored in the file; `glyphs` is empty or has one quad per
    character of `text`.
    """

    key: str
    kind: Kind
    text: str
    page_index: int = 0
    box: Quad | None = None
    glyphs: tuple[Quad, ...] = ()
    legibility: Legibility = Legibility.CLEAR


@dataclass(frozen=True, slots=True)
class ImportItem:
    """One document to load: its pictures or its PDF in page order, and its truth (perhaps none).

    `source` is the file the truth was read from. `notes` say what of the source must be known to judge its truth.
    """

    name: str
    images: tuple[Path, ...]
    locale: str = ""
    currency: str = ""
    type: str = "receipt"
    tags: tuple[str, ...] = ()
    fields: tuple[ImportField, ...] = ()
    source: Path = Path()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A record or a file that is not imported, with the reason a person reads; `line` is 0 when there is none."""

    path: Path
    reason: str
    line: int = 0


Detect = Callable[[Path], bool]
Read = Callable[[Path], Iterator[ImportItem | LeftOut]]


@dataclass(frozen=True, slots=True)
class Format:
    """One annotation format: its name on the command line, its title, how it is known and how it is read.

    `detect` looks at names and layout only and never raises for a readable path. `read` raises UserError, naming
    file, line and column, for a truth file that does not parse.
    """

    name: str
    title: str
    detect: Detect
    read: Read
