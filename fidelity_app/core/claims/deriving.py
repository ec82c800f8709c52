"""Numbers that a page does not print but that follow from what it prints: shown as their own class, never as found.

The rule: a number is derived when it is, exactly and in `Decimal`,

- the sum or the difference of two printed amounts, or the sum of all amounts of one list column;
- a printed quantity times a printed amount;
- a percentage of one printed amount in one of the two largest, rounded to the digits that are said;
- a bare count, standing before a word, of the printed rows of a list;
- the year of a printed date, or its day beside the name of its month.

The few shapes are on purpose: with more of them any number can be reached from a page of amounts by chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from itertools import combinations

from fidelity_app.core.claims.prose import Around
from fidelity_app.core.documents import Field, Kind, split_key
from fidelity_app.core.numbers import Parsed, parse
from fidelity_app.core.numbers.months import months_of

_MOST_AMOUNTS = 60
_MOST_COUNT_DIGITS = 3
_YEAR_DIGITS = 4
_BASES = 2
_SHORTEST_MONTH = 3


@dataclass(frozen=True, slots=True)
class _Value:
    text: str
    key: str
    number: Decimal
    currency: str | None


class Derivations:
    """What can be derived from the fields of one document, worked out once."""

    def __init__(self, printed: Sequence[tuple[Field, Parsed]]) -> None:
        amounts = [_value(field, parsed) for field, parsed in printed if field.kind is Kind.AMOUNT]
        counted = [_value(field, parsed) for field, parsed in printed if field.kind is Kind.QUANTITY]
        self._amounts = [value for value in amounts if value is not None][:_MOST_AMOUNTS]
        self._quantities = [value for value in counted if value is not None][:_MOST_AMOUNTS]
        self._dates = [(field, parsed.value) for field, parsed in printed if field.kind is Kind.DATE]
        self._rows = _rows([field for field, _ in printed])
        self._known: dict[Decimal, list[tuple[str, frozenset[str]]]] = {}
        for number, words, currencies in self._combined():
            self._known.setdefault(number, []).append((words, currencies))

    def of(self, text: str, kind: Kind, around: Around) -> str:
        """Say in a formula how a number follows from what is printed, empty where it does not."""
        said = parse(text, kind if kind is Kind.PERCENT else Kind.AMOUNT)
        if said.number is None:
            return ""
        if kind is Kind.PERCENT:
            return self._share(said)
        if said.currency is None and said.number == said.number.to_integral_value():
            found = self._count(text, said.number, around) or self._part_of_date(text, around)
            if found:
                return found
        for words, currencies in self._known.get(abs(said.number), ()):
            if said.currency is None or not currencies or currencies == {said.currency}:
                return words
        return ""

    def _combined(self) -> Iterator[tuple[Decimal, str, frozenset[str]]]:
        for one, other in combinations(self._amounts, 2):
            currencies = _currencies((one, other))
            if len(currencies) > 1:
                continue
            yield one.number + other.number, f"{one.text} + {other.text}", currencies
            more, less = (one, other) if one.number >= other.number else (other, one)
            yield more.number - less.number, f"{more.text} − {less.text}", currencies
        for column, values in self._columns().items():
            currencies = _currencies(values)
            if len(values) > 1 and len(currencies) < len(values) and len(currencies) <= 1:
                yield sum((value.number for value in values), Decimal(0)), f"sum of {column}", currencies
        for quantity in self._quantities:
            for amount in self._amounts:
                yield quantity.number * amount.number, f"{quantity.text} × {amount.text}", _currencies((amount,))

    def _columns(self) -> dict[str, list[_Value]]:
        columns: dict[str, list[_Value]] = {}
        for value in self._amounts:
            name, row, cell = split_key(value.key)
            if row is not None:
                columns.setdefault(f"{name}[].{cell}" if cell else f"{name}[]", []).append(value)
        return columns

    def _share(self, said: Parsed) -> str:
        """Say of which amount a percentage is which part; only the largest amounts are taken for a whole."""
        assert said.number is not None
        step = Decimal(1).scaleb(-(said.fraction_digits or 0))
        wholes = sorted(self._amounts, key=lambda value: value.number, reverse=True)[:_BASES]
        for whole in wholes:
            if whole.number <= 0:
                continue
            for part in self._amounts:
                share = 100 * part.number / whole.number
                rounded = {share.quantize(step, rounding=mode) for mode in (ROUND_HALF_UP, ROUND_HALF_EVEN)}
                if part is not whole and said.number in rounded:
                    return f"{part.text} / {whole.text}"
        return ""

    def _count(self, text: str, number: Decimal, around: Around) -> str:
        if len(text) > _MOST_COUNT_DIGITS or not around.behind[:1].isalpha():
            return ""
        return next((f"rows of {name}" for name, count in self._rows.items() if number == count), "")

    def _part_of_date(self, text: str, around: Around) -> str:
        """Say of which printed date a bare number is the year, or the day beside its month's name."""
        for field, value in self._dates:
            parts = value.partition("T")[0].split("-") if isinstance(value, str) else []
            if len(parts) != 3:
                continue
            year, month, day = parts
            if len(text) == _YEAR_DIGITS and text == year:
                return f"year of {field.text}"
            if text.lstrip("0") == day.lstrip("0") and int(month) in _months((around.before, around.behind)):
                return f"day of {field.text}"
        return ""


def _value(field: Field, parsed: Parsed) -> _Value | None:
    return None if parsed.number is None else _Value(field.text, field.key, parsed.number, parsed.currency)


def _currencies(values: Sequence[_Value]) -> frozenset[str]:
    return frozenset(value.currency for value in values if value.currency)


def _rows(fields: Sequence[Field]) -> dict[str, int]:
    """Count the printed rows of every list."""
    found: dict[str, set[int]] = {}
    for field in fields:
        name, row, _ = split_key(field.key)
        if row is not None:
            found.setdefault(name, set()).add(row)
    return {name: len(rows) for name, rows in found.items()}


def _months(words: Sequence[str]) -> frozenset[int]:
    """Return the months that words name; a short word is more often a word of the sentence."""
    names = [word.strip(".,") for word in words]
    return frozenset(
        month for name in names if name.isalpha() and len(name) >= _SHORTEST_MONTH for month in months_of(name, "")
    )
