"""Lens and hand: defocus and motion blur, with whole-number kernels."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.cv import cv2
from fidelity_app.imaging.degradations.spec import Degradation, Parameter, Setting, Stage
from fidelity_app.imaging.resample import area_average, enlarge

_BITS = 16
_ONE = float(1 << _BITS)
# Up to so many taps OpenCV filters directly; past them it turns to a Fourier transform, which is inexact.
_DIRECT_TAPS = 121
_SHIPPED_TAPS = 50
_TILE = 7
_TILE_ROWS = 256
_LARGEST_DISK_PX = 4.5
_SUPERSAMPLE = 8
_SSE3 = 4  # CV_CPU_SSE3 of OpenCV, which Python has no name for

Kernel = npt.NDArray[np.int64]


def blur_exactly(rgb: Rgb, kernel: Kernel) -> Rgb:
    """Filter with a kernel of whole numbers that sum to 2**16, edges repeated, halves rounded to even.

    Every partial sum is a whole number below 2**24 (over a power of two), hence exact in float32 in any order, with or
    without fused multiplication: the same bytes on every processor. A small kernel is one call; a larger one goes in
    tiles, as does any that this processor's OpenCV would hand to its Fourier transform.
    """
    if kernel.size <= (_DIRECT_TAPS if _filters_directly() else _SHIPPED_TAPS - 1):
        weights = (kernel / _ONE).astype(np.float32)
        return np.asarray(cv2.filter2D(rgb, -1, weights, borderType=cv2.BORDER_REPLICATE), dtype=np.uint8)
    return _tiled(rgb, kernel)


def _filters_directly() -> bool:
    """Say whether OpenCV filters bytes directly beyond 50 taps, as it does where it has SSE3 to do it with."""
    return bool(cv2.useOptimized() and cv2.checkHardwareSupport(_SSE3))


def _tiled(rgb: Rgb, kernel: Kernel) -> Rgb:
    reach_y, reach_x = kernel.shape[0] // 2, kernel.shape[1] // 2
    out = np.empty_like(rgb)
    for top in range(0, rgb.shape[0], _TILE_ROWS):
        bottom = min(rgb.shape[0], top + _TILE_ROWS)
        first, last = max(0, top - reach_y), min(rgb.shape[0], bottom + reach_y)
        padded = cv2.copyMakeBorder(
            rgb[first:last],
            reach_y - (top - first),
            reach_y - (last - bottom),
            reach_x,
            reach_x,
            cv2.BORDER_REPLICATE,
        )
        out[top:bottom] = _filtered(np.asarray(padded, dtype=np.uint8), kernel, bottom - top, rgb.shape[1])
    return out


def _filtered(padded: Rgb, kernel: Kernel, rows: int, columns: int) -> Rgb:
    total = np.zeros((rows, columns, 3), np.float32)
    for y in range(0, kernel.shape[0], _TILE):
        for x in range(0, kernel.shape[1], _TILE):
            tile = kernel[y : y + _TILE, x : x + _TILE]
            if not tile.any():
                continue
            source = padded[y : y + rows + tile.shape[0] - 1, x : x + columns + tile.shape[1] - 1]
            sums = cv2.filter2D(source, cv2.CV_32F, (tile / _ONE).astype(np.float32), anchor=(0, 0))
            total += sums[:rows, :columns]
    return np.rint(total, out=total).astype(np.uint8)


def _whole(weights: npt.NDArray[np.float64]) -> Kernel:
    """Round weights to whole numbers that sum to 2**16: the largest remainders are rounded up."""
    shares = weights * (_ONE / weights.sum())
    kernel: Kernel = np.floor(shares).astype(np.int64)
    order = np.argsort(-(shares - kernel), axis=None, kind="stable")
    kernel.reshape(-1)[order[: (1 << _BITS) - int(kernel.sum())]] += 1
    return kernel


def disk_kernel(radius_px: float) -> Kernel:
    """Return an anti-aliased disk: each pixel's weight is the share of it that lies inside."""
    reach = math.ceil(radius_px + 0.5)
    fine = (np.arange((2 * reach + 1) * _SUPERSAMPLE) + 0.5) / _SUPERSAMPLE - reach - 0.5
    inside = fine[:, None] ** 2 + fine[None, :] ** 2 <= max(radius_px, 0.3) ** 2
    side = 2 * reach + 1
    weights = inside.reshape(side, _SUPERSAMPLE, side, _SUPERSAMPLE).sum(axis=(1, 3)).astype(np.float64)
    return _whole(weights)


def line_kernel(length_px: float, direction: tuple[float, float]) -> Kernel:
    """Return a straight smear: points along a line, each shared among its four nearest pixels."""
    reach = math.ceil(length_px / 2) + 1
    steps = np.linspace(-length_px / 2, length_px / 2, max(2, math.ceil(length_px) * 4))
    weights = np.zeros((2 * reach + 1, 2 * reach + 1))
    for step in steps.tolist():
        x, y = step * direction[0] + reach, step * direction[1] + reach
        column, row = math.floor(x), math.floor(y)
        fx, fy = x - column, y - row
        weights[row : row + 2, column : column + 2] += np.outer((1 - fy, fy), (1 - fx, fx))
    return _whole(weights)


def _defocus(rgb: Rgb, setting: Setting) -> Rgb:
    radius = setting["radius"]
    if radius <= 0.05:
        return rgb
    if radius <= _LARGEST_DISK_PX:
        return blur_exactly(rgb, disk_kernel(radius))
    # So wide a disk hides what a coarser lattice loses.
    height, width = rgb.shape[:2]
    scale = radius / _LARGEST_DISK_PX
    small = area_average(rgb, (max(1, round(width / scale)), max(1, round(height / scale))))
    return enlarge(blur_exactly(small, disk_kernel(_LARGEST_DISK_PX)), (width, height))


def _motion(rgb: Rgb, setting: Setting) -> Rgb:
    length, angle = setting["length"], setting["angle"]
    if length <= 0.05:
        return rgb
    turn = math.radians(angle)
    direction = setting.stream().direction() if angle < 0 else (math.cos(turn), math.sin(turn))
    return blur_exactly(rgb, line_kernel(length, direction))


OPTICS = (
    Degradation(
        name="defocus",
        title="Out of focus",
        stage=Stage.OPTICS,
        parameters=(
            Parameter(
                "radius",
                "Blur radius",
                "px",
                0,
                20,
                (0, 1.5, 2.5, 4, 4.5, 6),
                0.1,
                "Radius of the disk that a point becomes, in px at 150 dpi.",
                length=True,
            ),
        ),
        description="The lens is focused elsewhere: every point becomes a disk.",
        pixels=_defocus,
        version=2,
    ),
    Degradation(
        name="motion",
        title="Camera shake",
        stage=Stage.OPTICS,
        parameters=(
            Parameter(
                "length",
                "Smear length",
                "px",
                0,
                60,
                (0, 3, 5, 7, 9, 13),
                0.5,
                "How far the picture moved during the exposure, in px at 150 dpi.",
                length=True,
            ),
            Parameter(
                "angle",
                "Direction",
                "degrees",
                -1,
                180,
                (-1, -1, -1, -1, -1, -1),
                1,
                "Direction of the movement, 0 to the right, 90 downwards; -1 lets the seed choose.",
            ),
        ),
        description="The hand moved during the exposure: every point becomes a line.",
        pixels=_motion,
        version=2,
    ),
)
