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
    """Return the values of a broken sum that one other digit would mend: candidates for a misreading, never applied.

    Those that make the sum hold to the last digit; where there are none, those that make it hold within its tolerance.
    """
    difference = check.difference
    if check.state is not SumState.BREAKS or difference is None:
        return ()
    tried = [
        (abs(left), Repair(key, value, would_be))
        for key, value, would_be, left in _tries(check, difference)
        if abs(left) <= check.tolerance
    ]
    exact = tuple(repair for left, repair in tried if not left)
    return exact or tuple(repair for _, repair in tried)


def _tries(check: SumCheck, difference: Decimal) -> Iterator[tuple[str, Decimal, Decimal, Decimal]]:
    """Yield key, value, the value with one other digit, and what the sum would then be off by."""
    for index, part in enumerate(check.parts):
        if part.value is None:
            continue
        slope = Decimal(part.sign) if not check.product else _slope(check, index)
        for would_be in _one_digit_changed(part.value):
            yield part.key, part.value, would_be, difference - slope * (would_be - part.value)
    if check.stated is not None:
        for would_be in _one_digit_changed(check.stated):
            yield check.stated_key, check.stated, would_be, difference + would_be - check.stated


def _slope(check: SumCheck, index: int) -> Decimal:
    """Return by how much a product grows when one of its factors grows by one."""
    made = check.factor
    for other, part in enumerate(check.parts):
        made *= part.value if other != index and part.value is not None else 1
    return made


def _one_digit_changed(value: Decimal) -> Iterator[Decimal]:
    """Yield all values that are written with the same number of digits and differ in exactly one."""
    sign, digits, exponent = value.as_tuple()
    written = max(len(digits), 1 - int(exponent)) if isinstance(exponent, int) else 0
    whole = (0,) * (written - len(digits)) + digits
    for place, digit in enumerate(whole):
        for other in range(10):
            if other != digit and (other or place or written <= 1 - int(exponent)):
                yield Decimal((sign, (*whole[:place], other, *whole[place + 1 :]), int(exponent)))
