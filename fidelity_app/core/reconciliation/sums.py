"""One sum of a document: its parts, what they make, and what is printed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum

Values = Mapping[str, Decimal | None]
"""Exact values by field key; None where a text is there but its value is unknown."""

_ONE = Decimal(1)
_NOTHING = Decimal(0)


class SumState(StrEnum):
    HOLDS = "holds"
    BREAKS = "breaks"
    NOT_CHECKABLE = "not_checkable"


@dataclass(frozen=True, slots=True)
class Part:
    """A summand (or, in a product, a factor): a field's key, the sign it enters with, and its value."""

    key: str
    sign: int
    value: Decimal | None

    @property
    def signed(self) -> Decimal | None:
        """Return the value as it enters the sum."""
        return None if self.value is None else self.sign * self.value


@dataclass(frozen=True, slots=True)
class SumCheck:
    """A sum that should hold. `family` says which one of a document it is and is the same for truth and reading.

    `rule` is the sum in words; `expected` is what the parts make and `stated` what is printed under `stated_key`;
    either is None when a value is unknown. A difference within `tolerance` holds: a printed rounding is no error, but a
    one-cent misreading may hide in it, which is why values are compared first and sums only tell more. `factor` is what
    a product is multiplied with (a hundredth for percent). `cash_step` is the smallest coin that a payable amount was
    rounded to, 0 where it was not: then half a coin holds too, if one side is a whole number of coins.
    """

    family: str
    rule: str
    parts: tuple[Part, ...]
    stated_key: str
    stated: Decimal | None
    tolerance: Decimal
    product: bool = False
    factor: Decimal = _ONE
    cash_step: Decimal = _NOTHING

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the keys of all fields that have a part in the sum."""
        return (*(part.key for part in self.parts), self.stated_key)

    @property
    def expected(self) -> Decimal | None:
        """Return the sum (or product) of the parts, None when one is unknown."""
        signed = [part.signed for part in self.parts]
        known = [value for value in signed if value is not None]
        if len(known) < len(signed):
            return None
        if not self.product:
            return sum(known, _NOTHING)
        made = self.factor
        for value in known:
            made *= value
        return made

    @property
    def difference(self) -> Decimal | None:
        """Return stated minus expected, None when either is unknown."""
        expected = self.expected
        return None if expected is None or self.stated is None else self.stated - expected

    @property
    def state(self) -> SumState:
        """Say whether the sum holds."""
        difference, expected = self.difference, self.expected
        if difference is None or expected is None or self.stated is None:
            return SumState.NOT_CHECKABLE
        if abs(difference) <= self.tolerance or self._is_rounded(expected, self.stated):
            return SumState.HOLDS
        return SumState.BREAKS

    def _is_rounded(self, expected: Decimal, stated: Decimal) -> bool:
        if not self.cash_step or 2 * abs(stated - expected) > self.cash_step:
            return False
        return stated % self.cash_step == 0 or expected % self.cash_step == 0

    def on(self, values: Values) -> SumCheck:
        """Return the same sum over other values, such as those that a model read."""
        parts = tuple(replace(part, value=values.get(part.key)) for part in self.parts)
        return replace(self, parts=parts, stated=values.get(self.stated_key))


def in_words(parts: tuple[Part, ...], stated_key: str, *, product: bool = False, percent: bool = False) -> str:
    """Write a sum down: `subtotal + tax - discount = total`; rows of one list are named once."""
    if percent:
        return f"{' % of '.join(part.key for part in reversed(parts))} = {stated_key}"
    if product:
        return f"{' x '.join(part.key for part in parts)} = {stated_key}"
    words: list[str] = []
    for part in parts:
        name = part.key if "[" not in part.key else f"sum of {part.key.split('[')[0]}"
        if name not in words[1::2]:
            words += ["-" if part.sign < 0 else "+", name]
    text = " ".join(words[1:] if words[:1] == ["+"] else words)
    return f"{text} = {stated_key}"
