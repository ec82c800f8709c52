"""A folded sheet: print is pushed aside at the crease, rubbed off in it, and one side lies in the shade."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fidelity_app.imaging.blending import blend
from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.degradations.fields import (
    Floats,
    darken,
    noise_field,
    paper_of,
    shape_field,
    smoothstep,
)
from fidelity_app.imaging.degradations.sheet import page_frame
from fidelity_app.imaging.degradations.spec import Degradation, Parameter, Setting, Stage
from fidelity_app.imaging.warps import Displacement, Frame, Points

_Band = tuple[slice, slice]


@dataclass(frozen=True, slots=True)
class _Crease:
    """One fold: a line (normal . p = offset), and how far the sheet is pushed along `push` at the line."""

    normal: tuple[float, float]
    offset: float
    push: tuple[float, float]
    width: float

    def distance(self, x: Floats, y: Floats) -> Floats:
        return x * self.normal[0] + y * self.normal[1] - self.offset


def _creases(frame: Frame, setting: Setting) -> tuple[_Crease, ...]:
    stream = setting.stream("shape")
    depth, count = setting["depth"], max(1, round(setting["creases"]))
    creases = []
    for index in range(count):
        tilt, place, side = stream.between(-0.06, 0.06), stream.between(-0.06, 0.06), stream.sign()
        across = (frame.height >= frame.width) == (index % 2 == 0 or frame.height > 1.6 * frame.width)
        length = float(np.sqrt(1 + tilt * tilt))
        normal = (tilt / length, 1 / length) if across else (1 / length, tilt / length)
        share = (index + 1) / (count + 1) + place
        x, y = frame.x0 + frame.width * (0.5 if across else share), frame.y0 + frame.height * (share if across else 0.5)
        push = (
            side * depth * (0.8 * normal[0] + 0.6 * normal[1]),
            side * depth * (0.8 * normal[1] - 0.6 * normal[0]),
        )
        creases.append(_Crease(normal, x * normal[0] + y * normal[1], push, max(8 * setting.px, 9 * depth)))
    return tuple(creases)


def _fold_warp(frame: Frame, setting: Setting) -> Displacement:
    creases = _creases(frame, setting)

    def field(points: Points) -> Points:
        moved = np.zeros_like(points)
        for crease in creases:
            near = np.clip(1 - np.abs(crease.distance(points[:, 0], points[:, 1])) / crease.width, 0, 1)
            moved = moved + near[:, None] * np.array(crease.push)
        return moved

    return Displacement(field)


def _fold_pixels(rgb: Rgb, setting: Setting) -> Rgb:
    """Rub the ink off along the crease and let one side of it lie in the shade."""
    if setting["depth"] <= 0:
        return rgb
    paper, out = paper_of(rgb, setting.px), rgb.copy()
    for index, crease in enumerate(_creases(page_frame(rgb), setting)):
        worn = _band(crease, 7 * setting.px, rgb.shape[:2])
        out[worn] = _worn(out[worn], paper[worn], crease, worn, setting, index)
        shaded = _band(crease, 0.7 * crease.width, rgb.shape[:2])
        out[shaded] = _shaded(out[shaded], crease, shaded, min(1.0, setting["depth"] / (8 * setting.px)))
    return out


def _worn(box: Rgb, paper: Rgb, crease: _Crease, band: _Band, setting: Setting, index: int) -> Rgb:
    if not box.size:
        return box
    x: Floats = np.arange(band[1].start, band[1].stop, dtype=np.float64)[None, :] + 0.5
    y: Floats = np.arange(band[0].start, band[0].stop, dtype=np.float64)[:, None] + 0.5
    fibres = noise_field((y.size, x.size), 4 * setting.px, setting.stream(f"wear{index}")).astype(np.float64) / 255
    apart = crease.distance(x, y) + (fibres - 0.5) * 3 * setting.px
    lost = setting["wear"] * smoothstep(1.6 - np.abs(apart) / ((1.2 + 3.2 * fibres) * setting.px))
    return blend(np.ascontiguousarray(box), np.ascontiguousarray(paper), np.rint(lost * 255).astype(np.uint8))


def _shaded(box: Rgb, crease: _Crease, band: _Band, strength: float) -> Rgb:
    if not box.size:
        return box

    def gain(x: Floats, y: Floats) -> Floats:
        apart = crease.distance(x + band[1].start, y + band[0].start)
        return 1 - strength * smoothstep(1 - np.abs(apart) / (0.6 * crease.width)) * np.where(apart > 0, 0.26, 0.07)

    return darken(np.ascontiguousarray(box), shape_field(box.shape[:2], gain, coarse=2))


def _band(crease: _Crease, reach_px: float, shape: tuple[int, int]) -> _Band:
    """Return the rows and columns that lie within `reach_px` of a crease."""
    height, width = shape
    nx, ny = crease.normal
    flat = abs(ny) > abs(nx)
    ends = (
        [(crease.offset - nx * x) / ny for x in (0, width)]
        if flat
        else [(crease.offset - ny * y) / nx for y in (0, height)]
    )
    low, high = int(min(ends) - reach_px), int(max(ends) + reach_px) + 1
    limit = height if flat else width
    part = slice(max(0, min(limit, low)), max(0, min(limit, high)))
    return (part, slice(0, width)) if flat else (slice(0, height), part)


FOLD = (
    Degradation(
        name="fold",
        title="Folded page",
        stage=Stage.GEOMETRY,
        parameters=(
            Parameter(
                "depth",
                "Depth",
                "px",
                0,
                80,
                (0, 4, 8, 12, 24, 40),
                1,
                "How far print moves at the crease, in px at 150 dpi.",
                length=True,
            ),
            Parameter(
                "wear",
                "Ink lost",
                "",
                0,
                1,
                (0, 0.3, 0.55, 0.8, 0.95, 1),
                0.05,
                "Share of the print that is rubbed off in the crease.",
            ),
            Parameter("creases", "Creases", "", 1, 8, (1, 1, 1, 2, 2, 3), 1, "Number of creases."),
        ),
        description="The page was folded: print is displaced at the crease and rubbed off in it.",
        pixels=_fold_pixels,
        warp=_fold_warp,
        on_desk=True,
    ),
)
