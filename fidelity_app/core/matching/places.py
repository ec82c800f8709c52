"""Located text to boxed fields: a reading is what was read where the field stands (SCORING section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fidelity_app.core.asks import ReadItem
from fidelity_app.core.documents import Field
from fidelity_app.core.geometry import Point, Quad
from fidelity_app.core.matching.cutting import Reach, cut, whole_values
from fidelity_app.core.matching.match import Bench, Match, part_box, part_glyphs
from fidelity_app.core.matching.tokens import NO_DIGIT, Span

_LEAST_SHARE = 0.25
"""Overlap by union along the line, below which a number is a neighbour. Boxes have margins: 0.5 would lose some."""
_LEAST_SHARE_OF_A_WORD = 0.5
_LEAST_HEIGHT_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Claim:
    """A part of an item that a field takes for its reading; `score` is their overlap."""

    score: float
    item_index: int
    span: Span


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


def place(
    boxed: Mapping[str, Quad], fields: Sequence[Field], items: Sequence[ReadItem], bench: Bench
) -> dict[str, tuple[int, Match]]:
    """Give fields the parts of items that lie in their boxes; a part goes to one field.

    `boxed` has the box of each field by its id, in the pixels of the items. Returns item index and match by field id;
    a field in whose box nothing was read is left out.
    """
    wishes = [(claim, order) for order, field in enumerate(fields) for claim in _claims(boxed[field.id], field, items)]
    wishes.sort(key=lambda wish: (-wish[0].score, wish[1], wish[0].item_index, wish[0].span.start))
    taken: list[tuple[Claim, Quad]] = []
    placed: dict[str, Claim] = {}
    for claim, order in wishes:
        field = fields[order]
        if field.id in placed or any(_is_taken(claim, boxed[field.id], other, box) for other, box in taken):
            continue
        placed[field.id] = claim
        taken.append((claim, boxed[field.id]))
    _lend_leftovers(boxed, fields, items, placed)
    return {
        field.id: (won.item_index, bench.matched(field, items[won.item_index], won.span.start, end=won.span.end))
        for field in fields
        if (won := placed.get(field.id)) is not None
    }


def _claims(box: Quad, field: Field, items: Sequence[ReadItem]) -> list[Claim]:
    frame = Frame(box)
    if frame.is_flat:
        return []
    claims: list[Claim] = []
    for index, item in enumerate(items):
        if item.box is None or not item.text or item.page_index != field.page_index or not _is_near(frame, item.box):
            continue
        span = cut(item.text, frame.reaches(item), field.kind, is_exact=bool(item.glyphs))
        if span is None:
            continue
        score = _score(frame, item, span)
        if score >= (_LEAST_SHARE_OF_A_WORD if span.doubt == NO_DIGIT else _LEAST_SHARE):
            claims.append(Claim(score * (1 - span.doubt / 2), index, span))
    return claims


def _is_near(frame: Frame, quad: Quad) -> bool:
    left, right, top, bottom = frame.extent(quad)
    return right > 0 and left < 1 and bottom > -1 and top < 2


def _score(frame: Frame, item: ReadItem, span: Span) -> float:
    """Return the overlap by union along the line; 0 for another line."""
    box = part_box(item, span.start, span.end)
    if box is None:
        return 0.0
    left, right, top, bottom = frame.extent(box)
    height = min(bottom, 1.0) - max(top, 0.0)
    if height < _LEAST_HEIGHT_SHARE * min(bottom - top, 1.0):
        return 0.0
    shared = min(right, 1.0) - max(left, 0.0)
    union = max(right, 1.0) - min(left, 0.0)
    return max(0.0, shared / union)


def _is_taken(claim: Claim, box: Quad, other: Claim, other_box: Quad) -> bool:
    """Say whether two fields want the same characters. Two fields drawn on one place may share what is read there."""
    overlaps = claim.span.start < other.span.end and other.span.start < claim.span.end
    return claim.item_index == other.item_index and overlaps and not _same_place(box, other_box)


def _same_place(one: Quad, other: Quad) -> bool:
    frame = Frame(one)
    if frame.is_flat:
        return False
    left, right, top, bottom = frame.extent(other)
    return max(abs(left), abs(1 - right), abs(top), abs(1 - bottom)) < 0.2


def _lend_leftovers(
    boxed: Mapping[str, Quad], fields: Sequence[Field], items: Sequence[ReadItem], placed: dict[str, Claim]
) -> None:
    """Give a field without a reading the nearest free number of a line that covers its box.

    A line whose reader tells no character boxes is cut in proportion, which is wrong where words stand far apart.
    """
    for field in fields:
        frame = Frame(boxed[field.id])
        if field.id in placed or frame.is_flat:
            continue
        free = [
            (distance, Claim(0.0, index, span))
            for index, item in enumerate(items)
            if item.box is not None and item.text and not item.glyphs and item.page_index == field.page_index
            if _covers(frame, item.box)
            for span in whole_values(item.text, field.kind)
            if not _is_claimed(index, span, placed.values())
            if (distance := _distance(frame, item, span)) is not None
        ]
        if free:
            placed[field.id] = min(free, key=lambda pair: (pair[0], pair[1].item_index, pair[1].span.start))[1]


def _covers(frame: Frame, line: Quad) -> bool:
    left, right, top, bottom = frame.extent(line)
    on_the_line = min(bottom, 1.0) - max(top, 0.0) >= _LEAST_HEIGHT_SHARE * min(bottom - top, 1.0)
    return on_the_line and left < 0.4 and right > 0.6


def _is_claimed(index: int, span: Span, claims: Iterable[Claim]) -> bool:
    return any(
        claim.item_index == index and span.start < claim.span.end and claim.span.start < span.end for claim in claims
    )


def _distance(frame: Frame, item: ReadItem, span: Span) -> float | None:
    box = part_box(item, span.start, span.end)
    if box is None:
        return None
    left, right, _, _ = frame.extent(box)
    return abs((left + right) / 2 - 0.5)
