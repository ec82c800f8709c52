"""The plain OpenCV and numpy versions of a page that is turned, seen from the side, curled, crumpled or folded.

As ours, they cut nothing of the page off and lay it on a desk (a page askew: on a scanner's lid).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import cast

import cv2
import numpy as np

from tests.bench.floor_parts import (
    DRAW,
    Floats,
    Floor,
    Page,
    bare_paper,
    bumps,
    desk,
    enlarged,
    grid,
    lit,
    soft,
    toward,
)

LID = (236, 236, 236)


def skew(rgb: Page, values: Mapping[str, float], px: float) -> Page:
    height, width = rgb.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), values["angle"], 1)
    c, s = abs(matrix[0, 0]), abs(matrix[0, 1])
    size = math.ceil(width * c + height * s), math.ceil(width * s + height * c)
    matrix[:, 2] += (size[0] - width) / 2, (size[1] - height) / 2
    return cast(Page, cv2.warpAffine(rgb, matrix, size, borderValue=LID))


def perspective(rgb: Page, values: Mapping[str, float], px: float) -> Page:
    height, width = rgb.shape[:2]
    far, tilt, turn = 1.6 * max(height, width), math.radians(values["tilt"]), DRAW.uniform(0, 2 * math.pi)
    axis = np.array([-math.sin(turn), math.cos(turn), 0]) * tilt
    corners = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    flat = np.column_stack([corners - (width / 2, height / 2), np.zeros(4)])
    seen, _ = cv2.projectPoints(flat, axis, np.array([0, 0, far]), np.diag([far, far, 1]), None)
    seen = seen.reshape(4, 2) - seen.reshape(4, 2).min(axis=0)
    size = tuple(np.ceil(seen.max(axis=0)).astype(int).tolist())
    matrix = cv2.getPerspectiveTransform(corners, np.float32(seen))
    return cast(Page, cv2.warpPerspective(rgb, matrix, size, dst=desk(size, px), borderMode=cv2.BORDER_TRANSPARENT))


def curl(rgb: Page, values: Mapping[str, float], px: float) -> Page:
    height, width = rgb.shape[:2]
    bow = values["bow"] * min(1, math.sqrt(width / (1240 * px)))
    x, y = grid((math.ceil(height + bow), width))
    t = x / width
    slope = 4 * bow * (1 - 2 * t) / width
    gain = np.clip(0.97 - 1.1 * np.maximum(slope, 0) - 0.25 * np.abs(slope), 0.35, 1)
    return _bent(lit(rgb, np.broadcast_to(gain, (height, width))), x, y - bow * (1 - 4 * t * (1 - t)), px)


def crumple(rgb: Page, values: Mapping[str, float], px: float) -> Page:
    height, width = rgb.shape[:2]
    spacing = max(height, width) / values["facets"]
    coarse = DRAW.uniform(-1, 1, (int(height / spacing) + 2, int(width / spacing) + 2)).astype(np.float32)
    facets = values["displacement"] * enlarged(coarse, (height, width))
    turn, light = DRAW.uniform(0, 2 * math.pi, 2)
    half = cv2.resize(facets, None, fx=0.5, fy=0.5)
    slope = math.cos(light) * cv2.Sobel(half, cv2.CV_32F, 1, 0) + math.sin(light) * cv2.Sobel(half, cv2.CV_32F, 0, 1)
    shaded = lit(rgb, enlarged(np.clip(0.92 + 0.05 * slope, 0.25, 1), (height, width)))
    x, y = grid((height, width))
    return _bent(shaded, x + math.cos(turn) * facets, y + math.sin(turn) * facets, px)


def fold(rgb: Page, values: Mapping[str, float], px: float) -> Page:
    height, width = rgb.shape[:2]
    depth, count = values["depth"], round(values["creases"])
    paper, out = bare_paper(rgb, px), rgb.copy()
    x, y = grid((height, width))
    reach = int(max(8 * px, 9 * depth))
    at_x, at_y = np.broadcast_to(x, (height, width)).copy(), np.broadcast_to(y, (height, width)).copy()
    for index in range(count):
        tilt = DRAW.uniform(-0.06, 0.06)
        middle = height * (index + 1) / (count + 1)
        slack = int(abs(tilt) * width / 2) + reach
        rows = slice(max(0, int(middle) - slack), min(height, int(middle) + slack))
        apart = y[rows] - middle - tilt * (x - width / 2)
        fibres = bumps(apart.shape, 4 * px)
        lost = values["wear"] * soft(1.6 - np.abs(apart + 1.5 * px * fibres) / ((2.8 + 1.6 * fibres) * px))
        out[rows] = toward(out[rows], paper[rows], lost)
        shade = soft(1 - np.abs(apart) / (0.6 * reach)) * np.where(apart > 0, np.float32(0.26), np.float32(0.07))
        out[rows] = lit(out[rows], 1 - shade)
        push = depth * np.maximum(0, 1 - np.abs(apart) / reach)
        at_x[rows] += 0.6 * push
        at_y[rows] += 0.8 * push
    return _bent(out, at_x, at_y, px)


def _bent(rgb: Page, x: Floats, y: Floats, px: float) -> Page:
    at_x, at_y = (np.ascontiguousarray(part) for part in np.broadcast_arrays(x, y))
    below = desk(at_x.shape[::-1], px)
    return cast(Page, cv2.remap(rgb, at_x, at_y, cv2.INTER_LINEAR, dst=below, borderMode=cv2.BORDER_TRANSPARENT))


FLOORS: Mapping[str, tuple[str, Floor]] = {
    "skew": ("warpAffine", skew),
    "perspective": ("warpPerspective on a desk", perspective),
    "curl": ("multiply, remap on a desk", curl),
    "crumple": ("Sobel, multiply, remap on a desk", crumple),
    "fold": ("blendLinear, multiply, remap on a desk", fold),
}
