"""Faults of decimal and group marks, where every digit may be right, and of the size that follows from them."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal

from fidelity_app.core.alignment import OpKind
from fidelity_app.core.faults.compared import ten_times
from fidelity_app.core.faults.evidence import Evidence, Side, once
from fidelity_app.core.numbers.value import Role

_LARGEST_NAMED_SHIFT = 4
_CENTS = 2
_A_LIST = 2
_CUSTOMS = (ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_EVEN)


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
    if _dropped_by_value(evidence) or (_dropped_by_place(evidence) and not {*precision_kinds(evidence)}):
        yield "decimal_dropped"
    elif _shifted(evidence):
        yield "decimal_shifted"
        if evidence.truth.before(Role.DECIMAL) is None:
            yield "decimal_added"
    elif evidence.numbers is None and _count(evidence.reading) < _A_LIST and evidence.changed(None, Role.DECIMAL):
        yield "decimal_added"


def role_kinds(evidence: Evidence) -> Iterator[str]:
    """Name a group mark taken for the decimal mark, or the other way round."""
    if _role_swapped(evidence):
        yield "separator_role_swapped"


def precision_kinds(evidence: Evidence) -> Iterator[str]:
    """Name a value that was rounded or cut to fewer decimals."""
    if evidence.magnitudes is None:
        return
    truth, reading = evidence.magnitudes
    places = evidence.reading.fraction_digits
    fewer = truth != reading and places < evidence.truth.fraction_digits
    if fewer and reading != 0 and reading in _rounded(truth, places):
        yield "precision_lost"


def _rounded(number: Decimal, places: int) -> set[Decimal]:
    """Return a number cut or rounded to fewer decimals, by any custom; exact, whatever its length."""
    step = Decimal(1).scaleb(-places)
    exact = Context(prec=len(number.as_tuple().digits) + abs(number.adjusted()) + places + 2)
    return {number.quantize(step, rounding=how, context=exact) for how in _CUSTOMS}


def derived_kinds(evidence: Evidence) -> Iterator[str]:
    """Name a value that is the printed one rounded to fewer decimals, but written with as many as are printed.

    A reader that works values out writes 1,482.00 for 1,482.10 and 12.40 for 12.38. One last digit read as 0 (12.31 as
    12.30) is as well a misread one, and is not named.
    """
    if evidence.magnitudes is None:
        return
    truth, reading = evidence.magnitudes
    places = evidence.truth.fraction_digits
    if not places or places != evidence.reading.fraction_digits or truth == reading or not reading:
        return
    kept = places - _zeros_at_end(evidence.reading.digits[-places:])
    one_digit = sum(a != b for a, b in zip(evidence.truth.digits, evidence.reading.digits, strict=False)) == 1
    if kept < places and (kept == 0 or not one_digit) and reading in _rounded(truth, kept):
        yield "derived_value_suspected"


def _zeros_at_end(digits: str) -> int:
    return len(digits) - len(digits.rstrip("0"))


def repair_kinds(evidence: Evidence) -> Iterator[str]:
    """Name a value divided by its own decimals and written in the same style: 150.00 as 1.50.

    A mark that a reader misplaces keeps the digits (1.5000). Digits that are gone so that two decimals remain say that
    a program took the amount for cents.
    """
    places = evidence.truth.fraction_digits
    if evidence.magnitudes is None or places < _CENTS or places != evidence.reading.fraction_digits:
        return
    truth, reading = evidence.magnitudes
    if ten_times(reading, places) == truth and _shifted(evidence):
        yield "auto_repair"


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
    return reading.adjusted() - truth.adjusted() if _significant(truth) == _significant(reading) else None


def _significant(number: Decimal) -> str:
    """Return the digits from the first to the last that is not zero."""
    return "".join(map(str, number.as_tuple().digits)).strip("0")


@once
def _dropped_by_value(evidence: Evidence) -> bool:
    places = evidence.truth.fraction_digits
    if evidence.magnitudes is None or not places:
        return False
    truth, reading = evidence.magnitudes
    return truth != 0 and reading == ten_times(truth, places)


def _dropped_by_place(evidence: Evidence) -> bool:
    """Say whether the mark went although digits are wrong too: `12.50 -> 1350`."""
    if not evidence.changed(Role.DECIMAL, None):
        return False
    if isinstance(evidence.truth.parsed.value, tuple):
        return _count(evidence.reading) == _count(evidence.truth)
    gone = sum(change.op is OpKind.DELETE and change.roles[0] is Role.DIGIT for change in evidence.differences)
    return not evidence.reading.has(Role.DECIMAL) and gone < max(evidence.truth.fraction_digits, 1)


def _count(side: Side) -> int:
    """Return how many numbers a list holds, and 1 for a text that is no list."""
    value = side.parsed.value
    return len(value) if isinstance(value, tuple) else 1


@once
def _shifted(evidence: Evidence) -> bool:
    """Say whether only the mark's place differs, and some digit other than zero crossed it.

    `6000.00 -> 60000.00` is a zero too many, not a moved mark: no digit changed sides.
    """
    if evidence.magnitudes is None or _role_swapped(evidence):
        return False
    if _multiplier_differs(evidence):
        return False
    truth, reading = evidence.magnitudes
    if not truth or not (evidence.truth.has(Role.DECIMAL) or evidence.reading.has(Role.DECIMAL)):
        return False
    shift = _power_of_ten(truth, reading)
    if not shift:
        return False
    same_digits = evidence.truth.digits == evidence.reading.digits
    return same_digits or _significant_whole(truth) != _significant_whole(reading)


def _significant_whole(number: Decimal) -> int:
    """Return how many of the digits from the first to the last non-zero one stand before the mark."""
    return min(max(number.adjusted() + 1, 0), len(_significant(number)))


@once
def _role_swapped(evidence: Evidence) -> bool:
    marks = {(Role.GROUP, Role.DECIMAL), (Role.DECIMAL, Role.GROUP)}
    by_place = any(change.roles in marks for change in evidence.differences)
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
    if not whole or side.has(Role.LETTER) or side.texts(Role.GROUP)[0].isspace():  # no custom has a decimal space
        return ()
    up_to_mark = len(side.digits) - side.fraction_digits
    cut = {side.digits[:up_to_mark], side.digits}
    return tuple(Decimal(f"{digits[:whole]}.{digits[whole:]}") for digits in cut if len(digits) > whole)
