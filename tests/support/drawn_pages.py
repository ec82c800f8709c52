"""Pages that the tests draw themselves, pixel by pixel: no font, no library's idea of a line."""

from __future__ import annotations

import numpy as np

_SEGMENTS = {
    "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc", "5": "afgcd", "6": "afgedc", "7": "abc",
    "8": "abcdefg", "9": "abfgcd", "-": "g", ".": ".", " ": "",
}  # fmt: skip
DIGIT_W, DIGIT_H, ADVANCE = 11, 18, 16


def draw_text(page: np.ndarray, x: int, y: int, text: str, ink: tuple[int, int, int] = (24, 22, 26)) -> None:
    """Draw seven-segment digits, 18 px high, strokes of 3 px, one every 16 px."""
    for index, char in enumerate(text):
        left = x + index * ADVANCE
        mid, right, low = y + DIGIT_H // 2 - 1, left + DIGIT_W - 3, y + DIGIT_H - 3
        boxes = {
            "a": (left, y, DIGIT_W, 3), "g": (left, mid, DIGIT_W, 3), "d": (left, low, DIGIT_W, 3),
            "f": (left, y, 3, 10), "b": (right, y, 3, 10), "e": (left, mid, 3, 10), "c": (right, mid, 3, 10),
            ".": (left + 4, low, 3, 3),
        }  # fmt: skip
        for segment in _SEGMENTS[char]:
            bx, by, bw, bh = boxes[segment]
            page[by : by + bh, bx : bx + bw] = ink


def receipt(width: int = 360, height: int = 480) -> np.ndarray:
    """Return an off-white slip with lines of digits, RGB uint8 (H, W, 3)."""
    page = np.full((height, width, 3), (250, 248, 243), np.uint8)
    for row, y in enumerate(range(16, height - DIGIT_H, 34)):
        draw_text(page, 14 + 5 * (row % 3), y, f"{row * 7919 % 100000:5d} {row * 104729 % 1000:3d}.{row % 10}0")
    return page


def marked(width: int, height: int, points: np.ndarray, radius: int = 4) -> np.ndarray:
    """Return a white page with a pure red disk around each point (edge coordinates)."""
    page = np.full((height, width, 3), 255, np.uint8)
    y, x = np.mgrid[0:height, 0:width] + 0.5
    for px, py in points:
        page[(x - px) ** 2 + (y - py) ** 2 <= radius * radius] = (255, 0, 0)
    return page


def found_mark(rgb: np.ndarray, near: np.ndarray, reach: int = 14) -> np.ndarray:
    """Return the centre of the red that lies around a point, in edge coordinates."""
    height, width = rgb.shape[:2]
    left, top = max(0, int(near[0]) - reach), max(0, int(near[1]) - reach)
    window = rgb[top : min(height, top + 2 * reach), left : min(width, left + 2 * reach)].astype(np.float64)
    weight = np.maximum(0.0, window[:, :, 0] - np.maximum(window[:, :, 1], window[:, :, 2]) - 60)
    y, x = np.mgrid[0 : window.shape[0], 0 : window.shape[1]] + 0.5
    assert weight.sum() > 0, f"no mark around {near}"
    return np.array([(x * weight).sum() / weight.sum() + left, (y * weight).sum() / weight.sum() + top])
