"""Which two values of a pair are compared, where a text may have several, and exact arithmetic on them."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from fidelity_app.core.clusters import clusters
from fidelity_app.core.documents import Kind
from fidelity_app.core.faults.roles import NUMERIC, figures, marks_of
from fidelity_app.core.numbers.value import Parsed, Role

_SIZED = NUMERIC | {Kind.OTHER}


def options(parsed: Parsed) -> tuple[str, ...]:
    """Return the values a text may have: its own, or all well-formed readings of an ambiguous one."""
    if isinstance(parsed.value, str):
        return (parsed.value,)
    return parsed.alternatives if parsed.value is None and parsed.suggestion is None else ()


def decimals(parsed: Parsed) -> tuple[Decimal, ...]:
    """Return the numeric options of a text."""
    if parsed.number is not None:
        return (parsed.number,)
    return tuple(number for text in options(parsed) if (number := _decimal(text)) is not None)


def compared_numbers(truth: Parsed, reading: Parsed) -> tuple[Decimal, Decimal] | None:
    """Return the two values to compare; None unless both are single numbers: identifiers and dates have no size.

    Where both are ambiguous, the same rule reads both. Where one is, the same figures with the same marks are the same
    number; else its mark is read as the other side has it, for a mismatch is explained here and not decided; else the
    unequal pair that is nearest in size is taken.
    """
    if truth.kind not in _SIZED:
        return None
    ours, theirs = decimals(truth), decimals(reading)
    if len(ours) == len(theirs) > 1:
        return ours[0], theirs[0]
    pairs = [(a, b) for a in ours for b in theirs]
    if len(pairs) < 2:
        return pairs[0] if pairs else None
    equal = [pair for pair in pairs if pair[0] == pair[1]]
    if equal and _figures(truth) == _figures(reading):
        return equal[0]
    unequal = [pair for pair in pairs if pair[0] != pair[1]]
    alike = [pair for pair in unequal if pair[len(ours) == 1] == _as_marked_by(truth, reading)]
    nearest = alike or unequal or pairs
    return nearest[0] if len(nearest) == 1 else min(nearest, key=_distance)


def _figures(parsed: Parsed) -> str:
    return figures(clusters(parsed.raw, parsed.roles))


def _as_marked_by(truth: Parsed, reading: Parsed) -> Decimal | None:
    """Return the option of the ambiguous side in which its mark is what the decided side has that character for."""
    opened, decided = (truth, reading) if truth.number is None else (reading, truth)
    role = next((role for char, role in marks_of(decided) if char in {mark for mark, _ in marks_of(opened)}), None)
    fitting = [option for option in decimals(opened) if (option.as_tuple().exponent != 0) == (role is Role.DECIMAL)]
    return fitting[0] if role and len(fitting) == 1 else None


def _distance(pair: tuple[Decimal, Decimal]) -> Decimal:
    """Return how many powers of ten lie between two numbers; a float would have no place for 400 digits."""
    a, b = pair[0].copy_abs(), pair[1].copy_abs()
    return abs(a.log10() - b.log10()) if a and b else Decimal("Infinity")


def ten_times(number: Decimal, power: int) -> Decimal:
    """Return number x 10^power with all its digits: Decimal's own scaleb rounds to 28 of them."""
    sign, digits, exponent = number.as_tuple()
    return Decimal((sign, digits, int(exponent) + power))


def _decimal(text: str) -> Decimal | None:
    try:
        return Decimal(text) if text.isascii() and "_" not in text else None
    except InvalidOperation:
        return None
