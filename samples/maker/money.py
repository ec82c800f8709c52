"""Amounts as tills and offices of each country print them, from exact decimals."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal


@dataclass(frozen=True, slots=True)
class Money:
    """One way to print amounts. `sign_last` prints a minus behind the digits, as some tills do."""

    decimal: str = "."
    group: str = ","
    places: int = 2
    before: str = ""
    after: str = ""
    sign_last: bool = False

    def __call__(self, value: Decimal | str | int, places: int | None = None) -> str:
        """Return the printed form of an exact value; refuse one that would have to be rounded."""
        number, digits = Decimal(value), self.places if places is None else places
        exact = number.quantize(Decimal(1).scaleb(-digits))
        if exact != number:
            raise ValueError(f"{number} does not fit {digits} decimal places")
        whole, _, fraction = f"{abs(exact):f}".partition(".")
        text = f"{int(whole):,}".replace(",", self.group) + (self.decimal + fraction if fraction else "")
        minus = "-" if exact < 0 else ""
        if self.sign_last:
            return f"{self.before}{text}{self.after}{minus}"
        return f"{minus}{self.before}{text}{self.after}"


def cents(value: Decimal, places: int = 2) -> Decimal:
    """Round half up, as tills do when they compute a tax."""
    return value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)


def total(values: object) -> Decimal:
    """Add exact decimals."""
    return sum((Decimal(value) for value in values), Decimal(0))  # type: ignore[attr-defined]
