"""Quads: boxes as four corners in pixel-edge coordinates (0,0 is the outer corner of the first pixel)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Quad:
    """Four corners, clockwise from the text's top left. Never clipped to the page: truth may lie past its edge."""

    points: tuple[Point, Point, Point, Point]

    @classmethod
    def rect(cls, x0: float, y0: float, x1: float, y1: float) -> Quad:
        """Build an axis-aligned quad from two opposite corners, in any order."""
        left, right = sorted((float(x0), float(x1)))
        top, bottom = sorted((float(y0), float(y1)))
        return cls(((left, top), (right, top), (right, bottom), (left, bottom)))

    @classmethod
    def from_flat(cls, values: Sequence[float]) -> Quad:
        """Build from x0,y0 ... x3,y3. Raises ValueError unless there are eight numbers."""
        if len(values) != 8:
            raise ValueError(f"a quad has eight numbers, not {len(values)}")
        x = [float(value) for value in values]
        return cls(((x[0], x[1]), (x[2], x[3]), (x[4], x[5]), (x[6], x[7])))

    @classmethod
    def hull(cls, quads: Iterable[Quad]) -> Quad:
        """Return the axis-aligned hull of several quads. Raises ValueError when there is none."""
        points = [point for quad in quads for point in quad.points]
        if not points:
            raise ValueError("the hull of no quads is undefined")
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        return cls.rect(min(xs), min(ys), max(xs), max(ys))

    def flat(self) -> list[float]:
        """Return x0,y0 ... x3,y3."""
        return [value for point in self.points for value in point]

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Return left, top, right, bottom of the axis-aligned hull."""
        xs, ys = [p[0] for p in self.points], [p[1] for p in self.points]
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def area(self) -> float:
        """Return the polygon's area in square pixels (shoelace formula)."""
        total = 0.0
        for (ax, ay), (bx, by) in zip(self.points, self.points[1:] + self.points[:1], strict=True):
            total += ax * by - bx * ay
        return abs(total) / 2

    def moved(self, dx: float, dy: float) -> Quad:
        """Return the quad shifted by dx, dy pixels."""
        a, b, c, d = ((x + dx, y + dy) for x, y in self.points)
        return Quad((a, b, c, d))

    def slice(self, start: float, end: float) -> Quad:
        """Return the part between two fractions (0..1) along the text's direction, left to right."""
        (tl, tr, br, bl) = self.points

        def lerp(a: Point, b: Point, t: float) -> Point:
            return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t

        return Quad((lerp(tl, tr, start), lerp(tl, tr, end), lerp(bl, br, end), lerp(bl, br, start)))


def overlap_share(inner: Quad, outer: Quad) -> float:
    """Return which share of the inner quad's hull lies inside the outer quad's hull (0..1)."""
    ax0, ay0, ax1, ay1 = inner.bounds
    bx0, by0, bx1, by1 = outer.bounds
    width, height = min(ax1, bx1) - max(ax0, bx0), min(ay1, by1) - max(ay0, by0)
    area = (ax1 - ax0) * (ay1 - ay0)
    return max(0.0, width) * max(0.0, height) / area if area > 0 else 0.0
