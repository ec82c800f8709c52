"""Small pictures of pages for lists and previews."""

from __future__ import annotations

import numpy as np

from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.cv import cv2


def shrink(rgb: Rgb, max_px: int) -> Rgb:
    """Return the page with its longer side at most `max_px`, averaged by area; never enlarged."""
    height, width = rgb.shape[:2]
    longer = max(height, width)
    if longer <= max_px:
        return rgb
    size = max(1, round(width * max_px / longer)), max(1, round(height * max_px / longer))
    return np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
