"""Scanner and camera: the printed paper lies somewhere, is lit somehow, and is seen from somewhere."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from maker.picture import Picture, Pixels, Points, smooth, wander

Colour = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Scan:
    """A flatbed scan: the lid's colour, paper's turn in degrees, margins in pixels, depth of the tear-off teeth."""

    lid: Colour = (252.0, 252.0, 252.0)
    turn_deg: float = 0.4
    margin: int = 14
    teeth: int = 5
    softness: float = 0.0


def scan(picture: Picture, look: Scan, rng: np.random.Generator) -> Picture:
    """Lay the paper under a scanner's lid, a little askew."""
    h, w = picture.rgb.shape[:2]
    angle = np.deg2rad(look.turn_deg)
    cos, sin = np.cos(angle), np.sin(angle)
    width, height = (round(w * cos + h * abs(sin)) + 2 * look.margin, round(h * cos + w * abs(sin)) + 2 * look.margin)
    matrix = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])
    middle = matrix[:2, :2] @ np.array([w / 2, h / 2])
    matrix[:2, 2] = np.array([width / 2, height / 2]) - middle
    rgb, cover = _laid(picture.rgb, torn((h, w), look.teeth, rng), matrix, (height, width))
    lid = np.array(look.lid, np.float32) + 1.2 * rng.standard_normal((height, width, 1)).astype(np.float32)
    shade = cv2.GaussianBlur(np.roll(cover, (3, 3), (0, 1)), (0, 0), 4)[:, :, None]
    out = rgb * cover[:, :, None] + lid * (1 - 0.16 * shade) * (1 - cover[:, :, None])
    if look.softness:
        out = cv2.GaussianBlur(out, (0, 0), look.softness)
    return picture.carried(out.astype(np.float32), lambda points: _project(matrix, points))


def torn(shape: tuple[int, int], teeth: int, rng: np.random.Generator) -> Pixels:
    """Return the paper's cover (1 inside): top and bottom torn along a toothed bar, sides cut straight."""
    h, w = shape
    cover = np.ones(shape, np.float32)
    if not teeth:
        return cover
    pitch = max(6, w // 90)
    saw = np.abs(((np.arange(w) / pitch) % 1) - 0.5) * 2
    for flip in (False, True):
        edge = teeth * (0.35 + 0.65 * saw) + teeth * 0.5 * (1 + wander(rng, w, 6)) + rng.random(w) * 0.8
        part = np.clip(np.arange(teeth * 4)[:, None] - edge[None, :], 0, 1).astype(np.float32)
        rows = slice(h - teeth * 4, h) if flip else slice(0, teeth * 4)
        cover[rows] = np.minimum(cover[rows], part[::-1] if flip else part)
    return cover


@dataclass(frozen=True, slots=True)
class Photo:
    """A photograph: picture size, the paper's four corners as fractions of it, and what the moment did to it.

    `bow` and `curl` are how far (in paper pixels) the paper waves sideways and lengthwise. `shadow` is a polygon in
    fractions with `shadow_depth` 0..1 and `shadow_soft` in pixels. `motion` is a smear in pixels and degrees.
    """

    size: tuple[int, int]
    corners: tuple[tuple[float, float], ...]
    desk: str = "wood"
    bow: float = 4.0
    curl: float = 5.0
    crumple: float = 0.0
    light: float = 0.12
    shadow: tuple[tuple[float, float], ...] = ()
    shadow_depth: float = 0.35
    shadow_soft: float = 30.0
    glare: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    blur: float = 0.8
    motion: tuple[float, float] = (0.0, 0.0)
    noise: float = 3.0
    tint: Colour = (1.0, 0.985, 0.94)
    exposure: float = 0.92
    teeth: int = 5


def photograph(picture: Picture, look: Photo, rng: np.random.Generator) -> Picture:
    """Lay the paper on a desk and photograph it; the marks follow paper waves and perspective exactly."""
    h, w = picture.rgb.shape[:2]
    width, height = look.size
    pad = round(2 * max(look.bow, look.curl)) + 2
    corners = np.array(look.corners, np.float32) * np.array([width, height], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32), corners).astype(float)
    # The paper's waves: sideways by a curve along its length, then lengthwise by a curve along its width.
    bow, curl = look.bow * wander(rng, h, 3), look.curl * wander(rng, w, 2)
    rgb = picture.rgb * _folds((h, w), look, rng)[:, :, None]
    rgb, cover = _waved(np.dstack([rgb, torn((h, w), look.teeth, rng)]), bow, curl, pad)
    rgb, cover = _laid(rgb, cover, matrix @ np.array([[1, 0, -pad], [0, 1, -pad], [0, 0, 1.0]]), (height, width))
    desk = _desk(look.desk, (height, width), rng)
    drop = cv2.GaussianBlur(np.roll(cover, (height // 180, width // 140), (0, 1)), (0, 0), max(2, width / 200))
    out = rgb * cover[:, :, None] + desk * (1 - 0.55 * drop[:, :, None]) * (1 - cover[:, :, None])
    out = _lens(_lit(out, look, rng), look, rng)

    def forward(points: Points) -> Points:
        moved = points.copy()
        moved[:, 0] += np.interp(moved[:, 1], np.arange(h) + 0.5, bow)
        moved[:, 1] += np.interp(moved[:, 0], np.arange(w) + 0.5, curl)
        return _project(matrix, moved)

    return picture.carried(out, forward)


def _waved(layers: Pixels, bow: NDArray[np.float32], curl: NDArray[np.float32], pad: int) -> tuple[Pixels, Pixels]:
    """Move pixels sideways by `bow` of their row, then lengthwise by `curl` of their (new) column.

    `layers` is rgb and cover; both come back with `pad` pixels around them, so that no edge is cut off.
    """
    h, w = layers.shape[:2]
    across = np.arange(-pad, w + pad, dtype=np.float32)
    xs, ys = np.meshgrid(across, np.arange(-pad, h + pad, dtype=np.float32))
    before_y = ys - np.interp(across, np.arange(w), curl)[None, :].astype(np.float32)
    before_x = xs - np.interp(before_y, np.arange(h), bow).astype(np.float32)
    rgb = cv2.remap(layers[:, :, :3], before_x, before_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return rgb, cv2.remap(layers[:, :, 3], before_x, before_y, cv2.INTER_LINEAR)


def _folds(shape: tuple[int, int], look: Photo, rng: np.random.Generator) -> Pixels:
    """Return the light on the paper's waves and creases (about 1)."""
    h, w = shape
    relief = smooth(rng, shape, (4, 2)) * 0.5
    for _ in range(round(look.crumple * 14)):
        angle, x, y = rng.uniform(0, np.pi), rng.uniform(0, w), rng.uniform(0, h)
        xs, ys = np.meshgrid(np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32))
        away = (xs - x) * np.sin(angle) - (ys - y) * np.cos(angle)
        along = (xs - x) * np.cos(angle) + (ys - y) * np.sin(angle)
        reach = np.exp(-((along / rng.uniform(0.15 * w, 0.7 * w)) ** 2))
        side = rng.uniform(0.5, 1.6) * np.tanh(away / 5) * np.exp(-np.abs(away) / rng.uniform(30, 110))
        relief += (side * reach).astype(np.float32)
    return (1 + 0.09 * look.crumple * relief + 0.02 * relief).astype(np.float32)


def _laid(rgb: Pixels, cover: Pixels, matrix: NDArray[np.float64], shape: tuple[int, int]) -> tuple[Pixels, Pixels]:
    """Warp paper and cover into the frame. Pixel centres lie half a pixel inside pixel edges."""
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    centred = np.linalg.inv(half) @ matrix @ half
    size = (shape[1], shape[0])
    scale = np.sqrt(abs(np.linalg.det(matrix[:2, :2])))
    if scale < 0.9:
        rgb = cv2.GaussianBlur(rgb, (0, 0), 0.42 / scale)
    paper = cv2.warpPerspective(rgb, centred, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return paper, cv2.warpPerspective(cover, centred, size, flags=cv2.INTER_LINEAR)


def _project(matrix: NDArray[np.float64], points: Points) -> Points:
    moved = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return moved[:, :2] / moved[:, 2:]


def _desk(name: str, shape: tuple[int, int], rng: np.random.Generator) -> Pixels:
    h, w = shape
    base, rows, columns, depth = _DESKS[name]
    grain = smooth(rng, shape, (h // rows, max(1, w // columns)))
    grain += 0.5 * smooth(rng, shape, (h // max(2, rows // 3), max(1, w // max(2, columns // 3))))
    fine = cv2.GaussianBlur(rng.standard_normal(shape).astype(np.float32), (0, 0), 0.9)
    tone = 1 + depth * grain + 0.04 * fine + 0.08 * smooth(rng, shape, (2, 2))
    return (np.array(base, np.float32) * tone[:, :, None]).astype(np.float32)


# name: colour, grain size along height and width in pixels, depth of the grain
_DESKS: dict[str, tuple[Colour, int, int, float]] = {
    "wood": ((142.0, 108.0, 78.0), 14, 520, 0.05),
    "dark": ((52.0, 50.0, 50.0), 6, 6, 0.10),
    "stone": ((176.0, 172.0, 166.0), 26, 26, 0.05),
    "cloth": ((96.0, 108.0, 122.0), 4, 4, 0.09),
    "card": ((168.0, 132.0, 92.0), 5, 60, 0.05),
}


def _lit(rgb: Pixels, look: Photo, rng: np.random.Generator) -> Pixels:
    """Light falls unevenly; a hand or the phone throws a shadow; a lamp glares."""
    h, w = rgb.shape[:2]
    light = look.exposure * (1 + look.light * smooth(rng, (h, w), (1, 1)))
    if look.shadow:
        mask = np.zeros((h, w), np.float32)
        polygon = np.rint(np.array(look.shadow) * np.array([w, h])).astype(np.int32)
        cv2.fillPoly(mask, [polygon], 1.0)
        light = light * (1 - look.shadow_depth * cv2.GaussianBlur(mask, (0, 0), look.shadow_soft))
    out = rgb * light[:, :, None] * np.array(look.tint, np.float32)
    x, y, radius, power = look.glare
    if power:
        xs, ys = np.meshgrid(np.arange(w) / w, np.arange(h) / w)
        spot = power * np.exp(-(((xs - x) ** 2 + (ys - y * h / w) ** 2) / radius**2))
        out = out + (255 - out) * np.clip(spot, 0, 1)[:, :, None].astype(np.float32)
    return out.astype(np.float32)


def _lens(rgb: Pixels, look: Photo, rng: np.random.Generator) -> Pixels:
    """Defocus, a shaken hand, the sensor's noise (more in the dark)."""
    out = cv2.GaussianBlur(rgb, (0, 0), look.blur) if look.blur else rgb
    length, degrees = look.motion
    if length:
        size = int(np.ceil(length)) * 2 + 1
        kernel = np.zeros((size, size), np.float32)
        step = np.array([np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))]) * length / 2
        middle = size // 2
        start, end = np.rint(middle - step).astype(int), np.rint(middle + step).astype(int)
        cv2.line(kernel, tuple(map(int, start)), tuple(map(int, end)), 1.0, 1)
        out = cv2.filter2D(out, -1, kernel / kernel.sum())
    h, w = out.shape[:2]
    grain = look.noise * rng.standard_normal((h, w, 1)).astype(np.float32)
    colour = cv2.GaussianBlur(rng.standard_normal((h, w, 3)).astype(np.float32), (0, 0), 1.2) * look.noise * 0.9
    noisy: Pixels = out + (grain + colour) * (1.25 - out.mean(axis=2, keepdims=True) / 400)
    return noisy.astype(np.float32)
