"""How hard a field is to read: contrast, sharpness and digit height, measured on the pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fidelity_app.core.geometry import Quad
from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.crops import find_ink, upright

_DIGIT_PX_AT_150_DPI = 17.0


@dataclass(frozen=True, slots=True)
class Measures:
    """What was measured inside a box. None is unknown: there was no ink to measure."""

    contrast: float
    """Difference between paper and ink, 0 (none) to 1 (black on white)."""
    sharpness: float | None
    """Steepest edges as a share of the contrast per px: 1 is a step from one pixel to the next, 0.1 is blurred."""
    digit_height_px: float | None
    """Height of the inked rows in px."""


def measure(rgb: Rgb, quad: Quad) -> Measures:
    """Measure the field inside a quad of a page or variant (RGB uint8 (H, W, 3))."""
    inked = find_ink(upright(rgb, quad))
    span = abs(inked.paper - inked.ink)
    if not inked.found:
        return Measures(contrast=span / 255, sharpness=None, digit_height_px=None)
    rows = np.flatnonzero(inked.mask.mean(axis=1) > 0.02)
    height = float(rows[-1] - rows[0] + 1) if len(rows) else None
    return Measures(contrast=span / 255, sharpness=_sharpness(inked.grey, span), digit_height_px=height)


def _sharpness(grey: np.ndarray, span: float) -> float | None:
    levels = grey.astype(np.float64)
    steps = [np.abs(np.diff(levels, axis=axis)).reshape(-1) for axis in (0, 1) if levels.shape[axis] > 1]
    if not steps:
        return None
    return min(1.0, float(np.percentile(np.concatenate(steps), 97)) / span)


def dpi_of_digits(heights_px: Sequence[float]) -> float | None:
    """Estimate a page's dpi from its digits' heights (17 px at 150 dpi, IMAGING section 2); None without any."""
    return 150.0 * float(np.median(heights_px)) / _DIGIT_PX_AT_150_DPI if len(heights_px) else None
