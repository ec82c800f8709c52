"""What a reading does to a document's arithmetic, and which single digit would mend it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from fidelity_app.core.reconciliation.sums import SumCheck, SumState, Values


@dataclass(frozen=True, slots=True)
class Flip:
    """One sum in the truth and over what was read: the truth's form of it, so that no other form hides an error."""

    truth: SumCheck
    reading: SumCheck

    @property
    def is_checkable(self) -> bool:
        """Say whether both sides can be checked."""
        return SumState.NOT_CHECKABLE not in (self.truth.state, self.reading.state)

    @property
    def name(self) -> str:
        """Return one of the four flips (`holds_breaks`, ...), or `not_checkable`."""
        return f"{self.truth.state}_{self.reading.state}" if self.is_checkable else SumState.NOT_CHECKABLE.value


FLIP_NAMES = ("holds_holds", "holds_breaks", "breaks_holds", "breaks_breaks", "not_checkable")


@dataclass(frozen=True, slots=True)
class Repair:
    """A hint, never applied: with this one digit changed the sum would hold."""

    key: str
    value: Decimal
    would_be: Decimal


def flips(truth: Iterable[SumCheck], reading: Values) -> tuple[Flip, ...]:
    """Return each of the truth's sums beside the same sum over the values that were read."""
    return tuple(Flip(check, check.on(reading)) for check in truth)


def still_holds(found: Sequence[Flip]) -> bool:
    """Say whether what was read looks sound: some sum can be checked and none breaks. Errors in it are silent."""
    states = [flip.reading.state for flip in found]
    return SumState.HOLDS in states and SumState.BREAKS not in states


def single_digit_repairs(check: SumCheck) -> tuple[Repair, ...]:
    """Return the values of a broken sum that one other digit would mend: candidates for a misreading."""
    difference = check.difference
    if check.state is not SumState.BREAKS or difference is None or check.product:
        return ()
    return tuple(_repairs(check, difference))


def _repairs(check: SumCheck, difference: Decimal) -> Iterator[Repair]:
    for part in check.parts:
        if part.value is not None and _one_digit_apart(part.value, part.value + part.sign * difference):
            yield Repair(part.key, part.value, part.value + part.sign * difference)
    if check.stated is not None and _one_digit_apart(check.stated, check.stated - difference):
        yield Repair(check.stated_key, check.stated, check.stated - difference)


def _one_digit_apart(value: Decimal, other: Decimal) -> bool:
    """Say whether two values are written with the same number of digits and differ in exactly one."""
    places = max(0, -int(value.as_tuple().exponent))
    mine, theirs = f"{value:.{places}f}", f"{other:.{places}f}"
    if Decimal(theirs) != other or len(mine) != len(theirs):
        return False
    return sum(a != b for a, b in zip(mine, theirs, strict=True)) == 1 and ("-" in mine) == ("-" in theirs)
