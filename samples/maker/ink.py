"""Ink on paper: a thermal head, a needle printer and a laser printer, each with its own faults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from maker.faces import Face
from maker.picture import Picture, Pixels, Points, smooth, wander
from maker.sheet import Run, Sheet

Colour = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Thermal:
    """A thermal print: pixels per dot, and how it fails (0 = not at all)."""

    px: tuple[float, float] = (1.5, 1.5)
    heat: float = 1.0
    mottle: float = 0.22
    gain: float = 0.55
    fade: float = 0.15
    bands: float = 0.10
    jitter_px: float = 0.8
    dead: tuple[float, ...] = ()
    ink: Colour = (46.0, 45.0, 52.0)
    paper: Colour = (236.0, 235.0, 233.0)
    grain: float = 2.0
    shading: float = 5.0


def thermal(sheet: Sheet, look: Thermal, rng: np.random.Generator, behind: Pixels | None = None) -> Picture:
    """Print a sheet on thermal paper; `behind` (0..1, any size) is the back's print showing through."""
    height, width = sheet.ink.shape
    w, h = round(width * look.px[0]), round(height * look.px[1])
    dots = cv2.resize(sheet.ink, (2 * w, 2 * h), interpolation=cv2.INTER_NEAREST)
    density = dots * _heat(look, rng, (2 * h, 2 * w))
    density = cv2.GaussianBlur(density, (0, 0), 2 * look.gain)
    rows = _fed_rows(look, rng, h)
    density = _feed(density, rows)
    density = 1 - np.exp(-1.9 * look.heat * density * _fading(look, rng, (h, w)))
    paper = blank((h, w), look.paper, rng, grain=look.grain, shading=look.shading)
    if behind is not None:
        paper -= cv2.resize(behind, (w, h))[:, :, None] * np.array([26.0, 22.0, 17.0], np.float32)
    return _inked(sheet, paper, density, look.ink, look.px, rows)


def _heat(look: Thermal, rng: np.random.Generator, shape: tuple[int, int]) -> Pixels:
    """Each dot burns a little otherwise; columns share a heater, rows share a pulse; dead heaters print nothing."""
    h, w = shape
    grain = rng.standard_normal((h // 3 + 1, w // 3 + 1)).astype(np.float32)
    factor = 1 + look.mottle * cv2.resize(grain, (w, h), interpolation=cv2.INTER_LINEAR)
    columns = 1 + 0.06 * rng.standard_normal(w // 3 + 1).astype(np.float32)
    for place in look.dead:
        columns[int(place * len(columns))] = 0.05
    factor *= np.repeat(columns, 3)[None, :w]
    factor *= (1 + look.bands * wander(rng, h, h // 90))[:, None]
    clipped: Pixels = np.clip(factor, 0, 2)
    return clipped.astype(np.float32)


def _fading(look: Thermal, rng: np.random.Generator, shape: tuple[int, int]) -> Pixels:
    h, w = shape
    return np.clip(1 - look.fade * (0.6 + 0.7 * smooth(rng, shape, (max(2, h // 350), max(2, w // 350)))), 0.08, 1.3)


def _fed_rows(look: Thermal, rng: np.random.Generator, h: int) -> Pixels:
    """Return for each row of the picture the (fractional) row of the print: paper is not fed evenly."""
    drift = look.jitter_px * wander(rng, h, h // 120)
    edge = np.minimum(1, np.minimum(np.arange(h), h - 1 - np.arange(h)) / 40.0)
    return np.maximum.accumulate(np.arange(h) + drift * edge).astype(np.float32)


def _feed(density: Pixels, rows: Pixels) -> Pixels:
    """Sample the doubled print at the rows fed, and halve it."""
    h2, w2 = density.shape
    fine = np.interp((np.arange(h2) + 0.5) / 2 - 0.5, np.arange(len(rows)), rows).astype(np.float32)
    map_y = np.repeat((2 * fine + 0.5)[:, None], w2, axis=1).astype(np.float32)
    map_x = np.repeat(np.arange(w2, dtype=np.float32)[None, :], h2, axis=0)
    moved = cv2.remap(density, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cv2.resize(moved, (w2 // 2, h2 // 2), interpolation=cv2.INTER_AREA)


def blank(shape: tuple[int, int], colour: Colour, rng: np.random.Generator, *, grain: float, shading: float) -> Pixels:
    """Return unprinted paper: fibre grain, a slow gradient, a few faint streaks along the feed."""
    h, w = shape
    tone = shading * smooth(rng, shape, (2, 1)) + 0.35 * shading * smooth(rng, shape, (9, 5))
    tone += 0.25 * grain * np.repeat(rng.standard_normal((1, w)).astype(np.float32), h, axis=0)
    fibre = cv2.GaussianBlur(rng.standard_normal((h, w)).astype(np.float32), (0, 0), 0.7)
    return (np.array(colour, np.float32) + (tone + 1.8 * grain * fibre)[:, :, None]).astype(np.float32)


def _inked(sheet: Sheet, paper: Pixels, density: Pixels, ink: Colour, px: tuple[float, float], rows: Pixels) -> Picture:
    d = np.clip(density, 0, 1)[:, :, None]
    rgb = paper * (1 - d) + np.array(ink, np.float32) * d
    h, w = density.shape
    # The sheet's own pixel grid was rounded to whole pixels; boxes follow what was drawn.
    scale = np.array([w / sheet.ink.shape[1], h / sheet.ink.shape[0]])

    def forward(points: Points) -> Points:
        moved: Points = points * scale
        moved[:, 1] = np.interp(moved[:, 1], rows + 0.5, np.arange(h) + 0.5)
        return moved

    return Picture(paper, tuple(sheet.marks)).carried(rgb.astype(np.float32), forward)


@dataclass(frozen=True, slots=True)
class Impact:
    """A needle printer: pixels per dot, ribbon colour, how worn the ribbon is (0..1), shift between passes in dots."""

    px: float = 3.0
    ribbon: Colour = (58.0, 54.0, 96.0)
    worn: float = 0.35
    shift: float = 0.25
    radius: float = 0.62
    paper: Colour = (240.0, 238.0, 228.0)


def impact(sheet: Sheet, look: Impact, rng: np.random.Generator, *, line_dots: int) -> Picture:
    """Print a sheet needle by needle; every second line of `line_dots` dots is printed on the way back, shifted."""
    height, width = sheet.ink.shape
    fine = 4
    strength = sheet.ink * (1 - look.worn * np.abs(0.6 * rng.standard_normal(sheet.ink.shape)))
    strength *= 1 - look.worn * (0.4 + 0.3 * smooth(rng, sheet.ink.shape, (height // 60 + 1, 3)))
    points = np.zeros((height * fine, width * fine), np.float32)
    ys, xs = np.nonzero(sheet.ink)
    back = (ys // line_dots) % 2
    columns = np.clip(xs * fine + fine // 2 + np.rint(back * look.shift * fine).astype(int), 0, width * fine - 1)
    points[ys * fine + fine // 2, columns] = strength[ys, xs]
    size = 2 * fine + 1
    grid = np.hypot(*np.mgrid[-fine : fine + 1, -fine : fine + 1])
    disc = np.clip(look.radius * fine + 0.5 - grid, 0, 1).astype(np.float32).reshape(size, size)
    density = np.clip(cv2.filter2D(points, -1, disc), 0, 1)
    w, h = round(width * look.px), round(height * look.px)
    density = cv2.GaussianBlur(cv2.resize(density, (w, h), interpolation=cv2.INTER_AREA), (0, 0), 0.6)
    paper = blank((h, w), look.paper, rng, grain=2.4, shading=4)
    return _inked(sheet, paper, density * 0.9, look.ribbon, (look.px, look.px), np.arange(h, dtype=np.float32))


@dataclass(frozen=True, slots=True)
class Laser:
    """An office print, scanned: toner tone and its unevenness, spread in pixels."""

    toner: Colour = (38.0, 38.0, 40.0)
    uneven: float = 0.12
    spread: float = 0.55
    paper: Colour = (244.0, 244.0, 241.0)
    grain: float = 1.6
    shading: float = 3.0


def laser(sheet: Sheet, look: Laser, rng: np.random.Generator) -> Picture:
    """Print a sheet with toner, pixel for pixel."""
    h, w = sheet.ink.shape
    rough = sheet.ink * (1 + look.uneven * rng.standard_normal((h, w)).astype(np.float32))
    density = cv2.GaussianBlur(rough, (0, 0), look.spread) * (
        0.94 - look.uneven * 0.4 * (1 + smooth(rng, (h, w), (6, 4)))
    )
    specks = (rng.random((h, w)) < 0.00003) * rng.uniform(0.2, 2.6, (h, w))
    density = np.maximum(density, cv2.GaussianBlur(specks.astype(np.float32), (0, 0), 0.7))
    paper = blank((h, w), look.paper, rng, grain=look.grain, shading=look.shading)
    return _inked(sheet, paper, density, look.toner, (1.0, 1.0), np.arange(h, dtype=np.float32))


def stamp(
    picture: Picture,
    rows: Sequence[str],
    face: Face,
    rng: np.random.Generator,
    *,
    at: tuple[float, float],
    turn_deg: float,
    colour: Colour = (52.0, 70.0, 150.0),
) -> Picture:
    """Press a framed rubber stamp on a picture, its middle at a fraction of the page; it is no part of the truth."""
    sheet = Sheet(700, 60 + len(rows) * (face.height + 8))
    for number, row in enumerate(rows):
        sheet.set([Run(row)], 350, 28 + number * (face.height + 8), face, align="c")
    sheet.frame(8, 8, 692, sheet.ink.shape[0] - 8, line=5)
    h, w = picture.rgb.shape[:2]
    turn = cv2.getRotationMatrix2D((350, sheet.ink.shape[0] / 2), turn_deg, 0.5)
    turn[:, 2] += np.array([at[0] * w - 350, at[1] * h - sheet.ink.shape[0] / 2])
    pad = cv2.GaussianBlur(sheet.ink, (0, 0), 1.2) * np.clip(0.75 + 0.3 * smooth(rng, sheet.ink.shape, (5, 9)), 0.1, 1)
    density = cv2.warpAffine(pad.astype(np.float32), turn, (w, h))[:, :, None] * 0.8
    return Picture(picture.rgb * (1 - density) + np.array(colour, np.float32) * density, picture.marks)
