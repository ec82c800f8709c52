"""One box for each character, where the ink is."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.drawn_pages import ADVANCE, DIGIT_H, DIGIT_W, draw_text

from fidelity_app.core.geometry import Quad
from fidelity_app.core.recipes import Recipe, Step
from fidelity_app.imaging.glyphs import glyph_quads
from fidelity_app.imaging.variants import degrade

X, Y = 30, 20


def _line(text: str, ink: int = 20, paper: int = 245) -> np.ndarray:
    page = np.full((70, 2 * X + ADVANCE * len(text), 3), paper, np.uint8)
    draw_text(page, X, Y, text, (ink, ink, ink))
    return page


def _box(text: str, slack: int = 6) -> Quad:
    return Quad.rect(X - slack, Y - slack, X + ADVANCE * len(text) + slack, Y + DIGIT_H + slack)


@pytest.mark.parametrize("text", ["28.9", "1234.50", "-12.00", "0", "8888888888", "12 345.60"])
@pytest.mark.parametrize("slack", [1, 8])
def test_each_character_lies_in_its_own_box_and_in_no_other(text: str, slack: int) -> None:
    quads = glyph_quads(_line(text), _box(text, slack), text)
    assert len(quads) == len(text)
    for index, (quad, char) in enumerate(zip(quads, text, strict=True)):
        middle = X + ADVANCE * index + {".": 5.5, "1": 9.5}.get(char, DIGIT_W / 2)
        left, top, right, bottom = quad.bounds
        if char != " ":
            assert left - 1 <= middle <= right + 1, f"{char} at {index}"
            assert top <= Y + DIGIT_H / 2 <= bottom
    assert all(a.bounds[2] == pytest.approx(b.bounds[0]) for a, b in pairwise(quads))


def test_white_print_on_black_is_found_as_well() -> None:
    text = "47.11"
    dark = glyph_quads(_line(text), _box(text), text)
    light = glyph_quads(_line(text, ink=235, paper=10), _box(text), text)
    assert np.abs(np.array([q.flat() for q in dark]) - [q.flat() for q in light]).max() <= 1


def test_glyph_boxes_hug_the_ink_from_above_and_below() -> None:
    _, top, _, bottom = glyph_quads(_line("28.9"), _box("28.9", 8), "28.9")[0].bounds
    assert abs(top - Y) <= 1
    assert abs(bottom - (Y + DIGIT_H)) <= 1


def test_a_blank_box_is_divided_in_proportion() -> None:
    quads = glyph_quads(np.full((40, 100, 3), 250, np.uint8), Quad.rect(10, 10, 80, 30), "12.5")
    widths = [quad.bounds[2] - quad.bounds[0] for quad in quads]
    assert widths == pytest.approx([20, 20, 10, 20])


def _middles(text: str) -> list[float]:
    return [X + ADVANCE * index + DIGIT_W / 2 for index in range(len(text))]


def _hits(quads: tuple[Quad, ...], middles: list[float]) -> bool:
    return all(quad.bounds[0] <= x <= quad.bounds[2] for quad, x in zip(quads, middles, strict=True))


def test_a_rule_under_the_print_is_no_ink_of_any_character() -> None:
    text = "28590"
    page, box = _line(text), _box(text, 8)
    page[Y + DIGIT_H + 3 : Y + DIGIT_H + 5] = 20
    quads = glyph_quads(page, box, text)
    assert _hits(quads, _middles(text))
    assert quads[0].bounds[3] <= Y + DIGIT_H + 2


def test_the_line_below_that_the_box_cuts_into_is_left_out() -> None:
    text = "28590"
    page, box = _line(text), _box(text, 12)
    draw_text(page, X + 7, Y + DIGIT_H + 4, "44444", (20, 20, 20))
    quads = glyph_quads(page, box, text)
    assert _hits(quads, _middles(text))
    assert quads[0].bounds[3] <= Y + DIGIT_H + 3


def test_a_shadow_over_half_of_the_box_is_no_ink() -> None:
    text = "28590"
    page = _line(text)
    across = np.arange(page.shape[1]) - (X + 2.4 * ADVANCE)
    light = (0.25 + 0.75 / (1 + np.exp(across / 8)))[None, :, None]
    shaded = np.rint(page * light).astype(np.uint8)
    assert _hits(glyph_quads(shaded, _box(text, 8), text), _middles(text))


def test_a_wide_blank_belongs_to_the_space() -> None:
    page = np.full((70, 400, 3), 245, np.uint8)
    draw_text(page, X, Y, "2", (20, 20, 20))
    draw_text(page, 250, Y, "85", (20, 20, 20))
    quads = glyph_quads(page, Quad.rect(X - 4, Y - 4, 250 + 2 * ADVANCE, Y + DIGIT_H + 4), "2 85")
    middles = [X + DIGIT_W / 2, 150, 250 + DIGIT_W / 2, 250 + ADVANCE + DIGIT_W / 2]
    assert _hits(quads, middles)


def test_hebrew_runs_from_the_right_and_its_number_from_the_left() -> None:
    # What is drawn stands for the shapes: three letters at the right, the number at the left.
    drawn, text = "28 544", "\u05d0\u05d1\u05d2 28"
    quads = glyph_quads(_line(drawn), _box(drawn), text)
    at = _middles(drawn)
    assert _hits(quads, [at[5], at[4], at[3], at[2], at[0], at[1]])


def test_a_combining_mark_shares_its_letters_box() -> None:
    quads = glyph_quads(_line("285"), _box("285"), "2e\u03015")
    assert quads[1] == quads[2]
    assert _hits((quads[0], quads[1], quads[3]), _middles("285"))


def test_lines_share_the_box_and_a_line_break_has_no_width() -> None:
    page = np.full((120, 200, 3), 245, np.uint8)
    draw_text(page, X, Y, "28", (20, 20, 20))
    draw_text(page, X, Y + DIGIT_H + 10, "5904", (20, 20, 20))
    box = Quad.rect(X - 4, Y - 4, X + 4 * ADVANCE, Y + 2 * DIGIT_H + 14)
    quads = glyph_quads(page, box, "28\n5904")
    assert len(quads) == 7
    assert _hits(quads[:2], _middles("28"))
    assert _hits(quads[3:], _middles("5904"))
    assert quads[2].area == pytest.approx(0)
    assert quads[0].bounds[3] <= quads[3].bounds[1]


def test_no_text_has_no_boxes() -> None:
    assert glyph_quads(_line("1"), _box("1"), "") == ()


def test_a_turned_box_gives_turned_glyph_boxes() -> None:
    text = "28.9"
    variant = degrade(_line(text), Recipe("s", (Step("skew", 3),)), seed=1, identity="p", dpi=None)
    straight = [variant.page_map.quad(quad) for quad in glyph_quads(_line(text), _box(text), text)]
    turned = glyph_quads(variant.rgb, variant.page_map.quad(_box(text)), text)
    # A cut may stand anywhere in the gap of 3 px between two characters.
    assert np.abs(np.array([q.flat() for q in straight]) - [q.flat() for q in turned]).max() < 4


@settings(max_examples=60, deadline=None)
@given(
    text=st.text(min_size=1, max_size=40),
    corners=st.lists(st.floats(-500, 500), min_size=8, max_size=8),
)
def test_any_text_in_any_box_gets_as_many_finite_quads(text: str, corners: list[float]) -> None:
    quads = glyph_quads(_line("28.9"), Quad.from_flat(corners), text)
    assert len(quads) == len(text)
    assert np.isfinite([quad.flat() for quad in quads]).all()
