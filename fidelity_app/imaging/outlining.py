"""Outlines on a copy of a picture, for pages that carry their evidence with them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from fidelity_app.core.geometry import Quad
from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.cv import cv2

_SHIFT = 4  # cv2 draws in sixteenths of a pixel


def outlined(rgb: Rgb, quads: Iterable[Quad], *, colour: tuple[int, int, int], width_px: int = 2) -> Rgb:
    """Return a copy of a picture (height x width x 3, uint8) with quads outlined in an RGB colour.

    Quads are in pixel-edge coordinates and may lie past the picture's edge.
    """
    drawn = np.array(rgb, copy=True)
    for quad in quads:
        # cv2 counts from pixel centres, quads from pixel edges.
        corners = np.rint((np.array(quad.points) - 0.5) * (1 << _SHIFT)).astype(np.int32)
        cv2.polylines(drawn, [corners], True, colour, width_px, cv2.LINE_AA, _SHIFT)
    return drawn
