"""Contrast, sharpness and digit height say how hard a field was."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont
from support.drawn_pages import DIGIT_H, draw_text
from support.workspaces import FONT

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


# --- print in a real font -------------------------------------------------------------------------------------------

Colour = tuple[int, int, int]
INK: Colour = (20, 20, 20)
PAPER: Colour = (240, 240, 240)
PAD = 5


def _printed(
    text: str = "28.90", size: int = 24, *, ink: Colour = INK, paper: Colour = PAPER, pad: float = PAD
) -> tuple[np.ndarray, Quad, float]:
    """Return a page with a text in the middle, its box, and the height of its digits in px."""
    font = ImageFont.truetype(str(FONT), size)
    image = Image.new("RGB", (int(font.getlength(text)) + 80, size + 80), paper)
    draw = ImageDraw.Draw(image)
    draw.text((40, 40), text, font=font, fill=ink)
    left, top, right, bottom = draw.textbbox((40, 40), text, font=font)
    # Round digits reach a little above and below the straight ones.
    straight, round_ = (draw.textbbox((40, 40), digit, font=font) for digit in "10")
    height = (straight[3] - straight[1] + round_[3] - round_[1]) / 2
    return np.array(image), Quad.rect(left - pad, top - pad, right + pad, bottom + pad), height


def _shaded(page: np.ndarray, darkest: float) -> np.ndarray:
    """Return the page under a shadow that deepens from left to right, light times `darkest` at its right edge."""
    return (page * np.linspace(1, darkest, page.shape[1])[None, :, None]).astype(np.uint8)


@pytest.mark.parametrize("size", [8, 10, 12, 14, 18, 24, 30, 40, 60])
@pytest.mark.parametrize("text", ["28.90", "1,234.56", "-42.00", "€ 12,50", "$9.99", "(12.50)", "17", "5,-", "- 1.-"])
def test_the_digits_height_is_right_to_a_pixel_whatever_stands_beside_them(size: int, text: str) -> None:
    page, box, height = _printed(text, size)
    assert measure(page, box).digit_height_px == pytest.approx(height, abs=1)


@pytest.mark.parametrize("pad", [0, 1, 3, 8, 15, 25])
def test_a_wider_box_measures_the_same(pad: int) -> None:
    tight, wide = measure(*_printed()[:2]), measure(*_printed(pad=pad)[:2])
    assert wide.contrast == pytest.approx(tight.contrast, abs=0.01)
    assert wide.digit_height_px == tight.digit_height_px
    assert wide.sharpness == pytest.approx(tight.sharpness, abs=0.05)


COLOURS = {
    "white on black": ((255, 255, 255), (0, 0, 0), 255),
    "white on blue": ((255, 255, 255), (20, 40, 120), 212),
    "black on yellow": ((20, 20, 20), (250, 240, 150), 213),
    "red on white": ((200, 20, 20), (255, 255, 255), 181),
    "blue on pink": ((20, 20, 120), (240, 180, 190), 168),
    "grey on grey": ((20, 20, 20), (120, 120, 120), 100),
    "pale": ((210, 210, 210), (240, 240, 240), 30),
}
"""Ink, paper, and the difference of their grey levels (0.299 R + 0.587 G + 0.114 B)."""


@pytest.mark.parametrize("name", COLOURS)
def test_contrast_is_the_difference_of_grey_whichever_side_is_darker(name: str) -> None:
    ink, paper, difference = COLOURS[name]
    page, box, height = _printed(ink=ink, paper=paper)
    found = measure(page, box)
    assert found.contrast == pytest.approx(difference / 255, abs=0.02)
    assert found.digit_height_px == pytest.approx(height, abs=1)
    assert found.sharpness == pytest.approx(measure(*_printed()[:2]).sharpness, abs=0.05)


@pytest.mark.parametrize("darkest", [0.9, 0.7, 0.5, 0.3])
def test_a_shadow_across_a_field_is_no_ink(darkest: float) -> None:
    page, box, height = _printed("1,234.56")
    plain, shaded = measure(page, box), measure(_shaded(page, darkest), box)
    assert shaded.digit_height_px == pytest.approx(height, abs=1)
    assert shaded.contrast <= plain.contrast
    assert shaded.contrast >= plain.contrast * (darkest - 0.05)
    assert shaded.sharpness == pytest.approx(plain.sharpness, abs=0.15)


def test_a_hard_edge_of_a_shadow_is_no_ink() -> None:
    page, box, height = _printed()
    page = page.copy()
    page[:, page.shape[1] // 2 :] //= 2
    assert measure(page, box).digit_height_px == pytest.approx(height, abs=1)


@pytest.mark.parametrize("level", [0, 40, 128, 200, 255])
def test_a_blank_box_is_unknown_on_any_paper_shaded_or_not(level: int) -> None:
    blank = np.full((60, 120, 3), level, np.uint8)
    for page in (blank, _shaded(blank, 0.8), _shaded(blank, 0.5)):
        assert measure(page, BOX) == Measures(0.0, None, None)


@pytest.mark.parametrize("sigma", [1, 3, 6, 12, 25])
def test_noise_alone_is_no_ink(sigma: float) -> None:
    draws = np.random.default_rng(5).normal(0, sigma, (20, 60, 120, 1))
    pages = np.clip(200 + draws, 0, 255).astype(np.uint8).repeat(3, axis=3)
    assert [measure(page, BOX) for page in pages] == [Measures(0.0, None, None)] * 20


def test_a_ruled_line_under_a_total_is_not_measured_with_it() -> None:
    page, box, height = _printed(pad=8)
    page = page.copy()
    bottom = int(box.bounds[3]) - 3
    page[bottom : bottom + 2] = 20
    assert measure(page, box).digit_height_px == pytest.approx(height, abs=1)


def test_a_ruled_line_beside_a_total_makes_no_marks_of_its_digits() -> None:
    page, box, height = _printed(pad=12)
    page = page.copy()
    left, top, _, bottom = (int(value) for value in box.bounds)
    page[top:bottom, left + 2 : left + 4] = 20
    assert measure(page, box).digit_height_px == pytest.approx(height, abs=1)


@pytest.mark.parametrize("degrees", [-20, -8, 3, 12, 45, 90])
def test_a_turned_box_is_set_upright_first(degrees: float) -> None:
    page, box, height = _printed(size=30)
    picture = Image.fromarray(page).rotate(degrees, resample=Image.Resampling.BICUBIC, expand=True, fillcolor=PAPER)
    turned = np.array(picture)
    angle = np.deg2rad(-degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    middle, centre = np.array(page.shape[1::-1]) / 2, np.array(turned.shape[1::-1]) / 2
    points = [tuple(map(float, turn @ (np.array(point) - middle) + centre)) for point in box.points]
    found = measure(turned, Quad(tuple(points)))
    assert found.digit_height_px == pytest.approx(height, abs=1.5)
    assert found.contrast == pytest.approx(measure(page, box).contrast, abs=0.06)


@pytest.mark.parametrize("op", ["skew", "perspective"])
@pytest.mark.parametrize("severity", [1, 3])
def test_a_box_carried_through_the_geometry_measures_the_same_digits(op: str, severity: float) -> None:
    page, box, height = _printed(size=36)
    made = degrade(page, Recipe(op, (Step(op, float(severity)),)), seed=1, identity="p", dpi=150)
    found = measure(made.rgb, made.page_map.quad(box))
    assert found.digit_height_px == pytest.approx(height, abs=2)
    assert found.contrast == pytest.approx(measure(page, box).contrast, abs=0.1)


@pytest.mark.parametrize("quad", [Quad.rect(40, 50, 41, 51), Quad.rect(40, 50, 43, 90), Quad.rect(40, 50, 90, 51.5)])
def test_a_tiny_box_gives_figures_in_bounds_or_unknown(quad: Quad) -> None:
    found = measure(_printed()[0], quad)
    assert 0 <= found.contrast <= 1
    assert found.sharpness is None or 0 <= found.sharpness <= 1
    assert found.digit_height_px is None or 1 <= found.digit_height_px <= max(1, quad.bounds[3] - quad.bounds[1] + 1)


def _defocused(page: np.ndarray, radius_px: float) -> np.ndarray:
    step = Step("defocus", 3.0, {"radius": radius_px}) if radius_px else Step("defocus", 0.0)
    return degrade(page, Recipe("d", (step,)), seed=1, identity="p", dpi=150).rgb


@pytest.mark.parametrize("size", [18, 24, 36])
def test_sharpness_falls_with_the_radius_of_the_blur(size: int) -> None:
    texts = ("28.90", "1,234.56", "-42.00", "17.35")
    mean = []
    for radius in (0, 1, 1.5, 2.5, 4):
        found = [measure(_defocused(page, radius), box) for page, box, _ in (_printed(text, size) for text in texts)]
        mean.append(np.mean([one.sharpness for one in found]))
    assert mean == sorted(mean, reverse=True)
    assert mean[0] > 2 * mean[-1]


def test_sharpness_of_a_known_ramp_is_one_over_its_width() -> None:
    for width in (1, 2, 4, 5):
        profile = np.interp(
            np.arange(90), [38 - width / 2, 38 + width / 2, 50 - width / 2, 50 + width / 2], [1, 0, 0, 1]
        )
        page = np.zeros((60, 90, 3), np.uint8)
        page[:] = (20 + 220 * profile)[None, :, None]
        found = measure(page, Quad.rect(0, 5, 90, 55))
        assert found.contrast == pytest.approx(220 / 255, abs=0.02), width
        steepest = float(np.abs(np.diff(profile)).max())
        assert found.sharpness == pytest.approx(steepest, abs=0.02), width


def test_contrast_falls_with_the_ink() -> None:
    contrasts = [measure(*_printed(ink=(level, level, level))[:2]).contrast for level in range(20, 240, 20)]
    assert contrasts == sorted(contrasts, reverse=True)
    assert contrasts[0] - contrasts[-1] > 0.7
