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


def test_no_text_has_no_boxes() -> None:
    assert glyph_quads(_line("1"), _box("1"), "") == ()


def test_a_turned_box_gives_turned_glyph_boxes() -> None:
    text = "28.9"
    variant = degrade(_line(text), Recipe("s", (Step("skew", 3),)), seed=1, identity="p", dpi=None)
    straight = [variant.page_map.quad(quad) for quad in glyph_quads(_line(text), _box(text), text)]
    turned = glyph_quads(variant.rgb, variant.page_map.quad(_box(text)), text)
    assert np.abs(np.array([q.flat() for q in straight]) - [q.flat() for q in turned]).max() < 3


@settings(max_examples=60, deadline=None)
@given(
    text=st.text(min_size=1, max_size=40),
    corners=st.lists(st.floats(-500, 500), min_size=8, max_size=8),
)
def test_any_text_in_any_box_gets_as_many_finite_quads(text: str, corners: list[float]) -> None:
    quads = glyph_quads(_line("28.9"), Quad.from_flat(corners), text)
    assert len(quads) == len(text)
    assert np.isfinite([quad.flat() for quad in quads]).all()
