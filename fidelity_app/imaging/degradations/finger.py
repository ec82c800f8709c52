"""A thumb that holds the page and covers part of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fidelity_app.imaging.blending import Grey, blend
from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.cv import cv2
from fidelity_app.imaging.degradations.fields import Floats, darken, noise_field, smoothstep
from fidelity_app.imaging.degradations.spec import Degradation, Parameter, Setting, Stage
from fidelity_app.imaging.degradations.stream import Stream

_SKINS = ((222, 172, 146), (198, 140, 112), (150, 100, 76), (104, 68, 52))
_NAIL = (238.0, 196.0, 186.0)
_RADIUS_PX = 62.0  # half a thumb: 10.5 mm at 150 dpi
_BLOCK_ROWS = 32
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
    thumb = _Thumb(tip, axis, radius, np.array(_SKINS[stream.below(len(_SKINS))], np.float64))
    pores = noise_field((bottom - top, right - left), radius / 9, stream)
    out = rgb.copy()
    for first in range(top, bottom, _BLOCK_ROWS):
        rows = slice(first, min(bottom, first + _BLOCK_ROWS))
        columns = thumb.reach(rows, left, right)
        if columns.start < columns.stop:
            skin = pores[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left]
            out[rows, columns] = thumb.over(out[rows, columns], skin, rows, columns)
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


@dataclass(frozen=True, slots=True, eq=False)
class _Thumb:
    """A thumb: the centre of its tip's arc, the unit vector from there to the hand, half its width, its colour."""

    tip: tuple[float, float]
    axis: tuple[float, float]
    radius: float
    skin: Floats

    def reach(self, rows: slice, left: int, right: int) -> slice:
        """Return the columns of left..right in which these rows show the thumb or its shadow."""
        if abs(self.axis[1]) < 0.2:
            return slice(left, right)
        # The shadow ends 1.75 half widths from the axis, and a half width grows to 1.14 of the radius at most.
        far = 2.05 * self.radius / abs(self.axis[1])
        middles = [self.tip[0] + (y - self.tip[1]) * self.axis[0] / self.axis[1] for y in (rows.start, rows.stop)]
        return slice(max(left, int(min(middles) - far)), min(right, int(max(middles) + far) + 2))

    def over(self, page: Rgb, pores: Grey, rows: slice, columns: slice) -> Rgb:
        """Return this part of the page with the thumb and its shadow over it."""
        x: Floats = np.arange(columns.start, columns.stop, dtype=np.float64)[None, :] + 0.5 - self.tip[0]
        y: Floats = np.arange(rows.start, rows.stop, dtype=np.float64)[:, None] + 0.5 - self.tip[1]
        along = x * self.axis[0] + y * self.axis[1]
        across = y * self.axis[0] - x * self.axis[1]
        # A thumb widens a little behind the tip.
        wide = self.radius * (1.0 + 0.14 * smoothstep(along / (3 * self.radius)))
        apart = np.sqrt(across * across + np.minimum(along, 0.0) ** 2) / wide
        shaded = darken(page, _gain(1.0 - 0.5 * smoothstep((1.75 - apart) / 0.8)))
        edge = smoothstep((1.0 - apart) * self.radius / max(2.5, self.radius / 14) + 0.5)
        cover = np.rint(255 * edge).astype(np.uint8)
        if not cover.any():
            return shaded
        return blend(shaded, self._flesh(along, across, apart, pores), cover)

    def _flesh(self, along: Floats, across: Floats, apart: Floats, pores: Grey) -> Rgb:
        round_ = np.sqrt(np.clip(1.0 - apart * apart, 0.0, 1.0))
        light = 0.58 + 0.44 * round_ - 0.10 * across / self.radius + 0.05 * (pores.astype(np.float64) / 128 - 1)
        nail_along, nail_across = (along + 0.30 * self.radius) / (0.62 * self.radius), across / (0.56 * self.radius)
        nail = smoothstep((1.0 - (nail_along**2 + nail_across**2)) * 4.0)
        nail_light = 0.7 + 0.3 * light
        channels = []
        for skin, nail_colour in zip(self.skin.tolist(), _NAIL, strict=True):
            colour = skin * light
            if nail.any():
                colour = colour * (1 - 0.55 * nail) + 0.55 * nail * (nail_colour * nail_light)
            channels.append(np.rint(np.clip(colour, 0, 255)).astype(np.uint8))
        return np.asarray(cv2.merge(channels), dtype=np.uint8)


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
