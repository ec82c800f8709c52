"""Differences of notation: the same value, written another way."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from fidelity_app.core.clusters import MINUS_KEY, Cluster
from fidelity_app.core.documents import Kind
from fidelity_app.core.faults.evidence import Evidence, Side
from fidelity_app.core.faults.marks import currency_differs, money_for_unit, unit_differs
from fidelity_app.core.faults.wording import layout_kinds
from fidelity_app.core.numbers.value import Role

_LAID_OUT = frozenset({Kind.IDENTIFIER, Kind.PHONE})
_STRANGE = frozenset({Role.LETTER, Role.OTHER})
_NUMERIC = frozenset({Kind.AMOUNT, Kind.QUANTITY, Kind.PERCENT})
_ONE_MARK_IN_SCRIPTS = str.maketrans({"\u066c": ",", "\u066b": ".", "，": ",", "．": "."})


def notation_kinds(evidence: Evidence) -> Iterator[str]:
    """Name every difference of notation between two texts of one value."""
    yield from style_kinds(evidence)
    yield from _zero_kinds(evidence)
    if _grouped_elsewhere(evidence.truth, evidence.reading):
        yield "grouping_changed"
    if evidence.kind is Kind.PERCENT and evidence.reading.has(Role.PERCENT) and not evidence.truth.has(Role.PERCENT):
        yield "percent_sign_added"
    if evidence.wording:
        yield from layout_kinds(evidence.truth.parts, evidence.reading.parts)
    elif evidence.kind in _LAID_OUT:
        yield "layout"
    elif evidence.kind is Kind.DATE:
        yield "date_style_changed"
    elif evidence.kind is Kind.TIME:
        yield "time_style_changed"
    elif _only_spaces_differ(evidence.truth, evidence.reading):
        yield "spacing_changed"


def _grouped_elsewhere(truth: Side, reading: Side) -> bool:
    """Say whether both group their whole digits, regularly, and not at the same places: 1,00,000 and 100,000."""
    if any("irregular" in flag for side in (truth, reading) for flag in side.parsed.flags):
        return False
    places = [_group_places(side) for side in (truth, reading)]
    return all(places) and places[0] != places[1]


def _group_places(side: Side) -> list[int]:
    """Return before how many whole digits each group mark stands."""
    found, digits = [], 0
    for part in side.parts:
        digits += part.role is Role.DIGIT
        if part.role is Role.GROUP:
            found.append(digits)
    return [digits - side.fraction_digits - before for before in found]


def _only_spaces_differ(truth: Side, reading: Side) -> bool:
    """Say whether the texts differ in spaces that neither group nor stray into a number."""
    mine, theirs = (_ungrouped(side) for side in (truth, reading))
    return mine != theirs and mine.replace(" ", "") == theirs.replace(" ", "") and not _inner_spaces(reading)


def _ungrouped(side: Side) -> str:
    """Return a text without its group marks, every space as the plain one."""
    grouping = _grouping(side)
    kept = (" " if part.text.isspace() else part.text for part in side.parts if part not in grouping)
    return "".join(kept).strip()


def style_kinds(evidence: Evidence) -> Iterator[str]:
    """Name the differences of sign, grouping, marks, script and currency that hold whatever the digits say."""
    truth, reading = evidence.truth, evidence.reading
    if evidence.kind not in _NUMERIC and evidence.kind is not Kind.OTHER:
        return
    yield from _sign_kinds(truth, reading)
    yield from _mark_kinds(truth, reading)
    if _script_changed(evidence):
        yield "script_changed"
    if not _are_lists(truth, reading) and _inner_spaces(truth) != _inner_spaces(reading):
        yield "stray_space"
    yield from _currency_kinds(truth, reading)
    yield from _unit_kinds(truth, reading)


def _sign_kinds(truth: Side, reading: Side) -> Iterator[str]:
    twice = any(_negates_twice(side) for side in (truth, reading))
    if twice:
        yield "double_negation"
    elif truth.is_negative == reading.is_negative and _minus(truth) != _minus(reading):
        yield "sign_notation"
    had, has = ("+" in side.texts(Role.SIGN) for side in (truth, reading))
    if had != has:
        yield "plus_sign_omitted" if had else "plus_sign_added"


def _minus(side: Side) -> tuple[str, bool]:
    """Return the characters that say minus, and whether they stand in front."""
    text = side.texts(Role.SIGN).replace("+", "")
    return text, bool(text) and side.before(Role.SIGN) == 0


def _negates_twice(side: Side) -> bool:
    return sum(part.role is Role.SIGN and part.key == MINUS_KEY for part in side.parts) > 1


def _mark_kinds(truth: Side, reading: Side) -> Iterator[str]:
    if any("irregular" in flag for side in (truth, reading) for flag in side.parsed.flags):
        yield "irregular_grouping"
    decimal = _mark_changed(truth, reading, Role.DECIMAL)
    group = _mark_changed(truth, reading, Role.GROUP)
    had, has = bool(_group_marks(truth)), bool(_group_marks(reading))
    if had != has:
        yield "grouping_removed" if had else "grouping_added"
    if decimal and group:
        yield "separator_style_changed"
    if decimal:
        yield "decimal_mark_variant"
    if group:
        yield "group_mark_variant"


def _mark_changed(truth: Side, reading: Side, role: Role) -> bool:
    mine, theirs = (set(_marks(side, role).translate(_ONE_MARK_IN_SCRIPTS)) for side in (truth, reading))
    return bool(mine) and bool(theirs) and mine != theirs


def _marks(side: Side, role: Role) -> str:
    return _group_marks(side) if role is Role.GROUP else side.texts(role)


def _group_marks(side: Side) -> str:
    return "".join(part.text for part in _grouping(side))


def _grouping(side: Side) -> list[Cluster]:
    """Return the marks that group; a space beside the decimal mark is a stray one."""
    return [
        part
        for index, part in enumerate(side.parts)
        if part.role is Role.GROUP and not (part.text.isspace() and _beside_decimal(side.parts, index))
    ]


def _beside_decimal(parts: tuple[Cluster, ...], index: int) -> bool:
    return any(parts[at].role is Role.DECIMAL for at in (index - 1, index + 1) if 0 <= at < len(parts))


def _inner_spaces(side: Side) -> int:
    """Count spaces between two characters of a number that do not group it."""
    found = 0
    for index, part in enumerate(side.parts[1:-1], 1):
        between = _is_of_number(side.parts[index - 1]) and _is_of_number(side.parts[index + 1])
        spaced = part.role is Role.SPACE or (part.role is Role.GROUP and part.text.isspace())
        found += between and spaced and (part.role is Role.SPACE or _beside_decimal(side.parts, index))
    return found


def _is_of_number(part: Cluster) -> bool:
    return part.role in (Role.DIGIT, Role.DECIMAL) or (part.role is Role.GROUP and not part.text.isspace())


def _script_changed(evidence: Evidence) -> bool:
    truth, reading = evidence.truth, evidence.reading
    percents = truth.texts(Role.PERCENT), reading.texts(Role.PERCENT)
    if all(percents) and ("‰" in percents[0]) == ("‰" in percents[1]) and percents[0] != percents[1]:
        return True
    scripts = {side.parsed.style.script for side in (truth, reading) if side.parsed.number is not None}
    return len(scripts) > 1 or any(
        change.roles == (Role.DIGIT, Role.DIGIT) and change.truth[0].key == change.reading[0].key
        for change in evidence.changes
    )


def _currency_kinds(truth: Side, reading: Side) -> Iterator[str]:
    mine, theirs = truth.has(Role.CURRENCY), reading.has(Role.CURRENCY)
    if mine and not theirs:
        yield "currency_symbol_misread" if _read_as_letters(truth, reading) else "currency_symbol_omitted"
    elif theirs and not mine:
        yield "currency_symbol_added"
    elif truth.texts(Role.CURRENCY) != reading.texts(Role.CURRENCY) and not currency_differs(truth, reading):
        yield "currency_symbol_variant"
    elif mine and (truth.before(Role.CURRENCY) == 0) != (reading.before(Role.CURRENCY) == 0):
        yield "currency_symbol_moved"


def _read_as_letters(truth: Side, reading: Side) -> bool:
    """Say whether as many strange characters stand in the reading as the currency has, all but one of them its own."""
    sign = truth.texts(Role.CURRENCY)
    strange = "".join(part.text for part in reading.parts if part.role in _STRANGE)
    known = "".join(part.text for part in truth.parts if part.role in _STRANGE)
    same = sum(a == b for a, b in zip(sign, strange, strict=False))
    return not known and len(sign) == len(strange) and same >= len(sign) - 1


def _unit_kinds(truth: Side, reading: Side) -> Iterator[str]:
    if _are_lists(truth, reading):  # each number has its own unit
        return
    mine, theirs = _unit_text(truth), _unit_text(reading)
    if bool(mine) != bool(theirs):
        if money_for_unit(truth, reading) or not unit_differs(truth, reading):
            yield "unit_omitted" if mine else "unit_added"
    elif unicodedata.normalize("NFKC", mine) != unicodedata.normalize("NFKC", theirs) and not unit_differs(
        truth, reading
    ):
        yield "unit_variant"


def _unit_text(side: Side) -> str:
    """Return the unit as written; a multiplier such as the k of 1.5k is none."""
    return side.texts(Role.UNIT) if side.parsed.unit is not None else ""


def _are_lists(truth: Side, reading: Side) -> bool:
    return isinstance(truth.parsed.value, tuple) or isinstance(reading.parsed.value, tuple)


def _zero_kinds(evidence: Evidence) -> Iterator[str]:
    if evidence.kind not in _NUMERIC:
        return
    truth, reading = evidence.truth.parsed.fraction_digits, evidence.reading.parsed.fraction_digits
    if truth is not None and reading is not None and truth != reading:
        yield "trailing_zero_dropped" if truth > reading else "trailing_zero_added"
    mine, theirs = (
        side.digits[: len(side.digits) - side.fraction_digits] for side in (evidence.truth, evidence.reading)
    )
    both_written = bool(evidence.truth.digits and evidence.reading.digits)
    if both_written and mine.lstrip("0") == theirs.lstrip("0") and len(mine) != len(theirs):
        yield "leading_zero_lost" if len(mine) > len(theirs) else "leading_zero_added"
