"""Settle ambiguous numbers by arithmetic: the last rule before a number stays ambiguous (SCORING section 1, step 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Context, Decimal

from fidelity_app.core.numbers.value import Parsed

BY_SUM = "decided by sum"
_GROUPED, _DECIMAL = 0, 1
_EXACT = Context(prec=400)


def settle_by_sum(parts: Sequence[Parsed], total: Parsed) -> tuple[tuple[Parsed, ...], Parsed] | None:
    """Return the parts and their total with the only reading of the marks that makes them add up, else None.

    On one page a mark has one role, so all ambiguous numbers are read alike: all grouped or all decimal. None when
    nothing is ambiguous, when a number has no value for another reason, or when both readings add up or neither does.
    """
    everything = (*parts, total)
    if not any(_is_open(parsed) for parsed in everything):
        return None
    if any(parsed.number is None and not _is_open(parsed) for parsed in everything):
        return None
    holding = [role for role in (_GROUPED, _DECIMAL) if _adds_up(parts, total, role)]
    if len(holding) != 1:
        return None
    return tuple(_settled(parsed, holding[0]) for parsed in parts), _settled(total, holding[0])


def _is_open(parsed: Parsed) -> bool:
    """Say whether a number is open only because its one mark may group or be decimal."""
    return parsed.value is None and "ambiguous" in parsed.flags and len(parsed.alternatives) == 2 and _is_plain(parsed)


def _is_plain(parsed: Parsed) -> bool:
    return not {"irregular-grouping", "double-negation", "stray-space"} & set(parsed.flags)


def _number(parsed: Parsed, role: int) -> Decimal:
    return parsed.number if parsed.number is not None else Decimal(parsed.alternatives[role])


def _adds_up(parts: Sequence[Parsed], total: Parsed, role: int) -> bool:
    found = Decimal(0)
    for parsed in parts:
        found = _EXACT.add(found, _number(parsed, role))
    return found == _number(total, role)


def _settled(parsed: Parsed, role: int) -> Parsed:
    if not _is_open(parsed):
        return parsed
    value = parsed.alternatives[role]
    return replace(
        parsed,
        value=value,
        number=Decimal(value),
        fraction_digits=len(value.partition(".")[2]),
        alternatives=(),
        decided_by=BY_SUM,
        flags=tuple(flag for flag in parsed.flags if flag != "ambiguous"),
    )
