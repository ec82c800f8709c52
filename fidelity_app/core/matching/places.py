"""Located text to boxed fields: a reading is what was read where the field stands (SCORING section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fidelity_app.core.asks import ReadItem
from fidelity_app.core.documents import Field
from fidelity_app.core.geometry import Quad
from fidelity_app.core.matching.cutting import cut, whole_values
from fidelity_app.core.matching.frame import Frame
from fidelity_app.core.matching.match import Bench, Match, part_box
from fidelity_app.core.matching.seams import seams_of
from fidelity_app.core.matching.tokens import NO_DIGIT, Span

_LEAST_SHARE = 0.25
"""Overlap by union along the line, below which words without a digit are stray ink. A number in a wide box is none."""
_LEAST_SHARE_OF_A_WORD = 0.5
"""The same where a number is to be read."""
_LEAST_HEIGHT_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Claim:
    """A part of an item that a field takes for its reading; `score` is their overlap."""

    score: float
    item_index: int
    span: Span


@dataclass(frozen=True, slots=True)
class _Line:
    """A located line of a reply. `seams` are places where it runs on from one field into the next."""

    index: int
    item: ReadItem
    text: str
    box: Quad
    seams: frozenset[int]


def place(
    boxed: Mapping[str, Quad], fields: Sequence[Field], items: Sequence[ReadItem], bench: Bench
) -> dict[str, tuple[int, Match]]:
    """Give fields the parts of items that lie in their boxes; a part goes to one field.

    `boxed` has the box of each field by its id, in the pixels of the items. Returns item index and match by field id;
    a field in whose box nothing was read is left out.
    """
    lines = _lines(boxed, fields, items)
    wishes = [(claim, order) for order, field in enumerate(fields) for claim in _claims(boxed[field.id], field, lines)]
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


def _lines(boxed: Mapping[str, Quad], fields: Sequence[Field], items: Sequence[ReadItem]) -> list[_Line]:
    """Return the lines that stand somewhere, each with its seams between the fields of its page."""
    frames = [(field.page_index, Frame(boxed[field.id])) for field in fields]
    found: list[_Line] = []
    for index, item in enumerate(items):
        if item.box is None or not item.text:
            continue
        near = [frame for page, frame in frames if page == item.page_index and not frame.is_flat]
        near = [frame for frame in near if _is_near(frame, item.box)]
        found.append(_Line(index, item, item.text, item.box, seams_of(item, near)))
    return found


def _claims(box: Quad, field: Field, lines: Sequence[_Line]) -> list[Claim]:
    frame = Frame(box)
    if frame.is_flat:
        return []
    claims: list[Claim] = []
    for line in lines:
        item = line.item
        if item.page_index != field.page_index or not _is_near(frame, line.box):
            continue
        span = cut(line.text, frame.reaches(item), field.kind, is_exact=bool(item.glyphs), seams=line.seams)
        if span is None:
            continue
        score = _score(frame, item, span)
        if score is not None and score >= _least_share(line.text, span):
            claims.append(Claim(score * (1 - span.doubt / 2), line.index, span))
    return claims


def _least_share(text: str, span: Span) -> float:
    if any(char.isdecimal() for char in text[span.start : span.end]):
        return 0.0
    return _LEAST_SHARE_OF_A_WORD if span.doubt == NO_DIGIT else _LEAST_SHARE


def _is_near(frame: Frame, quad: Quad) -> bool:
    left, right, top, bottom = frame.extent(quad)
    return right > 0 and left < 1 and bottom > -1 and top < 2


def _score(frame: Frame, item: ReadItem, span: Span) -> float | None:
    """Return the overlap by union along the line; None for another line."""
    box = part_box(item, span.start, span.end)
    if box is None:
        return None
    left, right, top, bottom = frame.extent(box)
    height = min(bottom, 1.0) - max(top, 0.0)
    if height < _LEAST_HEIGHT_SHARE * min(bottom - top, 1.0):
        return None
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
