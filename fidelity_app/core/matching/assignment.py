"""Text without boxes to fields: the optimal assignment, gated, ties by reading order (SCORING section 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fidelity_app.core.asks import ReadItem
from fidelity_app.core.documents import Field
from fidelity_app.core.matching.match import Bench, Match
from fidelity_app.core.matching.similarity import GATE, likeness, same_digits
from fidelity_app.core.matching.tokens import NO_DIGIT, Span, spans

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


def assign(
    fields: Sequence[Field], items: Sequence[ReadItem], bench: Bench, *, taken: Mapping[int, Sequence[Span]]
) -> dict[str, Match]:
    """Pair fields with numbers of the text so that the sum of differences is least.

    Only pairs of equal value, or of a likeness of at least one half, are possible; a field without one is left out.
    `taken` lists by item the parts that boxed fields have read already.
    """
    found: dict[str, Match] = {}
    used: dict[int, list[Span]] = {}
    open_fields = list(fields)
    while open_fields:
        pairs = _round(open_fields, items, bench, taken=taken, used=used)
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
    fields: Sequence[Field],
    items: Sequence[ReadItem],
    bench: Bench,
    *,
    taken: Mapping[int, Sequence[Span]],
    used: Mapping[int, Sequence[Span]],
) -> list[tuple[Field, Candidate, float]]:
    """Return the pairs of one optimal assignment; two of them may still overlap in a line."""
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    per_field = [[c for c in _candidates(field, items) if not _touches(c, used)] for field in fields]
    columns = list(dict.fromkeys(c for candidates in per_field for c in candidates))
    place = {candidate: index for index, candidate in enumerate(columns)}
    costs = np.full((len(fields), len(columns) + len(fields)), _CLOSED)
    for row, (field, candidates) in enumerate(zip(fields, per_field, strict=True)):
        costs[row, len(columns) + row] = _CLOSED / 2
        for candidate in candidates:
            cost = _cost(field, candidate.text, candidate.span, bench)
            if cost is not None:
                lent = _LENT if _touches(candidate, taken) else 0.0
                costs[row, place[candidate]] = cost + lent + _TIE * abs(row / len(fields) - candidate.order)
    rows, chosen = linear_sum_assignment(costs)
    return [
        (fields[row], columns[column], float(costs[row, column]))
        for row, column in zip(rows.tolist(), chosen.tolist(), strict=True)
        if column < len(columns) and costs[row, column] < _CLOSED / 2
    ]


def _candidates(field: Field, items: Sequence[ReadItem]) -> list[Candidate]:
    return [
        Candidate(index, Span(span.start, span.end), item.text[span.start : span.end], index / max(1, len(items)))
        for index, item in enumerate(items)
        if item.text
        for span in spans(item.text, field.kind, field.text)
        if span.doubt != NO_DIGIT
    ]


def _cost(field: Field, text: str, span: Span, bench: Bench) -> float | None:
    """Return 0 for the same characters, little for the same value, more the less alike; None beyond the gate."""
    if text == field.text:
        return 0.0
    if same_digits(field.text, text, field.kind) and bench.same_value(field, text):
        return 0.05
    alike = likeness(field.text, text, field.kind)
    return 0.3 + (1 - alike) + span.doubt if alike >= GATE else None


def _touches(candidate: Candidate, parts: Mapping[int, Sequence[Span]]) -> bool:
    span = candidate.span
    return any(span.start < other.end and other.start < span.end for other in parts.get(candidate.item_index, ()))
