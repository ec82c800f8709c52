"""Faults of signs, symbols, currencies, percents and units."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal
from itertools import groupby

from fidelity_app.core.alignment import OpKind
from fidelity_app.core.documents import Kind
from fidelity_app.core.faults.compared import ten_times
from fidelity_app.core.faults.evidence import Evidence, Side
from fidelity_app.core.numbers.currencies import money
from fidelity_app.core.numbers.value import NumberContext, Role

_SAME_UNITS = """
g gr г \u063a
kg kgs кг \u0643\u062c\u0645 \u0643\u063a
l lt ltr liter liters litre litres л \u0644
ml мл
lb lbs
h hr hrs
m2 qm sqm
doz dozen
ea each
pc pcs pz ks szt st stck stk stück шт vnt tk un und uds gab
件 个 個 개
"""
_ONE_SPELLING = {name: row.split()[0] for row in _SAME_UNITS.strip().splitlines() for name in row.split()}
_BETWEEN_NUMBERS = frozenset("xX×*@")
_FOR_EACH = frozenset({"ea"})
_NO_MONEY = frozenset({Kind.QUANTITY, Kind.PERCENT})
_SHORT_WORD = re.compile(r"(?<=\d)\s*([^\W\d_]{1,3})\.?\s*$")
_SYMBOLS = frozenset({Role.SIGN, Role.CURRENCY, Role.PERCENT, Role.OTHER, Role.UNIT})


def percent_kinds(evidence: Evidence) -> Iterator[str]:
    """Name a percent sign that went or came; 23% read as 0.23 is another unit, not a lost sign."""
    truth, reading = evidence.truth.texts(Role.PERCENT), evidence.reading.texts(Role.PERCENT)
    if truth and not reading:
        yield "unit_changed" if _is_fraction_of(evidence) else "percent_lost"
    elif reading and not truth:
        yield "percent_added"
    elif ("‰" in truth) != ("‰" in reading):
        yield "unit_changed"


def _is_fraction_of(evidence: Evidence) -> bool:
    """Say whether a percentage came back as the fraction that it is: no character of it was misread."""
    if evidence.numbers is None or not evidence.truth.has(Role.PERCENT) or evidence.reading.has(Role.PERCENT):
        return False
    truth, reading = evidence.numbers
    return truth != 0 and ten_times(reading, 2) == truth


def _unit_kept(evidence: Evidence) -> bool:
    """Say whether both sides name a unit, so that no digit can stand in its place: 1.5 kg and 1500 g."""
    both = evidence.truth.parsed.unit is not None and evidence.reading.parsed.unit is not None
    return both and evidence.truth.has(Role.UNIT) and evidence.reading.has(Role.UNIT)


def symbol_kinds(evidence: Evidence) -> Iterator[str]:
    """Name symbols read as digits, digits read as symbols, and a currency sign read as a letter."""
    several = isinstance(evidence.truth.parsed.value, tuple)
    converted = _is_fraction_of(evidence) or _unit_kept(evidence)
    for change in evidence.differences:
        if change.op is not OpKind.SUBSTITUTE:
            continue
        match change.roles:
            case (Role.DECIMAL, Role.DIGIT):
                yield "decimal_as_digit"
            case (truth, Role.DIGIT) if truth in _SYMBOLS or (truth is Role.LETTER and several):
                if not converted:
                    yield "symbol_as_digit"
            case (Role.DIGIT, reading) if reading in (_SYMBOLS - {Role.OTHER, Role.UNIT}) | {Role.DECIMAL}:
                yield "digit_as_symbol"
            case (Role.CURRENCY, Role.LETTER | Role.OTHER | Role.UNIT):
                yield "currency_symbol_misread"
            case _:
                pass


def sign_kinds(evidence: Evidence) -> Iterator[str]:
    """Name a sign that went or came."""
    if evidence.truth.is_negative and not evidence.reading.is_negative:
        yield "sign_lost"
    elif evidence.reading.is_negative and not evidence.truth.is_negative:
        yield "sign_added"


def currency_kinds(evidence: Evidence) -> Iterator[str]:
    """Name a change of currency."""
    if currency_differs(evidence.truth, evidence.reading):
        yield "currency_changed"


def unit_kinds(evidence: Evidence) -> Iterator[str]:
    """Name a change of unit; cents read as whole units are one (99¢ is not 99)."""
    truth, reading = evidence.truth, evidence.reading
    as_whole = truth.digits == reading.digits and _in_hundredths(truth) != _in_hundredths(reading)
    if unit_differs(truth, reading) or as_whole:
        yield "unit_changed"


def _in_hundredths(side: Side) -> bool:
    """Say whether a sign for cents or pence makes the value a hundredth of the digits."""
    number = side.parsed.number
    if number is None or not side.has(Role.CURRENCY) or side.before(side.decimal_role) is not None or not side.digits:
        return False
    return number != 0 and ten_times(number.copy_abs(), 2) == Decimal(side.digits)


def currency_differs(truth: Side, reading: Side) -> bool:
    """Say whether both name a currency and not the same one; a sign that is left out is notation."""
    if not truth.has(Role.CURRENCY) or not reading.has(Role.CURRENCY):
        return False
    if currency_text(truth) == currency_text(reading):
        return False
    mine, theirs = _possible_currencies(truth), _possible_currencies(reading)
    return bool(mine) and bool(theirs) and not mine & theirs


def _possible_currencies(side: Side) -> frozenset[str]:
    """Return the codes that a text may mean: `$` alone is any dollar and no euro, and `¥` may be a yuan."""
    sign = money(currency_text(side), NumberContext())
    code = side.parsed.currency
    shared = len(sign.candidates) > 1 and code in (None, sign.code)
    return frozenset(sign.candidates) if shared or code is None else frozenset({code})


def currency_text(side: Side) -> str:
    """Return the currency's characters as written, folded in width."""
    return unicodedata.normalize("NFKC", side.texts(Role.CURRENCY)).strip(" .")


def unit_differs(truth: Side, reading: Side) -> bool:
    """Say whether both name a unit and not the same one, or a unit stands where money is printed, or the reverse."""
    if isinstance(truth.parsed.value, tuple) and isinstance(reading.parsed.value, tuple):
        several = _units_of_several(truth), _units_of_several(reading)
        return len(several[0]) == len(several[1]) and several[0] != several[1]
    if money_for_unit(truth, reading):
        return True
    mine = _unit(truth)
    theirs = _unit(reading) or (_unknown_unit(reading) if mine else "")
    return bool(mine) and bool(theirs) and mine != theirs


def _unknown_unit(side: Side) -> str:
    """Return the short word that stands behind the number where a unit would: `500 mI` is not 500 ml."""
    if "extra-text" not in side.parsed.flags:
        return ""
    word = _SHORT_WORD.search(side.parsed.raw)
    return word[1].casefold() if word is not None else ""


def _units_of_several(side: Side) -> list[str]:
    """Return the units of a list in order, one spelling for each; the sign between two numbers is none."""
    runs = groupby(side.parts, key=lambda part: part.role is Role.UNIT)
    texts = ["".join(part.text for part in run) for is_unit, run in runs if is_unit]
    return [_one_spelling(text) for text in texts if text not in _BETWEEN_NUMBERS]


def money_for_unit(truth: Side, reading: Side) -> bool:
    """Say whether an amount of money was read as a measure, or a measure as money.

    A unit that is left out is notation, and so is one that is added to a quantity, or to money to say what it is the
    price of (2,99 €/kg, 1.99 each). But 28.90 kg is no reading of $28.90, nor of 28.90 in a field of amounts.
    """
    mine, theirs = _unit(truth), _unit(reading)
    had, has = truth.has(Role.CURRENCY), reading.has(Role.CURRENCY)
    if has and not had:
        return truth.parsed.kind in _NO_MONEY or (_is_measure(mine) and not theirs)
    if mine or has or not _is_measure(theirs):
        return False
    return had or truth.parsed.kind is Kind.AMOUNT


def _is_measure(unit: str) -> bool:
    """Say whether a unit says what the number counts, and not what it is the price of."""
    return bool(unit) and not unit.startswith("/") and unit not in _FOR_EACH


def _unit(side: Side) -> str:
    """Return the unit, one spelling for all that mean the same; empty where none is written or known."""
    unit = side.parsed.unit
    return "" if unit is None or not side.has(Role.UNIT) else _one_spelling(unit)


def _one_spelling(unit: str) -> str:
    folded = unicodedata.normalize("NFKC", unit).casefold().rstrip(".")
    per, name = folded.startswith("/"), folded.removeprefix("/")
    name = _ONE_SPELLING.get(name, name)
    return f"/{name}" if per else name


def percent_differs(truth: Side, reading: Side) -> bool:
    """Say whether a percent or per mille sign went, came or changed."""
    mine, theirs = truth.texts(Role.PERCENT), reading.texts(Role.PERCENT)
    return bool(mine) != bool(theirs) or ("‰" in mine) != ("‰" in theirs)
