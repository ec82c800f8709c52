"""Check digits: which numbers carry one, and whether it is right.

ISO 7064 mod 97-10 (IBAN, ISO 13616), GS1 (EAN, UPC, GTIN, ISBN-13), ISBN-10 (ISO 2108), ISSN (ISO 3297) and Luhn
(ISO/IEC 7812); the numbers of tax offices are in `tax_numbers`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from fidelity_app.core.numbers.tax_numbers import LABELLED_TAX_NUMBERS, luhn_holds, tax_number

__all__ = ["Check", "ean_holds", "examined", "iban_holds", "is_card_shaped", "is_iban_shaped", "luhn_holds"]

# Lengths per country from the IBAN registry (ISO 13616).
_LENGTHS = """
AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18
FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20
LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24
SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20
"""
IBAN_LENGTHS = {entry[:2]: int(entry[2:]) for entry in _LENGTHS.split()}
_IBAN = re.compile("[A-Z]{2}[0-9]{2}[A-Z0-9]{8,30}")
_CARD_LAYOUT = re.compile("[0-9]{4}(?: [0-9]{4}){3}|[0-9]{4}(?:-[0-9]{4}){3}|[0-9]{4} [0-9]{6} [0-9]{5}")
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


def isbn_holds(text: str) -> bool:
    """Check an ISBN of 13 or of 10 characters (weights 10 to 1, the sum divisible by 11, X is ten)."""
    return ean_holds(text) if len(text) == 13 else _mod_11_holds(text)


def _mod_11_holds(text: str) -> bool:
    digits = [10 if char == "X" else int(char) for char in text]
    return sum(digit * weight for weight, digit in enumerate(reversed(digits), 1)) % 11 == 0


@dataclass(frozen=True, slots=True)
class Check:
    """What a check digit says; where it is `binding`, a number that fails is none of its family and has no value."""

    family: str
    name: str
    holds: bool
    binding: bool = False


@dataclass(frozen=True, slots=True)
class _Family:
    family: str
    name: str
    shape: re.Pattern[str]
    holds: Callable[[str], bool]


# 140 to 199 and a few others belong to no organisation of GS1; a stamp of time in milliseconds begins so.
_EAN_13 = re.compile("(?!1[4-9]|38[1468]|39[1-9])[0-9]{13}")
_ISBN_13 = re.compile("97[89](?:-[0-9]+){3}-[0-9]")
_DIVIDERS = re.compile("[ ./-]")
_BY_LABEL = {
    "IBAN": _Family("iban", "IBAN", _IBAN, iban_holds),
    "EAN": _Family("ean", "EAN", re.compile("[0-9]{8}|[0-9]{13}"), ean_holds),
    "GTIN": _Family("gtin", "GTIN", re.compile("[0-9]{8}|[0-9]{12,14}"), ean_holds),
    "UPC": _Family("upc", "UPC", re.compile("[0-9]{12}"), ean_holds),
    "ISBN": _Family("isbn", "ISBN", re.compile("[0-9]{9}[0-9X]|97[89][0-9]{10}"), isbn_holds),
    "ISSN": _Family("issn", "ISSN", re.compile("[0-9]{7}[0-9X]"), _mod_11_holds),
}
_LABEL = re.compile(
    f"(?P<label>{'|'.join((*_BY_LABEL, *LABELLED_TAX_NUMBERS))})"
    r"(?:[- ]?(?:8|10|12|13|14|A)(?=[ :]))?(?: ?N[or]\.?)? ?[:.#]? ?(?P<rest>[0-9A-Z][0-9A-Za-z ./-]*)",
)


def examined(written: str) -> tuple[str, Check | None]:
    """Return an identifier without spaces and without a label that names its family, and what its check digit says."""
    label = _LABEL.fullmatch(written)
    if label is not None:
        packed = label["rest"].replace(" ", "")
        check = _labelled(label["label"], _DIVIDERS.sub("", packed).upper())
        if check is not None:
            return packed, check
    packed = written.replace(" ", "")
    return packed, _check_of(written, packed.upper())


def _labelled(label: str, bare: str) -> Check | None:
    known = _BY_LABEL.get(label)
    if known is not None:
        return Check(known.family, known.name, known.holds(bare), True) if known.shape.fullmatch(bare) else None
    length, holds = LABELLED_TAX_NUMBERS[label]
    fits = len(bare) == length and bare.isdecimal()
    return Check(label.lower(), label, holds(bare)) if fits else None


def _check_of(written: str, packed: str) -> Check | None:
    """Return the check of a text that clearly carries a check digit, by its shape alone."""
    bare = packed.replace("-", "")
    if is_iban_shaped(packed):
        return Check("iban", "IBAN", iban_holds(packed), True)
    if _EAN_13.fullmatch(packed):
        return Check("ean-13", "EAN-13", ean_holds(packed), True)
    if _ISBN_13.fullmatch(packed) and len(bare) == 13:
        return Check("isbn", "ISBN", ean_holds(bare), True)
    if _CARD_LAYOUT.fullmatch(written) and is_card_shaped(bare):
        return Check("luhn", "payment card", luhn_holds(bare), True)
    number = tax_number(packed)
    return None if number is None else Check(number.family, number.name, number.holds(number.bare(packed)))
