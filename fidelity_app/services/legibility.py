"""How hard each field of a page is to read: measured on the pixels that a model is sent, once for each variant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fidelity_app.core.documents import Document, Field
from fidelity_app.core.errors import FidelityError
from fidelity_app.core.geometry import Quad
from fidelity_app.core.recipes import Recipe
from fidelity_app.services.library import page_pixels
from fidelity_app.services.variants import variant, variant_key
from fidelity_app.services.views import Variant
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import legibility as table
from fidelity_app.store.legibility import Measured


@dataclass(frozen=True, slots=True)
class Legible:
    """What was measured inside one box; None is unknown, because no ink was found there.

    `contrast` is 0 (no difference between paper and ink) to 1 (black on white); `sharpness` is the steepest edge as a
    share of the contrast per pixel, 1 for a step from one pixel to the next; `digit_height_px` is the ink's height.
    """

    contrast: float
    sharpness: float | None
    digit_height_px: float | None

    @property
    def ease(self) -> float:
        """Return a figure to sort by, hardest first: edge strength in digit heights; 0 where no ink was found."""
        return self.contrast * (self.sharpness or 0.0) * (self.digit_height_px or 0.0)


@dataclass(frozen=True, slots=True)
class FieldLegibility:
    """One field: as loaded, and after the recipe."""

    field: Field
    before: Legible
    after: Legible


def field_legibility(
    fields: Sequence[Field], *, before: Any, after: Any, page_map: Any, page_index: int
) -> tuple[FieldLegibility, ...]:
    """Measure the page's fields that have a box, on the page and on its variant; hardest first.

    `before` and `after` are RGB uint8 (H, W, 3); `page_map` carries boxes from one to the other.
    """
    found = [
        FieldLegibility(field, _measured(before, field.box), _measured(after, page_map.quad(field.box)))
        for field in fields
        if field.box is not None and field.page_index == page_index and field.text.strip()
    ]
    return tuple(sorted(found, key=lambda one: (one.after.ease, one.field.position)))


def document_legibility(ws: Workspace, document: Document, recipe: Recipe, *, seed: int) -> tuple[FieldLegibility, ...]:
    """Measure all fields of a document that have a box, as loaded and under a recipe; hardest first.

    Raises ExternalError when a page's file is missing or altered, UserError for a recipe not known here.
    """
    found: list[FieldLegibility] = []
    for page in document.pages:
        made = variant(ws, page, recipe, seed=seed)
        remember(ws, made, document.fields)
        before = page_pixels(ws, page)
        found += field_legibility(
            document.fields, before=before, after=made.rgb, page_map=made.page_map, page_index=page.index
        )
    return tuple(sorted(found, key=lambda one: one.after.ease))


def remember(ws: Workspace, made: Variant, fields: Iterable[Field]) -> Mapping[Quad, Measured]:
    """Measure the fields on a variant whose pixels are at hand, keep the figures, and return all by box on the page.

    What was measured before is not measured again. What drifted is not what a model was sent: nothing is returned.
    """
    from fidelity_app.imaging.legibility import METHOD

    known = table.measures(ws.store.read(), made.key, method=METHOD)
    boxes = dict.fromkeys(box for box in _boxes(fields, made.page.index).values() if box not in known)
    if made.drifted or not boxes:
        return {} if made.drifted else known
    found = {box: _measured(made.rgb, made.page_map.quad(box)) for box in boxes}
    fresh = {box: Measured(one.contrast, one.sharpness, one.digit_height_px) for box, one in found.items()}
    with ws.store.write() as tx:
        table.put_measures(tx, made.key, fresh, method=METHOD)
    return {**known, **fresh}


def hardness(ws: Workspace, document: Document, recipe: Recipe, *, seed: int) -> Mapping[str, Legible]:
    """Return by field id how hard a document's fields are under a recipe; those that cannot be measured are left out.

    Kept figures are used; the variant is opened (or made) only for boxes that were never measured. A field without a
    box, and one whose variant cannot be had any more, is unknown.
    """
    from fidelity_app.imaging.legibility import METHOD

    found: dict[str, Legible] = {}
    for page in document.pages:
        boxes = _boxes(document.fields, page.index)
        if not boxes:
            continue
        try:
            key = variant_key(page, recipe, seed)
            known: Mapping[Quad, Measured] = table.measures(ws.store.read(), key, method=METHOD)
            if any(box not in known for box in boxes.values()):
                known = remember(ws, variant(ws, page, recipe, seed=seed), document.fields)
        except FidelityError:
            # The page's file is gone, or the recipe's operations make other pixels now: nothing can be measured.
            continue
        for field_id, box in boxes.items():
            one = known.get(box)
            if one is not None and one.contrast is not None:
                found[field_id] = Legible(one.contrast, one.sharpness, one.digit_height_px)
    return found


def _boxes(fields: Iterable[Field], page_index: int) -> dict[str, Quad]:
    """Return the boxes of the fields of a page that print something, by field id."""
    return {
        field.id: field.box
        for field in fields
        if field.box is not None and field.page_index == page_index and field.text.strip()
    }


def _measured(rgb: Any, quad: Any) -> Legible:
    from fidelity_app.imaging.legibility import measure

    measures = measure(rgb, quad)
    return Legible(measures.contrast, measures.sharpness, measures.digit_height_px)
