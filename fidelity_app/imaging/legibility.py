"""How hard a field is to read: contrast, sharpness and digit height, measured on the pixels.

Shading and coloured paper are taken out first: the paper's level at each pixel is the median of its surroundings, and
what stands out from it to one side, further than the noise does, is ink. So white on black is measured as black on
white is, and a shadow across a field is no ink.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fidelity_app.core.geometry import Quad
from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.crops import with_surroundings
from fidelity_app.imaging.cv import cv2

METHOD = 1
"""Raised with any change of what is measured, so that figures kept from before are measured again."""

_DIGIT_PX_AT_150_DPI = 17.0
_LEAST_CONTRAST_DN = 6.0
_LEAST_OVER_NOISE = 4.0
_PAPER_PX = 24
"""The shorter side of the small picture on which the paper is looked for: it has no detail to lose."""
_NOISY_DN = 2.0
"""Noise from which on ink is looked for in softened pixels; below, softening would only make small print larger."""
_NOISE_LEFT = 0.45
"""The sigma that is left of white noise when it was softened (Gaussian 3 x 3, sigma 0.8)."""
_RULED_SHARE = 0.9
"""A row with more ink than this is a ruled line; no row of a printed number is."""
_STRONGEST_OF_NINE = 2.4
"""The strongest step around a pixel, in sigmas of the steps, where there is only noise."""
_MARK_SHARE = 0.6
"""Of a high character's height: what is lower is a mark (a comma is half as high at small sizes), no digit."""
_SIGMA_OF_MEDIAN = 1 / 0.6745
_CROSS = np.ones((3, 3), np.uint8)

Mask = npt.NDArray[np.bool_]
Levels = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Measures:
    """What was measured inside a box. None is unknown: there was no ink to measure."""

    contrast: float
    """Difference between paper and ink, 0 (none) to 1 (black on white)."""
    sharpness: float | None
    """Steepest edges as a share of the contrast per px: 1 is a step from one pixel to the next, 0.1 is blurred."""
    digit_height_px: float | None
    """Median height in px of the characters, small marks (commas, points, dashes) left out."""


NOTHING = Measures(0.0, None, None)


def measure(rgb: Rgb, quad: Quad) -> Measures:
    """Measure the field inside a quad of a page or variant (RGB uint8 (H, W, 3)).

    Ink stands out from its paper by 6 levels of 255 and by four sigmas of the noise; where none does, the contrast is 0
    and the rest is unknown.
    """
    crop, margin = with_surroundings(rgb, quad)
    grey = np.asarray(cv2.cvtColor(crop, cv2.COLOR_RGB2GRAY), dtype=np.uint8)
    inner = slice(margin, grey.shape[0] - margin), slice(margin, grey.shape[1] - margin)
    paper = _paper(grey)[inner]
    noise = _noise(grey)
    softened = grey if noise <= _NOISY_DN else np.asarray(cv2.GaussianBlur(grey, (3, 3), 0.8), dtype=np.uint8)
    off = softened[inner].astype(np.float32) - paper
    side = _side(off)
    depth = np.clip(off * side, 0, 255)
    mask = _ink(depth)
    if not mask.any():
        return NOTHING
    # Half of the ink's pixels are edges: its own level is the stronger quarter.
    pixels = grey[inner].astype(np.float32)
    span = float(np.percentile(((pixels - paper) * side)[mask], 75))
    least = _LEAST_OVER_NOISE * noise * (_NOISE_LEFT if noise > _NOISY_DN else 1.0)
    if span < _LEAST_CONTRAST_DN or float(np.percentile(depth[mask], 75)) < least:
        return NOTHING
    return Measures(min(1.0, span / 255), _sharpness(pixels, mask, span=span, noise=noise), _height(mask))


def _paper(grey: npt.NDArray[np.uint8]) -> Levels:
    """Return the paper's level at every pixel (H, W): the median over two thirds of the shorter side."""
    height, width = grey.shape
    factor = max(1, min(height, width) // _PAPER_PX)
    small = grey if factor == 1 else cv2.resize(grey, (width // factor, height // factor), interpolation=cv2.INTER_AREA)
    median = cv2.medianBlur(small, max(3, (min(small.shape) * 2 // 3) | 1))
    full = median if factor == 1 else cv2.resize(median, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(full, dtype=np.float32)


def _noise(grey: npt.NDArray[np.uint8]) -> float:
    """Return the sigma of the pixels' noise: most neighbours differ by nothing else."""
    steps = np.abs(np.diff(grey.astype(np.float32), axis=1))
    return float(np.median(steps)) * _SIGMA_OF_MEDIAN / 2**0.5


def _side(off: Levels) -> np.float32:
    """Return -1 for ink darker than its paper, +1 for lighter: ink stands out further than anything on its other side.

    `off` are levels above the paper, (H, W).
    """
    darker, lighter = (float((side(off, 0) ** 2).sum()) for side in (np.minimum, np.maximum))
    return np.float32(-1.0 if darker >= lighter else 1.0)


def _ink(depth: Levels) -> Mask:
    """Return which pixels (H, W) are ink, ruled lines left out: Otsu's threshold over how far they stand out."""
    level, _ = cv2.threshold(depth.astype(np.uint8), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    mask = depth > max(level, 1.0)
    mask[mask.mean(axis=1) > _RULED_SHARE] = False
    return np.asarray(mask, dtype=np.bool_)


def _sharpness(pixels: Levels, mask: Mask, *, span: float, noise: float) -> float:
    """Return the median over the ink's edges of the steepest step there, as a share of the contrast `span`.

    The steps of noise are taken off: they add to those of an edge in squares.
    """
    steps = np.zeros_like(pixels)
    steps[:, 1:] = np.abs(np.diff(pixels, axis=1))
    steps[1:] = np.maximum(steps[1:], np.abs(np.diff(pixels, axis=0)))
    ink = mask.astype(np.uint8)
    inside = cv2.erode(ink, _CROSS, borderType=cv2.BORDER_CONSTANT, borderValue=1)
    edges = np.asarray(cv2.dilate(ink, _CROSS), dtype=np.bool_) & ~np.asarray(inside, dtype=np.bool_)
    if not edges.any():
        return 1.0
    steepest = float(np.median(np.asarray(cv2.dilate(steps, _CROSS))[edges]))
    own = max(steepest**2 - (_STRONGEST_OF_NINE * noise * 2**0.5) ** 2, (steepest / 4) ** 2) ** 0.5
    return float(min(1.0, own / span))


def _height(mask: Mask) -> float | None:
    """Return the median height of the inked stretches of columns, small marks left out.

    Characters that touch are one stretch; a broken one (a dot matrix, a worn print) is whole again in its columns.
    """
    edges = np.flatnonzero(np.diff(np.concatenate(([False], mask.any(axis=0), [False])).astype(np.int8)))
    heights = []
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        rows = np.flatnonzero(mask[:, start:end].sum(axis=1) >= max(1.0, 0.06 * float(end - start)))
        if len(rows):
            heights.append(float(rows[-1] - rows[0] + 1))
    if not heights:
        return None
    # Not the highest: a ruled line beside the digits would make marks of them.
    tall = float(np.percentile(heights, 75, method="higher"))
    return float(np.median([height for height in heights if height >= _MARK_SHARE * tall]))


def dpi_of_digits(heights_px: Sequence[float]) -> float | None:
    """Estimate a page's dpi from its digits' heights (17 px at 150 dpi, IMAGING section 2); None without any."""
    return 150.0 * float(np.median(heights_px)) / _DIGIT_PX_AT_150_DPI if len(heights_px) else None
