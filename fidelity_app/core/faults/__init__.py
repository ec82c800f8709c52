"""Which faults explain a pair: the rules of SCORING section 2, each a small function that yields names.

The order of the names is not decided here but by the table in `core.error_kinds`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from fidelity_app.core.documents import Kind
from fidelity_app.core.error_kinds import MISMATCH_KINDS, most_telling_first
from fidelity_app.core.faults.calendar import component_kinds, order_kinds, order_swapped, same_layout
from fidelity_app.core.faults.characters import character_kinds, recognisable
from fidelity_app.core.faults.evidence import Evidence, gather
from fidelity_app.core.faults.marks import currency_kinds, percent_kinds, sign_kinds, symbol_kinds, unit_kinds
from fidelity_app.core.faults.notation import notation_kinds, style_kinds
from fidelity_app.core.faults.separators import (
    decimal_kinds,
    derived_kinds,
    magnitude_kinds,
    multiplier_kinds,
    precision_kinds,
    repair_kinds,
    role_kinds,
    separator_explains,
)
from fidelity_app.core.faults.wholes import (
    elsewhere_kinds,
    list_kinds,
    rotated_kinds,
    rounded_kinds,
    scientific,
    truncated_kinds,
    zero_kinds,
)

__all__ = ["Evidence", "gather", "kinds_of_mismatch", "kinds_of_notation", "kinds_of_unparsable", "separator_explains"]

Rule = Callable[[Evidence], Iterable[str]]

_MEANING_RULES: tuple[Rule, ...] = (percent_kinds, sign_kinds, currency_kinds, unit_kinds)
_SYMBOL_RULES: tuple[Rule, ...] = (*_MEANING_RULES, symbol_kinds)
_SIZE_RULES: tuple[Rule, ...] = (precision_kinds, derived_kinds, repair_kinds, magnitude_kinds)
_NUMBER_RULES: tuple[Rule, ...] = (multiplier_kinds, decimal_kinds, role_kinds, *_SIZE_RULES)
_WHOLE_RULES: tuple[Rule, ...] = (rotated_kinds, zero_kinds, rounded_kinds, truncated_kinds, list_kinds)
_CALENDAR_RULES: tuple[Rule, ...] = (order_kinds, component_kinds)
_DATED = frozenset({Kind.DATE, Kind.TIME})
_OF_LISTS = frozenset({"multiplier_lost", "number_lost"})
_EXPLAIN_ALL_DIGITS = frozenset(
    {"rotated_text", "leading_zero_lost", "leading_zero_added", "scientific_notation", "truncated", "multiplier_lost"}
    | {"number_lost", "number_added", "number_split", "precision_lost", "multiplier_word_lost", "multiplier_word_added"}
)


def kinds_of_mismatch(evidence: Evidence) -> tuple[str, ...]:
    """Return all error kinds of a pair with unequal values, most telling first; never none."""
    if evidence.kind in _DATED:
        found = {*_named(_CALENDAR_RULES, evidence), *_digit_faults_of_dates(evidence)}
    else:
        found = {*_faults_of_values(evidence), *style_kinds(evidence)}
    if not found & {*MISMATCH_KINDS}:
        found.add("value_changed")
    return most_telling_first(found)


def _faults_of_values(evidence: Evidence) -> set[str]:
    """Name what makes two values, or what they mean, differ; figures of one value are not looked at."""
    if not evidence.wording and evidence.numbers is not None and evidence.numbers[0] == evidence.numbers[1]:
        return {*_named(_MEANING_RULES, evidence)}
    if evidence.numbers is not None and not (evidence.truth.digits and evidence.reading.digits):
        return {*_named(_MEANING_RULES, evidence)}  # a word such as FREE has no digits to compare
    found = {*_named(_SYMBOL_RULES + _NUMBER_RULES + _WHOLE_RULES, evidence)}
    several = isinstance(evidence.truth.parsed.value, tuple)
    if several and found & _OF_LISTS:
        found.discard("truncated")
    if "truncated" in found and not separator_explains(evidence):
        found.discard("decimal_dropped")  # the mark went with the digits that were cut off: 8,15 read as 15
    worked_out = several and "derived_value_suspected" in found
    if worked_out:
        found.discard("symbol_as_digit")
    if not found & _EXPLAIN_ALL_DIGITS and not (worked_out or separator_explains(evidence)):
        rounded = "derived_value_suspected" in found  # 9.99 read as 10.00 shares no digit, and is no other field's
        found |= (set() if rounded else {*elsewhere_kinds(evidence)}) or {*character_kinds(evidence)}
    return found


def kinds_of_unparsable(evidence: Evidence) -> tuple[str, ...]:
    """Return what can be said of a pair of which one side is no value as written."""
    found = {*_named((*_SYMBOL_RULES, rotated_kinds), evidence)} if evidence.kind not in _DATED else set()
    if scientific(evidence) and evidence.kind not in _DATED:
        found.add("scientific_notation")
    elif "rotated_text" not in found and recognisable(evidence):
        found |= {*character_kinds(evidence)}
    if evidence.truth.folded == evidence.reading.folded:
        found.add("stray_space")
    return most_telling_first({*found, "unparsable"})


def kinds_of_notation(evidence: Evidence) -> tuple[str, ...]:
    """Return what differs in the notation of a pair with equal values, most telling first; never none."""
    return most_telling_first(notation_kinds(evidence)) or ("notation",)


def _named(rules: Iterable[Rule], evidence: Evidence) -> Iterator[str]:
    for rule in rules:
        yield from rule(evidence)


def _digit_faults_of_dates(evidence: Evidence) -> Iterator[str]:
    if same_layout(evidence) and not order_swapped(evidence):
        yield from character_kinds(evidence)
