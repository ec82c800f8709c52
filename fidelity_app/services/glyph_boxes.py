"""Where each character of a field stands on its page: the one answer that every highlight is drawn from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from fidelity_app.core.documents import Field, Page
from fidelity_app.core.geometry import Quad
from fidelity_app.services.library import page_pixels
from fidelity_app.services.scoring import seam
from fidelity_app.services.workspace import Workspace
from fidelity_app.store.rows import Mark


def field_glyphs(ws: Workspace, page: Page, field: Field, *, rgb: Any = None) -> tuple[Quad, ...]:
    """Return one quad per character of a field's text, in pixels of its page; none for a field without a box.

    The field's own when it has one for each character (imported, or corrected by a person), else found in the page's
    ink and kept while the workspace is open. `rgb` is the page as shown, when it is at hand already. Raises
    ExternalError when the page's file is missing or altered.
    """
    return glyphs_of_fields(ws, page, [field], rgb=rgb)[field.id]


def glyphs_of_fields(
    ws: Workspace, page: Page, fields: Iterable[Field], *, rgb: Any = None
) -> dict[str, tuple[Quad, ...]]:
    """Return `field_glyphs` of several fields of one page, by field id; the page is opened at most once."""
    found: dict[str, tuple[Quad, ...]] = {}
    for field in fields:
        if is_own(field) or field.box is None:
            found[field.id] = field.glyphs if is_own(field) else ()
            continue
        key = (page.pixel_sha, page.quarter_turns, field.box, field.text)
        known = ws.glyphs.get(key)
        if known is None:
            from fidelity_app.imaging.glyphs import glyph_quads

            rgb = page_pixels(ws, page) if rgb is None else rgb
            known = glyph_quads(rgb, field.box, field.text)
            ws.glyphs.put(key, known)
        found[field.id] = known
    return found


def is_own(field: Field) -> bool:
    """Say whether a field brings a box for each of its characters, so that none has to be found."""
    return len(field.glyphs) == len(field.text)


def placed(mark: Mark, glyphs: tuple[Quad, ...], carry: Callable[[Quad], Quad], *, is_seen: bool = False) -> Mark:
    """Return a stored mark where the field's characters are now; `carry` takes a quad of the page to the picture.

    What a run stored was placed when it was scored: in equal parts of the box, or where the characters were before a
    person corrected them. An inserted character keeps its place where the reader saw it (`is_seen`), else it stands in
    the seam between two printed ones.
    """
    span = glyphs[mark.truth_start : mark.truth_end]
    if span:
        return replace(mark, box=carry(span[0] if len(span) == 1 else Quad.hull(span)))
    between = None if is_seen else seam(glyphs, mark.truth_start)
    return mark if between is None else replace(mark, box=carry(between))
