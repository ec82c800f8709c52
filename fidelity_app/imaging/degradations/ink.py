"""What happens to the print itself: bleeding, thinning, thermal fading."""

from __future__ import annotations

import numpy as np

from fidelity_app.imaging.blending import Grey, blend
from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.degradations.fields import box_blur, grown, noise_field, paper_of
from fidelity_app.imaging.degradations.spec import Degradation, Parameter, Setting, Stage


def _bleed(rgb: Rgb, setting: Setting) -> Rgb:
    """Let the ink creep into the paper: unevenly, as fibres carry it, with wet edges."""
    radius = setting["radius"]
    if radius <= 0.02:
        return rgb
    low = int(radius)
    fibres = noise_field(rgb.shape[:2], 5 * setting.px, setting.stream()).astype(np.int16)
    share = np.clip(round((radius - low) * 255) + (fibres - 128), 0, 255).astype(np.uint8)
    spread = blend(grown(rgb, low, dark=True), grown(rgb, low + 1, dark=True), share)
    return box_blur(spread, 3) if radius >= 1 else spread


def _thin(rgb: Rgb, setting: Setting) -> Rgb:
    return grown(rgb, setting["radius"], dark=False) if setting["radius"] > 0 else rgb


def _fade(rgb: Rgb, setting: Setting) -> Rgb:
    """Take ink away in blotches and in streaks along the feed, where a dot of the print head is weak."""
    loss, blotch = setting["loss"], setting["blotch"]
    if loss <= 0:
        return rgb
    share = _loss_field(rgb.shape[:2], loss, blotch, setting)
    return blend(rgb, paper_of(rgb, setting.px), share)


def _loss_field(shape: tuple[int, int], loss: float, blotch: float, setting: Setting) -> Grey:
    stream = setting.stream()
    patches = noise_field(shape, 140 * setting.px, stream).astype(np.int16) - 128
    streaks = noise_field((1, shape[1]), 3 * setting.px, stream).astype(np.int16) - 128
    # What is nearly gone cannot vary as much as what is half there.
    reach = round(256 * blotch * min(loss, 1 - loss) * 2)
    varied = round(loss * 255) + (((patches * 3 + streaks) * reach) >> 9)
    return np.asarray(np.clip(varied, 0, 255), dtype=np.uint8)


INK = (
    Degradation(
        name="ink_bleed",
        title="Bleeding ink",
        stage=Stage.INK,
        parameters=(
            Parameter(
                "radius",
                "Spread",
                "px",
                0,
                12,
                (0, 1.2, 2, 2.8, 3.6, 4.5),
                0.1,
                "How far the ink creeps, in px at 150 dpi.",
                length=True,
            ),
        ),
        description="Ink creeps into damp paper: strokes swell and the holes of 6, 8 and 9 close.",
        pixels=_bleed,
    ),
    Degradation(
        name="ink_thinning",
        title="Thin print",
        stage=Stage.INK,
        parameters=(
            Parameter(
                "radius",
                "Loss",
                "px",
                0,
                6,
                (0, 0.4, 0.55, 0.68, 0.75, 0.9),
                0.01,
                "How much of a stroke's edge is missing on each side, in px at 150 dpi.",
                length=True,
            ),
        ),
        description="Too little ink or heat: strokes become thin and break.",
        pixels=_thin,
    ),
    Degradation(
        name="thermal_fade",
        title="Faded thermal print",
        stage=Stage.INK,
        parameters=(
            Parameter(
                "loss",
                "Ink lost",
                "",
                0,
                1,
                (0, 0.3, 0.5, 0.65, 0.84, 0.94),
                0.01,
                "Mean share of the print's darkness that is gone; the paper stays as it is.",
            ),
            Parameter(
                "blotch",
                "Unevenness",
                "",
                0,
                1,
                (0.5, 0.5, 0.5, 0.5, 0.5, 0.5),
                0.05,
                "How much the loss differs between places: 0 is even.",
            ),
        ),
        description="Thermal paper after a summer in a wallet: pale in blotches and streaks.",
        pixels=_fade,
    ),
)
