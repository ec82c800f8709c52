"""Hit-testing on boxes: pure functions in page pixels, keyword-only, without Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from fidelity_app.core.geometry import Point, Quad


class Handle(StrEnum):
    """The eight grips of a box."""

    TOP_LEFT = "top_left"
    TOP = "top"
    TOP_RIGHT = "top_right"
    RIGHT = "right"
    BOTTOM_RIGHT = "bottom_right"
    BOTTOM = "bottom"
    BOTTOM_LEFT = "bottom_left"
    LEFT = "left"


# Where each grip sits along the box (0 left/top, 0.5 middle, 1 right/bottom), and which edges it drags.
_PLACES: dict[Handle, tuple[float, float]] = {
    Handle.TOP_LEFT: (0, 0),
    Handle.TOP_RIGHT: (1, 0),
    Handle.BOTTOM_RIGHT: (1, 1),
    Handle.BOTTOM_LEFT: (0, 1),
    Handle.TOP: (0.5, 0),
    Handle.RIGHT: (1, 0.5),
    Handle.BOTTOM: (0.5, 1),
    Handle.LEFT: (0, 0.5),
}
assert set(_PLACES) == set(Handle)


@dataclass(frozen=True, slots=True)
class Hittable:
    """What hit-testing needs to know of a box."""

    id: str
    quad: Quad


def handle_points(quad: Quad) -> dict[Handle, Point]:
    """Return where the grips of a box's hull are, in page pixels."""
    left, top, right, bottom = quad.bounds
    return {
        handle: (left + (right - left) * across, top + (bottom - top) * down)
        for handle, (across, down) in _PLACES.items()
    }


def handle_at(quad: Quad, point: Point, *, reach_px: float) -> Handle | None:
    """Return the nearest grip within reach (a square around it), corners before edges; None when there is none."""
    hits = [
        (max(abs(point[0] - x), abs(point[1] - y)), order, handle)
        for order, (handle, (x, y)) in enumerate(handle_points(quad).items())
    ]
    distance, _, handle = min(hits)
    return handle if distance <= reach_px else None


def box_at(boxes: Sequence[Hittable], point: Point, *, slack_px: float = 0.0) -> str | None:
    """Return the id of the smallest box under a point, so that a box inside another can be reached."""
    under = [box for box in boxes if contains(box.quad, point, slack_px=slack_px)]
    return min(under, key=lambda box: box.quad.area).id if under else None


def contains(quad: Quad, point: Point, *, slack_px: float = 0.0) -> bool:
    """Say whether the box's hull, grown by the slack, holds a point."""
    left, top, right, bottom = quad.bounds
    x, y = point
    return left - slack_px <= x <= right + slack_px and top - slack_px <= y <= bottom + slack_px


def resized(quad: Quad, handle: Handle, to: Point) -> Quad:
    """Return the box's hull with the grip dragged to a point; edges may cross and change sides."""
    left, top, right, bottom = quad.bounds
    across, down = _PLACES[handle]
    if across == 0:
        left = to[0]
    elif across == 1:
        right = to[0]
    if down == 0:
        top = to[1]
    elif down == 1:
        bottom = to[1]
    return Quad.rect(left, top, right, bottom)


def snapped(quad: Quad) -> Quad:
    """Return the box's hull on whole pixel edges, so that reopening and saving moves nothing."""
    left, top, right, bottom = quad.bounds
    return Quad.rect(round(left), round(top), round(right), round(bottom))
