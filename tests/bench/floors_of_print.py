"""The plain OpenCV and numpy versions of what happens to ink and paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import cv2
import numpy as np

from tests.bench.floor_parts import DRAW, Floats, Floor, Page, bare_paper, bumps, disc, grid, soft, toward

COFFEE = (112, 74, 40)
PEN = (28, 44, 132)
STROKES = np.float32(
    [
        [[-0.9, 0.1], [-0.3, 0.8], [0.1, 0.7], [1.4, -1.3], [1.7, -1.6]],
        [[-2.4, 0.3], [-0.8, -0.1], [0.9, 0.2], [2.4, -0.3], [2.7, -0.3]],
        [[-0.8, 0.6], [0.9, 0.9], [1.0, -0.9], [-0.9, -0.8], [-0.6, 0.8]],
    ]
)


def ink_bleed(rgb: Page, values: Mapping[str, float], px: float) -> Page:
    low = int(values["radius"])
    share = np.clip(values["radius"] - low + bumps(rgb.shape[:2], 5 * px) / 2, 0, 1)
    spread = toward(cv2.erode(rgb, disc(low)), cv2.erode(rgb, disc(low + 1)), share)
    return cast(Page, cv2.blur(spread, (3, 3)))


def ink_thinning(rgb: Page, values: Mapping[str, float], px: float) -> Page:
    low = int(values["radius"])
    part = values["radius"] - low
    less = cv2.dilate(rgb, disc(low)) if low else rgb
    return cast(Page, cv2.addWeighted(less, 1 - part, cv2.dilate(rgb, disc(low + 1)), part, 0))


def thermal_fade(rgb: Page, values: Mapping[str, float], px: float) -> Page:
    loss, blotch = values["loss"], values["blotch"]
    reach = blotch * min(loss, 1 - loss)
    streaks = bumps((1, rgb.shape[1]), 3 * px)
    share = np.clip(loss + reach * (0.75 * bumps(rgb.shape[:2], 140 * px) + 0.25 * streaks), 0, 1)
    return toward(rgb, bare_paper(rgb, px), share)


def bleed_through(rgb: Page, values: Mapping[str, float], px: float) -> Page:
    back = cv2.GaussianBlur(cv2.flip(rgb, 1), (0, 0), 1.2 * px)
    ink = cv2.subtract(bare_paper(back, px), back)
    left = cv2.convertScaleAbs(ink, alpha=-values["alpha"], beta=255)
    return cast(Page, cv2.multiply(rgb, left, scale=1 / 255))


def stains(rgb: Page, values: Mapping[str, float], px: float) -> Page:
    out = rgb.copy()
    height, width = rgb.shape[:2]
    for _ in range(round(values["count"])):
        radius = DRAW.uniform(130, 225) * px
        centre_x, centre_y = DRAW.uniform(0.1, 0.9) * width, DRAW.uniform(0.1, 0.9) * height
        left, top = max(0, int(centre_x - 1.3 * radius)), max(0, int(centre_y - 1.3 * radius))
        box = out[top : int(centre_y + 1.3 * radius), left : int(centre_x + 1.3 * radius)]
        x, y = grid(box.shape[:2])
        wobble = bumps(box.shape[:2], radius / 2.2)
        grain = bumps(box.shape[:2], 9 * px)
        far = cv2.magnitude(*np.broadcast_arrays(x + left - centre_x, y + top - centre_y)) + 0.05 * radius * wobble
        rim = 1 / (1 + ((far - radius) / (4.5 * px)) ** 2)
        inside = 0.14 * soft((radius - far) / (3 * px) + 0.5)
        share = 0.85 * values["opacity"] * np.maximum(rim, inside) * (0.8 + 0.2 * grain)
        box[:] = toward(box, COFFEE, share)
    return out


def scratches(rgb: Page, values: Mapping[str, float], px: float) -> Page:
    wear, (height, width) = values["wear"], rgb.shape[:2]
    lines = np.zeros((height, width), np.uint8)
    main = DRAW.normal(size=2)
    main /= np.hypot(*main)
    t = np.linspace(0, 1, 5)[:, None]
    for _ in range(round(wear * 190 * height * width / (2_175_000 * px * px))):
        along = (main + DRAW.normal(0, 0.15, 2)) * (30 + 260 * DRAW.random() ** 2) * px
        bend = DRAW.uniform(-15, 15) * px * t * (1 - t)
        points = DRAW.uniform(0, (width, height)) + t * along + bend * main[::-1]
        deep = DRAW.random()
        cv2.polylines(lines, [np.int32(points)], False, int(120 + 135 * deep), max(1, round((0.7 + 1.2 * deep) * px)))
    specks = bumps((height, width), 2.2 * px) + bumps((height, width), 160 * px) / 2
    rubbed = cv2.convertScaleAbs(np.maximum(specks - 0.62 + 0.75 * (wear - 0.35), 0), alpha=1280)
    lost = cv2.max(cv2.blur(lines, (3, 3)), rubbed)
    return toward(rgb, bare_paper(rgb, px), np.float32(lost) / 255)


def handwriting(rgb: Page, values: Mapping[str, float], px: float) -> Page:
    out = rgb.copy()
    cell = 12 * px, 22 * px
    grey = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY)
    small = cv2.resize(grey, None, fx=0.25 / px, fy=0.25 / px, interpolation=cv2.INTER_AREA)
    inked = cv2.morphologyEx(small, cv2.MORPH_BLACKHAT, np.ones((9, 9), np.uint8)) > 40
    columns, rows = (round(length / step) for length, step in zip(rgb.shape[1::-1], cell, strict=True))
    share = cv2.resize(np.float32(inked), (columns, rows), interpolation=cv2.INTER_AREA)
    places = np.argwhere(share > 0.05)[:, ::-1] * cell
    for _ in range(round(values["strokes"] / 100 * 0.35 * len(places))):
        shape: Floats = STROKES[DRAW.integers(len(STROKES))] + DRAW.uniform(-0.17, 0.17, (5, 2)).astype(np.float32)
        curve = cv2.resize(shape, (2, 40), interpolation=cv2.INTER_CUBIC)
        points = places[DRAW.integers(len(places))] + curve * 17 * px * DRAW.uniform(0.8, 1.4)
        cv2.polylines(out, [np.int32(points)], False, PEN, round(DRAW.uniform(1.6, 2.6) * px), cv2.LINE_AA)
    return out


FLOORS: Mapping[str, tuple[str, Floor]] = {
    "ink_bleed": ("erode, blendLinear", ink_bleed),
    "ink_thinning": ("dilate, addWeighted", ink_thinning),
    "thermal_fade": ("closing, blendLinear", thermal_fade),
    "bleed_through": ("flip, GaussianBlur, multiply", bleed_through),
    "stains": ("rings in numpy, blendLinear", stains),
    "scratches": ("polylines, noise, blendLinear", scratches),
    "handwriting": ("morphology, polylines", handwriting),
}
