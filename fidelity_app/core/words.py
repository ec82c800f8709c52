"""A judgement as the sentence that a person reads, with exact differences and the names of decimal places."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal

from fidelity_app.core.clauses import place_name
from fidelity_app.core.differences import exact_difference
from fidelity_app.core.documents import Kind
from fidelity_app.core.error_kinds import ERROR_KINDS, NOTATION_KINDS
from fidelity_app.core.faults.compared import compared_numbers, options, ten_times
from fidelity_app.core.numbers.value import Parsed, Role
from fidelity_app.core.phrases import CHARACTER_FAULTS, LOOKS_ROUNDED, WORKED_OUT, decimals, fault, reading_of
from fidelity_app.core.verdicts import Judgement, Verdict

__all__ = ["explain", "place_name"]

_MOST_CLAUSES = 4
_POWERS = {
    1: ("ten times", "a tenth"),
    2: ("a hundred times", "a hundredth"),
    3: ("a thousand times", "a thousandth"),
    4: ("ten thousand times", "a ten-thousandth"),
    5: ("a hundred thousand times", "a hundred-thousandth"),
    6: ("a million times", "a millionth"),
}
_TOLD_OF_NO_VALUE = CHARACTER_FAULTS | {"rotated_text", "scientific_notation"}
_NO_SIZE = frozenset({"currency_changed", "unit_changed"})
_SUSPICIONS: Mapping[str, str] = {
    "derived_value_suspected": " It may have been rounded, not read.",
    "auto_repair": " A program may have divided it.",
}


def explain(judgement: Judgement) -> str:
    """Say in one or two plain sentences what was read, what is printed, and what the difference means."""
    return _SENTENCES[judgement.verdict](judgement)


def _exact(judgement: Judgement) -> str:
    if judgement.reading is None:
        return "Nothing is printed here, and nothing was read."
    return f"Read exactly as printed: {_raw(judgement.truth)}."


_SAME: Mapping[Kind, tuple[str, str]] = {
    Kind.DATE: ("date", "written"),
    Kind.TIME: ("time", "written"),
    Kind.IDENTIFIER: ("characters", "laid out"),
    Kind.PHONE: ("number", "laid out"),
}
_SAID_ALREADY = frozenset({"notation", "date_style_changed", "time_style_changed", "layout"})
_TWO_MARKS = frozenset({"decimal_mark_variant", "group_mark_variant"})
_WAYS: Mapping[str, str] = {
    "sign_notation": "The sign is written another way.",
    "currency_symbol_variant": "The currency is written another way.",
    "currency_symbol_misread": "The currency sign was misread.",
    "unit_variant": "The unit is written another way.",
    "spacing_changed": "The spaces differ.",
}


def _layout_only(judgement: Judgement) -> str:
    truth, kinds = judgement.truth, judgement.errors
    if "absent" in truth.flags:
        return "Both say that there is no value."
    aside = _SAID_ALREADY | (_TWO_MARKS if "separator_style_changed" in kinds else frozenset())
    told = [kind for kind in kinds if kind not in aside][:_MOST_CLAUSES]
    ways = " ".join(_WAYS.get(kind) or NOTATION_KINDS.get(kind, ERROR_KINDS[kind]) for kind in told)
    noun, written = _SAME.get(truth.kind, ("values" if isinstance(truth.value, tuple) else "value", "written"))
    if truth.kind is Kind.OTHER and truth.value is None and not truth.alternatives:
        noun, written = "words", "set"
    return f"The same {noun}, {_value(truth)}, {written} another way. {ways}".rstrip()


def _precision_changed(judgement: Judgement) -> str:
    if judgement.truth.kind in (Kind.DATE, Kind.TIME):
        return f"The same time, but {_raw_reading(judgement)} is read where {_raw(judgement.truth)} is printed."
    printed, read = judgement.truth.fraction_digits or 0, reading_of(judgement).fraction_digits or 0
    verb = "is" if printed == 1 else "are"
    printed_text = "none" if printed == 0 else str(printed)
    return f"The same value, but {_raw_reading(judgement)} has {decimals(read)} where {printed_text} {verb} printed."


def _mismatch(judgement: Judgement) -> str:
    what = fault(judgement)
    told = what in (LOOKS_ROUNDED, WORKED_OUT)
    suspicion = "" if told else "".join(text for kind, text in _SUSPICIONS.items() if kind in judgement.errors)
    return f"{what}: {_consequence(judgement)}.{suspicion}"


def _wrong_field(judgement: Judgement) -> str:
    return f"{_raw_reading(judgement)} is another field's value; here {_raw(judgement.truth)} is printed."


def _omitted(judgement: Judgement) -> str:
    return f"Nothing was answered; {_raw(judgement.truth)} is printed."


def _abstained(judgement: Judgement) -> str:
    if "abstained_rightly" in judgement.errors:
        return "The model said that it cannot read this, and that is right."
    return f"The model said that it cannot read this; {_raw(judgement.truth)} is printed."


def _hallucinated(judgement: Judgement) -> str:
    printed = judgement.truth.raw.strip() and "absent" not in judgement.truth.flags
    where = "a person can read nothing" if printed else "nothing is printed"
    derived = " It is the sum of other amounts of the page." if "derived_sum" in judgement.errors else ""
    return f"{_raw_reading(judgement)} was read where {where}.{derived}"


_QUESTIONS: Mapping[str, str] = {
    "date_order_unknown": "which is the day and which the month",
    "double_negation": "whether it is negative",
    "sign_unknown": "whether it is negative",
    "stray_space": "whether the space parts two numbers",
}


def _ambiguous(judgement: Judgement) -> str:
    truth, reading = judgement.truth, reading_of(judgement)
    possible = " or ".join(dict.fromkeys((*options(truth), *options(reading))))
    question = _QUESTIONS.get(judgement.label, "what the mark means")
    return f"{_raw(truth)} is printed and {_raw(reading)} read; {question} cannot be decided: {possible}."


def _unparsable(judgement: Judgement) -> str:
    reading = reading_of(judgement)
    is_reading = reading.value is None
    unclear = reading if is_reading else judgement.truth
    guess = f"; it probably means {unclear.suggestion}" if unclear.suggestion else ""
    detail = f" {fault(judgement)}." if judgement.label in _TOLD_OF_NO_VALUE else ""
    what = _raw(unclear) if is_reading else f"What is printed, {_raw(unclear)},"
    return f"{what} is no {_KIND_NOUNS[unclear.kind]} as written{guess}.{detail}"


_SENTENCES: Mapping[Verdict, Callable[[Judgement], str]] = {
    Verdict.EXACT: _exact,
    Verdict.LAYOUT_ONLY: _layout_only,
    Verdict.PRECISION_CHANGED: _precision_changed,
    Verdict.MISMATCH: _mismatch,
    Verdict.WRONG_FIELD: _wrong_field,
    Verdict.OMITTED: _omitted,
    Verdict.ABSTAINED: _abstained,
    Verdict.HALLUCINATED: _hallucinated,
    Verdict.AMBIGUOUS: _ambiguous,
    Verdict.UNPARSABLE: _unparsable,
}

_KIND_NOUNS: Mapping[Kind, str] = {
    Kind.AMOUNT: "amount",
    Kind.QUANTITY: "quantity",
    Kind.PERCENT: "percentage",
    Kind.DATE: "date",
    Kind.TIME: "time",
    Kind.IDENTIFIER: "identifier",
    Kind.PHONE: "phone number",
    Kind.OTHER: "value of this kind",
}


def _raw(parsed: Parsed) -> str:
    return parsed.raw.strip() or "(nothing)"


def _raw_reading(judgement: Judgement) -> str:
    return _raw(reading_of(judgement))


def _consequence(judgement: Judgement) -> str:
    """Say what the value becomes, and by how much it is off: exact Decimal arithmetic."""
    truth, reading = judgement.truth, reading_of(judgement)
    numbers = compared_numbers(truth, reading)
    strange_unit = judgement.label == "unit_changed" and "extra-text" in reading.flags
    if numbers is None or strange_unit or truth.kind is Kind.IDENTIFIER or None in (truth.number, reading.number):
        return f"{_raw(truth)} becomes {_raw(reading)}"
    change = f"{_number(numbers[0], truth)} becomes {_number(numbers[1], reading)}"
    size = "" if _NO_SIZE & set(judgement.errors) else _size(*numbers)
    return f"{change}, {size}" if size else change


def _size(truth: Decimal, reading: Decimal) -> str:
    if truth == reading:
        return ""
    if truth and reading and (truth < 0) == (reading < 0):
        for power, (times, part) in _POWERS.items():
            if reading == ten_times(truth, power):
                return f"{times} as much"
            if ten_times(reading, power) == truth:
                return f"{part} of it"
    difference = exact_difference(reading, truth)
    return f"{difference.copy_abs():f} {'more' if difference > 0 else 'less'}"


def _value(parsed: Parsed) -> str:
    if isinstance(parsed.value, tuple):
        return " and ".join((", ".join(parsed.value[:-1]), parsed.value[-1]))
    return parsed.value if parsed.value is not None else _raw(parsed)


def _number(number: Decimal, parsed: Parsed) -> str:
    """Write a value plainly, with the percent sign, the currency and the unit that it stands for."""
    if Role.PERCENT in parsed.roles:
        return _raw(parsed) if "\u2030" in parsed.raw else f"{number:f}%"
    money = (parsed.currency or parsed.style.currency_text) if Role.CURRENCY in parsed.roles else ""
    unit = (parsed.unit or "") if Role.UNIT in parsed.roles else ""
    per = unit.startswith("/")
    return f"{number:f}{' ' if money else ''}{money}{unit if per else ''}{f' {unit}' if unit and not per else ''}"
