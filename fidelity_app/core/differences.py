"""By how much a reading is off, exactly: Decimal's own minus rounds to 28 digits, and ids and yen totals are longer."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Context, Decimal, InvalidOperation

from fidelity_app.core.documents import Kind

SIZED_KINDS = frozenset({Kind.AMOUNT, Kind.QUANTITY, Kind.PERCENT})
"""Kinds whose values can be more or less; a date or an identifier is only another one."""


def exact_difference(read: Decimal, printed: Decimal) -> Decimal:
    """Return read minus printed without rounding, for finite numbers of any length."""
    spans = [abs(number.adjusted()) + len(number.as_tuple().digits) for number in (read, printed)]
    return Context(prec=sum(spans) + 2).subtract(read, printed)


def exact_sum(numbers: Iterable[Decimal]) -> Decimal:
    """Return the sum of finite numbers without rounding, whatever their length."""
    total = Decimal(0)
    for number in numbers:
        total = exact_difference(total, number.copy_negate())
    return total


def relative_difference(read: str, printed: str, kind: Kind) -> Decimal | None:
    """Return by how many times the printed size a reading is off (a lost sign is 2, a lost decimal mark 9 or 99).

    Only for ranking: the quotient is rounded. None where the texts are no sizes; a printed zero is infinitely far off.
    """
    difference = value_difference(read, printed, kind)
    if not difference:
        return None
    size = abs(Decimal(printed))
    return abs(Decimal(difference)) / size if size else Decimal("Infinity")


def value_difference(read: str, printed: str, kind: Kind) -> str:
    """Return read minus printed with its sign (`+5.00`, `-5.00`), or nothing where they are no sizes.

    The texts are canonical values (plain decimal digits). Equal values give nothing.
    """
    if kind not in SIZED_KINDS:
        return ""
    try:
        difference = exact_difference(Decimal(read), Decimal(printed))
    except InvalidOperation:
        return ""
    return f"{difference:+f}" if difference else ""
