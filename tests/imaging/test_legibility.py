"""Contrast, sharpness and digit height say how hard a field was."""

from __future__ import annotations

import numpy as np
import pytest
from support.drawn_pages import DIGIT_H, draw_text

from fidelity_app.core.geometry import Quad
from fidelity_app.core.recipes import Recipe, Step
from fidelity_app.imaging.legibility import Measures, dpi_of_digits, measure
from fidelity_app.imaging.variants import degrade

BOX = Quad.rect(15, 12, 90, 50)


def _page(ink: int = 20) -> np.ndarray:
    page = np.full((60, 120, 3), 240, np.uint8)
    draw_text(page, 20, 20, "28.9", (ink, ink, ink))
    return page


def _after(op: str, severity: float) -> Measures:
    return measure(degrade(_page(), Recipe(op, (Step(op, severity),)), seed=1, identity="p", dpi=None).rgb, BOX)


def test_a_clean_field_is_high_in_contrast_and_sharp() -> None:
    clean = measure(_page(), BOX)
    assert clean.contrast == pytest.approx(220 / 255, abs=0.02)
    assert clean.sharpness == pytest.approx(1.0, abs=0.05)
    assert clean.digit_height_px == pytest.approx(DIGIT_H, abs=1)


def test_blur_lowers_the_sharpness_step_by_step() -> None:
    values = [_after("defocus", severity).sharpness or 0.0 for severity in (0, 1, 3)]
    assert values[0] > values[1] > values[2]


def test_fading_lowers_the_contrast_step_by_step() -> None:
    values = [_after("thermal_fade", severity).contrast for severity in (0, 1, 3, 5)]
    assert values == sorted(values, reverse=True)
    assert values[3] < 0.35


def test_without_ink_nothing_is_claimed() -> None:
    assert measure(np.full((50, 90, 3), 200, np.uint8), BOX) == Measures(0.0, None, None)


@pytest.mark.parametrize("quad", [Quad.rect(5, 5, 5, 5), Quad.rect(-90, -90, -50, -50), Quad.rect(0, 0, 0.2, 0.2)])
def test_a_box_of_nothing_and_a_box_off_the_page_can_be_measured(quad: Quad) -> None:
    assert 0 <= measure(_page(), quad).contrast <= 1


def test_the_resolution_is_estimated_from_digit_heights() -> None:
    assert dpi_of_digits([17, 17, 34]) == 150
    assert dpi_of_digits([]) is None
