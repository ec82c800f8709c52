"""Rows of a list in the truth to rows of a list in a reply: description and amounts together, then by neighbours."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from fidelity_app.core.asks import ReadItem
from fidelity_app.core.documents import Field, Kind
from fidelity_app.core.matching.match import Bench
from fidelity_app.core.matching.similarity import GATE, essence, likeness, same_digits

_MOST_WEIGHT = 12
_NAME_WEIGHT = 2
"""A description says which row it is; two swapped prices must not be taken for two swapped descriptions."""
_TIE = 1e-4
"""Less than one wrong digit of one cell: the order decides only between rows that are alike to the last character."""
_NEVER = 2.0
_SAME_VALUE, _ALIKE = 0.99, 0.95
"""Of two rows with one value the one that writes it as printed is the row."""
_TELLING_DIGITS = 3

TruthRows = Mapping[int, Mapping[str, Field]]
ReplyRows = Mapping[int, Mapping[str, ReadItem]]


def pair_rows(truth: TruthRows, reply: ReplyRows, bench: Bench) -> dict[int, int]:
    """Return the reply's row for each row of the truth that has one.

    Rows pair by the best assignment of their likeness, not below the gate, equal ones in their order. A single row left
    over on both sides between the same paired neighbours is the same row read badly: nothing else can stand there.
    """
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    mine, theirs = sorted(truth), sorted(reply)
    if not mine or not theirs:
        return {}
    scale = _Scale(reply, bench)
    alike = np.array([[scale.of_rows(truth[row], reply[other]) for other in theirs] for row in mine])
    places = np.subtract.outer(np.arange(len(mine)) / len(mine), np.arange(len(theirs)) / len(theirs))
    rows, columns = linear_sum_assignment(np.where(alike >= GATE, 1 - alike, _NEVER) + _TIE * places**2)
    pairs = {
        row: column for row, column in zip(rows.tolist(), columns.tolist(), strict=True) if alike[row, column] >= GATE
    }
    pairs |= _between(pairs, len(mine), len(theirs))
    return {mine[row]: theirs[column] for row, column in pairs.items()}


class _Scale:
    """Likeness of rows, 0..1; each pair of texts is compared once, however many rows have it."""

    def __init__(self, reply: ReplyRows, bench: Bench) -> None:
        self._bench = bench
        self._known: dict[tuple[str, str, Kind], float] = {}
        self._columns = {cell for row in reply.values() for cell, item in row.items() if (item.text or "").strip()}

    def of_rows(self, truth: Mapping[str, Field], reply: Mapping[str, ReadItem]) -> float:
        """Weigh each cell by what it tells: a quantity of 1 says little about which row it is.

        A cell that the model cannot read, or a column that it left out everywhere, tells nothing; a cell that only this
        row lacks does. Rows whose amounts are all equal are one row, whatever became of the description.
        """
        total = weight = 0.0
        bare = list(reply) == [""] and len(truth) == 1
        for cell, field in truth.items():
            name = "" if bare else cell
            item = reply.get(name)
            if name not in self._columns or (item is not None and item.text is None):
                continue
            length = len(essence(field.text, field.kind))
            telling = min(_MOST_WEIGHT, length * (_NAME_WEIGHT if field.kind is Kind.OTHER else 1))
            weight += telling
            if item is not None and item.text and telling:
                total += telling * self._of_cells(field, item.text)
        if all(item.text is None for item in reply.values()):
            return GATE  # which row it is that cannot be read, its place says
        score = total / weight if weight else 0.0
        return GATE if score < GATE and self._amounts_agree(truth, reply, self._columns) else score

    def _of_cells(self, field: Field, text: str) -> float:
        key = field.text, text, field.kind
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._compared(field, text)
        return known

    def _compared(self, field: Field, text: str) -> float:
        if field.text.strip() == text.strip():
            return 1.0
        may_be_same = field.kind is not Kind.OTHER and same_digits(field.text, text, field.kind)
        if may_be_same and self._bench.same_value(field, text):
            return _SAME_VALUE
        return min(_ALIKE, likeness(field.text, text, field.kind))

    def _amounts_agree(
        self, truth: Mapping[str, Field], reply: Mapping[str, ReadItem], columns: Collection[str]
    ) -> bool:
        digits = 0
        for cell, field in truth.items():
            if field.kind is not Kind.AMOUNT or cell not in columns or not field.text.strip():
                continue
            item = reply.get(cell)
            if item is None or not item.text or self._of_cells(field, item.text) < _SAME_VALUE:
                return False
            digits += len(essence(field.text, field.kind))
        return digits >= _TELLING_DIGITS


def _between(pairs: Mapping[int, int], mine: int, theirs: int) -> dict[int, int]:
    fences: Sequence[tuple[int, int]] = [(-1, -1), *sorted(pairs.items()), (mine, theirs)]
    return {
        row + 1: column + 1
        for (row, column), (next_row, next_column) in pairwise(fences)
        if next_row - row == 2 and next_column - column == 2 and column + 1 not in pairs.values()
    }
