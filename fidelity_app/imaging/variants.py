"""A page after a recipe with a seed, and the map that carries the truth's boxes along."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

import numpy as np

from fidelity_app.core.canonical import canonical_json
from fidelity_app.core.errors import Cancelled
from fidelity_app.core.geometry import Point, Quad, overlap_share
from fidelity_app.core.recipes import SCHEMA, Recipe
from fidelity_app.imaging.checking import check_recipe
from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.degradations import DEGRADATIONS
from fidelity_app.imaging.degradations.spec import REFERENCE_DPI, Degradation, Setting, Stage
from fidelity_app.imaging.resample import warp_page
from fidelity_app.imaging.surfaces import LID, desk
from fidelity_app.imaging.warps import Chain, Frame, Points, Warp, on_canvas

Progress = Callable[[int, int, str], None]
Cancel = Callable[[], bool]

_EDGE_SAMPLES = 8
_DPI_RANGE = (30.0, 2400.0)


@dataclass(frozen=True, slots=True)
class PageMap:
    """Where each point of the page lies on the variant. Edge coordinates in px; `size` is the variant's."""

    page_size: tuple[int, int]
    size: tuple[int, int]
    chain: Chain = Chain(())  # noqa: RUF009  immutable

    @property
    def is_identity(self) -> bool:
        """Say whether every point stays where it is."""
        return not self.chain.warps

    def forward(self, points: Points) -> Points:
        """Take page points (N, 2) to the variant."""
        return self.chain.forward(_as_points(points))

    def backward(self, points: Points) -> Points:
        """Take variant points (N, 2) to the page."""
        return self.chain.backward(_as_points(points))

    def quad(self, quad: Quad) -> Quad:
        """Carry a box's four corners to the variant; never clipped."""
        a, b, c, d = (_point(row) for row in self.forward(np.array(quad.points)).tolist())
        return Quad((a, b, c, d))

    def back_quad(self, quad: Quad) -> Quad:
        """Carry a box drawn on the variant back to the page."""
        a, b, c, d = (_point(row) for row in self.backward(np.array(quad.points)).tolist())
        return Quad((a, b, c, d))

    def hull(self, quad: Quad) -> Quad:
        """Return the upright box around the carried quad, from 8 samples an edge: bent edges bulge."""
        corners = np.array([*quad.points, quad.points[0]])
        t = np.linspace(0.0, 1.0, _EDGE_SAMPLES, endpoint=False)[:, None]
        edges = [start + (end - start) * t for start, end in pairwise(corners)]
        points = self.forward(np.concatenate(edges))
        (x0, y0), (x1, y1) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
        return Quad.rect(x0, y0, x1, y1)

    def visible_fraction(self, quad: Quad) -> float:
        """Return which share (0..1) of the carried box's hull lies on the variant's canvas."""
        return overlap_share(self.hull(quad), Quad.rect(0, 0, *self.size))


@dataclass(frozen=True, slots=True, eq=False)
class Degraded:
    """A variant's pixels and its map."""

    rgb: Rgb
    page_map: PageMap


@dataclass(frozen=True, slots=True)
class _Work:
    """One step that does something, with its own values and randomness."""

    operation: Degradation
    setting: Setting

    def warp(self, frame: Frame) -> Warp:
        make = self.operation.warp
        assert make is not None
        return make(frame, self.setting)

    def pixels(self, rgb: Rgb) -> Rgb:
        draw = self.operation.pixels
        assert draw is not None
        return draw(rgb, self.setting)


def degrade(
    rgb: Rgb,
    recipe: Recipe,
    *,
    seed: int,
    identity: str,
    dpi: float | None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> Degraded:
    """Carry out a recipe on a page (RGB uint8 (H, W, 3), not altered), in physical order.

    `identity` names the page (its pixels' sha), so that two pages differ in their accidents. `dpi` None means
    150. Raises UserError for a recipe that `check_recipe` refuses, Cancelled when `cancel()` says so.
    """
    works = _works(recipe, seed=seed, identity=identity, dpi=dpi)
    mapped = _map(works, (rgb.shape[1], rgb.shape[0]))
    tasks = [*_tasks(works, mapped, seed, identity)]
    out = rgb
    for done, (title, task) in enumerate(tasks):
        if cancel is not None and cancel():
            raise Cancelled("degrading was stopped")
        if progress is not None:
            progress(done, len(tasks), title)
        out = task(out)
    if progress is not None:
        progress(len(tasks), len(tasks), "done")
    return Degraded(out.copy() if out is rgb else np.ascontiguousarray(out), mapped)


def page_map(recipe: Recipe, size: tuple[int, int], *, seed: int, identity: str, dpi: float | None) -> PageMap:
    """Return the map of a variant of a page of `size` (width, height) without touching a pixel.

    Only the steps that bend or move the page matter here: a variant made before another step's pixels changed keeps
    its map. Raises UserError for a geometric step of another version.
    """
    bending = tuple(step for step in recipe.steps if step.op not in DEGRADATIONS or DEGRADATIONS[step.op].warp)
    return _map(_works(replace(recipe, steps=bending), seed=seed, identity=identity, dpi=dpi), size)


def _works(recipe: Recipe, *, seed: int, identity: str, dpi: float | None) -> list[_Work]:
    check_recipe(recipe)
    resolution = min(max(dpi or REFERENCE_DPI, _DPI_RANGE[0]), _DPI_RANGE[1])
    seen: Counter[str] = Counter()
    works = []
    for step in recipe.steps:
        operation = DEGRADATIONS[step.op]
        seen[step.op] += 1
        if step.severity == 0 and not step.parameters:
            continue
        # By name and occurrence, not by position: an operation put in between changes nobody else's draw.
        key: dict[str, str | int] = {
            "schema": SCHEMA,
            "seed": seed,
            "name": step.op,
            "occurrence": seen[step.op],
            "document": identity,
        }
        values = operation.values_at(step.severity, step.parameters)
        works.append(_Work(operation, operation.setting(values, dpi=resolution, identity=canonical_json(key))))
    return sorted(works, key=lambda work: work.operation.order)


def _map(works: list[_Work], size: tuple[int, int]) -> PageMap:
    makers = [work.warp for work in works if work.operation.warp is not None]
    if not makers:
        return PageMap(size, size)
    chain, canvas = on_canvas(*size, makers)
    return PageMap(size, canvas, chain)


def _tasks(works: list[_Work], mapped: PageMap, seed: int, identity: str) -> Iterator[tuple[str, Callable[[Rgb], Rgb]]]:
    """Yield the pixel operations in order, with the one resampling after everything on the flat page."""
    before = [work for work in works if work.operation.stage <= Stage.GEOMETRY]
    after = [work for work in works if work.operation.stage > Stage.GEOMETRY]
    yield from _pixel_tasks(before)
    if not mapped.is_identity:
        on_desk = any(work.operation.on_desk for work in before)
        px = next(work.setting.px for work in before)
        yield "geometry", partial(_resample, mapped=mapped, px=px, desk_of=f"{seed}:{identity}" if on_desk else "")
    yield from _pixel_tasks(after)


def _pixel_tasks(works: list[_Work]) -> Iterator[tuple[str, Callable[[Rgb], Rgb]]]:
    for work in works:
        if work.operation.pixels is not None:
            yield work.operation.title, work.pixels


def _resample(rgb: Rgb, *, mapped: PageMap, px: float, desk_of: str) -> Rgb:
    surface = desk(mapped.size, px, desk_of) if desk_of else None
    return warp_page(rgb, mapped.chain.backward, mapped.size, surface=surface, fill=LID)


def _as_points(points: Points) -> Points:
    return np.asarray(points, dtype=np.float64).reshape(-1, 2)


def _point(row: list[float]) -> Point:
    return row[0], row[1]
