"""Faults of signs, symbols, currencies, percents and units."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from decimal import Decimal

from fidelity_app.core.alignment import OpKind
from fidelity_app.core.faults.evidence import Evidence, Side
from fidelity_app.core.numbers.currencies import money
from fidelity_app.core.numbers.value import NumberContext, Role

_SYMBOLS = frozenset({Role.SIGN, Role.CURRENCY, Role.PERCENT, Role.OTHER, Role.UNIT})


def percent_kinds(evidence: Evidence) -> Iterator[str]:
    """Name a percent sign that went or came; 23% read as 0.23 is another unit, not a lost sign."""
    truth, reading = evidence.truth.texts(Role.PERCENT), evidence.reading.texts(Role.PERCENT)
    if truth and not reading:
        yield "unit_changed" if _is_fraction_of(evidence.numbers) else "percent_lost"
    elif reading and not truth:
        yield "percent_added"
    elif ("‰" in truth) != ("‰" in reading):
        yield "unit_changed"


def _is_fraction_of(numbers: tuple[Decimal, Decimal] | None) -> bool:
    return numbers is not None and numbers[0] != 0 and numbers[1] * 100 == numbers[0]


def symbol_kinds(evidence: Evidence) -> Iterator[str]:
    """Name symbols read as digits, digits read as symbols, and a currency sign read as a letter."""
    several = isinstance(evidence.truth.parsed.value, tuple)
    for change in evidence.differences:
        if change.op is not OpKind.SUBSTITUTE:
            continue
        match change.roles:
            case (Role.DECIMAL, Role.DIGIT):
                yield "decimal_as_digit"
            case (truth, Role.DIGIT) if truth in _SYMBOLS or (truth is Role.LETTER and several):
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
    """Name a change of unit."""
    if unit_differs(evidence.truth, evidence.reading):
        yield "unit_changed"


def currency_differs(truth: Side, reading: Side) -> bool:
    """Say whether both name a currency and not the same one; a sign that is left out is notation."""
    if not truth.has(Role.CURRENCY) or not reading.has(Role.CURRENCY):
        return False
    if currency_text(truth) == currency_text(reading):
        return False
    mine, theirs = _possible_currencies(truth), _possible_currencies(reading)
    return bool(mine) and bool(theirs) and not mine & theirs


def _possible_currencies(side: Side) -> frozenset[str]:
    """Return the codes that a text may mean: `$` alone is any dollar, and is no euro."""
    if side.parsed.currency is not None:
        return frozenset({side.parsed.currency})
    return frozenset(money(currency_text(side), NumberContext()).candidates)


def currency_text(side: Side) -> str:
    """Return the currency's characters as written, folded in width."""
    return unicodedata.normalize("NFKC", side.texts(Role.CURRENCY)).strip(" .")


def unit_differs(truth: Side, reading: Side) -> bool:
    """Say whether both name a unit and not the same one."""
    mine, theirs = truth.parsed.unit, reading.parsed.unit
    if mine is None or theirs is None or not truth.has(Role.UNIT) or not reading.has(Role.UNIT):
        return False
    return mine.casefold() != theirs.casefold()


def percent_differs(truth: Side, reading: Side) -> bool:
    """Say whether a percent or per mille sign went, came or changed."""
    mine, theirs = truth.texts(Role.PERCENT), reading.texts(Role.PERCENT)
    return bool(mine) != bool(theirs) or ("‰" in mine) != ("‰" in theirs)
