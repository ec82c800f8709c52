"""The resolution of a page is estimated from its print when the file does not say it."""

from __future__ import annotations

import numpy as np
import pytest
from support.drawn_pages import receipt

from fidelity_app.core.recipes import Recipe, Step
from fidelity_app.imaging.text_scale import estimate_dpi
from fidelity_app.imaging.variants import degrade


def test_digits_of_eighteen_pixels_mean_159_dpi() -> None:
    assert estimate_dpi(receipt()) == pytest.approx(150 * 18 / 17, rel=0.04)


@pytest.mark.parametrize("factor", [2, 5])
def test_a_page_with_larger_pixels_has_a_higher_resolution(factor: int) -> None:
    large = np.kron(receipt(), np.ones((factor, factor, 1), np.uint8))
    assert estimate_dpi(large) == pytest.approx(factor * 150 * 18 / 17, rel=0.08)


def test_noise_and_shadow_do_not_change_the_estimate_much() -> None:
    recipe = Recipe("harm", (Step("shadow", 3), Step("noise", 1)))
    harmed = degrade(receipt(), recipe, seed=1, identity="p", dpi=None).rgb
    assert estimate_dpi(harmed) == pytest.approx(150 * 18 / 17, rel=0.2)


@pytest.mark.parametrize("page", [np.full((300, 200, 3), 250, np.uint8), np.zeros((1, 1, 3), np.uint8)])
def test_a_page_without_print_has_no_estimate(page: np.ndarray) -> None:
    assert estimate_dpi(page) is None
