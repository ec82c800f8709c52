"""A picture with its marks: pixels and the boxes printed on them, carried together through every step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from maker.sheet import Mark

# OpenCV's functions are typed for any number; the arrays here are float32 throughout.
Pixels = NDArray[Any]
Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Picture:
    """RGB pixels (height, width, 3), 0..255 as floats, and the marks in pixels of this picture."""

    rgb: Pixels
    marks: tuple[Mark, ...]

    def carried(self, rgb: Pixels, forward: Callable[[Points], Points]) -> Picture:
        """Return other pixels with the marks moved by `forward`, which maps points (n, 2) to points (n, 2)."""
        moved = (replace(mark, quads=forward(mark.quads.reshape(-1, 2)).reshape(-1, 4, 2)) for mark in self.marks)
        return Picture(rgb, tuple(moved))

    def bytes(self) -> NDArray[np.uint8]:
        """Return the pixels as they are saved."""
        return np.clip(np.rint(self.rgb), 0, 255).astype(np.uint8)


def smooth(rng: np.random.Generator, shape: tuple[int, int], cells: tuple[int, int]) -> Pixels:
    """Return a soft random field of about unit size: `cells` (rows, columns) of noise, bent smoothly over `shape`."""
    grid = rng.standard_normal((cells[0] + 3, cells[1] + 3)).astype(np.float32)
    return cv2.resize(grid, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC).astype(np.float32)


def wander(rng: np.random.Generator, length: int, steps: int) -> NDArray[np.float32]:
    """Return a soft random curve of about unit size."""
    return smooth(rng, (length, 1), (max(1, steps), 0))[:, 0]
