"""How large the print is, when the file does not say its resolution (IMAGING section 2: digit height / 17 px)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.cv import cv2
from fidelity_app.imaging.legibility import dpi_of_digits
from fidelity_app.imaging.resample import area_average

_WORK_PX = 1600  # the longer side of the picture that is measured
_LEAST_GLYPHS = 12
_DARKER = 0.82  # of the local mean: what counts as ink
_LOWEST_DPI, _HIGHEST_DPI = 40.0, 800.0


def estimate_dpi(rgb: Rgb) -> float | None:
    """Estimate the resolution from the height of the glyphs on the page; None when there is too little print.

    Takes a typical till or invoice font for granted: digits 17 px high at 150 dpi. It only scales a
    degradation's lengths; it is no measurement of the paper.
    """
    longer = max(rgb.shape[:2])
    scale = max(1.0, longer / _WORK_PX)
    small = area_average(rgb, (max(1, round(rgb.shape[1] / scale)), max(1, round(rgb.shape[0] / scale))))
    heights = glyph_heights(small)
    if len(heights) < _LEAST_GLYPHS:
        return None
    estimate = dpi_of_digits((heights * scale).tolist())
    return None if estimate is None else round(min(max(estimate, _LOWEST_DPI), _HIGHEST_DPI))


def glyph_heights(rgb: Rgb) -> npt.NDArray[np.float64]:
    """Return the heights in px of the connected shapes that look like single digits or capitals."""
    grey = np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), dtype=np.uint8)
    window = max(15, min(rgb.shape[:2]) // 16) | 1
    sums = cv2.boxFilter(grey, cv2.CV_32S, (window, window), normalize=False, borderType=cv2.BORDER_REPLICATE)
    ink = grey.astype(np.int64) * (window * window) < np.asarray(sums, dtype=np.int64) * _DARKER
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    width, height, area = (stats[1:, column].astype(np.float64) for column in (2, 3, 4))
    shape = width / np.maximum(1, height)
    fill = area / np.maximum(1, width * height)
    alike = (height >= 5) & (height <= 0.08 * max(rgb.shape[:2])) & (shape > 0.35) & (shape < 1.1)
    heights = height[alike & (fill > 0.2) & (fill < 0.85)]
    # Specks are many and small: what is less than half as high as the upper third is none of the print.
    if len(heights):
        heights = heights[heights > 0.5 * np.percentile(heights, 80)]
    return np.asarray(heights, dtype=np.float64)
