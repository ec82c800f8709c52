"""Check digits: ISO 7064 mod 97-10 (IBAN, ISO 13616), GS1 (EAN-13) and Luhn (ISO/IEC 7812)."""

from __future__ import annotations

import re

# Lengths per country from the IBAN registry (ISO 13616).
IBAN_LENGTHS = {
    "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BR": 29, "BY": 28, "CH": 21,
    "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "DO": 28, "EE": 20, "EG": 29, "ES": 24, "FI": 18, "FO": 18, "FR": 27,
    "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IQ": 23, "IS": 26,
    "IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LC": 32, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "LY": 25, "MC": 27,
    "MD": 24, "ME": 22, "MK": 19, "MR": 27, "MT": 31, "MU": 30, "NL": 18, "NO": 15, "PK": 24, "PL": 28, "PS": 29, "PT": 25,
    "QA": 29, "RO": 24, "RS": 22, "SA": 24, "SC": 31, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "ST": 25, "SV": 28, "TL": 23,
    "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24, "XK": 20,
}  # fmt: skip
_IBAN = re.compile("[A-Z]{2}[0-9]{2}[A-Z0-9]{8,30}")
_CARD = re.compile("(?:4[0-9]{15}|5[1-5][0-9]{14}|2[2-7][0-9]{14}|6(?:011|5[0-9]{2})[0-9]{12}|3[47][0-9]{13})")


def is_iban_shaped(text: str) -> bool:
    """Say whether a text has an IBAN's country, length and characters; its check digits may still be wrong."""
    return _IBAN.fullmatch(text) is not None and IBAN_LENGTHS.get(text[:2]) == len(text)


def iban_holds(text: str) -> bool:
    """Check an IBAN's digits: the rearranged number leaves 1 when divided by 97."""
    return int("".join(str(int(char, 36)) for char in text[4:] + text[:4])) % 97 == 1


def ean_holds(digits: str) -> bool:
    """Check a GS1 number of any length: weights 3 and 1 from the right, the sum divisible by ten."""
    return sum(int(char) * (3 if place % 2 else 1) for place, char in enumerate(reversed(digits))) % 10 == 0


def is_card_shaped(digits: str) -> bool:
    """Say whether digits have the length and prefix of a payment card (Visa, Mastercard, Discover, Amex)."""
    return _CARD.fullmatch(digits) is not None


def luhn_holds(digits: str) -> bool:
    """Check Luhn's digit: every second digit from the right doubled, its digits summed, the sum divisible by ten."""
    total = 0
    for place, char in enumerate(reversed(digits)):
        doubled = int(char) * (2 if place % 2 else 1)
        total += doubled - 9 if doubled > 9 else doubled
    return total % 10 == 0
