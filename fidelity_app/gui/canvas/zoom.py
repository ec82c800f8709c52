"""Zoom arithmetic and linked views."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from fidelity_app.core.geometry import Point

if TYPE_CHECKING:
    from fidelity_app.gui.canvas.view import PageView

MIN_ZOOM = 0.02
MAX_ZOOM = 32.0
WHEEL_STEP = 1.2
WHEEL_NOTCH = 120


class Fit(StrEnum):
    """What stays fitted while the window changes its size."""

    FREE = "free"
    PAGE = "page"
    WIDTH = "width"


@dataclass(frozen=True, slots=True)
class Place:
    """Zoom, and which point of the page (0..1 of width and height) is in the middle of the view."""

    zoom: float
    centre: Point


def clamped_zoom(zoom: float) -> float:
    """Keep a zoom within what can be drawn."""
    return min(max(zoom, MIN_ZOOM), MAX_ZOOM)


def wheel_factor(angle: int) -> float:
    """Return the zoom factor of a wheel turn (120 is one notch); forth and back give exactly 1."""
    return float(WHEEL_STEP ** (angle / WHEEL_NOTCH))


def zoom_to_fit(fit: Fit, size_px: tuple[int, int], room_px: tuple[float, float]) -> float:
    """Return the zoom at which a page fits the room: all of it, or its width."""
    across = max(1.0, room_px[0]) / max(1, size_px[0])
    down = max(1.0, room_px[1]) / max(1, size_px[1])
    return across if fit is Fit.WIDTH else min(across, down)


class LinkedViews(QObject):
    """Moves all views of a group together: same zoom, same point of the page in the middle.

    `carry` maps the centre (0..1) from one view to another, by their numbers, where geometry differs (a skewed copy);
    by default fractions are the same.
    """

    def __init__(self, views: Sequence[PageView], *, carry: Callable[[int, int, Point], Point] | None = None) -> None:
        super().__init__(views[0])
        self._views = tuple(views)
        self._carry = carry
        self._busy = False
        self.enabled = True
        for number, view in enumerate(self._views):
            view.moved.connect(lambda number=number: self.follow(number))

    def set_carry(self, carry: Callable[[int, int, Point], Point] | None) -> None:
        """Change how a point is carried from view to view."""
        self._carry = carry

    def follow(self, leader: int) -> None:
        """Bring all other views to where one of them is, by its number."""
        if self._busy or not self.enabled or self._views[leader].size_px == (0, 0):
            return
        self._busy = True
        place = self._views[leader].place()
        for number, view in enumerate(self._views):
            if number != leader and view.size_px != (0, 0):
                centre = self._carry(leader, number, place.centre) if self._carry else place.centre
                view.set_place(Place(place.zoom, centre))
        self._busy = False
