"""Boxes go through every geometry to within one pixel, shown by painted marks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.drawn_pages import found_mark, marked, receipt

from fidelity_app.core.errors import UserError
from fidelity_app.core.geometry import Quad
from fidelity_app.core.recipes import CLEAN, Recipe, Step
from fidelity_app.imaging.degradations import DEGRADATIONS
from fidelity_app.imaging.variants import degrade, page_map

GEOMETRIC = sorted(name for name, operation in DEGRADATIONS.items() if operation.warp is not None)
CHAIN_OF_FIVE = ("fold", "crumple", "curl", "skew", "perspective")
WIDTH, HEIGHT = 620, 877


def _recipe(*ops: str, severity: float = 3) -> Recipe:
    return Recipe("test", tuple(Step(op, severity) for op in ops))


def _grid() -> np.ndarray:
    x, y = np.meshgrid(np.linspace(20, WIDTH - 20, 7), np.linspace(20, HEIGHT - 20, 9))
    return np.stack([x.ravel() + 0.3, y.ravel() - 0.2], axis=1)


def _worst_error_px(recipe: Recipe, seed: int) -> float:
    points = _grid()
    variant = degrade(marked(WIDTH, HEIGHT, points), recipe, seed=seed, identity="page", dpi=75)
    expected = variant.page_map.forward(points)
    found = np.array([found_mark(variant.rgb, near) for near in expected])
    return float(np.abs(found - expected).max())


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("severity", [1, 3, 5])
@pytest.mark.parametrize("op", [name for name in GEOMETRIC if name != "fold"])
def test_painted_marks_are_found_where_the_map_says(op: str, severity: int, seed: int) -> None:
    assert _worst_error_px(_recipe(op, severity=severity), seed) < 1.0


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("severity", [1, 3, 5])
def test_a_fold_moves_marks_as_its_map_says(severity: int, seed: int) -> None:
    recipe = Recipe("fold", (Step("fold", severity, {"wear": 0.0}),))
    assert _worst_error_px(recipe, seed) < 1.0


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_chain_of_five_stays_within_one_pixel(seed: int) -> None:
    steps = tuple(Step(op, 2.5, {"wear": 0.0} if op == "fold" else {}) for op in CHAIN_OF_FIVE)
    assert _worst_error_px(Recipe("chain", steps), seed) < 1.0


@pytest.mark.parametrize("op", GEOMETRIC)
def test_forward_and_backward_undo_each_other(op: str) -> None:
    mapped = page_map(_recipe(op, severity=5), (WIDTH, HEIGHT), seed=4, identity="page", dpi=75)
    points = _grid()
    assert np.abs(mapped.backward(mapped.forward(points)) - points).max() < 0.02


@pytest.mark.parametrize("op", GEOMETRIC)
@pytest.mark.parametrize("severity", [1, 5])
def test_nothing_of_the_page_is_cut_off(op: str, severity: int) -> None:
    mapped = page_map(_recipe(op, severity=severity), (WIDTH, HEIGHT), seed=5, identity="page", dpi=75)
    x0, y0, x1, y1 = mapped.hull(Quad.rect(0, 0, WIDTH, HEIGHT)).bounds
    width, height = mapped.size
    assert min(x0, y0) > -0.6
    assert x1 < width + 0.6
    assert y1 < height + 0.6


def test_the_map_without_pixels_is_the_map_with_pixels() -> None:
    recipe = _recipe(*CHAIN_OF_FIVE, "defocus", "jpeg")
    variant = degrade(receipt(), recipe, seed=9, identity="page", dpi=None)
    alone = page_map(recipe, (360, 480), seed=9, identity="page", dpi=None)
    assert alone.size == variant.page_map.size == variant.rgb.shape[1::-1]
    assert np.array_equal(alone.forward(_grid()), variant.page_map.forward(_grid()))


@pytest.mark.parametrize("recipe", [CLEAN, _recipe(*CHAIN_OF_FIVE, severity=0), _recipe("defocus", "jpeg", "noise")])
def test_without_geometry_every_point_stays(recipe: Recipe) -> None:
    mapped = page_map(recipe, (WIDTH, HEIGHT), seed=1, identity="page", dpi=150)
    quad = Quad.rect(-3, 4.5, 900, 20)
    assert mapped.is_identity
    assert mapped.size == (WIDTH, HEIGHT)
    assert mapped.quad(quad) == quad


def test_a_box_past_the_edge_is_carried_and_not_clipped() -> None:
    mapped = page_map(_recipe("skew"), (WIDTH, HEIGHT), seed=1, identity="page", dpi=150)
    past = Quad.rect(-200, -300, -100, -250)
    assert mapped.visible_fraction(past) == 0.0
    assert mapped.visible_fraction(Quad.rect(300, 400, 330, 420)) == 1.0
    assert (
        0.0
        < page_map(CLEAN, (100, 100), seed=1, identity="", dpi=None).visible_fraction(Quad.rect(50, 50, 150, 100))
        == pytest.approx(0.5)
    )
    assert mapped.quad(past).area == pytest.approx(past.area, rel=1e-6)


def test_the_hull_holds_the_bulge_of_a_bent_edge() -> None:
    mapped = page_map(_recipe("curl", severity=5), (WIDTH, HEIGHT), seed=1, identity="page", dpi=75)
    line = Quad.rect(10, 400, 610, 420)
    corners, hull = mapped.quad(line).bounds, mapped.hull(line).bounds
    assert hull[3] - hull[1] > corners[3] - corners[1] + 5


def test_a_box_drawn_on_the_variant_comes_back_to_the_page() -> None:
    mapped = page_map(_recipe(*CHAIN_OF_FIVE), (WIDTH, HEIGHT), seed=2, identity="page", dpi=75)
    quad = Quad.rect(200, 300, 280, 330)
    assert np.abs(np.array(mapped.back_quad(mapped.quad(quad)).flat()) - quad.flat()).max() < 0.02


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 2**63),
    severity=st.floats(0, 5),
    size=st.tuples(st.integers(1, 4000), st.integers(1, 4000)),
    ops=st.lists(st.sampled_from(CHAIN_OF_FIVE), max_size=5),
)
def test_any_chain_is_one_to_one_on_the_page(seed: int, severity: float, size: tuple[int, int], ops: list[str]) -> None:
    mapped = page_map(_recipe(*ops, severity=severity), size, seed=seed, identity="page", dpi=150)
    t = np.linspace(0, 1, 8)
    points = np.stack([np.repeat(t, 8) * size[0], np.tile(t, 8) * size[1]], axis=1)
    assert np.abs(mapped.backward(mapped.forward(points)) - points).max() < 0.05


def test_a_map_outlives_a_change_of_pixels_that_moves_nothing() -> None:
    steps = (Step("perspective", 2.0), Step("motion", 3.0))
    old = Recipe("old", (steps[0], replace(steps[1], version=99)))
    corners = np.array([[3.0, 5.0], [300.0, 400.0]])
    now, then = (
        page_map(recipe, (360, 480), seed=1, identity="page", dpi=150.0) for recipe in (Recipe("now", steps), old)
    )
    assert then.size == now.size
    assert np.array_equal(then.forward(corners), now.forward(corners))
    with pytest.raises(UserError, match="make the recipe anew"):
        bent = Recipe("bent", (replace(steps[0], version=99),))
        page_map(bent, (360, 480), seed=1, identity="page", dpi=150.0)
