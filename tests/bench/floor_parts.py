"""What the plain OpenCV and numpy versions of the degradations share: no seed, no map, no promise of exact bytes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

Page = NDArray[np.uint8]
Floats = NDArray[np.float32]
# A page, the degradation's own values (lengths in px of this page), and the page's px for one px at 150 dpi.
Floor = Callable[[Page, Mapping[str, float], float], Page]

DRAW = np.random.default_rng(1)
_START = DRAW.bit_generator.state
COARSE = 4  # light and shade are smooth: they are worked out for every fourth pixel and enlarged


def draw_the_same_again() -> None:
    """Let the next floor draw what the first one drew, so that every round of a race is the same work."""
    DRAW.bit_generator.state = _START


def bumps(shape: tuple[int, int], cell_px: float) -> Floats:
    """Return smooth noise of -1..1 with bumps of this width."""
    coarse = DRAW.random([int(length / max(1.0, cell_px)) + 2 for length in shape], dtype=np.float32)
    return enlarged(2 * coarse - 1, shape)


def enlarged(field: NDArray[np.generic], shape: tuple[int, int]) -> Floats:
    return cast(Floats, cv2.resize(field, shape[::-1], interpolation=cv2.INTER_LINEAR))


def grid(shape: tuple[int, int], step: int = 1) -> tuple[Floats, Floats]:
    """Return the x of every column and the y of every row, as a row and a column to be broadcast."""
    x = np.arange(0, shape[1], step, dtype=np.float32)
    y = np.arange(0, shape[0], step, dtype=np.float32)
    return x[None, :], y[:, None]


def soft(t: Floats) -> Floats:
    """Return 0..1 with soft ends."""
    t = np.clip(t, 0, 1)
    return t * t * (3 - 2 * t)


def toward(rgb: Page, target: Page | tuple[int, int, int], share: Floats) -> Page:
    """Move every pixel towards a picture or a colour by a share of 0..1."""
    other = target if isinstance(target, np.ndarray) else np.full_like(rgb, target)
    return cast(Page, cv2.blendLinear(other, rgb, share, 1 - share))


def lit(rgb: Page, gain: Floats) -> Page:
    """Multiply all channels by a gain."""
    return cast(Page, cv2.multiply(rgb, cv2.merge((gain, gain, gain)), dtype=cv2.CV_8U))


def disc(radius: int) -> Page:
    return cast(Page, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1)))


def bare_paper(rgb: Page, px: float) -> Page:
    """Return the page without its print: a closing wider than any stroke, at a quarter of the resolution."""
    height, width = rgb.shape[:2]
    small = cv2.resize(rgb, None, fx=1 / (4 * px), fy=1 / (4 * px), interpolation=cv2.INTER_AREA)
    closed = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    return cast(Page, cv2.resize(cv2.blur(closed, (5, 5)), (width, height), interpolation=cv2.INTER_LINEAR))


def desk(size: tuple[int, int], px: float) -> Page:
    """Return a brown desk of `size` (width, height) with a long grain and uneven light."""
    width, height = size
    grain = cv2.resize(bumps((height, max(2, width // 24)), 5 * px), size, interpolation=cv2.INTER_NEAREST)
    level = 32 * bumps((height, width), 260 * px) + 20 * grain
    return cast(Page, cv2.merge([cv2.convertScaleAbs(level, alpha=1, beta=colour) for colour in (112, 84, 62)]))
