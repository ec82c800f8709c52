"""What happens between the page and the lens: haze, shadow, glare."""

from __future__ import annotations

import numpy as np

from fidelity_app.imaging.blending import levels
from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.cv import cv2
from fidelity_app.imaging.degradations.fields import Floats, darken, lighten, noise_field, shape_field, smoothstep
from fidelity_app.imaging.degradations.spec import Degradation, Parameter, Setting, Stage

_VEIL = 196.0
_DISPLAY_GAMMA = 2.2


def _low_contrast(rgb: Rgb, setting: Setting) -> Rgb:
    ratio = setting["ratio"]
    if ratio >= 1:
        return rgb
    return levels(rgb, np.rint(_VEIL + (np.arange(256) - _VEIL) * ratio).astype(np.uint8), ratio)


def _shadow(rgb: Rgb, setting: Setting) -> Rgb:
    """Let something stand in the light: a soft, not quite straight edge across the page."""
    opacity, penumbra = setting["opacity"], max(1.0, setting["penumbra"])
    if opacity <= 0:
        return rgb
    height, width = rgb.shape[:2]
    stream = setting.stream()
    nx, ny = stream.direction()
    centre_x, centre_y = stream.between(0.35, 0.65) * width, stream.between(0.35, 0.65) * height
    longer = max(height, width)
    coarse = -(-height // 4), -(-width // 4)
    bumps = noise_field(coarse, longer / 4 / 3, stream).astype(np.float64) / 128 - 1

    def share(x: Floats, y: Floats) -> Floats:
        return smoothstep(((x - centre_x) * nx + (y - centre_y) * ny + bumps * 0.10 * longer) / penumbra + 0.5)

    gain = np.rint(255 * (1 - opacity * np.arange(256) / 255.0) ** (1 / _DISPLAY_GAMMA)).astype(np.uint8)
    return darken(rgb, np.asarray(cv2.LUT(shape_field((height, width), share), gain), dtype=np.uint8))


def _glare(rgb: Rgb, setting: Setting) -> Rgb:
    """Mirror a lamp in the page: a core burnt to white, a soft tail, a fainter second lobe."""
    radius = setting["radius"] * float(np.sqrt(float(rgb.shape[0] ** 2 + rgb.shape[1] ** 2)))
    if radius < 0.5:
        return rgb
    height, width = rgb.shape[:2]
    stream = setting.stream()
    lobes = []
    for strength, size in ((1.35, 1.0), (0.55, 0.6)):
        x, y = stream.between(0.25, 0.75) * width, stream.between(0.25, 0.75) * height
        lobes.append((x, y, stream.direction(), stream.between(1.1, 1.8), strength, radius * size))

    def share(x: Floats, y: Floats) -> Floats:
        total: Floats = np.zeros(np.broadcast_shapes(x.shape, y.shape))
        for at_x, at_y, (ux, uy), stretch, strength, reach in lobes:
            along = ((x - at_x) * ux + (y - at_y) * uy) / (reach * stretch)
            across = ((y - at_y) * ux - (x - at_x) * uy) * stretch / reach
            square = along * along + across * across
            total = total + strength / (1.0 + square * square)
        return total

    return lighten(rgb, shape_field((height, width), share))


LIGHT = (
    Degradation(
        name="low_contrast",
        title="Low contrast",
        stage=Stage.LIGHT,
        parameters=(
            Parameter(
                "ratio",
                "Contrast left",
                "",
                0.01,
                1,
                (1, 0.4, 0.2, 0.09, 0.06, 0.03),
                0.01,
                "Share of the contrast that is left; the rest is a light grey veil.",
            ),
        ),
        description="Haze, a dirty lens or a glass plate: everything is nearly the same grey.",
        pixels=_low_contrast,
    ),
    Degradation(
        name="shadow",
        title="Shadow",
        stage=Stage.LIGHT,
        parameters=(
            Parameter(
                "opacity",
                "Darkness",
                "",
                0,
                1,
                (0, 0.3, 0.5, 0.75, 0.92, 0.97),
                0.01,
                "Share of the light that the shadow takes.",
            ),
            Parameter(
                "penumbra",
                "Softness",
                "px",
                1,
                1000,
                (50, 50, 50, 50, 50, 50),
                1,
                "Width of the shadow's edge, in px at 150 dpi.",
                length=True,
            ),
        ),
        description="The photographer's own shadow lies over part of the page.",
        pixels=_shadow,
    ),
    Degradation(
        name="glare",
        title="Glare",
        stage=Stage.LIGHT,
        parameters=(
            Parameter(
                "radius",
                "Size",
                "of the diagonal",
                0,
                1,
                (0, 0.04, 0.06, 0.11, 0.18, 0.28),
                0.01,
                "Radius of the bright spot as a share of the picture's diagonal.",
            ),
        ),
        description="A lamp or the flash is mirrored in glossy paper: digits burn out to white.",
        pixels=_glare,
    ),
)
