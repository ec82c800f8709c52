"""Text without boxes to fields: the optimal assignment, gated, ties by reading order (SCORING section 4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import OSA
from rapidfuzz.process import cdist

from fidelity_app.core.asks import ReadItem
from fidelity_app.core.documents import Field, Kind
from fidelity_app.core.matching.match import Bench, Match
from fidelity_app.core.matching.similarity import GATE, essence, likeness, same_digits
from fidelity_app.core.matching.tokens import NO_DIGIT, NUMERIC_KINDS, Layout, Span, layout_of, spans_of

_CLOSED = 1e6
_TIE = 0.01
_LENT = 0.1
"""What it costs to read a number that a boxed field reads too: a total may be annotated with and without its place."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A part of an item that may be some field's reading. `order` (0..1) is its place in reading order."""

    item_index: int
    span: Span
    text: str
    order: float
    doubt: float = 0.0


_Parts = Mapping[int, Sequence[Span]]


def assign(fields: Sequence[Field], items: Sequence[ReadItem], bench: Bench, *, taken: _Parts) -> dict[str, Match]:
    """Pair fields with numbers of the text so that the sum of differences is least.

    Only pairs of equal value, or of a likeness of at least one half, are possible; a field without one is left out.
    `taken` lists by item the parts that boxed fields have read already.
    """
    found: dict[str, Match] = {}
    used: dict[int, list[Span]] = {}
    open_fields = list(fields)
    scale = _Scale(items, bench)
    while open_fields:
        pairs = _round(open_fields, scale, taken=taken, used=used)
        if not pairs:
            break
        for field, candidate, _ in sorted(pairs, key=lambda pair: pair[2]):
            if _touches(candidate, used):
                continue
            used.setdefault(candidate.item_index, []).append(candidate.span)
            span = candidate.span
            found[field.id] = bench.matched(field, items[candidate.item_index], span.start, end=span.end)
        open_fields = [field for field in open_fields if field.id not in found]
    return found


def _round(
    fields: Sequence[Field], scale: _Scale, *, taken: _Parts, used: _Parts
) -> list[tuple[Field, Candidate, float]]:
    """Return the pairs of one optimal assignment; two of them may still overlap in a line."""
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    priced: list[tuple[int, Candidate, float]] = []
    for row, field in enumerate(fields):
        for candidate, cost in scale.priced(field):
            if not _touches(candidate, used):
                lent = _LENT if _touches(candidate, taken) else 0.0
                priced.append((row, candidate, cost + lent + _TIE * abs(row / len(fields) - candidate.order)))
    columns = list(dict.fromkeys(candidate for _, candidate, _ in priced))
    place = {candidate: index for index, candidate in enumerate(columns)}
    costs = np.full((len(fields), len(columns) + len(fields)), _CLOSED)
    np.fill_diagonal(costs[:, len(columns) :], _CLOSED / 2)
    for row, candidate, cost in priced:
        costs[row, place[candidate]] = cost
    rows, chosen = linear_sum_assignment(costs)
    return [
        (fields[row], columns[column], float(costs[row, column]))
        for row, column in zip(rows.tolist(), chosen.tolist(), strict=True)
        if column < len(columns) and costs[row, column] < _CLOSED / 2
    ]


class _Scale:
    """What each part of a text costs as a field's reading; equal texts and equal parts are compared once."""

    def __init__(self, items: Sequence[ReadItem], bench: Bench) -> None:
        self._items = items
        self._bench = bench
        self._parts: dict[Layout, list[Candidate]] = {}
        self._priced: dict[tuple[str, Kind], list[tuple[Candidate, float]]] = {}

    def priced(self, field: Field) -> list[tuple[Candidate, float]]:
        """Return the candidates that may be a field's reading, each with its cost: 0 for the same characters."""
        key = field.text, field.kind
        known = self._priced.get(key)
        if known is None:
            known = self._priced[key] = list(self._compared(field))
        return known

    def _compared(self, field: Field) -> Iterator[tuple[Candidate, float]]:
        layout = layout_of(field.kind, field.text)
        candidates = self._parts.get(layout)
        if candidates is None:
            candidates = self._parts[layout] = list(_candidates(layout, self._items))
        costs: dict[tuple[str, float], float | None] = {}
        for candidate in _alike(field, candidates):
            key = candidate.text, candidate.doubt
            if key not in costs:
                costs[key] = _cost(field, *key, self._bench)
            cost = costs[key]
            if cost is not None:
                yield candidate, cost


def _candidates(layout: Layout, items: Sequence[ReadItem]) -> Iterator[Candidate]:
    for index, item in enumerate(items):
        if not item.text:
            continue
        for span in spans_of(item.text, layout):
            if span.doubt != NO_DIGIT:
                order = (index + span.start / len(item.text)) / len(items)
                text = item.text[span.start : span.end]
                yield Candidate(index, Span(span.start, span.end), text, order, span.doubt)


def _alike(field: Field, candidates: Sequence[Candidate]) -> Sequence[Candidate]:
    """Leave out runs of words that are beyond the gate; a date may be written in quite another way."""
    if field.kind in NUMERIC_KINDS or field.kind in (Kind.DATE, Kind.TIME):
        return candidates
    mine = essence(field.text, field.kind)
    theirs = [essence(candidate.text, field.kind) for candidate in candidates]
    shares = cdist([mine], theirs, scorer=OSA.normalized_similarity, score_cutoff=GATE)[0].tolist()
    return [candidate for candidate, share in zip(candidates, shares, strict=True) if share > 0]


def _cost(field: Field, text: str, doubt: float, bench: Bench) -> float | None:
    """Return 0 for the same characters, little for the same value, more the less alike; None beyond the gate."""
    if text == field.text:
        return 0.0
    if same_digits(field.text, text, field.kind) and bench.same_value(field, text):
        return 0.05
    alike = likeness(field.text, text, field.kind)
    return 0.3 + (1 - alike) + doubt if alike >= GATE else None


def _touches(candidate: Candidate, parts: _Parts) -> bool:
    span = candidate.span
    return any(span.start < other.end and other.start < span.end for other in parts.get(candidate.item_index, ()))
