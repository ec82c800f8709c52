"""A box cut out of a page and set upright, and where its ink is."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fidelity_app.core.geometry import Quad
from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.cv import cv2

Grey = npt.NDArray[np.uint8]
_LARGEST_PX = 4000
_LARGEST_MARGIN_PX = 100
_LEAST_CONTRAST_DN = 6.0


@dataclass(frozen=True, slots=True, eq=False)
class Inked:
    """A grey crop (H, W), its ink mask, and the levels of paper and ink; `found` is false on a blank crop."""

    grey: Grey
    mask: npt.NDArray[np.bool_]
    paper: float
    ink: float

    @property
    def found(self) -> bool:
        return abs(self.paper - self.ink) >= _LEAST_CONTRAST_DN and bool(self.mask.any())


def upright(rgb: Rgb, quad: Quad) -> Rgb:
    """Return the quad's content as an upright picture; what lies past the page's edge repeats the edge.

    For looking and measuring: it is bilinear and not byte-exact. At least 1 x 1 px.
    """
    return _cut(rgb, quad, 0)


def with_surroundings(rgb: Rgb, quad: Quad) -> tuple[Rgb, int]:
    """Return the quad's content as `upright` does, with half its height around it, and how many px that is."""
    margin = max(2, min(_LARGEST_MARGIN_PX, _size(quad)[1] // 2))
    return _cut(rgb, quad, margin), margin


def _size(quad: Quad) -> tuple[int, int]:
    (tl, tr, br, bl) = quad.points
    width = _length((math.dist(tl, tr) + math.dist(bl, br)) / 2)
    return width, _length((math.dist(tl, bl) + math.dist(tr, br)) / 2)


def _cut(rgb: Rgb, quad: Quad, margin: int) -> Rgb:
    width, height = _size(quad)
    canvas = width + 2 * margin, height + 2 * margin
    if quad.area < 1e-6:
        return np.zeros((canvas[1], canvas[0], 3), np.uint8)
    corners = [(0, 0), (width, 0), (width, height), (0, height)]
    target = np.array(corners, np.float32) + (margin - 0.5)
    source = np.array(quad.points, np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(target, source)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    crop = cv2.warpPerspective(rgb, matrix, canvas, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, dtype=np.uint8)


def _length(value: float) -> int:
    return min(_LARGEST_PX, max(1, round(value)))


def find_ink(crop: Rgb) -> Inked:
    """Tell ink from paper by Otsu's threshold; the rarer side is the ink, so white on black works too."""
    grey = np.asarray(cv2.cvtColor(crop, cv2.COLOR_RGB2GRAY), dtype=np.uint8)
    level, _ = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    dark = grey <= level
    mask = dark if dark.mean() <= 0.5 else ~dark
    if not mask.any() or mask.all():
        return Inked(grey, np.zeros_like(mask), float(np.median(grey)), float(np.median(grey)))
    # Half of the ink's pixels are edges: its own level is the stronger quarter.
    quarter = 25 if dark.mean() <= 0.5 else 75
    return Inked(grey, mask, float(np.median(grey[~mask])), float(np.percentile(grey[mask], quarter)))
