"""What decides about a pair: pairs that agree in this are judged alike, so only the first of them is judged in full.

`$1,234.50` read as `$1,284.50` and `$7,065.25` read as `$7,095.25` are one case: the same two shapes and one digit
misread in the same place. Verdict, error kinds and operations follow from the shapes of the two texts (their marks,
clothes and decimals), from what happened to the digits and where, and from the few facts about the digits themselves
that some rule asks for. Pairs with more than one fault, or of other kinds, have no case and are judged in full.
"""

from __future__ import annotations

from collections.abc import Hashable

from rapidfuzz.distance import Prefix

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers.shaped_characters import CharacterShape
from fidelity_app.core.numbers.shaped_days import DayShape, TimeShape
from fidelity_app.core.numbers.shaped_numbers import NumberShape
from fidelity_app.core.numbers.value import Parsed

_BY_VALUE = frozenset({Kind.AMOUNT, Kind.QUANTITY, Kind.PERCENT})
_NOT_DIGITS = bytes(code for code in range(256) if not 48 <= code <= 57)
_ISO_DAY = len("2024-12-31")
_ZEROS = bytes.maketrans(b"123456789", b"000000000")
_FULL_MINUTE = ":00"


def case_of(truth: Parsed, reading: Parsed) -> Hashable | None:
    """Return what decides about a pair of unequal texts, None when every character of it may matter."""
    mine, theirs = truth.shape, reading.shape
    if isinstance(mine, NumberShape) and isinstance(theirs, NumberShape):
        return _numbers(truth.raw, mine, reading.raw, theirs) if truth.kind in _BY_VALUE else None
    if mine is not None and theirs is not None and mine.pattern == theirs.pattern:  # type: ignore[attr-defined]
        return _in_one_pattern(truth, reading)
    facts = _FACTS.get(truth.kind)
    return facts(truth, reading) if facts else None


def _in_one_pattern(truth: Parsed, reading: Parsed) -> Hashable | None:
    """Decide about days, times, identifiers and telephone numbers of which one digit is misread or two are swapped."""
    mine, theirs = truth.shape, reading.shape
    at = Prefix.similarity(truth.raw, reading.raw)
    what = _in_place(truth.raw, reading.raw, at)
    match mine:
        case _ if not what:
            return None
        case CharacterShape():
            return mine, theirs, at, what
        case TimeShape():
            return mine, theirs, at, what, truth.raw.endswith(_FULL_MINUTE), reading.raw.endswith(_FULL_MINUTE)
        case DayShape():
            (a, b), (c, d) = mine.parts(truth.raw), mine.parts(reading.raw)
            return mine, theirs, at, what, a == d, b == c
        case _:
            return None


def _numbers(text: str, mine: NumberShape, other: str, theirs: NumberShape) -> Hashable | None:
    """Decide about two numbers. One misread digit, the commonest fault, is seen without taking the digits out."""
    if mine.is_open or mine.is_irregular:
        return None
    same_pattern = mine is theirs or mine.pattern == theirs.pattern
    if same_pattern and not theirs.is_open:
        at = Prefix.similarity(text, other)
        if text[at + 1 :] == other[at + 1 :]:
            return mine, theirs, at, other.endswith(mine.no_cents, 0, mine.end) if mine.places else False
    my_digits, their_digits = mine.digits(text), theirs.digits(other)
    if theirs.is_open and len(my_digits) >= len(their_digits):
        return None
    if my_digits == their_digits:
        return mine, theirs
    at = Prefix.similarity(my_digits, their_digits)
    match len(my_digits) - len(their_digits):
        case 0 if same_pattern:
            what = _in_place(my_digits, their_digits, at)
            swapped_to_ten = what == "swapped" and _by_ten(my_digits, their_digits)
            cents_gone = mine.places > 0 and not their_digits[-mine.places :].strip("0")
            return (mine, theirs, at, what, cents_gone) if what and not swapped_to_ten else None
        case 1:
            return _one_less((mine, my_digits), (theirs, their_digits), at, what="dropped")
        case -1:
            return _one_less((theirs, their_digits), (mine, my_digits), at, what="inserted")
        case _:
            return None


_Shaped = tuple[NumberShape, str]
"""A shape and the digits of one text."""


def _in_place(truth: str, reading: str, at: int) -> str:
    """Say what happened from the first difference on: one digit misread, two neighbours swapped, or something else."""
    if truth[at + 1 :] == reading[at + 1 :]:
        return "misread"
    swapped = truth[at + 2 :] == reading[at + 2 :] and truth[at : at + 2] == reading[at : at + 2][::-1]
    return "swapped" if swapped else ""


def _one_less(longer: _Shaped, shorter: _Shaped, at: int, *, what: str) -> Hashable | None:
    """Decide about one digit that only the longer number has, at the end of a run of equal ones (`at`)."""
    (long, digits), (short, others) = longer, shorter
    if long.clothes != short.clothes or long.decimal_mark != short.decimal_mark:
        return None
    if (long.is_irregular or short.is_irregular) and len(long.pattern) != len(short.pattern) + 1:
        return None
    whole = len(digits) - long.places
    match long.places - short.places:
        case 0:
            at = min(at, whole - 1)
        case 1 if at >= whole:
            pass
        case _:
            return None
    if digits[:at] + digits[at + 1 :] != others:
        return None
    by_ten = _by_ten(digits, others)
    if long.is_open and by_ten:  # the other reading of the mark is compared then
        return None
    rounded = at >= whole and _is_rounded(int(digits), int(others))
    return long, short, at, what, _run(digits, at), rounded, by_ten


def _run(digits: str, at: int) -> tuple[bool, bool]:
    """Say whether the digits before and behind one are equal to it."""
    return digits[at - 1 : at] == digits[at], digits[at + 1 : at + 2] == digits[at]


def _is_rounded(number: int, shorter: int) -> bool:
    """Say whether a number is another one without its last digit, cut off or rounded."""
    return shorter in (number // 10, (number + 5) // 10)


def _by_ten(digits: str, others: str) -> bool:
    """Say whether one number is the other times a power of ten."""
    return digits.strip("0") == others.strip("0")


def _identifiers(truth: Parsed, reading: Parsed) -> Hashable | None:
    """Decide about identifiers read as plain characters; the zeros at both ends count."""
    if truth.value is None or reading.value is None or truth.flags or reading.flags:
        return None
    edit = _edit(truth.raw, reading.raw)
    mine, theirs = truth.raw.replace(" ", ""), reading.raw.replace(" ", "")
    zeros = mine.lstrip("0") == theirs.lstrip("0"), mine.rstrip("0") == theirs
    return (Kind.IDENTIFIER, edit, zeros) if edit else None


def _dates(truth: Parsed, reading: Parsed) -> Hashable | None:
    """Decide about days, settled or of open order, by which of their components agree, and where a digit differs."""
    mine, theirs = _days(truth), _days(reading)
    if not mine or not (theirs or _is_nothing(reading)):
        return None
    edit = _edit(truth.raw, reading.raw)
    if edit is None:
        return None
    agreements = tuple(_agreement(day, other) for day in mine for other in theirs)
    settled = truth.value is None, reading.value is None
    return Kind.DATE, edit, agreements, settled, len(mine), truth.flags, reading.flags


def _days(parsed: Parsed) -> tuple[str, ...]:
    """Return the days in ISO 8601 that a text may mean, none when it may mean more or less than a day."""
    found = parsed.alternatives if parsed.value is None else (parsed.value,)
    if parsed.suggestion is not None or any(not isinstance(day, str) or len(day) != _ISO_DAY for day in found):
        return ()
    return tuple(str(day) for day in found)


def _agreement(day: str, other: str) -> tuple[bool, bool, bool, bool, bool]:
    """Say whether year, month and day agree, and whether the month of each is the day of the other."""
    year, month, date = day[:4] == other[:4], day[5:7] == other[5:7], day[8:] == other[8:]
    return year, month, date, day[5:7] == other[8:], day[8:] == other[5:7]


def _is_nothing(parsed: Parsed) -> bool:
    """Say whether a text has no value and none that it may have meant."""
    return parsed.value is None and not parsed.alternatives and parsed.suggestion is None


def _edit(truth: str, reading: str) -> Hashable | None:
    """Return what happened to one digit, or what mark went or came, with all other characters of two ASCII texts.

    None for another fault.
    """
    if not truth.isascii() or not reading.isascii():
        return None
    at = Prefix.similarity(truth, reading)
    patterns = truth.encode().translate(_ZEROS), reading.encode().translate(_ZEROS)
    if len(truth) == len(reading):
        what = _in_place(truth, reading, at) if patterns[0] == patterns[1] else ""
        return (*patterns, at, what) if what else None
    longer, shorter = (truth, reading) if len(truth) > len(reading) else (reading, truth)
    if longer[:at] + longer[at + 1 :] != shorter:
        return None
    if not longer[at].isdigit():
        return (*patterns, at)
    digits = longer.encode().translate(None, _NOT_DIGITS).decode()
    run = _run(digits, len(longer[:at].encode().translate(None, _NOT_DIGITS)))
    if " " in longer and run[1]:  # the run goes on behind the space, and the digit is missing at its end
        return None
    return (*patterns, at, run)


_FACTS = {Kind.IDENTIFIER: _identifiers, Kind.DATE: _dates}
"""For texts of two patterns, or without a shape."""
