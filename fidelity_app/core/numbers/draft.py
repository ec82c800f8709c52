"""What a reader of one kind hands to the dispatch: a reading without the raw text, roles over the folded text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from fidelity_app.core.numbers.value import Role, Style


@dataclass(frozen=True, slots=True)
class Draft:
    """One reading. `roles` maps places of the folded text to roles; the other places get their default role."""

    value: str | tuple[str, ...] | None
    number: Decimal | None = None
    currency: str | None = None
    unit: str | None = None
    style: Style = field(default_factory=Style)
    fraction_digits: int | None = None
    alternatives: tuple[str, ...] = ()
    decided_by: str = ""
    flags: tuple[str, ...] = ()
    roles: Mapping[int, Role] = field(default_factory=dict)
    suggestion: str | None = None


def unparsable(*flags: str, suggestions: tuple[str, ...] = (), decided_by: str = "") -> Draft:
    """Return a draft without a value; the first suggestion is what was probably meant."""
    return Draft(
        None,
        alternatives=suggestions,
        suggestion=suggestions[0] if suggestions else None,
        flags=flags or ("unparsable",),
        decided_by=decided_by,
    )


def plain(number: Decimal) -> str:
    """Write a Decimal as plain digits, never with an exponent; negative zero loses its sign."""
    text = format(number, "f")
    return text.lstrip("-") if number == 0 else text


# Decimal's own operators round to 28 digits; these keep every digit of a number of any length.


def shifted(number: Decimal, power: int) -> Decimal:
    """Return number * 10**power exactly, with the decimals that this leaves (99 pence are 0.99)."""
    sign, digits, exponent = number.as_tuple()
    return Decimal((sign, digits, int(exponent) + power))


def scaled(number: Decimal, power: int) -> Decimal:
    """Return number * 10**power exactly; whole results carry no decimals (1.5k is 1500, not 1500.0)."""
    text = format(shifted(number, power), "f")
    whole, _, fraction = text.partition(".")
    return Decimal(text if fraction.strip("0") else whole)
