"""Smooth random fields and whole-number blending: what stains, shadows and fading are made of."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from fidelity_app.imaging.blending import Grey, blend, blend_evenly
from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.cv import cv2
from fidelity_app.imaging.degradations.stream import Stream
from fidelity_app.imaging.resample import area_average, box_average, enlarge

Floats = npt.NDArray[np.float64]


def noise_field(shape: tuple[int, int], cell_px: float, stream: Stream) -> Grey:
    """Return a smooth random field (H, W) of mean 128 whose bumps are about `cell_px` wide."""
    height, width = shape
    rows, columns = (max(2, int(length / max(1.0, cell_px)) + 2) for length in shape)
    rows, columns = min(rows, 2 * height + 2), min(columns, 2 * width + 2)
    coarse = (stream.words16(rows * columns) >> 8).astype(np.uint8).reshape(rows, columns)
    middle = min(width, columns * 4), min(height, rows * 4)
    field = np.asarray(cv2.resize(coarse, middle, interpolation=cv2.INTER_LINEAR_EXACT), dtype=np.uint8)
    field = box_blur(field, 5)
    return np.asarray(cv2.resize(field, (width, height), interpolation=cv2.INTER_LINEAR_EXACT), dtype=np.uint8)


def box_blur(pixels: npt.NDArray[np.uint8], size: int) -> npt.NDArray[np.uint8]:
    """Average over a square of odd `size`, summed in whole numbers."""
    return box_average(pixels, (size, size))


def soft_blur(pixels: npt.NDArray[np.uint8], radius_px: float) -> npt.NDArray[np.uint8]:
    """Blur nearly like a Gaussian: two box averages of whole-number size."""
    size = 2 * max(0, round(radius_px)) + 1
    return box_blur(box_blur(pixels, size), size)


def shape_field(shape: tuple[int, int], value: Callable[[Floats, Floats], Floats], *, coarse: int = 4) -> Grey:
    """Evaluate a smooth function of x and y (full-size px) on a coarse lattice, as 0..255, and enlarge it."""
    height, width = shape
    rows, columns = max(1, -(-height // coarse)), max(1, -(-width // coarse))
    x = (np.arange(columns, dtype=np.float64)[None, :] + 0.5) * (width / columns)
    y = (np.arange(rows, dtype=np.float64)[:, None] + 0.5) * (height / rows)
    levels = np.rint(np.clip(value(x, y), 0.0, 1.0) * 255.0)
    field = np.broadcast_to(levels, (rows, columns)).astype(np.uint8)
    return np.asarray(cv2.resize(field, (width, height), interpolation=cv2.INTER_LINEAR_EXACT), dtype=np.uint8)


def darken(rgb: Rgb, gain: Grey) -> Rgb:
    """Multiply each pixel by gain/255."""
    return blend(rgb, (0, 0, 0), 255 - gain)


def lighten(rgb: Rgb, share: Grey) -> Rgb:
    """Move each pixel towards white by a share of 0..255."""
    return blend(rgb, (255, 255, 255), share)


def paper_of(rgb: Rgb, px: float) -> Rgb:
    """Return the page without its print: what the bare paper looks like at each pixel, (H, W, 3).

    A closing wider than any stroke, at a quarter of the resolution. Large dark parts (a desk around a
    receipt) stay dark, so that ink can fade without lighting up the desk.
    """
    height, width = rgb.shape[:2]
    scale = max(1.0, 4.0 * px)
    small = area_average(rgb, (max(1, round(width / scale)), max(1, round(height / scale))))
    kernel = np.ones((9, 9), np.uint8)  # 36 px at 150 dpi: wider than a bold digit's stroke
    closed = cv2.erode(cv2.dilate(small, kernel), kernel)
    return enlarge(box_blur(np.asarray(closed, dtype=np.uint8), 5), (width, height))


def grown(rgb: Rgb, radius_px: float, *, dark: bool) -> Rgb:
    """Grow dark (or light) shapes by a fractional radius: a mix of the two nearest whole radii."""
    low = int(radius_px)
    part = round((radius_px - low) * 256)
    morph = cv2.erode if dark else cv2.dilate
    base = np.asarray(morph(rgb, _disk(low)), dtype=np.uint8) if low else rgb
    if not part:
        return base
    more = np.asarray(morph(rgb, _disk(low + 1)), dtype=np.uint8)
    return blend_evenly(base, more, min(255, part))


def _disk(radius: int) -> Grey:
    axis = np.arange(-radius, radius + 1)
    inside = axis[:, None] ** 2 + axis[None, :] ** 2 <= radius * radius + radius // 2
    return inside.astype(np.uint8)


def smoothstep(t: Floats) -> Floats:
    """Return 0..1 with soft ends for t in 0..1."""
    t = np.clip(t, 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)
