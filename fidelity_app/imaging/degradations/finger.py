"""A thumb that holds the page and covers part of it."""

from __future__ import annotations

import numpy as np

from fidelity_app.imaging.blending import Grey, blend
from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.degradations.fields import Floats, darken, noise_field, smoothstep
from fidelity_app.imaging.degradations.spec import Degradation, Parameter, Setting, Stage
from fidelity_app.imaging.degradations.stream import Stream

_SKINS = ((222, 172, 146), (198, 140, 112), (150, 100, 76), (104, 68, 52))
_NAIL = (238.0, 196.0, 186.0)
_RADIUS_PX = 62.0  # half a thumb: 10.5 mm at 150 dpi
_DEEPEST = 0.42  # reach 1 covers this share of the picture's shorter side


def _finger(rgb: Rgb, setting: Setting) -> Rgb:
    reach = setting["reach"]
    if reach <= 0:
        return rgb
    height, width = rgb.shape[:2]
    shorter = min(height, width)
    radius = min(_RADIUS_PX * setting.px, 0.17 * shorter)
    if radius < 2:
        return rgb
    stream = setting.stream()
    tip, axis = _placed(width, height, reach * _DEEPEST * shorter, radius, stream)
    left, right, top, bottom = _box(width, height, tip, axis, radius)
    x: Floats = np.arange(left, right, dtype=np.float64)[None, :] + 0.5 - tip[0]
    y: Floats = np.arange(top, bottom, dtype=np.float64)[:, None] + 0.5 - tip[1]
    out = rgb.copy()
    out[top:bottom, left:right] = _drawn(np.ascontiguousarray(rgb[top:bottom, left:right]), x, y, axis, radius, stream)
    return out


def _placed(
    width: int, height: int, depth: float, radius: float, stream: Stream
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Choose an edge; return the centre of the fingertip's arc and the unit vector from there to the hand."""
    side, along, slant = stream.below(3), stream.between(0.25, 0.8), stream.between(-0.55, 0.55)
    inside = depth - radius
    length = float(np.sqrt(1.0 + slant * slant))
    if side == 0:
        return (along * width, height - inside), (slant / length, 1.0 / length)
    if side == 1:
        return (inside, along * height), (-1.0 / length, slant / length)
    return (width - inside, along * height), (1.0 / length, slant / length)


def _box(
    width: int, height: int, tip: tuple[float, float], axis: tuple[float, float], radius: float
) -> tuple[int, int, int, int]:
    far = float(2 * max(width, height))
    end = tip[0] + axis[0] * far, tip[1] + axis[1] * far
    margin = radius * 1.9
    left, right = min(tip[0], end[0]) - margin, max(tip[0], end[0]) + margin
    top, bottom = min(tip[1], end[1]) - margin, max(tip[1], end[1]) + margin
    return max(0, int(left)), min(width, int(right) + 1), max(0, int(top)), min(height, int(bottom) + 1)


def _drawn(box: Rgb, x: Floats, y: Floats, axis: tuple[float, float], radius: float, stream: Stream) -> Rgb:
    skin = np.array(_SKINS[stream.below(len(_SKINS))], np.float64)
    pores = noise_field(box.shape[:2], radius / 9, stream).astype(np.float64) / 128 - 1
    along = x * axis[0] + y * axis[1]
    across = y * axis[0] - x * axis[1]
    # A thumb widens a little behind the tip.
    wide = radius * (1.0 + 0.14 * smoothstep(along / (3 * radius)))
    apart = np.sqrt(across * across + np.minimum(along, 0.0) ** 2) / wide
    page = darken(box, _gain(1.0 - 0.5 * smoothstep((1.75 - apart) / 0.8)))  # its shadow on the page
    round_ = np.sqrt(np.clip(1.0 - apart * apart, 0.0, 1.0))
    light = 0.58 + 0.44 * round_ - 0.10 * across / radius + 0.05 * pores
    nail_along, nail_across = (along + 0.30 * radius) / (0.62 * radius), across / (0.56 * radius)
    nail = smoothstep((1.0 - (nail_along**2 + nail_across**2)) * 4.0)[:, :, None]
    colour = skin * light[:, :, None]
    nail_colour = np.array(_NAIL) * (0.7 + 0.3 * light[:, :, None])
    colour = colour * (1 - 0.55 * nail) + 0.55 * nail * nail_colour
    flesh = np.rint(np.clip(colour, 0, 255)).astype(np.uint8)
    cover = np.rint(255 * smoothstep((1.0 - apart) * radius / max(2.5, radius / 14) + 0.5)).astype(np.uint8)
    return blend(page, flesh, cover)


def _gain(gain: Floats) -> Grey:
    return np.asarray(np.rint(gain * 255), dtype=np.uint8)


FINGER = (
    Degradation(
        name="finger",
        title="Finger on the page",
        stage=Stage.LIGHT,
        parameters=(
            Parameter(
                "reach",
                "Reach",
                "",
                0,
                2,
                (0, 0.15, 0.45, 0.8, 1.0, 1.2),
                0.05,
                "How far the thumb reaches into the picture; 1 is 42 % of its shorter side.",
            ),
        ),
        description="The thumb that holds the page covers part of it.",
        pixels=_finger,
    ),
)
