"""A document's numbers by what their fields' names mean: which is the total, which are the prices of its rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from fidelity_app.core.documents import split_key
from fidelity_app.core.field_names import Place, meaning
from fidelity_app.core.reconciliation.sums import Part, Values

Rows = dict[int, dict[str, str]]
"""The keys of one list's cells, by row and by what the cell means."""


class Page:
    """The values of one page side, their keys found by meaning; of several that mean the same the plain one first."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self._plain: dict[str, list[str]] = defaultdict(list)
        self._lists: dict[str, dict[str, Rows]] = defaultdict(lambda: defaultdict(lambda: defaultdict(dict)))
        for key in values:
            name, row, cell = split_key(key)
            if row is None:
                self._plain[meaning(name, Place.PLAIN)].append(key)
            else:
                cells = self._lists[meaning(name, Place.LIST)][name][row]
                cells.setdefault(meaning(cell, Place.CELL) if cell else "", key)

    def named(self, *meanings: str) -> list[str]:
        """Return the keys outside of lists that mean one of these, in this order."""
        return [key for name in meanings for key in sorted(self._plain.get(name, ()), key=lambda key: key != name)]

    def lists(self, *meanings: str) -> list[tuple[str, Rows]]:
        """Return the lists that mean one of these, with the names they have here."""
        return [pair for name in meanings for pair in self._lists.get(name, {}).items()]

    def column(self, lists: Sequence[str], cells: Sequence[str]) -> list[str]:
        """Return the keys of one column of lists: of each row the first cell that is there."""
        rows = [row for _, found in self.lists(*lists) for _, row in sorted(found.items())]
        firsts = (next((row[cell] for cell in cells if cell in row), None) for row in rows)
        return [key for key in firsts if key is not None]

    def plus(self, keys: Sequence[str]) -> tuple[Part, ...]:
        """Return fields as they are added."""
        return tuple(Part(key, 1, self._values[key]) for key in keys)

    def minus(self, keys: Sequence[str]) -> tuple[Part, ...]:
        """Return reductions: printed with a minus they enter as they are, printed without one they are taken off."""
        return tuple(Part(key, -1 if self._is_positive(key) else 1, self._values[key]) for key in keys)

    def is_credit(self, *meanings: str) -> bool:
        """Say whether a page gives money back: the first of these that has a value is negative."""
        known = (value for key in self.named(*meanings) if (value := self._values[key]) is not None)
        return next(known, 0) < 0

    def _is_positive(self, key: str) -> bool:
        value = self._values[key]
        return value is None or value >= 0
