"""The plain OpenCV and numpy versions of what happens on the way through light, lens, chip and wire."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import cast

import cv2
import numpy as np

from tests.bench.floor_parts import (
    COARSE,
    DRAW,
    Floor,
    Page,
    bare_paper,
    bumps,
    disc,
    enlarged,
    grid,
    lit,
    soft,
    toward,
)

SKIN = (198, 140, 112)


def low_contrast(rgb: Page, values: Mapping[str, float], px: float) -> Page:
    return cast(Page, cv2.convertScaleAbs(rgb, alpha=values["ratio"], beta=196 * (1 - values["ratio"])))


def shadow(rgb: Page, values: Mapping[str, float], px: float) -> Page:
    height, width = rgb.shape[:2]
    turn, longer = DRAW.uniform(0, 2 * math.pi), max(height, width)
    x, y = grid((height, width), COARSE)
    edge = (x - width / 2) * math.cos(turn) + (y - height / 2) * math.sin(turn)
    edge = edge + 0.1 * longer * bumps(edge.shape, longer / 3 / COARSE)
    gain = (1 - values["opacity"] * soft(edge / values["penumbra"] + 0.5)) ** (1 / 2.2)
    return lit(rgb, enlarged(gain, (height, width)))


def glare(rgb: Page, values: Mapping[str, float], px: float) -> Page:
    height, width = rgb.shape[:2]
    x, y = grid((height, width), COARSE)
    share = np.zeros((y.size, x.size), np.float32)
    for strength, size in ((1.35, 1.0), (0.55, 0.6)):
        radius = size * values["radius"] * math.hypot(height, width)
        turn, stretch = DRAW.uniform(0, 2 * math.pi), DRAW.uniform(1.1, 1.8)
        dx, dy = x - DRAW.uniform(0.25, 0.75) * width, y - DRAW.uniform(0.25, 0.75) * height
        along = (dx * math.cos(turn) + dy * math.sin(turn)) / (radius * stretch)
        across = (dy * math.cos(turn) - dx * math.sin(turn)) * stretch / radius
        share += strength / (1 + (along**2 + across**2) ** 2)
    return toward(rgb, (255, 255, 255), enlarged(np.minimum(share, 1), (height, width)))


def finger(rgb: Page, values: Mapping[str, float], px: float) -> Page:
    out = rgb.copy()
    height, width = rgb.shape[:2]
    radius = min(62 * px, 0.17 * min(height, width))
    top = int(height - values["reach"] * 0.42 * min(height, width) - radius)
    middle = DRAW.uniform(0.25, 0.8) * width
    left, right = max(0, int(middle - 1.9 * radius)), min(width, int(middle + 1.9 * radius))
    box = out[top:, left:right]
    x, y = grid(box.shape[:2])
    across, along = (x + left - middle) / radius, (y - 2 * radius) / radius
    apart = cv2.magnitude(*np.broadcast_arrays(across, np.minimum(along, 0))) / (1 + 0.14 * soft(along / 3))
    page = lit(box, 1 - 0.5 * soft((1.75 - apart) / 0.8))
    light = 0.58 + 0.44 * np.sqrt(np.maximum(1 - apart**2, 0)) - 0.1 * across + 0.05 * bumps(apart.shape, radius / 9)
    nail = 0.55 * soft((1 - ((along + 0.3) / 0.62) ** 2 - (across / 0.56) ** 2) * 4)
    flesh = cv2.merge([np.uint8(np.clip(level * light * (1 - nail) + 220 * nail, 0, 255)) for level in SKIN])
    box[:] = toward(page, flesh, soft((1 - apart) * radius / max(2.5, radius / 14) + 0.5))
    return out


def defocus(rgb: Page, values: Mapping[str, float], px: float) -> Page:
    kernel = np.float32(disc(round(values["radius"])))
    return cast(Page, cv2.filter2D(rgb, -1, kernel / kernel.sum()))


def motion(rgb: Page, values: Mapping[str, float], px: float) -> Page:
    turn, half = DRAW.uniform(0, math.pi), (values["length"] - 1) / 2
    reach = math.ceil(half)
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.uint8)
    dx, dy = round(half * math.cos(turn)), round(half * math.sin(turn))
    cv2.line(kernel, (reach - dx, reach - dy), (reach + dx, reach + dy), 255, 1, cv2.LINE_AA)
    return cast(Page, cv2.filter2D(rgb, -1, np.float32(kernel) / kernel.sum()))


def moire(rgb: Page, values: Mapping[str, float], px: float) -> Page:
    x, y = grid(rgb.shape[:2])
    waves = []
    for stretch in (1, 1.13, 5):
        turn, step = DRAW.uniform(0, 2 * math.pi), 2 * math.pi / (values["period"] * stretch)
        bend = 0.4 * 2 * math.pi / (300 * px) ** 2
        waves.append((math.cos(turn) * step + bend * x) * x + (math.sin(turn) * step + bend * y) * y)
    fine = np.sin(waves[0]) + np.sin(waves[1]) - 2
    slow = [2 * np.sin(waves[2] + shift) for shift in (0, 0.86, 1.72)]
    light = cv2.merge([fine + part for part in slow])
    return cast(Page, cv2.scaleAdd(light, values["amplitude"] / 4, np.float32(rgb)).clip(0, 255).astype(np.uint8))


def low_resolution(rgb: Page, values: Mapping[str, float], px: float) -> Page:
    share = values["dpi"] / (150 * px)
    small = cv2.resize(rgb, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return cast(Page, cv2.resize(small, rgb.shape[1::-1], interpolation=cv2.INTER_LINEAR))


def low_light(rgb: Page, values: Mapping[str, float], px: float) -> Page:
    light = (np.arange(256) / 255) ** 2.2 * 2.0 ** -values["stops"]
    return _grainy(cv2.LUT(rgb, np.uint8(255 * light ** (1 / 2.2))), values["sigma"])


def noise(rgb: Page, values: Mapping[str, float], px: float) -> Page:
    """Read noise alone: the shot noise of ours beside it would cost a floor twice as much."""
    return _grainy(rgb, values["sigma"])


def _grainy(rgb: Page, sigma: float) -> Page:
    grain = np.empty(rgb.shape, np.int16)
    cv2.randn(grain, (0, 0, 0), (sigma, sigma, sigma))
    return cast(Page, cv2.add(rgb, grain, dtype=cv2.CV_8U))


def jpeg(rgb: Page, values: Mapping[str, float], px: float) -> Page:
    bgr = cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR)
    _, data = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, round(values["quality"])])
    return cast(Page, cv2.cvtColor(cv2.imdecode(data, cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB))


def recompress(rgb: Page, values: Mapping[str, float], px: float) -> Page:
    small = cv2.resize(rgb, None, fx=values["scale"], fy=values["scale"], interpolation=cv2.INTER_AREA)
    return cast(Page, cv2.resize(jpeg(small, values, px), rgb.shape[1::-1], interpolation=cv2.INTER_LINEAR))


def fax(rgb: Page, values: Mapping[str, float], px: float) -> Page:
    share = values["dpi"] / (150 * px)
    dots = cv2.resize(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    paper = cv2.resize(cv2.cvtColor(bare_paper(rgb, px), cv2.COLOR_RGB2GRAY), dots.shape[::-1])
    white = dots > values["threshold"] * paper
    white ^= DRAW.random(dots.shape, dtype=np.float32) < values["speckle"]
    page = cv2.resize(np.uint8(white) * 255, rgb.shape[1::-1], interpolation=cv2.INTER_NEAREST)
    return cast(Page, cv2.cvtColor(page, cv2.COLOR_GRAY2RGB))


FLOORS: Mapping[str, tuple[str, Floor]] = {
    "low_contrast": ("convertScaleAbs", low_contrast),
    "shadow": ("multiply by a soft edge", shadow),
    "glare": ("blendLinear with lobes", glare),
    "finger": ("multiply, blendLinear", finger),
    "defocus": ("filter2D with a disc", defocus),
    "motion": ("filter2D with a line", motion),
    "moire": ("sines in numpy, scaleAdd", moire),
    "low_resolution": ("resize down, up", low_resolution),
    "low_light": ("LUT, randn, add", low_light),
    "noise": ("randn, add", noise),
    "recompress": ("resize, imencode, imdecode, resize", recompress),
    "jpeg": ("imencode, imdecode", jpeg),
    "fax": ("resize, compare, resize", fax),
}
