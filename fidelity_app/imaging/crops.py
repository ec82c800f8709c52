"""A box cut out of a page and set upright."""

from __future__ import annotations

import math

import numpy as np

from fidelity_app.core.geometry import Quad
from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.cv import cv2

_LARGEST_PX = 4000
_LARGEST_MARGIN_PX = 100


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
