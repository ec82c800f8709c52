"""A box's own coordinates: how a point, a quad or the characters of a line lie along it."""

from __future__ import annotations

from fidelity_app.core.asks import ReadItem
from fidelity_app.core.geometry import Point, Quad
from fidelity_app.core.matching.cutting import Reach
from fidelity_app.core.matching.match import part_glyphs


class Frame:
    """A box's own coordinates: u runs 0..1 along its text, v 0..1 down its height, whatever its skew."""

    def __init__(self, box: Quad) -> None:
        (left, top), (right, right_y), _, (down_x, down) = box.points
        self._origin = (left, top)
        self._along = (right - left, right_y - top)
        self._down = (down_x - left, down - top)
        self._area = self._along[0] * self._down[1] - self._along[1] * self._down[0]

    @property
    def is_flat(self) -> bool:
        """Say whether the box has no area, so that nothing can lie in it."""
        return abs(self._area) < 1e-9

    def at(self, point: Point) -> Point:
        """Return a point's u and v."""
        x, y = point[0] - self._origin[0], point[1] - self._origin[1]
        u = (x * self._down[1] - y * self._down[0]) / self._area
        v = (y * self._along[0] - x * self._along[1]) / self._area
        return u, v

    def extent(self, quad: Quad) -> tuple[float, float, float, float]:
        """Return a quad's u from, u to, v from, v to (its sides averaged, so that a slight turn widens nothing)."""
        (u0, v0), (u1, v1), (u2, v2), (u3, v3) = (self.at(point) for point in quad.points)
        left, right = sorted(((u0 + u3) / 2, (u1 + u2) / 2))
        top, bottom = sorted(((v0 + v1) / 2, (v2 + v3) / 2))
        return left, right, top, bottom

    def reaches(self, item: ReadItem) -> tuple[Reach, ...]:
        """Return for each character of a line from which u to which it runs, in proportion where no boxes are told."""
        glyphs = part_glyphs(item, 0, len(item.text or ""))
        return tuple(self.extent(quad)[:2] for quad in glyphs)
