"""Degrading a page, against the plain OpenCV calls that do the same to the pixels (no seed, no map, no exact bytes)."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from fidelity_app.core.recipes import Recipe, Step
from fidelity_app.imaging.degradations import DEGRADATIONS
from fidelity_app.imaging.variants import degrade
from tests.bench.racing import Entrant, Result, race

WIDTH_PX, HEIGHT_PX = 1240, 1754
SEVERITY = 3.0

Page = NDArray[np.uint8]

# The floors do what the degradation's own table says at this severity.
VALUES = {name: DEGRADATIONS[name].values_at(SEVERITY, {}) for name in ("defocus", "noise", "jpeg", "shadow")}


def page() -> Page:
    """Return an A4 page at 150 dpi with printed lines."""
    rgb = np.full((HEIGHT_PX, WIDTH_PX, 3), 245, np.uint8)
    for row in range(60, HEIGHT_PX, 40):
        cv2.putText(
            rgb, f"ITEM {row:04d}      {row * 0.37:8.2f}", (80, row), cv2.FONT_HERSHEY_SIMPLEX, 1, (20, 20, 20), 2
        )
    return rgb


def plain_disc_blur(rgb: Page) -> Page:
    side = 2 * round(VALUES["defocus"]["radius"]) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)).astype(np.float32)
    return cv2.filter2D(rgb, -1, disc / disc.sum())


def plain_noise(rgb: Page) -> Page:
    grain = np.empty(rgb.shape, np.int16)
    cv2.randn(grain, 0, VALUES["noise"]["sigma"])
    return cv2.add(rgb, grain, dtype=cv2.CV_8U)


def plain_jpeg(rgb: Page) -> Page:
    _, data = cv2.imencode(
        ".jpg", cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, round(VALUES["jpeg"]["quality"])]
    )
    return cv2.cvtColor(cv2.imdecode(data, cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)


def plain_perspective(rgb: Page) -> Page:
    corners = np.float32([[0, 0], [WIDTH_PX, 0], [WIDTH_PX, HEIGHT_PX], [0, HEIGHT_PX]])
    moved = corners + np.float32([[40, 30], [-25, 10], [-60, -40], [20, -15]])
    matrix = cv2.getPerspectiveTransform(corners, moved)
    return cv2.warpPerspective(rgb, matrix, (WIDTH_PX, HEIGHT_PX), flags=cv2.INTER_CUBIC)


def plain_shadow(rgb: Page) -> Page:
    ramp = np.linspace(1.0 - VALUES["shadow"]["opacity"], 1.0, WIDTH_PX, dtype=np.float32)[None, :, None]
    return cv2.convertScaleAbs(rgb * np.broadcast_to(ramp, rgb.shape))


FLOORS: tuple[tuple[str, str, Callable[[Page], Page]], ...] = (
    ("defocus", "OpenCV: filter2D", plain_disc_blur),
    ("noise", "OpenCV: randn, add", plain_noise),
    ("jpeg", "OpenCV: imencode, imdecode", plain_jpeg),
    ("perspective", "OpenCV: warpPerspective", plain_perspective),
    ("shadow", "OpenCV: multiply by a ramp", plain_shadow),
)


def bench() -> list[Result]:
    """Race each degradation against its floor."""
    rgb = page()
    return [_one(rgb, operation, floor_name, floor) for operation, floor_name, floor in FLOORS]


def _one(rgb: Page, operation: str, floor_name: str, floor: Callable[[Page], Page]) -> Result:
    recipe = Recipe(operation, (Step(operation, SEVERITY),))
    entrants = (
        Entrant(f"Fidelity: {operation}", lambda: degrade(rgb, recipe, seed=1, identity="bench", dpi=150.0)),
        Entrant(floor_name, lambda: floor(rgb)),
    )
    return race(f"Degrade: {operation}", entrants, unit="A4 pages", units=1, rounds=5)
