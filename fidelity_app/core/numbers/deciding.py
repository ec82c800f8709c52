"""Decide between grouping and decimals for `1.234` and `1,234`, in the order of SCORING section 1; say what decided."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import currencies
from fidelity_app.core.numbers.folding import fold
from fidelity_app.core.numbers.separators import BODY, MIDDLE_DOT, Split, split
from fidelity_app.core.numbers.units import has_three_decimals
from fidelity_app.core.numbers.value import NumberContext

ONE_READING = "only one reading is well formed"
BY_SUM = "decided by sum"
UNDECIDED = "both readings are well formed and nothing on the page decides"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the text itself and its page say about the marks."""

    kind: Kind
    context: NumberContext
    currency_candidates: tuple[str, ...] = ()
    unit: str = ""
    habit: str = ""
    habit_mark: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """The chosen reading, or None with the well-formed ones; and the rule, in words."""

    chosen: Split | None
    others: tuple[Split, ...]
    decided_by: str


_Verdict = tuple[bool, str] | None  # (the mark is decimal, by which rule)


def decide(readings: tuple[Split, Split], evidence: Evidence) -> Decision:
    """Choose between a grouped and a decimal reading of one mark."""
    grouped, decimal = readings
    for step in _STEPS:
        verdict = step(decimal.decimal_mark, evidence)
        if verdict is not None:
            return Decision(decimal if verdict[0] else grouped, (), verdict[1])
    if decimal.decimal_mark == MIDDLE_DOT:
        return Decision(grouped, (decimal,), "a middle dot before three digits groups by custom")
    if grouped.number == decimal.number == 0:
        return Decision(grouped, (), "zero either way")
    return Decision(None, readings, UNDECIDED)


def _by_exponent(mark: str, evidence: Evidence) -> _Verdict:
    stated, codes = evidence.context.currency, evidence.currency_candidates
    if stated and (not codes or stated in codes):
        codes = (stated,)
    if evidence.kind not in (Kind.AMOUNT, Kind.OTHER):
        return None
    has = f"{' '.join(codes)} {'has' if len(codes) == 1 else 'have'}"
    match currencies.shared_exponent(codes):
        case 0:
            return False, f"{has} no decimals in use"
        case 3:
            return True, f"{has} three decimals"
        case _:
            return None


def _by_kind(mark: str, evidence: Evidence) -> _Verdict:
    if evidence.kind is Kind.PERCENT:
        return True, "a rate in percent is not grouped"
    unit = evidence.unit or evidence.context.unit
    if has_three_decimals(unit):
        return True, f"weights, volumes and unit prices ({unit}) are printed with three decimals"
    return None


def _by_stated_mark(mark: str, evidence: Evidence) -> _Verdict:
    stated = evidence.context.decimal_mark
    return (mark == stated, f"the page's decimal mark is stated ({stated})") if stated else None


def _by_page(mark: str, evidence: Evidence) -> _Verdict:
    return page_style(evidence.context.page_amounts, mark) if evidence.context.page_amounts else None


@lru_cache(maxsize=1024)
def page_style(amounts: tuple[str, ...], mark: str) -> _Verdict:
    """Say from the unambiguous amounts of a page what a mark is there; None when none tells or when they disagree."""
    found: dict[bool, str] = {}
    for text in amounts:
        body = BODY.search(fold(text).text)
        readings = split(body[0]).well_formed if body else ()
        if len(readings) != 1:
            continue
        only = readings[0]
        if only.decimal_mark == mark and only.fraction:
            found.setdefault(True, text)
        elif only.group_mark == mark or (only.fraction and only.decimal_mark and only.decimal_mark in ".,"):
            found.setdefault(False, text)
    if len(found) != 1:
        return None
    is_decimal, text = next(iter(found.items()))
    return is_decimal, f"the same page prints {text.strip()}"


def _by_locale(mark: str, evidence: Evidence) -> _Verdict:
    locale = evidence.context.locale
    marks = locale_marks(locale) if locale else None
    return _by_marks(mark, marks, f"the locale {locale}") if marks else None


def _by_habit(mark: str, evidence: Evidence) -> _Verdict:
    """Take the notation itself as a locale: a digit script, the Japanese minus, a currency with one home style."""
    if evidence.habit_mark:
        return mark == evidence.habit_mark, evidence.habit
    home = currencies.usual_decimal_mark(evidence.currency_candidates)
    if home:
        names = " ".join(evidence.currency_candidates)
        return mark == home, f"countries that use {names} write decimals with {home!r}"
    return None


def _by_bare_quantity(mark: str, evidence: Evidence) -> _Verdict:
    if evidence.kind is Kind.QUANTITY and not evidence.unit and not evidence.context.unit:
        return True, "a quantity with three digits after its mark is a weight"
    return None


def _by_sum(mark: str, evidence: Evidence) -> _Verdict:
    proven = evidence.context.mark_by_sum
    return (mark == proven, BY_SUM) if proven and mark in ".," else None


_STEPS: tuple[Callable[[str, Evidence], _Verdict], ...] = (
    _by_exponent,
    _by_kind,
    _by_stated_mark,
    _by_page,
    _by_locale,
    _by_habit,
    _by_bare_quantity,
    _by_sum,
)


def _by_marks(mark: str, marks: tuple[str, str], rule: str) -> _Verdict:
    decimal, group = marks
    if mark == decimal:
        return True, rule
    return (False, rule) if mark == group or decimal in ".," else None


@lru_cache(maxsize=256)
def locale_marks(locale: str) -> tuple[str, str] | None:
    """Return the decimal and group mark of a BCP 47 locale by CLDR, None for one that CLDR does not know."""
    from babel.core import Locale, UnknownLocaleError
    from babel.numbers import get_decimal_symbol, get_group_symbol

    try:
        known = Locale.parse(re.sub("-u-.*", "", locale).replace("-", "_"))
        return fold(get_decimal_symbol(known)).text, fold(get_group_symbol(known)).text
    except (UnknownLocaleError, ValueError, TypeError):
        return None
