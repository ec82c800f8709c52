"""Every degradation against the plain OpenCV and numpy version of itself, on an A4 page and on its photograph."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

import cv2
import numpy as np

from fidelity_app.core.recipes import Recipe, Step
from fidelity_app.imaging.degradations import DEGRADATIONS
from fidelity_app.imaging.degradations.spec import REFERENCE_DPI
from fidelity_app.imaging.variants import degrade
from tests.bench import floors_of_camera, floors_of_geometry, floors_of_print
from tests.bench.floor_parts import Floor, Page, draw_the_same_again
from tests.bench.racing import Entrant, Result, race

SEVERITY = 3.0
GOAL = 1.3
# An A4 page scanned at 150 dpi, and photographed with 12 megapixels: the print, and every length with it, is larger.
SIZES: tuple[tuple[str, int, int, float, int], ...] = (
    ("A4", 1240, 1754, REFERENCE_DPI, 9),
    ("12 MP", 3000, 4000, REFERENCE_DPI * 3000 / 1240, 5),
)
FLOORS: Mapping[str, tuple[str, Floor]] = {
    **floors_of_print.FLOORS,
    **floors_of_geometry.FLOORS,
    **floors_of_camera.FLOORS,
}
assert set(FLOORS) == set(DEGRADATIONS), "a degradation has no floor"


def page(width_px: int, height_px: int, dpi: float) -> Page:
    """Return a page with printed lines, digits 17 px high at 150 dpi."""
    px = dpi / REFERENCE_DPI
    rgb = np.full((height_px, width_px, 3), 245, np.uint8)
    for number, row in enumerate(np.arange(60 * px, height_px, 40 * px).astype(int).tolist()):
        text = f"ITEM {40 * number + 60:04d}      {number * 14.8:8.2f}"
        place = round(80 * px), row
        cv2.putText(rgb, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.8 * px, (20, 20, 20), round(2 * px), cv2.LINE_AA)
    return rgb


def bench(*only: str) -> Iterator[Result]:
    """Race each degradation, or only those named, against its floor."""
    for size, width_px, height_px, dpi, rounds in SIZES:
        rgb = page(width_px, height_px, dpi)
        for operation in only or sorted(DEGRADATIONS):
            yield _one(rgb, operation, size, dpi, rounds)


def _one(rgb: Page, operation: str, size: str, dpi: float, rounds: int) -> Result:
    values = DEGRADATIONS[operation].setting(DEGRADATIONS[operation].values_at(SEVERITY, {}), dpi=dpi, identity="bench")
    floor_name, floor = FLOORS[operation]

    def plain() -> Page:
        draw_the_same_again()
        return floor(rgb, values.values, values.px)

    entrants = (Entrant(f"Fidelity: {operation}", ours(rgb, operation, dpi)), Entrant(f"plain: {floor_name}", plain))
    return race(f"{operation}, {size}", entrants, unit="pages", units=1, rounds=rounds, fastest=True)


def ours(
    rgb: Page, operation: str, dpi: float, parameters: Mapping[str, float] = MappingProxyType({})
) -> Callable[[], object]:
    """Return the work of one degradation of ours at the bench's severity, or with parameters of its own."""
    recipe = Recipe(operation, (Step(operation, SEVERITY, parameters),))
    return lambda: degrade(rgb, recipe, seed=1, identity="bench", dpi=dpi)


def summary(results: Sequence[Result]) -> list[str]:
    """Say how many keep within the goal, and the geometric mean over all."""
    ratios = {result.race: result.ratio(1) for result in results}
    over = [f"{name} {ratio:.2f}" for name, ratio in ratios.items() if ratio > GOAL]
    mean = math.prod(ratios.values()) ** (1 / len(ratios))
    return [
        f"Degradations within {GOAL} of the plain version: {len(ratios) - len(over)} of {len(ratios)}; "
        f"geometric mean {mean:.2f}" + (f"; over: {', '.join(over)}" if over else "")
    ]
