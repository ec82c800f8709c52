"""How payable amounts are rounded for cash: by currency, because coins are the currency's."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache

_STEPS: Mapping[str, str] = {
    "AUD": "0.05",
    "ILS": "0.10",
    "INR": "1",
    "MYR": "0.05",
    "NZD": "0.10",
    "SGD": "0.05",
    "ZAR": "0.10",
}
"""Coins in use where CLDR has none: Reserve Bank of Australia and of New Zealand, Bank Negara Malaysia, and so on;
Indian bills are rounded to the rupee (section 170 of its goods and services tax act)."""
_PAID_IN_CASH: Mapping[str, str] = {"EUR": "0.05"}
"""Rounded in some of its countries only (NL, BE, FI, IE, IT, SK, EE, LT), and only where cash is given."""


@lru_cache(maxsize=256)
def cash_step(currency: str, *, is_cash: bool = False) -> Decimal:
    """Return what a payable amount is rounded to, 0 where it is not (CLDR's cash rounding, and the lists above).

    Swiss francs go to 0.05, Swedish, Norwegian and Czech crowns to 1, forints to 5. `is_cash` says that coins changed
    hands.
    """
    if is_cash and currency in _PAID_IN_CASH:
        return Decimal(_PAID_IN_CASH[currency])
    if currency in _STEPS:
        return Decimal(_STEPS[currency])
    from babel.core import get_global

    fractions = get_global("currency_fractions").get(currency)
    if fractions is None:
        return Decimal(0)
    digits, rounding, cash_digits, cash_rounding = fractions
    if (digits, rounding) == (cash_digits, cash_rounding):
        return Decimal(0)
    return Decimal(max(1, cash_rounding)).scaleb(-cash_digits)
