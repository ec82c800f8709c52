"""Geometry without pixels: warps of the plane, both ways, and their composition."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]

_OUTLINE_SAMPLES = 64
_ITERATIONS = 80
_CLOSE_PX = 1e-4


@dataclass(frozen=True, slots=True)
class Frame:
    """The rectangle that holds the page at some point of the way."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    @property
    def centre(self) -> tuple[float, float]:
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2

    @classmethod
    def around(cls, points: Points) -> Frame:
        low, high = points.min(axis=0), points.max(axis=0)
        return cls(float(low[0]), float(low[1]), float(high[0]), float(high[1]))


class Warp(Protocol):
    """A one-to-one mapping of the plane. Points are (N, 2) float64 in pixel-edge coordinates."""

    def forward(self, points: Points) -> Points: ...

    def backward(self, points: Points) -> Points: ...


@dataclass(frozen=True, slots=True, eq=False)
class Homography:
    """A plane seen from elsewhere: rotation, shift, scale, perspective."""

    matrix: Points

    def forward(self, points: Points) -> Points:
        return _project(self.matrix, points)

    def backward(self, points: Points) -> Points:
        return _project(np.asarray(np.linalg.inv(self.matrix), dtype=np.float64), points)


def _project(matrix: Points, points: Points) -> Points:
    x, y = points[:, 0], points[:, 1]
    w = matrix[2, 0] * x + matrix[2, 1] * y + matrix[2, 2]
    return np.stack(
        [
            (matrix[0, 0] * x + matrix[0, 1] * y + matrix[0, 2]) / w,
            (matrix[1, 0] * x + matrix[1, 1] * y + matrix[1, 2]) / w,
        ],
        axis=1,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Displacement:
    """A bent sheet: what is seen at p lay at p + field(p). The field's slope stays below one, so it is one-to-one."""

    field: Callable[[Points], Points]

    def backward(self, points: Points) -> Points:
        return points + self.field(points)

    def forward(self, points: Points) -> Points:
        seen = points - self.field(points)
        for _ in range(_ITERATIONS):
            moved = points - self.field(seen)
            if np.abs(moved - seen).max(initial=0.0) < _CLOSE_PX:
                return moved
            seen = moved
        return seen


@dataclass(frozen=True, slots=True)
class Chain:
    """Warps one after the other."""

    warps: tuple[Warp, ...]

    def forward(self, points: Points) -> Points:
        return functools.reduce(lambda at, warp: warp.forward(at), self.warps, points)

    def backward(self, points: Points) -> Points:
        return functools.reduce(lambda at, warp: warp.backward(at), reversed(self.warps), points)


def shift(dx: float, dy: float) -> Homography:
    """Return the warp that moves everything by dx, dy."""
    return Homography(np.array([[1.0, 0.0, dx], [0.0, 1.0, dy], [0.0, 0.0, 1.0]]))


def outline(frame: Frame) -> Points:
    """Return points along the four edges of a rectangle, closely enough for bent edges."""
    t = np.linspace(0.0, 1.0, _OUTLINE_SAMPLES)
    x, y = frame.x0 + t * frame.width, frame.y0 + t * frame.height
    edges = [
        (x, np.full_like(t, frame.y0)),
        (x, np.full_like(t, frame.y1)),
        (np.full_like(t, frame.x0), y),
        (np.full_like(t, frame.x1), y),
    ]
    return np.concatenate([np.stack(edge, axis=1) for edge in edges])


def on_canvas(width: int, height: int, makers: Sequence[Callable[[Frame], Warp]]) -> tuple[Chain, tuple[int, int]]:
    """Compose warps and grow the canvas, so that nothing of the page is cut off.

    Each maker gets the rectangle that holds the page after the warps before it. Returns the chain (page edge
    coordinates to canvas edge coordinates) and the canvas's width and height.
    """
    edge = outline(Frame(0.0, 0.0, float(width), float(height)))
    warps: list[Warp] = []
    for maker in makers:
        warp = maker(Frame.around(edge))
        edge = warp.forward(edge)
        warps.append(warp)
    frame = Frame.around(edge)
    left, top = (float(np.floor(value + 1e-6)) for value in (frame.x0, frame.y0))
    size = (
        max(1, int(np.ceil(frame.x1 - left - 1e-6))),
        max(1, int(np.ceil(frame.y1 - top - 1e-6))),
    )
    return Chain((*warps, shift(-left, -top))), size
