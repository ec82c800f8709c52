"""Edits of a document: frozen values with the full before and after, so that undo is a pure function."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from fidelity_app.core.documents import Document, DocumentState, Field, Legibility, Page
from fidelity_app.core.errors import Conflict
from fidelity_app.core.geometry import Point, Quad


@dataclass(frozen=True, slots=True)
class DocumentMeta:
    """What a person may change of a document itself."""

    document_id: str
    name: str
    type: str = "receipt"
    locale: str = ""
    currency: str = ""
    difficulty: str = ""
    tags: tuple[str, ...] = ()
    state: DocumentState = DocumentState.NEW


@dataclass(frozen=True, slots=True)
class AddField:
    """A new field; its id is made by the client, so that redo adds the same field again."""

    field: Field

    @property
    def name(self) -> str:
        return f"add {self.field.key}"


@dataclass(frozen=True, slots=True)
class RemoveField:
    """Take a field away; it is kept here whole, so that undo brings all of it back."""

    field: Field

    @property
    def name(self) -> str:
        return f"remove {self.field.key}"


@dataclass(frozen=True, slots=True)
class ChangeField:
    """Replace a field by another with the same id and document. Raises ValueError when these differ."""

    before: Field
    after: Field

    def __post_init__(self) -> None:
        if (self.before.id, self.before.document_id) != (self.after.id, self.after.document_id):
            raise ValueError("a change keeps the field's id and document")

    @property
    def name(self) -> str:
        return _field_words(self.before, self.after)


@dataclass(frozen=True, slots=True)
class ChangeDocument:
    """Replace a document's own data (name, locale, type, currency, tags, difficulty, state)."""

    before: DocumentMeta
    after: DocumentMeta

    def __post_init__(self) -> None:
        if self.before.document_id != self.after.document_id:
            raise ValueError("a change keeps the document's id")

    @property
    def name(self) -> str:
        changed = [part for part in _META_PARTS if getattr(self.before, part) != getattr(self.after, part)]
        return f"{' and '.join(changed) or 'nothing'} of {self.before.name}"


@dataclass(frozen=True, slots=True)
class RotatePage:
    """Turn a page to another number of clockwise quarter turns (0..3), counted from the stored picture.

    An odd number of turns swaps the page's width and height: `Page.width_px` is always that of the picture as shown.
    Boxes are not touched; `rotation()` makes the compound that takes them along.
    """

    page_id: str
    before_turns: int
    after_turns: int
    document_id: str

    @property
    def name(self) -> str:
        return _TURNS[(self.after_turns - self.before_turns) % 4]


@dataclass(frozen=True, slots=True)
class Compound:
    """Several edits under one name: one step of undo, one transaction."""

    edits: tuple[Edit, ...]
    name: str


Edit = AddField | RemoveField | ChangeField | ChangeDocument | RotatePage | Compound

_META_PARTS = ("name", "type", "locale", "currency", "difficulty", "tags", "state")
_TURNS = ("leave page as it is", "turn page right", "turn page upside down", "turn page left")


def meta_of(document: Document) -> DocumentMeta:
    """Return the part of a document that `ChangeDocument` changes."""
    return DocumentMeta(document.id, **{part: getattr(document, part) for part in _META_PARTS})


def document_ids(edit: Edit) -> tuple[str, ...]:
    """Return the ids of the documents an edit touches, each once, in order."""
    match edit:
        case AddField() | RemoveField():
            return (edit.field.document_id,)
        case ChangeField():
            return (edit.before.document_id,)
        case ChangeDocument():
            return (edit.before.document_id,)
        case RotatePage():
            return (edit.document_id,)
        case Compound():
            return tuple(dict.fromkeys(item for part in edit.edits for item in document_ids(part)))
    assert_never(edit)


def inverse(edit: Edit) -> Edit:
    """Return the edit that takes this one back; the inverse of the inverse is the edit itself."""
    match edit:
        case AddField():
            return RemoveField(edit.field)
        case RemoveField():
            return AddField(edit.field)
        case ChangeField():
            return ChangeField(edit.after, edit.before)
        case ChangeDocument():
            return ChangeDocument(edit.after, edit.before)
        case RotatePage():
            return RotatePage(edit.page_id, edit.after_turns, edit.before_turns, edit.document_id)
        case Compound():
            return Compound(tuple(inverse(part) for part in reversed(edit.edits)), edit.name)
    assert_never(edit)


def apply_to(document: Document, edit: Edit) -> Document:
    """Return the document after the edit.

    Raises Conflict when the document is not what the edit's "before" says: somebody else changed it first.
    """
    match edit:
        case AddField():
            return _added(document, edit.field)
        case RemoveField():
            _require(_same(_field(document, edit.field.id), edit.field), f"field {edit.field.key}")
            return replace(document, fields=tuple(item for item in document.fields if item.id != edit.field.id))
        case ChangeField():
            _require(_same(_field(document, edit.before.id), edit.before), f"field {edit.before.key}")
            fields = tuple(edit.after if item.id == edit.after.id else item for item in document.fields)
            return replace(document, fields=_in_order(fields))
        case ChangeDocument():
            _require(meta_of(document) == edit.before, f"document {edit.before.name}")
            return replace(document, **{part: getattr(edit.after, part) for part in _META_PARTS})
        case RotatePage():
            return replace(document, pages=tuple(_turned(page, edit) for page in document.pages))
        case Compound():
            for part in edit.edits:
                document = apply_to(document, part)
            return document
    assert_never(edit)


def rotation(document: Document, page: Page, turns: int) -> Compound:
    """Return the edit that turns a page clockwise by quarter turns and takes the boxes on it along.

    Slanted boxes and those with character boxes keep the direction of their text; a plain rectangle starts at its top
    left again.
    """
    after = (page.quarter_turns + turns) % 4
    turn = RotatePage(page.id, page.quarter_turns, after, document.id)
    size = (page.width_px, page.height_px)
    moved = [
        ChangeField(field, turned)
        for field in document.fields
        if field.page_index == page.index and (turned := _turned_field(field, size, turns % 4)) != field
    ]
    return Compound((turn, *moved), turn.name)


def _added(document: Document, field: Field) -> Document:
    _require(field.document_id == document.id, f"document {document.name}")
    _require(_field(document, field.id) is None, f"field {field.key}")
    return replace(document, fields=_in_order((*document.fields, field)))


def _in_order(fields: Sequence[Field]) -> tuple[Field, ...]:
    """Sort by page, position and id: the order in which the store returns them, whatever was undone in between."""
    return tuple(sorted(fields, key=lambda field: (field.page_index, field.position, field.id)))


def _field(document: Document, field_id: str) -> Field | None:
    return next((field for field in document.fields if field.id == field_id), None)


def _same(found: Field | None, expected: Field) -> bool:
    return found == expected


def _require(holds: bool, thing: str) -> None:
    if not holds:
        raise Conflict(f"{thing} was changed elsewhere in the meantime; nothing was written. Reload and try again.")


def _turned(page: Page, edit: RotatePage) -> Page:
    if page.id != edit.page_id:
        return page
    _require(page.quarter_turns == edit.before_turns, f"page {page.index + 1}")
    size = (page.width_px, page.height_px)
    width, height = size[::-1] if (edit.after_turns - edit.before_turns) % 2 else size
    return replace(page, quarter_turns=edit.after_turns, width_px=width, height_px=height)


def _turned_field(field: Field, size: tuple[int, int], turns: int) -> Field:
    box = field.box and _turned_quad(field.box, size, turns)
    if field.box and box and not field.glyphs and field.box == Quad.rect(*field.box.bounds):
        # A rectangle drawn on a page that lies on its side says nothing of how its text runs: the page is turned to
        # set the text upright, so it is read from the left on the turned page.
        box = Quad.rect(*box.bounds)
    return replace(field, box=box, glyphs=tuple(_turned_quad(glyph, size, turns) for glyph in field.glyphs))


def _turned_quad(quad: Quad, size: tuple[int, int], turns: int) -> Quad:
    """Turn the corners clockwise with the page; their order stays "from the text's top left"."""
    width, height = size
    points: list[Point] = []
    for x, y in quad.points:
        points.append(((x, y), (height - y, x), (width - x, height - y), (y, width - x))[turns])
    return Quad((points[0], points[1], points[2], points[3]))


_FIELD_PARTS = ("text", "kind", "legibility", "note")


def _field_words(before: Field, after: Field) -> str:
    """Say in words what changed, for the undo menu."""
    if before.key != after.key:
        return f"rename {before.key} to {after.key}"
    if before.legibility != after.legibility and after.legibility is Legibility.ILLEGIBLE:
        return f"mark {after.key} illegible"
    parts = [part for part in _FIELD_PARTS if getattr(before, part) != getattr(after, part)]
    if not parts and after.typed and not before.typed:
        return f"nothing printed for {after.key}"
    if parts:
        return f"{' and '.join(parts)} of {after.key}"
    if (before.box, before.page_index) == (after.box, after.page_index) and before.glyphs != after.glyphs:
        return f"character boxes of {after.key}"
    if (before.box, before.page_index) != (after.box, after.page_index):
        return _box_words(before.box, after.box) + f" of {after.key}"
    return f"order of {after.key}"


def _box_words(before: Quad | None, after: Quad | None) -> str:
    if before is None or after is None:
        return "draw box" if before is None else "remove box"
    size_before, size_after = (_size(before), _size(after))
    return "move box" if all(abs(a - b) < 0.5 for a, b in zip(size_before, size_after, strict=True)) else "resize box"


def _size(quad: Quad) -> tuple[float, float]:
    left, top, right, bottom = quad.bounds
    return right - left, bottom - top
