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

Backward = Callable[[Points], Points]
IntArray = npt.NDArray[np.int32]


def warp_page(rgb: Rgb, backward: Backward, size: tuple[int, int], *, surface: Rgb | None, fill: int) -> Rgb:
    """Draw the page through a map onto a canvas of `size` (width, height), one block of rows at a time.

    `backward` takes canvas edge coordinates to page edge coordinates. Outside the page lies the `surface`
    (as large as the canvas), or plain grey `fill`.
    """
    if max(*rgb.shape[:2], *size) > _CV_LIMIT * 4 or max(rgb.shape[1], size[0]) > _CV_LIMIT:
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
    fine = np.rint(np.clip(at, -1_000_000, 1_000_000) * (_SUB << _LATTICE_BITS)).astype(np.int32)
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
    share = (share + (share >> 7))[:, :, None]  # 0..256
    return ((above * share + below * (256 - share) + 128) >> 8).astype(np.uint8)


def area_average(rgb: Rgb, size: tuple[int, int]) -> Rgb:
    """Shrink to `size` (width, height) by exact area averages in whole numbers (cv2.INTER_AREA is float)."""
    height, width = rgb.shape[:2]
    out_width, out_height = size
    out = np.empty((out_height, out_width, 3), np.uint8)
    edges_y = _edges(height, out_height)
    strip = max(1, (1 << 20) * out_height // max(1, width * height))
    for top in range(0, out_height, strip):
        edges = edges_y[top : min(out_height, top + strip) + 1]
        first, last = int(edges[0] >> 8), min(height, int(edges[-1] + 255 >> 8))
        sums = np.asarray(cv2.integral(rgb[first:last], sdepth=cv2.CV_32S), dtype=np.int32)
        out[top : top + len(edges) - 1] = _cell_means(sums, edges - (first << 8), _edges(width, out_width))
    return out


def _edges(length: int, cells: int) -> npt.NDArray[np.int64]:
    return (np.arange(cells + 1, dtype=np.int64) * (length << 8) + cells // 2) // cells


def _cell_means(sums: IntArray, edges_y: npt.NDArray[np.int64], edges_x: npt.NDArray[np.int64]) -> Rgb:
    """Average cells whose edges are in 1/256 px; `sums` is an integral image."""
    at_y = _at_edges(sums.astype(np.int64), edges_y, axis=0)
    corner = _at_edges(at_y, edges_x, axis=1)
    cells = np.diff(np.diff(corner, axis=0), axis=1)
    area = (np.diff(edges_y)[:, None] * np.diff(edges_x)[None, :])[:, :, None]
    return np.asarray((cells + area // 2) // area, dtype=np.uint8)


def _at_edges(sums: npt.NDArray[np.int64], edges: npt.NDArray[np.int64], *, axis: int) -> npt.NDArray[np.int64]:
    low = edges >> 8
    high = np.minimum(low + 1, sums.shape[axis] - 1)
    part = (edges & 255).reshape(-1, 1, 1) if axis == 0 else (edges & 255).reshape(1, -1, 1)
    between: npt.NDArray[np.int64] = np.take(sums, low, axis) * (256 - part) + np.take(sums, high, axis) * part
    return between


def enlarge(rgb: Rgb, size: tuple[int, int]) -> Rgb:
    """Enlarge to `size` (width, height) with OpenCV's bit-exact bilinear interpolation."""
    return np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_LINEAR_EXACT), dtype=np.uint8)
