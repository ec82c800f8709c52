"""Resampling with the same bytes everywhere: fixed-point remap (IMAGING section 3), exact area averages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

import numpy as np
import numpy.typing as npt

from fidelity_app.core.errors import UserError
from fidelity_app.imaging.blending import blend
from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.cv import cv2
from fidelity_app.imaging.warps import Points

CELL_PX = 16
_BAND_CELLS = 6
_SUBPIXEL_BITS = 5
_SUB = 1 << _SUBPIXEL_BITS
_LATTICE_BITS = 5  # the lattice holds 1/1024 px: 1/32 px for OpenCV, 5 more bits for the way between its nodes
_PX = _SUB << _LATTICE_BITS
_CV_LIMIT = 32_000
_FARTHEST_NODE = 32_760 * _PX  # from a piece's own corner: a whole px fits into int16
_FARTHEST_PX = 100_000  # times 1024 times 16 still fits into int32
_OUTSIDE, _EDGE, _INSIDE = range(3)
_DIVISION_BITS = 20  # 255 * 2**20 fits into int32
_AVERAGE_ROWS = 128
_EXACT_BOX = 63  # as many pixels: every mean is then nearer to its rounded value than float32 or the division errs
_REPEATED = cv2.BORDER_REPLICATE | cv2.BORDER_ISOLATED

Backward = Callable[[Points], Points]
Surface = Callable[[slice, slice], Rgb]  # the part of a canvas's ground in these rows and columns
IntArray = npt.NDArray[np.int32]


def warp_page(rgb: Rgb, backward: Backward, size: tuple[int, int], *, surface: Surface | None, fill: int) -> Rgb:
    """Draw the page through a map onto a canvas of `size` (width, height), a band of rows at a time.

    `backward` takes canvas edge coordinates to page edge coordinates. Outside the page lies the `surface`, or plain
    grey `fill`.
    """
    if max(*rgb.shape[:2], *size) > _FARTHEST_PX or max(rgb.shape[1], size[0]) > _CV_LIMIT:
        raise UserError(f"a page of {rgb.shape[1]} x {rgb.shape[0]} pixels is too long to be bent or turned; cut it up")
    width, height = size
    lattice = _lattice(backward, width, height)
    out = np.empty((height, width, 3), np.uint8)
    for first in range(0, lattice.shape[1] - 1, _BAND_CELLS):
        nodes = lattice[:, first : first + _BAND_CELLS + 1]
        rows = slice(first * CELL_PX, min(height, (first + _BAND_CELLS) * CELL_PX))
        for place, cells in _runs(nodes, rgb.shape):
            columns = slice(cells.start * CELL_PX, min(width, cells.stop * CELL_PX))
            part = out[rows, columns]
            if place != _INSIDE:
                part[:] = fill if surface is None else surface(rows, columns)
            if place != _OUTSIDE:
                over = place == _EDGE and surface is not None
                _draw(rgb, nodes[:, :, cells.start : cells.stop + 1], part, fill, over=over)
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


def _runs(nodes: IntArray, shape: tuple[int, ...]) -> Iterator[tuple[int, slice]]:
    """Divide a band into runs of cells that lie within the page, beside it, or at its edge."""
    low, high = (pick(nodes, axis=1) for pick in (np.min, np.max))
    low, high = np.minimum(low[:, :-1], low[:, 1:]), np.maximum(high[:, :-1], high[:, 1:])
    far = np.array([[shape[1]], [shape[0]]]) * _PX
    # A pixel and more to spare: what is said to be within needs no border, what is said to be beside touches nothing.
    inside = ((low >= _PX) & (high <= far - 2 * _PX)).all(axis=0)
    outside = ((high < -2 * _PX) | (low > far + _PX)).any(axis=0)
    places = np.where(outside, _OUTSIDE, np.where(inside, _INSIDE, _EDGE)).tolist()
    for place, run in groupby(range(len(places)), key=places.__getitem__):
        cells = list(run)
        yield place, slice(cells[0], cells[-1] + 1)


def _draw(rgb: Rgb, nodes: IntArray, out: Rgb, fill: int, *, over: bool) -> None:
    """Draw the page, either over what is there at its edge or with plain grey beside it."""
    left, right = _reach(nodes[0], rgb.shape[1])
    top, bottom = _reach(nodes[1], rgb.shape[0])
    if left >= right or top >= bottom:
        return
    page = rgb[top:bottom, left:right]
    x, y = (_between_nodes(part, out.shape) for part in (nodes[0] - left * _PX, nodes[1] - top * _PX))
    # Two whole px of 16 bits beside each other, and 5 bits of the rest of each, as cv2.remap wants them.
    parts = (((y >> 6) & 0x3E0) | ((x >> 11) & 0x1F)).astype(np.uint16)
    x >>= 16
    y &= 0xFFFF0000
    y |= x
    whole = y.view(np.int16).reshape(*out.shape[:2], 2)
    if not over:
        grey = (fill, fill, fill)
        cv2.remap(page, whole, parts, cv2.INTER_LINEAR, dst=out, borderMode=cv2.BORDER_CONSTANT, borderValue=grey)
        return
    drawn = cv2.remap(page, whole, parts, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    full = np.full(page.shape[:2], 255, np.uint8)
    cover = cv2.remap(full, whole, parts, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    blend(out, np.asarray(drawn, np.uint8), np.asarray(cover, np.uint8), out=out)


def _reach(nodes: IntArray, length: int) -> tuple[int, int]:
    """Return which part of the page's width or height a bilinear sample between these nodes can touch."""
    low, high = int(nodes.min()) // _PX, int(nodes.max()) // _PX
    return max(0, low - 1), min(length, high + 3)


def _between_nodes(nodes: IntArray, shape: tuple[int, ...]) -> npt.NDArray[np.uint32]:
    """Interpolate lattice nodes to every pixel, in whole numbers; return 1/65536 px, to be cut to 1/32 px."""
    steps = np.arange(CELL_PX, dtype=np.int32)
    nodes = np.minimum(np.maximum(nodes, -_FARTHEST_NODE), _FARTHEST_NODE)
    along = (nodes[:, :-1, None] << 4) + (nodes[:, 1:] - nodes[:, :-1])[:, :, None] * steps
    along = along.reshape(len(nodes), -1)[:, : shape[1]] >> 4
    fine = ((along[1:] - along[:-1]) << 2)[:, None] * steps[:, None]
    fine += ((along[:-1] << 6) + (1 << 10))[:, None]  # half of 1/32 px more, so that cutting rounds
    return fine.reshape(-1, shape[1])[: shape[0]].view(np.uint32)


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
    if size[0] * size[1] <= _EXACT_BOX:
        return np.asarray(cv2.blur(pixels, size, borderType=_REPEATED), dtype=np.uint8)
    out = np.empty_like(pixels)
    scale = round((1 << _DIVISION_BITS) / (size[0] * size[1]))
    reach = size[1] // 2
    for top in range(0, pixels.shape[0], _AVERAGE_ROWS):
        bottom = min(pixels.shape[0], top + _AVERAGE_ROWS)
        first, last = max(0, top - reach), min(pixels.shape[0], bottom + reach)
        part = cv2.boxFilter(pixels[first:last], cv2.CV_32S, size, normalize=False, borderType=_REPEATED)
        sums: IntArray = np.asarray(part, dtype=np.int32)[top - first : bottom - first]
        sums *= scale
        sums += 1 << (_DIVISION_BITS - 1)
        sums >>= _DIVISION_BITS
        out[top:bottom] = sums
    return out


def enlarge(rgb: Rgb, size: tuple[int, int]) -> Rgb:
    """Enlarge to `size` (width, height) with OpenCV's bit-exact bilinear interpolation."""
    return np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_LINEAR_EXACT), dtype=np.uint8)
