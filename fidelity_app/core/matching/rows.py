"""Rows of a list in the truth to rows of a list in a reply: description and amounts together, then by neighbours."""

from __future__ import annotations

from collections import defaultdict
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

    Rows that are the same to the last character pair first. The others pair by the best assignment of their likeness,
    not below the gate, equal ones in their order. A single row left over on both sides between the same paired
    neighbours is the same row read badly: nothing else can stand there.
    """
    mine, theirs = sorted(truth), sorted(reply)
    place, other_place = ({row: at for at, row in enumerate(rows)} for rows in (mine, theirs))
    pairs = {place[row]: other_place[other] for row, other in _same_rows(truth, reply).items()}
    rest = [at for at in range(len(mine)) if at not in pairs]
    left = [at for at in range(len(theirs)) if at not in pairs.values()]
    if rest and left:
        scale = _Scale(reply, bench)
        alike = [[scale.of_rows(truth[mine[row]], reply[theirs[other]]) for other in left] for row in rest]
        pairs |= _assigned(alike, [at / len(mine) for at in rest], [at / len(theirs) for at in left], (rest, left))
    pairs |= _between(pairs, len(mine), len(theirs))
    return {mine[row]: theirs[other] for row, other in pairs.items()}


def _same_rows(truth: TruthRows, reply: ReplyRows) -> dict[int, int]:
    """Pair rows of equal texts that are the only ones of their kind on both sides; of several, order tells which."""
    cells = {cell for row in truth.values() for cell in row}
    printed = _only_ones({row: {cell: field.text for cell, field in found.items()} for row, found in truth.items()})
    read = {row: {cell: item.text for cell, item in found.items() if cell in cells} for row, found in reply.items()}
    answered = _only_ones(read)
    return {row: answered[texts] for texts, row in printed.items() if texts and texts in answered}


_Texts = tuple[tuple[str, str | None], ...]


def _only_ones(rows: Mapping[int, Mapping[str, str | None]]) -> dict[_Texts, int]:
    found: dict[_Texts, list[int]] = defaultdict(list)
    for row, texts in rows.items():
        found[tuple(sorted((cell, text) for cell, text in texts.items() if text != ""))].append(row)
    return {texts: same[0] for texts, same in found.items() if len(same) == 1}


def _assigned(
    alike: Sequence[Sequence[float]],
    places: Sequence[float],
    other_places: Sequence[float],
    names: tuple[Sequence[int], Sequence[int]],
) -> dict[int, int]:
    """Return the best assignment of a matrix of likeness, as pairs of the rows' names; equal rows keep their order."""
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    scores = np.array(alike)
    apart = np.subtract.outer(np.array(places), np.array(other_places))
    rows, columns = linear_sum_assignment(np.where(scores >= GATE, 1 - scores, _NEVER) + _TIE * apart**2)
    return {
        names[0][row]: names[1][column]
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
        if scores[row, column] >= GATE
    }


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
