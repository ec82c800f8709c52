"""Which edit a gesture or a key press means: pure functions from records to edits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fidelity_app.core.documents import Document, Field, Kind, Legibility
from fidelity_app.core.edits import AddField, ChangeField, Edit, RemoveField
from fidelity_app.core.geometry import Quad
from fidelity_app.gui.annotate.keys import kind_of, next_key, unused_key

MakeField = Callable[[str, Kind, Quad | None, int], Field]
"""Makes a field with a new id: key, kind, box, page index. Nothing is written."""

COPY_OFFSET_PX = 12.0


def for_drawn_box(document: Document, chosen: Field | None, quad: Quad, page_index: int, make: MakeField) -> Edit:
    """Return what a drawn box means: the box of the chosen field that has none, else a new field."""
    if chosen is not None and chosen.box is None:
        return ChangeField(chosen, replace(chosen, box=quad, glyphs=(), page_index=page_index))
    used = [field.key for field in document.fields]
    key, kind = next_key(document.type, used, after=chosen.key if chosen else "")
    return AddField(replace(make(key, kind, quad, page_index), typed=False))


def for_box_changed(field: Field, after: Quad) -> Edit | None:
    """Return a move or a resize, None for neither; character boxes go along with a move.

    After a resize they are found anew: the box holds other ink.
    """
    if after == field.box:
        return None
    moved = field.box is not None and _size(field.box) == _size(after)
    glyphs: tuple[Quad, ...] = ()
    if moved and field.box is not None:
        left, top, _, _ = field.box.bounds
        dx, dy = after.bounds[0] - left, after.bounds[1] - top
        glyphs = tuple(glyph.moved(dx, dy) for glyph in field.glyphs)
    return ChangeField(field, replace(field, box=after, glyphs=glyphs))


def for_text(field: Field, text: str) -> Edit | None:
    """Return the edit of an accepted text, None when nothing changes. Accepted and empty says: nothing is printed.

    Character boxes stay when as many characters are typed (a corrected typing error stands where it stood); else they
    are found anew.
    """
    glyphs = field.glyphs if len(field.glyphs) == len(text) else ()
    after = replace(field, text=text, typed=True, glyphs=glyphs)
    return ChangeField(field, after) if after != field else None


def for_glyphs(field: Field, glyphs: tuple[Quad, ...]) -> Edit | None:
    """Return the correction of where the characters stand; none at all means that they are to be found anew."""
    return ChangeField(field, replace(field, glyphs=glyphs)) if glyphs != field.glyphs else None


def for_key(document: Document, field: Field, key: str) -> Edit | None:
    """Return the renaming; the kind follows the key as long as nothing is typed."""
    others = [other.key for other in document.fields if other.id != field.id]
    key = unused_key(key, others)
    kind = field.kind if field.typed else kind_of(key)
    return ChangeField(field, replace(field, key=key, kind=kind)) if key != field.key else None


def for_kind(field: Field, kind: Kind) -> Edit | None:
    """Return the change of kind."""
    return ChangeField(field, replace(field, kind=kind)) if kind != field.kind else None


def for_legibility(field: Field, legibility: Legibility) -> Edit | None:
    """Return the change of legibility."""
    return ChangeField(field, replace(field, legibility=legibility)) if legibility != field.legibility else None


def for_removal(field: Field) -> Edit:
    """Return the removal."""
    return RemoveField(field)


def for_copy(document: Document, field: Field, page_index: int, make: MakeField) -> Edit:
    """Return a copy under the next free key, with its box a little below; its text is kept to be corrected."""
    key = unused_key(field.key, [other.key for other in document.fields])
    box = field.box.moved(COPY_OFFSET_PX, COPY_OFFSET_PX) if field.box is not None else None
    made = make(key, field.kind, box, page_index)
    return AddField(replace(made, text=field.text, legibility=field.legibility, note=field.note, typed=field.typed))


def _size(quad: Quad) -> tuple[float, float]:
    left, top, right, bottom = quad.bounds
    return round(right - left, 3), round(bottom - top, 3)
