"""Faults of decimal and group marks, where every digit may be right, and of the size that follows from them."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

from fidelity_app.core.alignment import OpKind
from fidelity_app.core.faults.evidence import Evidence, Side, once
from fidelity_app.core.numbers.value import Role

_LARGEST_NAMED_SHIFT = 4


def separator_explains(evidence: Evidence) -> bool:
    """Say whether a misplaced or misunderstood mark alone makes the one value of the other."""
    return _dropped_by_value(evidence) or _shifted(evidence) or _role_swapped_by_value(evidence)


def multiplier_kinds(evidence: Evidence) -> Iterator[str]:
    """Name a word or letter for thousands or millions that went or came: the figures are the same."""
    if _multiplier_differs(evidence):
        truth, reading = evidence.magnitudes or (Decimal(0), Decimal(0))
        yield "multiplier_word_lost" if truth > reading else "multiplier_word_added"


def _multiplier_differs(evidence: Evidence) -> bool:
    if evidence.magnitudes is None or evidence.magnitudes[0] == evidence.magnitudes[1]:
        return False
    has_word = evidence.truth.has(Role.UNIT) or evidence.reading.has(Role.UNIT)
    return has_word and evidence.truth.number_text == evidence.reading.number_text


def decimal_kinds(evidence: Evidence) -> Iterator[str]:
    """Name a decimal mark that went, came or moved."""
    if _role_swapped(evidence):
        return
    if _dropped_by_value(evidence) or _dropped_by_place(evidence):
        yield "decimal_dropped"
    elif _shifted(evidence):
        yield "decimal_shifted"
        if evidence.truth.before(Role.DECIMAL) is None:
            yield "decimal_added"
    elif evidence.numbers is None and evidence.changed(None, Role.DECIMAL):
        yield "decimal_added"


def role_kinds(evidence: Evidence) -> Iterator[str]:
    """Name a group mark taken for the decimal mark, or the other way round."""
    if _role_swapped(evidence):
        yield "separator_role_swapped"


def precision_kinds(evidence: Evidence) -> Iterator[str]:
    """Name a value that was rounded or cut to fewer decimals."""
    if evidence.magnitudes is None or separator_explains(evidence):
        return
    truth, reading = evidence.magnitudes
    places = evidence.reading.fraction_digits
    if truth != reading and places < evidence.truth.fraction_digits:
        step = Decimal(1).scaleb(-places)
        rounded = {truth.quantize(step, rounding=how) for how in (ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_EVEN)}
        if reading in rounded and reading != 0:
            yield "precision_lost"


def magnitude_kinds(evidence: Evidence) -> Iterator[str]:
    """Name by how many whole digits the reading is longer or shorter than the truth."""
    if evidence.magnitudes is None:
        return
    truth, reading = evidence.magnitudes
    if not truth or not reading:
        return
    shift = _power_of_ten(truth, reading)
    if shift is None:
        shift = _whole_digits(reading) - _whole_digits(truth)
    if shift:
        size = 10 ** min(abs(shift), _LARGEST_NAMED_SHIFT)
        yield f"magnitude_{'x' if shift > 0 else 'div'}{size}"


def _whole_digits(number: Decimal) -> int:
    return max(number.adjusted() + 1, 1)


def _power_of_ten(truth: Decimal, reading: Decimal) -> int | None:
    """Return n where reading = truth x 10^n, None when there is no such n. Exact: no logarithm, no division."""
    one, other = truth.normalize(), reading.normalize()
    if one.as_tuple().digits != other.as_tuple().digits:
        return None
    return other.adjusted() - one.adjusted()


@once
def _dropped_by_value(evidence: Evidence) -> bool:
    places = evidence.truth.fraction_digits
    if evidence.magnitudes is None or not places or _role_swapped(evidence):
        return False
    truth, reading = evidence.magnitudes
    return truth != 0 and reading == truth.scaleb(places)


def _dropped_by_place(evidence: Evidence) -> bool:
    """Say whether the mark went although digits are wrong too: `12.50 -> 1350`."""
    if not evidence.changed(Role.DECIMAL, None):
        return False
    if isinstance(evidence.truth.parsed.value, tuple):
        return True
    gone = sum(change.op is OpKind.DELETE and change.roles[0] is Role.DIGIT for change in evidence.differences)
    return not evidence.reading.has(Role.DECIMAL) and gone < max(evidence.truth.fraction_digits, 1)


@once
def _shifted(evidence: Evidence) -> bool:
    """Say whether only the mark's place differs, and some digit other than zero crossed it.

    `6000.00 -> 60000.00` is a zero too many, not a moved mark: no digit changed sides.
    """
    if evidence.magnitudes is None or _role_swapped(evidence) or _dropped_by_value(evidence):
        return False
    if _multiplier_differs(evidence):
        return False
    truth, reading = evidence.magnitudes
    if not truth or not reading or not (evidence.truth.has(Role.DECIMAL) or evidence.reading.has(Role.DECIMAL)):
        return False
    shift = _power_of_ten(truth, reading)
    if not shift:
        return False
    same_digits = evidence.truth.digits == evidence.reading.digits
    return same_digits or _significant_whole(truth) != _significant_whole(reading)


def _significant_whole(number: Decimal) -> int:
    """Return how many of the digits from the first to the last non-zero one stand before the mark."""
    digits = len(number.normalize().as_tuple().digits)
    return min(max(number.adjusted() + 1, 0), digits)


@once
def _role_swapped(evidence: Evidence) -> bool:
    marks = {(Role.GROUP, Role.DECIMAL), (Role.DECIMAL, Role.GROUP)}
    by_place = any(change.roles in marks and change.op is OpKind.SUBSTITUTE for change in evidence.differences)
    return by_place or _role_swapped_by_value(evidence)


@once
def _role_swapped_by_value(evidence: Evidence) -> bool:
    if evidence.magnitudes is None or evidence.magnitudes[0] == evidence.magnitudes[1]:
        return False
    truth, reading = evidence.magnitudes
    return reading in _with_group_as_decimal(evidence.truth) or truth in _with_group_as_decimal(evidence.reading)


def _with_group_as_decimal(side: Side) -> tuple[Decimal, ...]:
    """Return what a grouped number becomes when its first group mark is taken for the decimal mark."""
    whole = side.before(Role.GROUP)
    if not whole or side.has(Role.LETTER):
        return ()
    up_to_mark = len(side.digits) - side.fraction_digits
    cut = {side.digits[:up_to_mark], side.digits}
    return tuple(Decimal(f"{digits[:whole]}.{digits[whole:]}") for digits in cut if len(digits) > whole)
