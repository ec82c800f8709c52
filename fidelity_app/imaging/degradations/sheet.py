"""The sheet itself is not flat: curl and crumple. Each bends the map and shades the flat page alike."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.cv import cv2
from fidelity_app.imaging.degradations.fields import Floats, darken
from fidelity_app.imaging.degradations.spec import Degradation, Parameter, Setting, Stage
from fidelity_app.imaging.warps import Displacement, Frame, Points

_A4_WIDTH_PX = 1240.0
_STEEPEST = 0.75  # slope of a crumpled sheet: below one, so that no part of it hides another
_DIRECTIONS = 7


def page_frame(rgb: Rgb) -> Frame:
    """Return the rectangle of a page that is still flat."""
    return Frame(0.0, 0.0, float(rgb.shape[1]), float(rgb.shape[0]))


@dataclass(frozen=True, slots=True)
class _Bow:
    """A bow across the page: height * 4t(1-t) * (1 + lean * (2t-1)), t from the left edge to the right."""

    frame: Frame
    height: float
    lean: float

    def __call__(self, points: Points) -> Points:
        t = np.clip((points[:, 0] - self.frame.x0) / self.frame.width, -0.25, 1.25)
        return np.stack([np.zeros_like(t), self.height * 4 * t * (1 - t) * (1 + self.lean * (2 * t - 1))], axis=1)

    def slopes(self, t: Floats) -> Floats:
        """Return dy/dx across the page for t in 0..1."""
        bend = 4 * (1 - 2 * t) * (1 + self.lean * (2 * t - 1)) + 8 * t * (1 - t) * self.lean
        return self.height / self.frame.width * bend


def _bow(frame: Frame, setting: Setting) -> _Bow:
    stream = setting.stream("shape")
    # A narrow slip cannot bow as far as an A4 page does.
    narrow = min(1.0, float(np.sqrt(frame.width / (_A4_WIDTH_PX * setting.px))))
    return _Bow(frame, setting["bow"] * narrow * stream.sign(), stream.between(-0.45, 0.45))


def _curl_warp(frame: Frame, setting: Setting) -> Displacement:
    return Displacement(_bow(frame, setting))


def _curl_pixels(rgb: Rgb, setting: Setting) -> Rgb:
    if setting["bow"] <= 0:
        return rgb
    bow = _bow(page_frame(rgb), setting)
    t = (np.arange(rgb.shape[1]) + 0.5) / rgb.shape[1]
    gain = np.clip(0.97 - 1.1 * np.abs(bow.slopes(t)) * (bow.slopes(t) > 0) - 0.25 * np.abs(bow.slopes(t)), 0.35, 1)
    return darken(rgb, np.broadcast_to(np.rint(gain * 255).astype(np.uint8), rgb.shape[:2]))


@dataclass(frozen=True, slots=True, eq=False)
class _Facets:
    """A crumpled sheet: zigzags in several directions add up to flat facets with sharp edges."""

    normals: Points
    knots: tuple[Floats, ...]
    heights: tuple[Floats, ...]
    view: tuple[float, float]

    def __call__(self, points: Points) -> Points:
        height = np.zeros(len(points))
        for (nx, ny), knots, heights in zip(self.normals.tolist(), self.knots, self.heights, strict=True):
            height = height + np.interp(points[:, 0] * nx + points[:, 1] * ny, knots, heights)
        return np.stack([height * self.view[0], height * self.view[1]], axis=1)

    def steepest(self, frame: Frame) -> float:
        """Return the greatest slope along the view, the one that could make a part hide another."""
        x, y = np.meshgrid(np.linspace(frame.x0, frame.x1, 96), np.linspace(frame.y0, frame.y1, 96))
        total = np.zeros(x.shape)
        for (nx, ny), knots, heights in zip(self.normals.tolist(), self.knots, self.heights, strict=True):
            part = np.clip(np.searchsorted(knots, x * nx + y * ny) - 1, 0, len(knots) - 2)
            total = total + (np.diff(heights) / np.diff(knots))[part] * (nx * self.view[0] + ny * self.view[1])
        return float(np.abs(total).max())


def _facets(frame: Frame, setting: Setting) -> _Facets:
    stream = setting.stream("shape")
    reach = frame.width + frame.height
    spacing = max(60 * setting.px, max(frame.width, frame.height) / max(1.0, setting["facets"]))
    height = setting["displacement"] / float(np.sqrt(_DIRECTIONS)) * 1.5
    view, normals, knots, heights = stream.direction(), [], [], []
    for _ in range(_DIRECTIONS):
        normal = stream.direction()
        count = int(2 * reach / spacing) + 4
        steps = spacing * (0.55 + 0.9 * stream.uniforms(count))
        at = frame.centre[0] * normal[0] + frame.centre[1] * normal[1] - reach + np.cumsum(steps)
        up = height * (2 * stream.uniforms(count) - 1)
        normals.append(normal)
        knots.append(at)
        heights.append(up)
    facets = _Facets(np.array(normals), tuple(knots), tuple(heights), view)
    calm = min(1.0, _STEEPEST / max(1e-9, facets.steepest(frame)))
    return _Facets(facets.normals, facets.knots, tuple(up * calm for up in heights), view)


def _crumple_warp(frame: Frame, setting: Setting) -> Displacement:
    return Displacement(_facets(frame, setting))


def _crumple_pixels(rgb: Rgb, setting: Setting) -> Rgb:
    """Shade each facet by how it leans to the light; the edges catch it."""
    if setting["displacement"] <= 0:
        return rgb
    height, width = rgb.shape[:2]
    facets = _facets(page_frame(rgb), setting)
    lx, ly = setting.stream("light").direction()
    rows, columns = -(-height // 2), -(-width // 2)
    total = np.full((rows, columns), 236, np.int16)
    for (nx, ny), knots, heights in zip(facets.normals.tolist(), facets.knots, facets.heights, strict=True):
        start = int(np.floor(knots[0]))
        table = _shade_table(knots - start, heights, nx * lx + ny * ly, setting.px)
        x = (2 * np.arange(columns, dtype=np.int64) + 1) * round(nx * 65536)
        y = (2 * np.arange(rows, dtype=np.int64) + 1) * round(ny * 65536)
        index = ((x[None, :] + y[:, None]) >> 16) - start
        total += table[np.clip(index, 0, len(table) - 1)]
    gain = np.clip(total, 60, 255).astype(np.uint8)
    return darken(rgb, np.asarray(cv2.resize(gain, (width, height), interpolation=cv2.INTER_LINEAR_EXACT), np.uint8))


def _shade_table(knots: Floats, heights: Floats, toward_light: float, px: float) -> npt.NDArray[np.int16]:
    """Return the change of brightness for each px along one zigzag."""
    at = np.arange(int(knots[-1]) + 1)
    part = np.clip(np.searchsorted(knots, at, side="right") - 1, 0, len(knots) - 2)
    slope = (np.diff(heights) / np.diff(knots))[part]
    level = slope * toward_light * 210
    turn = np.abs(np.diff(np.diff(heights) / np.diff(knots), prepend=0.0, append=0.0))[part]
    near = np.abs(at - knots[part]) < 1.5 * px
    return np.asarray(np.rint(level + near * np.minimum(26.0, turn * 110)), dtype=np.int16)


SHEET = (
    Degradation(
        name="curl",
        title="Curled page",
        stage=Stage.GEOMETRY,
        parameters=(
            Parameter(
                "bow",
                "Bow",
                "px",
                0,
                200,
                (0, 8, 24, 45, 60, 100),
                1,
                "How far the middle of a line of an A4 page rises, in px at 150 dpi; less on a narrow slip.",
                length=True,
            ),
        ),
        description="The page bows, and lines of text with it.",
        pixels=_curl_pixels,
        warp=_curl_warp,
        on_desk=True,
    ),
    Degradation(
        name="crumple",
        title="Crumpled page",
        stage=Stage.GEOMETRY,
        parameters=(
            Parameter(
                "displacement",
                "Displacement",
                "px",
                0,
                80,
                (0, 6, 16, 25, 30, 40),
                1,
                "How far print moves at most, in px at 150 dpi.",
                length=True,
            ),
            Parameter(
                "facets", "Facets", "", 2, 40, (10, 10, 10, 10, 10, 10), 1, "Facets along the longer side of the page."
            ),
        ),
        description="The page was a ball in a pocket and has been smoothed out.",
        pixels=_crumple_pixels,
        warp=_crumple_warp,
        on_desk=True,
    ),
)
