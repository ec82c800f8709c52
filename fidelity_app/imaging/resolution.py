"""The resolution that a file states: believed only when it means something."""

from __future__ import annotations

import math

from PIL import Image

# Written by cameras and editors that know no scale; believing them would misjudge every length (1 px = 1/150 inch).
_MEANINGLESS_DPI = (72.0, 96.0)
_LARGEST_PAGE_INCH = 48.0
_LOWEST, _HIGHEST = 30.0, 4800.0
# A fax at its usual fineness has 204 x 98 dpi.
_OBLONG = 1.2
_ROUNDING = 0.02


def dpi_of(image: Image.Image) -> float | None:
    """Return the resolution when the file states a believable one."""
    horizontal, vertical = _stated(image)
    if min(horizontal, vertical) < _LOWEST:
        return None
    dpi = math.sqrt(horizontal * vertical)
    believable = dpi <= _HIGHEST and max(image.size) / dpi <= _LARGEST_PAGE_INCH
    if not believable or round(dpi, 1) in _MEANINGLESS_DPI:
        return None
    # PNG counts pixels per metre, in whole numbers: 300 dpi is stored as 299.9994.
    return float(round(dpi)) if abs(dpi - round(dpi)) < _ROUNDING else round(dpi, 3)


def oblong(image: Image.Image) -> str:
    """Say that the pixels are no squares, as those of a fax: the page then looks squeezed."""
    horizontal, vertical = _stated(image)
    if min(horizontal, vertical) < _LOWEST or max(horizontal, vertical) > _HIGHEST:
        return ""
    if max(horizontal, vertical) < _OBLONG * min(horizontal, vertical):
        return ""
    return f"its pixels are oblong ({horizontal:g} x {vertical:g} dpi); they are shown square, as stored"


def _stated(image: Image.Image) -> tuple[float, float]:
    try:
        horizontal, vertical = (float(value) for value in image.info.get("dpi", (0, 0)))
    except (TypeError, ValueError, ZeroDivisionError, OverflowError):
        return 0.0, 0.0
    return (horizontal, vertical) if math.isfinite(horizontal) and math.isfinite(vertical) else (0.0, 0.0)
