"""The cells of a line of characters: their boundaries as a person sees and moves them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from fidelity_app.core.bidi import visual_order
from fidelity_app.core.geometry import Point, Quad

LEAST_PX = 1.0
"""No cell is narrower than this: a character that has no width cannot be lit."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of print: the characters that share it (a letter and its marks), and their quad."""

    indices: tuple[int, ...]
    quad: Quad


def cells_of(text: str, glyphs: Sequence[Quad]) -> tuple[Cell, ...]:
    """Return the cells of a text's glyph boxes in the order in which they are printed, from the left.

    Raises ValueError unless there is one box for each character.
    """
    if len(text) != len(glyphs):
        raise ValueError(f"{len(glyphs)} boxes for {len(text)} characters")
    shared: dict[Quad, list[int]] = {}
    for index in visual_order(text):
        shared.setdefault(glyphs[index], []).append(index)
    return tuple(Cell(tuple(sorted(indices)), quad) for quad, indices in shared.items())


def boundaries(box: Quad, cells: Sequence[Cell]) -> tuple[float, ...]:
    """Return where the cells begin and end, one more than cells, in pixels along the box's axis from its left side.

    Where two cells do not meet, their boundary is the middle between them.
    """
    if not cells:
        return ()
    spans = [_span(box, cell.quad) for cell in cells]
    inner = [(left[1] + right[0]) / 2 for left, right in pairwise(spans)]
    return (spans[0][0], *inner, spans[-1][1])


def with_boundary(box: Quad, text: str, glyphs: Sequence[Quad], index: int, *, at_px: float) -> tuple[Quad, ...]:
    """Return the glyph boxes with one boundary (0 is the left end) moved; both cells beside it meet there.

    The boundary stays between its neighbours, at least `LEAST_PX` away. Raises ValueError for a boundary that is not
    there, or when boxes and characters do not fit.
    """
    cells = cells_of(text, glyphs)
    edges = boundaries(box, cells)
    if not 0 <= index < len(edges):
        raise ValueError(f"there is no boundary {index} among {len(edges)}")
    place = at_px
    if index + 1 < len(edges):
        place = min(place, edges[index + 1] - LEAST_PX)
    if index > 0:
        place = max(place, edges[index - 1] + LEAST_PX)
    made = list(glyphs)
    for cell, is_right in ((index - 1, True), (index, False)):
        if 0 <= cell < len(cells):
            quad = _with_side(box, cells[cell].quad, place, right=is_right)
            for owner in cells[cell].indices:
                made[owner] = quad
    return tuple(made)


def along(box: Quad, point: Point) -> float:
    """Return how far a point lies along the box's axis, in pixels from its left side."""
    start, axis = _axis(box)
    return (point[0] - start[0]) * axis[0] + (point[1] - start[1]) * axis[1]


def _span(box: Quad, quad: Quad) -> tuple[float, float]:
    tl, tr, br, bl = (along(box, point) for point in quad.points)
    return (tl + bl) / 2, (tr + br) / 2


def _axis(box: Quad) -> tuple[Point, Point]:
    """Return the middle of the box's left side, and its direction to the right, of length one."""
    tl, tr, br, bl = box.points
    start = ((tl[0] + bl[0]) / 2, (tl[1] + bl[1]) / 2)
    x, y = (tr[0] + br[0]) / 2 - start[0], (tr[1] + br[1]) / 2 - start[1]
    length = (x * x + y * y) ** 0.5
    return start, ((x / length, y / length) if length else (1.0, 0.0))


def _with_side(box: Quad, quad: Quad, place: float, *, right: bool) -> Quad:
    """Return a cell whose left or right side is moved along the box's axis by what its middle lacks to `place`."""
    _, axis = _axis(box)
    lacking = place - _span(box, quad)[1 if right else 0]

    def moved(point: Point) -> Point:
        return point[0] + axis[0] * lacking, point[1] + axis[1] * lacking

    tl, tr, br, bl = quad.points
    return Quad((tl, moved(tr), moved(br), bl)) if right else Quad((moved(tl), tr, br, moved(bl)))
