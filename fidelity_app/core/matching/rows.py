"""Rows of a list in the truth to rows of a list in a reply: description and amounts together, then by neighbours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from fidelity_app.core.asks import ReadItem
from fidelity_app.core.documents import Field, Kind
from fidelity_app.core.matching.match import Bench
from fidelity_app.core.matching.similarity import GATE, essence, likeness, same_digits

_MOST_WEIGHT = 12
_NAME_WEIGHT = 2
"""A description says which row it is; two swapped prices must not be taken for two swapped descriptions."""
_TIE = 0.001

TruthRows = Mapping[int, Mapping[str, Field]]
ReplyRows = Mapping[int, Mapping[str, ReadItem]]


def pair_rows(truth: TruthRows, reply: ReplyRows, bench: Bench) -> dict[int, int]:
    """Return the reply's row for each row of the truth that has one.

    Rows pair by the best assignment of their likeness, not below the gate. A single row left over on both sides
    between the same paired neighbours is the same row read badly: nothing else can stand there.
    """
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    mine, theirs = sorted(truth), sorted(reply)
    if not mine or not theirs:
        return {}
    alike = np.array([[_row_likeness(truth[row], reply[other], bench) for other in theirs] for row in mine])
    distance = np.array([[abs(row - other) for other in range(len(theirs))] for row in range(len(mine))])
    rows, columns = linear_sum_assignment(np.where(alike >= GATE, 1 - alike, 2.0) + _TIE * distance)
    pairs = {
        row: column for row, column in zip(rows.tolist(), columns.tolist(), strict=True) if alike[row, column] >= GATE
    }
    pairs |= _between(pairs, len(mine), len(theirs))
    return {mine[row]: theirs[column] for row, column in pairs.items()}


def _row_likeness(truth: Mapping[str, Field], reply: Mapping[str, ReadItem], bench: Bench) -> float:
    """Return 0..1, each cell weighing what it tells: a quantity of 1 says little about which row it is."""
    total = weight = 0.0
    bare = list(reply) == [""] and len(truth) == 1
    for cell, field in truth.items():
        item = reply.get("" if bare else cell)
        length = len(essence(field.text, field.kind))
        telling = min(_MOST_WEIGHT, length * (_NAME_WEIGHT if field.kind is Kind.OTHER else 1))
        if item is None or item.text is None or not telling:
            continue
        weight += telling
        total += telling * _cell_likeness(field, item.text, bench)
    return total / weight if weight else 0.0


def _cell_likeness(field: Field, text: str, bench: Bench) -> float:
    if field.text.strip() == text.strip():
        return 1.0
    if field.kind is not Kind.OTHER and same_digits(field.text, text, field.kind) and bench.same_value(field, text):
        return 1.0
    return min(0.95, likeness(field.text, text, field.kind))


def _between(pairs: Mapping[int, int], mine: int, theirs: int) -> dict[int, int]:
    fences: Sequence[tuple[int, int]] = [(-1, -1), *sorted(pairs.items()), (mine, theirs)]
    return {
        row + 1: column + 1
        for (row, column), (next_row, next_column) in pairwise(fences)
        if next_row - row == 2 and next_column - column == 2 and column + 1 not in pairs.values()
    }
