"""Handwriting over the digits: a ball pen's loops, ticks, strokes and crossings-out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fidelity_app.imaging.blending import Grey, blend
from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.cv import cv2
from fidelity_app.imaging.degradations.fields import box_blur
from fidelity_app.imaging.degradations.spec import Degradation, Parameter, Setting, Stage
from fidelity_app.imaging.degradations.stream import Stream
from fidelity_app.imaging.resample import area_average

_PENS = ((28, 44, 132), (36, 36, 44), (150, 28, 40))
_DIGIT_PX = (12.0, 17.0)  # width and height of a digit at 150 dpi (IMAGING section 2: 17 px high)
_SMALLEST_SHARE = 0.05
_DIGIT_SHARE = 0.35  # of a receipt's printed places about a third hold digits

# Shapes in digit heights from the place that is written on: a tick, a stroke through, a loop, a hook, an underline.
_SHAPES: tuple[tuple[tuple[float, float], ...], ...] = (
    ((-0.9, 0.1), (-0.3, 0.8), (0.1, 0.7), (1.4, -1.3), (1.7, -1.6)),
    ((-2.4, 0.3), (-0.8, -0.1), (0.9, 0.2), (2.4, -0.3), (2.7, -0.3)),
    ((-0.8, 0.6), (0.9, 0.9), (1.0, -0.9), (-0.9, -0.8), (-0.6, 0.8), (1.5, 0.7)),
    ((0.6, -1.2), (-0.5, -0.6), (0.7, 0.1), (-0.3, 1.3), (-1.2, 0.8)),
    ((-2.6, 0.75), (-0.9, 0.9), (0.8, 0.7), (2.5, 0.95)),
    ((-1.4, -0.9), (0.2, 0.1), (1.3, 0.9), (1.2, 0.7), (-0.4, -0.2), (-1.3, 0.9)),
)


@dataclass(frozen=True, slots=True)
class _Places:
    """Where print is, on a coarse lattice of digit-sized cells."""

    rows: npt.NDArray[np.intp]
    columns: npt.NDArray[np.intp]
    cell: tuple[float, float]

    @property
    def cells(self) -> int:
        return len(self.rows)


def _handwriting(rgb: Rgb, setting: Setting) -> Rgb:
    """Write over printed places; how many strokes depends on how much print there is."""
    density = setting["strokes"]
    places = _printed_places(rgb, setting.px)
    count = round(density * _DIGIT_SHARE * places.cells / 100)
    if density <= 0 or count <= 0:
        return rgb
    stream = setting.stream()
    pen = _PENS[min(stream.below(5), len(_PENS) - 1) if stream.below(2) else 0]
    mask = np.zeros(rgb.shape[:2], np.uint8)
    for _ in range(min(count, 20_000)):
        _write(mask, places, stream, setting.px)
    return blend(rgb, pen, box_blur(mask, 3) if setting.px > 0.7 else mask)


def _printed_places(rgb: Rgb, px: float) -> _Places:
    """Find cells of a digit's size whose darkest part stands out from the paper around."""
    height, width = rgb.shape[:2]
    step = max(1.0, 3.0 * px)
    small = area_average(rgb, (max(1, round(width / step)), max(1, round(height / step))))
    red, green, blue = cv2.split(small)
    grey = np.asarray(cv2.min(cv2.min(red, green), blue), dtype=np.uint8)
    paper = cv2.dilate(grey, np.ones((9, 9), np.uint8))
    inked = (paper.astype(np.int16) - grey > 40).astype(np.uint8) * 255
    columns = max(1, round(width / (_DIGIT_PX[0] * px)))
    rows = max(1, round(height / (_DIGIT_PX[1] * px * 1.3)))
    columns, rows = min(columns, inked.shape[1]), min(rows, inked.shape[0])
    share = area_average(inked, (columns, rows))
    at_rows, at_columns = np.nonzero(share > 255 * _SMALLEST_SHARE)
    return _Places(at_rows, at_columns, (width / columns, height / rows))


def _write(mask: Grey, places: _Places, stream: Stream, px: float) -> None:
    at = stream.below(places.cells)
    x = (float(places.columns[at]) + stream.between(0.2, 0.8)) * places.cell[0]
    y = (float(places.rows[at]) + stream.between(0.2, 0.8)) * places.cell[1]
    shape = np.array(_SHAPES[stream.below(len(_SHAPES))])
    jitter = stream.uniforms(shape.size).reshape(shape.shape) - 0.5
    size = stream.between(0.8, 1.4) * _DIGIT_PX[1] * px
    line = _smooth(shape + 0.35 * jitter) * size + (x, y)
    points = np.rint(line).astype(np.int32).reshape(-1, 1, 2)
    thick = max(1, round(stream.between(1.6, 2.6) * px))
    cv2.polylines(mask, [points], False, round(stream.between(205, 250)), thick, cv2.LINE_8)


def _smooth(points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Round the corners of a stroke (three rounds of Chaikin's corner cutting)."""
    for _ in range(3):
        cut = np.empty((2 * len(points), 2))
        cut[0], cut[-1] = points[0], points[-1]
        cut[1:-1:2] = points[:-1] * 0.75 + points[1:] * 0.25
        cut[2:-1:2] = points[:-1] * 0.25 + points[1:] * 0.75
        points = cut
    return points


PEN = (
    Degradation(
        name="handwriting",
        title="Handwriting over the digits",
        stage=Stage.PAPER,
        parameters=(
            Parameter(
                "strokes",
                "Strokes",
                "per 100 digits",
                0,
                300,
                (0, 5, 10, 20, 60, 130),
                1,
                "Pen strokes for every hundred digit-sized printed places.",
            ),
        ),
        description="Somebody ticked, underlined and crossed out with a ball pen.",
        pixels=_handwriting,
    ),
)
