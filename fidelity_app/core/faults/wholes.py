"""Faults that explain a whole reading at once: cut, turned, renumbered, taken from elsewhere, or short of a number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Context, Decimal, InvalidOperation

from rapidfuzz.distance import OSA

from fidelity_app.core.alignment import OpKind
from fidelity_app.core.differences import exact_difference
from fidelity_app.core.documents import Kind
from fidelity_app.core.faults.evidence import Change, Evidence, Side
from fidelity_app.core.faults.separators import precision_kinds, separator_explains
from fidelity_app.core.numbers.value import Role

_TURNED = {"0": "0", "1": "1", "6": "9", "8": "8", "9": "6"}
_FLOAT = re.compile(r"^[+-]?[0-9]+(?:\.[0-9]+)?[eE][+-]?[0-9]{1,3}$")
_POINT_ZERO = re.compile(r"^[0-9]+\.0$")
_MOST_MISREAD_ZEROS = 3
_A_PAIR = 2
_GROUP_SIZE = 3
_SAME_NUMBER = 0.5
"""SCORING section 4's gate: below this digit similarity two numbers have nothing to do with each other."""
_FEWEST_DIGITS = 3
"""Of one or two digits, half is soon wrong."""

CHARACTER_KINDS = frozenset({Kind.IDENTIFIER, Kind.PHONE, Kind.OTHER})


def rotated_kinds(evidence: Evidence) -> Iterator[str]:
    """Name a number read upside down, only where what was read is no clean number: 6609 is no turned 6099."""
    digits = evidence.truth.digits
    if evidence.reading.parsed.value is not None:
        return
    if not set(digits) & {"6", "9"} or not set(digits) <= set(_TURNED) or evidence.truth.has(Role.LETTER):
        return
    turned = "".join(_TURNED[digit] for digit in reversed(digits))
    if turned != digits and turned == evidence.reading.digits:
        yield "rotated_text"


def zero_kinds(evidence: Evidence) -> Iterator[str]:
    """Name zeros lost or gained at the front of what is not a quantity."""
    if evidence.kind not in CHARACTER_KINDS:
        return
    truth, reading = evidence.truth.folded, evidence.reading.folded
    if scientific(evidence):
        if truth.startswith("0") and not reading.startswith("0"):
            yield "leading_zero_lost"
        yield "scientific_notation"
    elif truth != reading and truth.lstrip("0") == reading.lstrip("0"):
        yield "leading_zero_lost" if len(truth) > len(reading) else "leading_zero_added"


def scientific(evidence: Evidence) -> bool:
    """Say whether a string of digits came back as a floating-point number of about that size, or the other way."""
    raws = [side.parsed.raw.strip() for side in (evidence.truth, evidence.reading)]
    if _POINT_ZERO.match(raws[1]) and raws[0].isascii() and raws[0].isdigit():
        return raws[0].lstrip("0") == raws[1].removesuffix(".0").lstrip("0")
    if bool(_FLOAT.match(raws[0])) == bool(_FLOAT.match(raws[1])):
        return False
    truth, reading = _size(evidence.truth), _size(evidence.reading)
    return bool(truth and reading) and abs(reading - truth) * 100 <= truth


def _size(side: Side) -> Decimal:
    """Return what a text says as a plain or floating-point number, without its sign; zero for other texts."""
    raw = side.parsed.raw.strip()
    if raw.isascii() and (raw.isdigit() or _FLOAT.match(raw)):
        return Decimal(raw).copy_abs()
    return side.parsed.number.copy_abs() if side.parsed.number is not None else Decimal(0)


def rounded_kinds(evidence: Evidence) -> Iterator[str]:
    """Name an identifier whose last digits became zeros, as in a spreadsheet that keeps fifteen of them."""
    truth, reading = evidence.truth.folded, evidence.reading.folded
    if evidence.kind not in CHARACTER_KINDS or len(truth) != len(reading):
        return
    if not (truth + reading).isascii() or not (truth + reading).isdigit() or not reading.strip("0"):
        return
    kept = len(reading.rstrip("0"))
    lost = sum(digit != "0" for digit in truth[kept:])
    enough = len(truth) - kept >= _MOST_MISREAD_ZEROS and lost > 1
    if enough and exact_difference(Decimal(reading[:kept]), Decimal(truth[:kept])) in (0, 1):
        yield "precision_lost"


def truncated_kinds(evidence: Evidence) -> Iterator[str]:
    """Name a reading that stops early or starts late; one digit less of a run is not that, but a shorter run."""
    if cut_off(evidence):
        yield "truncated"
        truth, reading = evidence.truth.folded, evidence.reading.folded
        if evidence.kind in CHARACTER_KINDS and truth.rstrip("0") == reading:
            yield "trailing_zero_dropped"


def cut_off(evidence: Evidence) -> bool:
    """Say whether the reading is a beginning or an end of the truth, signs of currency aside."""
    truth, reading = evidence.truth, evidence.reading
    if not reading.digits or len(reading.digits) >= len(truth.digits):
        return False
    lost_group = truth.has(Role.GROUP) and len(truth.digits) - len(reading.digits) >= _GROUP_SIZE
    one_run = truth.fraction_digits == reading.fraction_digits and only_a_run_shrank(evidence)
    if (one_run and not lost_group) or {*zero_kinds(evidence)}:
        return False
    pairs = {(truth.folded, reading.folded), (truth.bare, reading.folded), (truth.bare, reading.bare)}
    pairs.add((truth.written, reading.written))
    if not separator_explains(evidence) and not {*precision_kinds(evidence)}:
        pairs.add((truth.plain, reading.plain))
    return any(whole != part and (whole.startswith(part) or whole.endswith(part)) for whole, part in pairs)


def only_a_run_shrank(evidence: Evidence) -> bool:
    """Say whether the digits differ only in how often one repeats: 57763 and 5763."""
    truth, reading = evidence.truth.digits, evidence.reading.digits
    return truth != reading and _once_each(truth) == _once_each(reading)


def _once_each(digits: str) -> str:
    return re.sub(r"(.)\1+", r"\1", digits)


def list_kinds(evidence: Evidence) -> Iterator[str]:
    """Name numbers lost from, or added to, a text that holds several."""
    truth, reading = _numbers_of(evidence.truth.parsed.value), _numbers_of(evidence.reading.parsed.value)
    if len(truth) > len(reading) >= 1 and _is_within(reading, truth):
        yield "multiplier_lost" if reading == truth[-len(reading) :] else "number_lost"
    elif len(truth) == _A_PAIR and len(reading) == 1 and _is_worked_out(truth, reading[0]):
        yield "derived_value_suspected"
    elif len(reading) > len(truth) >= 1 and _is_within(truth, reading):
        yield "number_added"
    elif len(reading) > 1 == len(truth) and evidence.truth.digits == evidence.reading.digits:
        yield "number_split"


def _is_worked_out(pair: tuple[str, ...], result: str) -> bool:
    """Say whether one number is the product, the sum or the mean of two printed ones (3 x 2.50 read as 7.50)."""
    try:
        first, second, found = (Decimal(text) for text in (*pair, result))
    except InvalidOperation:
        return False
    exact = Context(prec=sum(len(text) for text in pair) * 2)
    total = exact.add(first, second)
    return found in (exact.multiply(first, second), total) or exact.add(found, found) == total


def _numbers_of(value: str | tuple[str, ...] | None) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else () if value is None else (value,)


def _is_within(few: tuple[str, ...], many: tuple[str, ...]) -> bool:
    rest = iter(many)
    return all(any(one == other for other in rest) for one in few)


def elsewhere_kinds(evidence: Evidence) -> Iterator[str]:
    """Name a reading that shares too few digits with the truth to be a misreading of it."""
    if unrelated(evidence):
        yield "wrong_field"


def unrelated(evidence: Evidence) -> bool:
    """Say whether the digits fail the gate and neither faults of single digits nor lost or added ones explain them."""
    truth, reading = evidence.truth.digits, evidence.reading.digits
    if len(truth) < _FEWEST_DIGITS or not reading or len(truth) == len(reading):
        return False
    if _is_within(tuple(truth), tuple(reading)) or _is_within(tuple(reading), tuple(truth)):
        return False
    if isinstance(evidence.truth.parsed.value, tuple) or evidence.truth.parsed.suggestion is not None:
        return False
    if any(change.op is OpKind.SUBSTITUTE and _names_itself(change) for change in evidence.differences):
        return False
    return OSA.normalized_similarity(truth, reading) < _SAME_NUMBER


def _names_itself(change: Change) -> bool:
    """Say whether a letter, or a symbol read as a digit, explains where digits came from or went."""
    return change.roles[1] is Role.LETTER or (change.roles[1] is Role.DIGIT and change.roles[0] is not Role.DIGIT)
