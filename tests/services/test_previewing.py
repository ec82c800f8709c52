"""The original through the geometry, and pages made small."""

from __future__ import annotations

import numpy as np
import pytest

from fidelity_app.core.geometry import Quad
from fidelity_app.core.recipes import Recipe, Step
from fidelity_app.imaging import variants
from fidelity_app.services.previewing import geometry_key, proxy_of, rough, through

BENT = Recipe("bent", (Step("curl", 3.0), Step("perspective", 3.0), Step("shadow", 4.0), Step("noise", 3.0)))
FLAT = Recipe("flat", (Step("shadow", 4.0), Step("jpeg", 3.0)))
HOW = {"seed": 3, "identity": "page", "dpi": 150.0}


def marked_page(width: int, height: int, mark: tuple[int, int]) -> np.ndarray:
    page = np.full((height, width, 3), 255, np.uint8)
    x, y = mark
    page[y - 10 : y + 10, x - 10 : x + 10] = 0
    return page


def centre_of_mark(rgb: np.ndarray) -> tuple[float, float]:
    ys, xs = np.nonzero(rgb[..., 0] < 100)
    return float(xs.mean()) + 0.5, float(ys.mean()) + 0.5


def test_the_original_stands_where_the_degraded_page_has_it():
    page = marked_page(600, 800, (400, 300))
    page_map = variants.page_map(BENT, (600, 800), **HOW)
    carried = through(page, page_map)
    assert carried.shape[:2] == (page_map.size[1], page_map.size[0])
    wanted = page_map.quad(Quad.rect(390, 290, 410, 310))
    x = sum(point[0] for point in wanted.points) / 4
    y = sum(point[1] for point in wanted.points) / 4
    found = centre_of_mark(carried)
    assert abs(found[0] - x) < 1
    assert abs(found[1] - y) < 1


def test_nothing_but_the_geometry_is_done_to_the_original():
    page = np.full((800, 600, 3), 255, np.uint8)
    page_map = variants.page_map(BENT, (600, 800), **HOW)
    carried = through(page, page_map)
    assert set(np.unique(carried)) <= set(range(236, 256))
    assert (carried == 255).mean() > 0.5


def test_a_recipe_that_moves_nothing_gives_the_page_itself():
    page = marked_page(600, 800, (400, 300))
    assert through(page, variants.page_map(FLAT, (600, 800), **HOW)) is page


def test_a_small_page_goes_through_the_same_geometry():
    page = marked_page(1200, 1600, (800, 600))
    page_map = variants.page_map(BENT, (1200, 1600), **HOW)
    full = centre_of_mark(through(page, page_map))
    small = through(page[::2, ::2], page_map)
    assert small.shape[:2] == (round(page_map.size[1] / 2), round(page_map.size[0] / 2))
    half = centre_of_mark(small)
    assert abs(half[0] * 2 - full[0]) < 2
    assert abs(half[1] * 2 - full[1]) < 2


def test_the_key_of_the_geometry_knows_what_bends_and_the_seed_and_nothing_else():
    louder = Recipe("louder", (*BENT.steps[:3], Step("noise", 5.0)))
    rounder = Recipe("rounder", (Step("curl", 4.0), *BENT.steps[1:]))
    assert geometry_key(BENT, 1) == geometry_key(louder, 1)
    assert geometry_key(BENT, 1) != geometry_key(rounder, 1)
    assert geometry_key(BENT, 1) != geometry_key(BENT, 2)
    assert geometry_key(FLAT, 1) == geometry_key(Recipe("none"), 1)


@pytest.mark.parametrize(("size", "is_small"), [((1000, 1000), True), ((3000, 1000), True), ((3000, 1001), False)])
def test_only_a_large_page_is_made_small(size, is_small):
    assert (proxy_of(np.zeros((size[1], size[0], 3), np.uint8)) is None) is is_small


def test_a_rough_picture_is_small_and_its_geometry_is_that_of_the_whole_page():
    page = marked_page(2400, 3200, (1600, 1200))
    proxy = proxy_of(page)
    assert proxy is not None
    askew = Recipe("askew", (Step("skew", 3.0), Step("noise", 0.5)))
    small, page_map = rough(proxy, askew, **HOW)
    assert page_map.size == variants.page_map(askew, (2400, 3200), **HOW).size
    assert small.shape[0] * small.shape[1] < 2.5e6
    scale = page_map.size[0] / small.shape[1]
    found = centre_of_mark(small)
    wanted = page_map.quad(Quad.rect(1590, 1190, 1610, 1210))
    assert abs(found[0] * scale - sum(p[0] for p in wanted.points) / 4) < 8
    assert abs(found[1] * scale - sum(p[1] for p in wanted.points) / 4) < 8
