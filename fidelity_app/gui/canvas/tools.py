"""The canvas tools as a pure state machine: press, move and release give a new state and at most one outcome.

No Qt here. All points are page pixels (0,0 is the outer corner of the first pixel). A drawing in progress is a
frozen gesture that is replaced as a whole, so that Esc, a lost release or another document leave nothing behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from fidelity_app.core.geometry import Point, Quad
from fidelity_app.gui.canvas.hits import Handle, Hittable, box_at, handle_at, resized, snapped

MIN_SIDE_PX = 2.0


class Tool(StrEnum):
    """What the left button does."""

    LOOK = "look"
    EDIT = "edit"
    BOX = "box"


@dataclass(frozen=True, slots=True)
class Scene:
    """What the tools may see: the page's size, the boxes, the selection, and how far a grip reaches in page pixels."""

    size_px: tuple[int, int]
    boxes: tuple[Hittable, ...] = ()
    selected_id: str | None = None
    reach_px: float = 6.0

    def box(self, box_id: str) -> Quad | None:
        """Return the quad of a box, None when it is gone."""
        return next((box.quad for box in self.boxes if box.id == box_id), None)


@dataclass(frozen=True, slots=True)
class Idle:
    """Nothing is being dragged."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A new box is being dragged open."""

    start: Point
    current: Point


@dataclass(frozen=True, slots=True)
class Moving:
    """A box follows the pointer."""

    box_id: str
    before: Quad
    start: Point
    current: Point


@dataclass(frozen=True, slots=True)
class Resizing:
    """A grip follows the pointer."""

    box_id: str
    before: Quad
    handle: Handle
    start: Point
    current: Point


Gesture = Idle | Drawing | Moving | Resizing
IDLE = Idle()


@dataclass(frozen=True, slots=True)
class Selected:
    """A box was chosen (None: the empty page was clicked)."""

    box_id: str | None


@dataclass(frozen=True, slots=True)
class BoxDrawn:
    """A new box, on whole pixel edges, inside the page."""

    quad: Quad


@dataclass(frozen=True, slots=True)
class BoxChanged:
    """A box was moved or resized."""

    box_id: str
    before: Quad
    after: Quad


Outcome = Selected | BoxDrawn | BoxChanged | None


def press(tool: Tool, scene: Scene, point: Point) -> tuple[Gesture, Outcome]:
    """Begin: a grip of the selected box first, then a box, else the empty page."""
    match tool:
        case Tool.BOX:
            return Drawing(_inside(point, scene.size_px), _inside(point, scene.size_px)), None
        case Tool.LOOK:
            return IDLE, Selected(box_at(scene.boxes, point, slack_px=scene.reach_px / 2))
        case Tool.EDIT:
            return _press_edit(scene, point)


def _press_edit(scene: Scene, point: Point) -> tuple[Gesture, Outcome]:
    chosen = scene.box(scene.selected_id) if scene.selected_id else None
    if scene.selected_id and chosen is not None:
        handle = handle_at(chosen, point, reach_px=min(scene.reach_px, _least_side(chosen) / 3))
        if handle is not None:
            return Resizing(scene.selected_id, chosen, handle, point, point), None
    hit = box_at(scene.boxes, point, slack_px=scene.reach_px / 2)
    quad = scene.box(hit) if hit else None
    if hit is None or quad is None:
        return IDLE, Selected(None)
    return Moving(hit, quad, point, point), Selected(hit)


def move(gesture: Gesture, point: Point) -> Gesture:
    """Follow the pointer."""
    match gesture:
        case Idle():
            return gesture
        case Drawing() | Moving() | Resizing():
            return replace(gesture, current=point)


def release(gesture: Gesture, scene: Scene, point: Point) -> tuple[Gesture, Outcome]:
    """End: a box large enough becomes an outcome; a click, a tremble or a box that is gone changes nothing."""
    gesture = move(gesture, point)
    if not isinstance(gesture, Idle) and _travel(gesture.start, gesture.current) < scene.reach_px / 2:
        return IDLE, None
    match gesture:
        case Idle():
            return IDLE, None
        case Drawing():
            quad = snapped(preview(gesture, scene) or Quad.rect(0, 0, 0, 0))
            return IDLE, BoxDrawn(quad) if _is_box(quad) else None
        case Moving() | Resizing():
            after = snapped(preview(gesture, scene) or gesture.before)
            if scene.box(gesture.box_id) is None or not _is_box(after) or after == gesture.before:
                return IDLE, None
            return IDLE, BoxChanged(gesture.box_id, gesture.before, after)


def preview(gesture: Gesture, scene: Scene) -> Quad | None:
    """Return the box as it would be if the button were released now; None while nothing is dragged."""
    match gesture:
        case Idle():
            return None
        case Drawing(start=start, current=current):
            return Quad.rect(*start, *_inside(current, scene.size_px))
        case Moving(before=before, start=start, current=current):
            return _kept_on_page(before, current[0] - start[0], current[1] - start[1], scene.size_px)
        case Resizing(before=before, handle=handle, current=current):
            return resized(before, handle, current)


def nudge(quad: Quad, dx: float, dy: float, *, size_px: tuple[int, int]) -> Quad:
    """Return a box shifted by whole pixels, kept partly on the page."""
    return _kept_on_page(quad, dx, dy, size_px)


def hittables(boxes: Sequence[tuple[str, Quad]]) -> tuple[Hittable, ...]:
    """Return boxes as the tools see them."""
    return tuple(Hittable(box_id, quad) for box_id, quad in boxes)


def _inside(point: Point, size_px: tuple[int, int]) -> Point:
    return min(max(point[0], 0.0), float(size_px[0])), min(max(point[1], 0.0), float(size_px[1]))


def _least_side(quad: Quad) -> float:
    left, top, right, bottom = quad.bounds
    return min(right - left, bottom - top)


def _travel(a: Point, b: Point) -> float:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def _is_box(quad: Quad) -> bool:
    left, top, right, bottom = quad.bounds
    return right - left >= MIN_SIDE_PX and bottom - top >= MIN_SIDE_PX


def _kept_on_page(quad: Quad, dx: float, dy: float, size_px: tuple[int, int]) -> Quad:
    """Shift by whole pixels (the shape stays as it was), never wholly off the page."""
    left, top, right, bottom = quad.bounds
    dx = min(max(round(dx), MIN_SIDE_PX - right), size_px[0] - MIN_SIDE_PX - left)
    dy = min(max(round(dy), MIN_SIDE_PX - bottom), size_px[1] - MIN_SIDE_PX - top)
    return quad.moved(dx, dy)
