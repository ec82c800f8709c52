"""How hard each field of a page is to read: measured on the pixels that a model is sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fidelity_app.core.documents import Field


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


def _measured(rgb: Any, quad: Any) -> Legible:
    from fidelity_app.imaging.legibility import measure

    measures = measure(rgb, quad)
    return Legible(measures.contrast, measures.sharpness, measures.digit_height_px)
