"""Check digits: ISO 7064 mod 97-10 (IBAN, ISO 13616), GS1 (EAN-13) and Luhn (ISO/IEC 7812)."""

from __future__ import annotations

import re

# Lengths per country from the IBAN registry (ISO 13616).
_LENGTHS = """
AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18
FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20
LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24
SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20
"""
IBAN_LENGTHS = {entry[:2]: int(entry[2:]) for entry in _LENGTHS.split()}
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
