"""What went wrong with a value, in one phrase: the label's own words, or what became of single characters."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fidelity_app.core.clauses import clauses
from fidelity_app.core.documents import Kind
from fidelity_app.core.error_kinds import ERROR_KINDS
from fidelity_app.core.faults.compared import compared_numbers
from fidelity_app.core.numbers.value import Parsed, Role
from fidelity_app.core.verdicts import Judgement

LOOKS_ROUNDED = "The value looks rounded, not read"
WORKED_OUT = "The printed numbers were worked out, not read"
_MOST_CLAUSES = 4
_PHRASES: Mapping[str, str] = {
    "percent_added": "A percent sign was read that is not printed",
    "leading_zero_lost": "Zeros at the front are gone",
    "decimal_dropped": "The decimal mark is gone",
    "decimal_shifted": "The decimal mark moved",
    "wrong_field": "Hardly a digit agrees, so it is probably another field's value",
    "derived_value_suspected": WORKED_OUT,
}
CHARACTER_FAULTS = frozenset(
    {
        "substitution",
        "transposition",
        "digit_dropped",
        "digit_inserted",
        "run_collapsed",
        "run_expanded",
        "lookalike",
        "character_dropped",
        "character_inserted",
        "symbol_as_digit",
        "decimal_as_digit",
        "digit_as_symbol",
        "currency_symbol_misread",
    }
)


def reading_of(judgement: Judgement) -> Parsed:
    """Return the reading, or for a judgement without one its truth."""
    return judgement.reading if judgement.reading is not None else judgement.truth


def decimals(count: int) -> str:
    """Count decimals in words."""
    return {0: "no decimals", 1: "1 decimal"}.get(count, f"{count} decimals")


def _has(parsed: Parsed, role: Role) -> bool:
    return role in parsed.roles


def fault(judgement: Judgement) -> str:
    """Say what happened: character by character where single characters are at fault, else by the label's own words."""
    label = judgement.label
    if label in CHARACTER_FAULTS and judgement.alignment is not None:
        told = list(clauses(judgement, judgement.alignment))
        if told:
            if len(told) > 1 and "derived_value_suspected" in judgement.errors:
                return LOOKS_ROUNDED
            rest = len(told) - _MOST_CLAUSES
            text = ", ".join(told[:_MOST_CLAUSES]) + (f", and {rest} more" if rest > 0 else "")
            return f"A{text[1:]}" if text.startswith(("a ", "an ")) else text
    special = _SPECIAL.get(label.split(":")[0])
    if special is not None:
        return special(judgement)
    return _PHRASES.get(label) or ERROR_KINDS.get(label, label).split(":")[0].rstrip(".")


_SIGNS = {"parentheses": "The brackets that mean minus are", "minus": "The minus is", "trailing minus": "The minus is"}


def _sign_lost(judgement: Judgement) -> str:
    return f"{_SIGNS.get(judgement.truth.style.sign, 'The sign that means minus is')} gone"


def _sign_added(judgement: Judgement) -> str:
    brackets = reading_of(judgement).style.sign == "parentheses"
    return "Brackets that mean minus were read" if brackets else "A minus was read that is not printed"


def _percent_lost(judgement: Judgement) -> str:
    misread = "symbol_as_digit" in judgement.errors
    return "The percent sign was read as a digit" if misread else "The percent sign is gone"


def _unit_changed(judgement: Judgement) -> str:
    truth, reading = judgement.truth, reading_of(judgement)
    if _has(truth, Role.PERCENT) and not _has(reading, Role.PERCENT):
        return "The percentage was read as a fraction"
    if _has(truth, Role.UNIT) and _has(reading, Role.UNIT):
        return "Another unit was read"
    if _has(reading, Role.UNIT):
        return "An amount of money was read as a measure"
    money = _has(reading, Role.CURRENCY) and not _has(truth, Role.CURRENCY)
    return "A number that is no money was read as money" if money else "Another unit was read"


def _role_swapped(judgement: Judgement) -> str:
    numbers = compared_numbers(judgement.truth, reading_of(judgement))
    grew = numbers is not None and numbers[0].copy_abs() < numbers[1].copy_abs()
    return "The decimal mark was taken for a group mark" if grew else "A group mark was taken for the decimal mark"


def _truncated(judgement: Judgement) -> str:
    """Say which end was read; where letters around the number leave that open, its digits tell."""
    for kept in (str.isalnum, str.isdigit):
        whole, part = ("".join(filter(kept, parsed.raw)) for parsed in (judgement.truth, reading_of(judgement)))
        if whole.startswith(part) != whole.endswith(part):
            return f"Only the {'beginning' if whole.startswith(part) else 'end'} was read"
    return "Only a part was read"


def _precision_lost(judgement: Judgement) -> str:
    truth, reading = judgement.truth, reading_of(judgement)
    if truth.number is None or reading.number is None or reading.fraction_digits is None:
        return "The last digits became zeros" if truth.kind is Kind.IDENTIFIER else "The value was rounded or cut"
    cut = f"{truth.number:f}".startswith(f"{reading.number:f}")
    return f"The value was {'cut' if cut else 'rounded'} to {decimals(reading.fraction_digits)}"


def _components(judgement: Judgement) -> str:
    """Name the components of a date or time that share the label's fate: `The year and the month are wrong`."""
    fate = judgement.label.split(":")[0]
    names = [f"the {kind.split(':')[1]}" for kind in judgement.errors if kind.startswith(f"{fate}:")]
    parts = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    how = {"wrong": "wrong", "lost": "missing", "added": "not printed"}[fate.rsplit("_", 1)[1]]
    return f"T{parts[1:]} {'is' if len(names) == 1 else 'are'} {how}"


def _meridiem_changed(judgement: Judgement) -> str:
    afternoon = "p" in judgement.truth.raw.casefold()
    return "PM was read as AM" if afternoon else "AM was read as PM"


_SPECIAL: Mapping[str, Callable[[Judgement], str]] = {
    "sign_lost": _sign_lost,
    "sign_added": _sign_added,
    "percent_lost": _percent_lost,
    "unit_changed": _unit_changed,
    "separator_role_swapped": _role_swapped,
    "truncated": _truncated,
    "precision_lost": _precision_lost,
    "date_component_wrong": _components,
    "date_component_lost": _components,
    "date_component_added": _components,
    "time_component_wrong": _components,
    "meridiem_changed": _meridiem_changed,
}
