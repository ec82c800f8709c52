"""A judgement as the sentence that a person reads, with exact differences and the names of decimal places."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal

from fidelity_app.core.alignment import Alignment, CharOp, OpKind
from fidelity_app.core.clusters import clusters
from fidelity_app.core.differences import exact_difference
from fidelity_app.core.documents import Kind
from fidelity_app.core.error_kinds import ERROR_KINDS, NOTATION_KINDS
from fidelity_app.core.faults.evidence import compared_numbers, options, settled_roles
from fidelity_app.core.numbers.value import Parsed, Role
from fidelity_app.core.verdicts import Judgement, Verdict

_MOST_CLAUSES = 4
_WHOLE_PLACES = (
    "ones",
    "tens",
    "hundreds",
    "thousands",
    "ten thousands",
    "hundred thousands",
    "millions",
    "ten millions",
    "hundred millions",
)
_FRACTION_PLACES = ("tenths", "hundredths", "thousandths", "ten-thousandths", "hundred-thousandths", "millionths")
_POWERS = {10: "ten times", 100: "a hundred times", 1000: "a thousand times"}
_PARTS = {10: "a tenth", 100: "a hundredth", 1000: "a thousandth"}
_PHRASES: Mapping[str, str] = {
    "sign_lost": "The minus is gone",
    "sign_added": "A minus was read that is not printed",
    "leading_zero_lost": "Zeros at the front are gone",
    "decimal_dropped": "The decimal mark is gone",
    "decimal_shifted": "The decimal mark moved",
    "truncated": "Only a part was read",
    "wrong_field": "Hardly a digit agrees, so it is probably another field's value",
}
_CHARACTER_KINDS = frozenset(
    {
        "substitution",
        "transposition",
        "digit_dropped",
        "digit_inserted",
        "run_collapsed",
        "run_expanded",
        "lookalike",
        "case_changed",
        "character_dropped",
        "character_inserted",
        "symbol_as_digit",
        "decimal_as_digit",
        "digit_as_symbol",
        "currency_symbol_misread",
    }
)


def place_name(power: int) -> str:
    """Name the decimal place of 10^power: 0 is the ones, -1 the tenths."""
    if 0 <= power < len(_WHOLE_PLACES):
        return _WHOLE_PLACES[power]
    if power < 0 and -power <= len(_FRACTION_PLACES):
        return _FRACTION_PLACES[-power - 1]
    return f"place of 10^{power}"


def explain(judgement: Judgement) -> str:
    """Say in one or two plain sentences what was read, what is printed, and what the difference means."""
    return _SENTENCES[judgement.verdict](judgement)


def _exact(judgement: Judgement) -> str:
    if judgement.reading is None:
        return "Nothing is printed here, and nothing was read."
    return f"Read exactly as printed: {_raw(judgement.truth)}."


def _layout_only(judgement: Judgement) -> str:
    if "absent" in judgement.truth.flags:
        return "Both say that there is no value."
    told = [kind for kind in judgement.errors if kind != "notation"][:_MOST_CLAUSES]
    ways = " ".join(NOTATION_KINDS.get(kind, ERROR_KINDS[kind]) for kind in told)
    return f"The same value, {_value(judgement.truth)}, written another way. {ways}".rstrip()


def _precision_changed(judgement: Judgement) -> str:
    if judgement.truth.kind is Kind.TIME:
        return f"The same time, but {_raw_reading(judgement)} is read where {_raw(judgement.truth)} is printed."
    truth, reading = judgement.truth.fraction_digits or 0, _reading(judgement).fraction_digits or 0
    return f"The same value, but {_raw_reading(judgement)} has {_decimals(reading)} where {truth} are printed."


def _mismatch(judgement: Judgement) -> str:
    fault, consequence = _fault(judgement), _consequence(judgement)
    return f"{fault}: {consequence}." if consequence else f"{fault}."


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


def _ambiguous(judgement: Judgement) -> str:
    truth, reading = judgement.truth, _reading(judgement)
    possible = " or ".join(dict.fromkeys((*options(truth), *options(reading))))
    question = "which is the day and which the month" if truth.kind is Kind.DATE else "what its mark means"
    return f"{_raw(truth)} is printed and {_raw(reading)} read; {question} cannot be decided: {possible}."


def _unparsable(judgement: Judgement) -> str:
    reading = _reading(judgement)
    unclear = reading if reading.value is None else judgement.truth
    guess = f"; it probably means {unclear.suggestion}" if unclear.suggestion else ""
    known = _CHARACTER_KINDS & set(judgement.errors)
    detail = f" {_fault(judgement)}." if known or judgement.label == "rotated_text" else ""
    return f"{_raw(unclear)} is no {_KIND_NOUNS[unclear.kind]} as written{guess}.{detail}"


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


def _reading(judgement: Judgement) -> Parsed:
    return judgement.reading if judgement.reading is not None else judgement.truth


def _raw(parsed: Parsed) -> str:
    return parsed.raw.strip() or "(nothing)"


def _raw_reading(judgement: Judgement) -> str:
    return _raw(_reading(judgement))


def _decimals(count: int) -> str:
    return {0: "no decimals", 1: "1 decimal"}.get(count, f"{count} decimals")


def _fault(judgement: Judgement) -> str:
    """Say what happened: character by character where single characters are at fault, else by the label's own line."""
    label = judgement.label
    if label in _CHARACTER_KINDS and judgement.alignment is not None:
        clauses = list(_clauses(judgement, judgement.alignment))
        if clauses:
            rest = len(clauses) - _MOST_CLAUSES
            return ", ".join(clauses[:_MOST_CLAUSES]) + (f", and {rest} more" if rest > 0 else "")
    return _PHRASES.get(label) or ERROR_KINDS.get(label, label).split(":")[0].rstrip(".")


def _clauses(judgement: Judgement, alignment: Alignment) -> Iterator[str]:
    places = _places(judgement)
    for op in alignment.differences:
        truth, reading = alignment.truth_text(op), alignment.reading_text(op)
        where = _where(op, places)
        match op.kind:
            case OpKind.SUBSTITUTE:
                yield f"{truth} read as {reading}{where}"
            case OpKind.SWAP:
                yield f"{truth} read as {reading}, two neighbours swapped{where}"
            case OpKind.DELETE:
                yield f"{truth} missing{_run(alignment.truth, op.truth_start, judgement) or where}"
            case OpKind.INSERT:
                yield f"{reading} added{_run(alignment.reading, op.reading_start, judgement) or _after(alignment, op)}"
            case OpKind.EQUAL | OpKind.NOTATION:
                pass


def _where(op: CharOp, places: Mapping[int, str]) -> str:
    place = places.get(op.truth_start)
    return f" {place}" if place else ""


def _run(text: str, index: int, judgement: Judgement) -> str:
    """Name the run of equal characters that a dropped or added one belongs to: its place in it cannot be told."""
    if not {"run_collapsed", "run_expanded"} & set(judgement.errors):
        return ""
    first = last = index
    while first > 0 and text[first - 1] == text[index]:
        first -= 1
    while last + 1 < len(text) and text[last + 1] == text[index]:
        last += 1
    return f" in the run {text[first : last + 1]}" if last > first else ""


def _after(alignment: Alignment, op: CharOp) -> str:
    before = alignment.reading[: op.reading_start].strip()
    return f" after {before}" if before else " in front"


def _places(judgement: Judgement) -> Mapping[int, str]:
    """Map the truth's code points to the names of their places: of a number's digits, or the count of characters."""
    truth = judgement.truth
    numbers = compared_numbers(truth, _reading(judgement))
    parts = clusters(truth.raw, settled_roles(truth, numbers[0] if numbers else None))
    digits = [part for part in parts if part.role is Role.DIGIT]
    if truth.kind in (Kind.AMOUNT, Kind.QUANTITY, Kind.PERCENT) and numbers is not None:
        marks = [part.start for part in parts if part.role is Role.DECIMAL]
        whole = sum(digit.start < marks[0] for digit in digits) if marks else len(digits)
        return {digit.start: f"in the {place_name(whole - 1 - index)}" for index, digit in enumerate(digits)}
    if truth.kind is Kind.DATE:
        wrong = [kind.split(":")[1] for kind in judgement.errors if kind.startswith("date_component_wrong:")]
        return {digit.start: f"in the {wrong[0]}" for digit in digits} if len(wrong) == 1 else {}
    counted = [part for part in parts if part.role not in (Role.SPACE, Role.GROUP)]
    return {part.start: f"at character {index}" for index, part in enumerate(counted, 1)}


def _consequence(judgement: Judgement) -> str:
    """Say what the value becomes, and by how much it is off: exact Decimal arithmetic."""
    truth, reading = judgement.truth, _reading(judgement)
    numbers = compared_numbers(truth, reading)
    if numbers is None or truth.kind is Kind.IDENTIFIER:
        return f"{_raw(truth)} becomes {_raw(reading)}"
    change = f"{_number(numbers[0], truth)} becomes {_number(numbers[1], reading)}"
    size = _size(*numbers)
    return f"{change}, {size}" if size else change


def _size(truth: Decimal, reading: Decimal) -> str:
    if truth == reading:
        return ""
    if truth and reading and (truth < 0) == (reading < 0):
        for factor in _POWERS:
            if reading == truth * factor:
                return f"{_POWERS[factor]} as much"
            if reading * factor == truth:
                return f"{_PARTS[factor]} of it"
    difference = exact_difference(reading, truth)
    return f"{abs(difference):f} {'more' if difference > 0 else 'less'}"


def _value(parsed: Parsed) -> str:
    if isinstance(parsed.value, tuple):
        return ", ".join(parsed.value)
    return parsed.value if parsed.value is not None else _raw(parsed)


def _number(number: Decimal, parsed: Parsed) -> str:
    """Write a value plainly, with the percent sign or currency that it stands for."""
    if any(role is Role.PERCENT for role in parsed.roles):
        return f"{number:f}%"
    shown = [name for role, name in _suffixes(parsed).items() if name and role in parsed.roles]
    return f"{number:f} {shown[0]}" if shown else f"{number:f}"


def _suffixes(parsed: Parsed) -> Mapping[Role, str | None]:
    return {Role.CURRENCY: parsed.currency or parsed.style.currency_text, Role.UNIT: parsed.unit}
