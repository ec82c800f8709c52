"""Resampling with the same bytes everywhere: fixed-point remap (IMAGING section 3), exact area averages."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from fidelity_app.core.errors import UserError
from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.cv import cv2
from fidelity_app.imaging.warps import Points

CELL_PX = 16
_BLOCK_CELLS = 8
_SUBPIXEL_BITS = 5
_SUB = 1 << _SUBPIXEL_BITS
_LATTICE_BITS = 5  # the lattice holds 1/1024 px: 1/32 px for OpenCV, 5 more bits for the way between its nodes
_CV_LIMIT = 32_766
_FARTHEST_PX = 100_000  # times 1024 times 16 still fits into int32
_DIVISION_BITS = 20  # 255 * 2**20 fits into int32
_AVERAGE_ROWS = 128
_EDGE = cv2.BORDER_REPLICATE | cv2.BORDER_ISOLATED

Backward = Callable[[Points], Points]
IntArray = npt.NDArray[np.int32]


def warp_page(rgb: Rgb, backward: Backward, size: tuple[int, int], *, surface: Rgb | None, fill: int) -> Rgb:
    """Draw the page through a map onto a canvas of `size` (width, height), one block of rows at a time.

    `backward` takes canvas edge coordinates to page edge coordinates. Outside the page lies the `surface`
    (as large as the canvas), or plain grey `fill`.
    """
    if max(*rgb.shape[:2], *size) > _FARTHEST_PX or max(rgb.shape[1], size[0]) > _CV_LIMIT:
        raise UserError(f"a page of {rgb.shape[1]} x {rgb.shape[0]} pixels is too long to be bent or turned; cut it up")
    width, height = size
    lattice = _lattice(backward, width, height)
    out = np.empty((height, width, 3), np.uint8)
    rows_px = CELL_PX * _BLOCK_CELLS
    for top in range(0, height, rows_px):
        first = top // CELL_PX
        rows = min(rows_px, height - top)
        nodes = lattice[:, first : first + _BLOCK_CELLS + 1]
        map_x, map_y = (_between_nodes(part, rows, width) for part in nodes)
        below = surface[top : top + rows] if surface is not None else None
        out[top : top + rows] = _draw_block(rgb, map_x, map_y, below, fill)
    return out


def _lattice(backward: Backward, width: int, height: int) -> IntArray:
    """Return the page position in 1/1024 px for a canvas pixel centre every 16 px: (2, rows, columns)."""
    columns, rows = -(-width // CELL_PX) + 1, -(-height // CELL_PX) + 1
    x = np.arange(columns, dtype=np.float64) * CELL_PX + 0.5
    y = np.arange(rows, dtype=np.float64) * CELL_PX + 0.5
    points = np.stack([np.tile(x, rows), np.repeat(y, columns)], axis=1)
    at = backward(points) - 0.5
    fine = np.rint(np.clip(at, -_FARTHEST_PX, _FARTHEST_PX) * (_SUB << _LATTICE_BITS)).astype(np.int32)
    return np.ascontiguousarray(fine.T.reshape(2, rows, columns))


def _between_nodes(nodes: IntArray, rows: int, width: int) -> IntArray:
    """Interpolate lattice nodes to every pixel, in whole numbers; returns 1/32 px."""
    steps = np.arange(CELL_PX, dtype=np.int32)
    delta = nodes[:, 1:] - nodes[:, :-1]
    along = (nodes[:, :-1, None] << 4) + delta[:, :, None] * steps
    along = along.reshape(nodes.shape[0], -1)[:, :width] >> 4
    delta = along[1:] - along[:-1]
    down = (along[:-1, None] << 4) + delta[:, None] * steps[:, None]
    fine = down.reshape(-1, width)[:rows]
    half = 1 << (3 + _LATTICE_BITS)
    return np.asarray((fine + half) >> (4 + _LATTICE_BITS), dtype=np.int32)


def _draw_block(rgb: Rgb, map_x: IntArray, map_y: IntArray, surface: Rgb | None, fill: int) -> Rgb:
    height, width = rgb.shape[:2]
    left, right = _reach(map_x, width)
    top, bottom = _reach(map_y, height)
    if left >= right or top >= bottom:
        return surface.copy() if surface is not None else np.full((*map_x.shape, 3), fill, np.uint8)
    part = rgb[top:bottom, left:right]
    whole = np.empty((*map_x.shape, 2), np.int16)
    whole[:, :, 0] = np.clip((map_x >> _SUBPIXEL_BITS) - left, -2, right - left + 1)
    whole[:, :, 1] = np.clip((map_y >> _SUBPIXEL_BITS) - top, -2, bottom - top + 1)
    rest = ((map_y & (_SUB - 1)) * _SUB + (map_x & (_SUB - 1))).astype(np.uint16)
    inside = map_x.min() >= 0 and map_y.min() >= 0
    inside = inside and map_x.max() < (width - 1) * _SUB and map_y.max() < (height - 1) * _SUB
    if inside or surface is None:
        return _remap(part, whole, rest, cv2.BORDER_CONSTANT, fill)
    page = _remap(part, whole, rest, cv2.BORDER_REPLICATE, 0)
    cover = _remap(np.full(part.shape[:2], 255, np.uint8), whole, rest, cv2.BORDER_CONSTANT, 0)
    return mix(surface, page, cover)


def _reach(map_1d: IntArray, length: int) -> tuple[int, int]:
    low, high = int(map_1d.min()) >> _SUBPIXEL_BITS, int(map_1d.max()) >> _SUBPIXEL_BITS
    return max(0, low), min(length, high + 2)


def _remap(part: Rgb, whole: npt.NDArray[np.int16], rest: npt.NDArray[np.uint16], border: int, fill: int) -> Rgb:
    drawn = cv2.remap(part, whole, rest, cv2.INTER_LINEAR, borderMode=border, borderValue=(fill, fill, fill))
    return np.asarray(drawn, dtype=np.uint8)


def mix(below: Rgb, above: Rgb, cover: npt.NDArray[np.uint8]) -> Rgb:
    """Lay `above` over `below` by a cover of 0..255 for each pixel, in whole numbers."""
    share = cover.astype(np.uint16)
    share += share >> 7  # 0..256
    shares = np.asarray(cv2.merge((share, share, share)), dtype=np.uint16)
    mixed = below * (256 - shares)
    shares *= above
    mixed += shares
    mixed += 128
    mixed >>= 8
    return mixed.astype(np.uint8)


def area_average(rgb: Rgb, size: tuple[int, int]) -> Rgb:
    """Shrink to `size` (width, height): average over what a target pixel covers, then sample, in whole numbers.

    cv2.INTER_AREA is float and its last bit depends on the processor. The box is the largest odd one within a
    target pixel; the bilinear sample adds the rest.
    """
    factors = [length / max(1, wanted) for length, wanted in zip(rgb.shape[1::-1], size, strict=True)]
    box = [max(1, int(factor) - (int(factor) + 1) % 2) for factor in factors]
    averaged = box_average(rgb, (box[0], box[1]))
    return np.asarray(cv2.resize(averaged, size, interpolation=cv2.INTER_LINEAR_EXACT), dtype=np.uint8)


def box_average(pixels: npt.NDArray[np.uint8], size: tuple[int, int]) -> npt.NDArray[np.uint8]:
    """Average over a box of odd (width, height), with whole-number sums and a fixed-point division."""
    if size == (1, 1):
        return pixels
    out = np.empty_like(pixels)
    scale = round((1 << _DIVISION_BITS) / (size[0] * size[1]))
    reach = size[1] // 2
    for top in range(0, pixels.shape[0], _AVERAGE_ROWS):
        bottom = min(pixels.shape[0], top + _AVERAGE_ROWS)
        first, last = max(0, top - reach), min(pixels.shape[0], bottom + reach)
        part = cv2.boxFilter(pixels[first:last], cv2.CV_32S, size, normalize=False, borderType=_EDGE)
        sums: IntArray = np.asarray(part, dtype=np.int32)[top - first : bottom - first]
        sums *= scale
        sums += 1 << (_DIVISION_BITS - 1)
        sums >>= _DIVISION_BITS
        out[top:bottom] = sums
    return out


def enlarge(rgb: Rgb, size: tuple[int, int]) -> Rgb:
    """Enlarge to `size` (width, height) with OpenCV's bit-exact bilinear interpolation."""
    return np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_LINEAR_EXACT), dtype=np.uint8)
