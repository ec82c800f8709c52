"""Boundaries between characters, as a person moves them."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.geometry import Quad
from fidelity_app.core.glyph_cells import LEAST_PX, along, boundaries, cells_of, with_boundary

BOX = Quad.rect(100, 50, 140, 70)
TEXT = "28.9"
GLYPHS = tuple(BOX.slice(a / 4, (a + 1) / 4) for a in range(4))


def test_boundaries_are_counted_from_the_left_of_the_box() -> None:
    assert boundaries(BOX, cells_of(TEXT, GLYPHS)) == pytest.approx([0, 10, 20, 30, 40])
    assert boundaries(BOX, ()) == ()


def test_a_moved_boundary_moves_both_its_cells_and_no_other() -> None:
    moved = with_boundary(BOX, TEXT, GLYPHS, 2, at_px=17)
    assert [quad.bounds for quad in moved] == [
        (100, 50, 110, 70),
        (110, 50, 117, 70),
        (117, 50, 130, 70),
        (130, 50, 140, 70),
    ]


@pytest.mark.parametrize(
    ("index", "at_px", "expected"), [(0, -5, 95), (0, 30, 109), (4, 48, 148), (4, 3, 131), (1, 90, 119), (1, -90, 101)]
)
def test_the_ends_go_anywhere_and_the_others_stay_between_their_neighbours(index, at_px, expected) -> None:
    moved = with_boundary(BOX, TEXT, GLYPHS, index, at_px=at_px)
    assert boundaries(BOX, cells_of(TEXT, moved))[index] + 100 == pytest.approx(expected)


def test_hebrew_cells_stand_in_the_order_of_print() -> None:
    text = "\u05d0\u05d1 28"
    cells = cells_of(text, tuple(BOX.slice(a / 5, (a + 1) / 5) for a in (4, 3, 2, 0, 1)))
    assert [cell.indices for cell in cells] == [(3,), (4,), (2,), (1,), (0,)]
    assert boundaries(BOX, cells) == pytest.approx([0, 8, 16, 24, 32, 40])


def test_a_letter_and_its_mark_are_one_cell() -> None:
    glyphs = (GLYPHS[0], GLYPHS[1], GLYPHS[1], GLYPHS[2])
    cells = cells_of("2e\u03015", glyphs)
    assert [cell.indices for cell in cells] == [(0,), (1, 2), (3,)]
    moved = with_boundary(BOX, "2e\u03015", glyphs, 1, at_px=6)
    assert moved[1] == moved[2] != GLYPHS[1]


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="4 boxes for 3"):
        cells_of("123", GLYPHS)
    with pytest.raises(ValueError, match="no boundary 5 among 5"):
        with_boundary(BOX, TEXT, GLYPHS, 5, at_px=3)


@given(st.integers(0, 4), st.floats(-100, 100), st.floats(0, math.tau))
def test_moving_keeps_the_order_in_a_box_that_is_turned_any_way(index: int, at_px: float, angle: float) -> None:
    def turned(quad: Quad) -> Quad:
        c, s = math.cos(angle), math.sin(angle)
        a, b, d, e = ((c * x - s * y, s * x + c * y) for x, y in quad.points)
        return Quad((a, b, d, e))

    box, glyphs = turned(BOX), tuple(turned(quad) for quad in GLYPHS)
    before = boundaries(box, cells_of(TEXT, glyphs))
    after = boundaries(box, cells_of(TEXT, with_boundary(box, TEXT, glyphs, index, at_px=at_px)))
    others = [place for place in range(5) if place != index]
    assert [after[place] for place in others] == pytest.approx([before[place] for place in others])
    if 0 < index < 4:
        assert all(b - a >= LEAST_PX - 1e-6 for a, b in pairwise(after))
    assert along(box, box.points[0]) == pytest.approx(0, abs=1e-9)
