"""Check digits of tax and company numbers, each by the published rule of its office; a free flag, never a verdict.

The rules of the European Union are those of its own "VIES VAT number algorithms"; those of Brazil (CPF, CNPJ),
Australia (ABN, ACN), India (GSTIN) and France (SIREN, SIRET) are of the offices that give the numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

Holds = Callable[[str], bool]
_BASE_36 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def luhn_holds(digits: str) -> bool:
    """Check Luhn's digit: every second digit from the right doubled, its digits summed, the sum divisible by ten."""
    total = 0
    for place, char in enumerate(reversed(digits)):
        doubled = int(char) * (2 if place % 2 else 1)
        total += doubled - 9 if doubled > 9 else doubled
    return total % 10 == 0


def _weighted(digits: str, *weights: int) -> int:
    return sum(int(char) * weight for char, weight in zip(digits, weights, strict=True))


def _divisible(modulus: int, *weights: int) -> Holds:
    return lambda digits: _weighted(digits, *weights) % modulus == 0


def _complement(*weights: int) -> Holds:
    """Return the check of a digit that fills the sum up to a multiple of 11; ten and eleven are written as 0."""
    return lambda digits: (-_weighted(digits[:-1], *weights)) % 11 % 10 == int(digits[-1])


def _iso_7064(digits: str) -> bool:
    """Check ISO 7064 mod 11,10."""
    product = 10
    for char in digits[:-1]:
        product = ((product + int(char)) % 10 or 10) * 2 % 11
    return (product + int(digits[-1])) % 10 == 1


def _austrian(digits: str) -> bool:
    doubled = sum(sum(divmod(int(char) * 2, 10)) for char in digits[1:-1:2])
    return (10 - (doubled + sum(map(int, digits[:-1:2])) + 4) % 10) % 10 == int(digits[-1])


def _british(digits: str) -> bool:
    return (_weighted(digits[:7], *range(8, 1, -1)) + int(digits[7:9])) % 97 in (0, 42, 55)


def _dutch(text: str) -> bool:
    spelt = int("".join(str(_BASE_36.index(char)) for char in f"NL{text}"))
    return spelt % 97 == 1 or _weighted(text[:9], *range(9, 1, -1), -1) % 11 == 0


def _french(digits: str) -> bool:
    return luhn_holds(digits[2:]) and (12 + 3 * (int(digits[2:]) % 97)) % 97 == int(digits[:2])


def _swiss(digits: str) -> bool:
    return _weighted(digits, 5, 4, 3, 2, 7, 6, 5, 4, 1) % 11 == 0


def _cpf(digits: str) -> bool:
    first = -_weighted(digits[:9], *range(10, 1, -1)) % 11 % 10
    second = -_weighted(digits[:10], *range(11, 1, -1)) % 11 % 10
    return digits[9:] == f"{first}{second}"


def _cnpj(digits: str) -> bool:
    weights = (6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)
    first = -_weighted(digits[:12], *weights[1:]) % 11 % 10
    second = -_weighted(digits[:13], *weights) % 11 % 10
    return digits[12:] == f"{first}{second}"


def _abn(digits: str) -> bool:
    return (_weighted(digits, 10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19) - 10) % 89 == 0


def _acn(digits: str) -> bool:
    return -_weighted(digits[:8], *range(8, 0, -1)) % 10 == int(digits[8])


def _gstin(text: str) -> bool:
    total = 0
    for place, char in enumerate(reversed(text)):
        total += sum(divmod(_BASE_36.index(char) * (2 if place % 2 else 1), 36))
    return total % 36 == 0


@dataclass(frozen=True, slots=True)
class TaxNumber:
    """A number that its shape alone makes known: a country's prefix, or marks at places of their own."""

    family: str
    name: str
    shape: re.Pattern[str]
    holds: Holds
    prefix: int = 0

    def bare(self, text: str) -> str:
        """Return the characters that the check is about."""
        return re.sub("[^0-9A-Z]", "", text[self.prefix :].removesuffix("MWST").removesuffix("TVA").removesuffix("IVA"))


def _vat(country: str, shape: str, holds: Holds) -> TaxNumber:
    name = f"VAT number of {country[:2]}"
    return TaxNumber(f"vat-{country.lower()}", name, re.compile(country + shape), holds, len(country))


TAX_NUMBERS = (
    _vat("ATU", "[0-9]{8}", _austrian),
    _vat("BE", r"[01][0-9]{3}\.?[0-9]{3}\.?[0-9]{3}", lambda digits: 97 - int(digits[:8]) % 97 == int(digits[8:])),
    _vat("CHE", r"-?[0-9]{3}\.?[0-9]{3}\.?[0-9]{3}(?:MWST|TVA|IVA)?", _swiss),
    _vat("DE", "[0-9]{9}", _iso_7064),
    _vat("DK", "[0-9]{8}", _divisible(11, 2, 7, 6, 5, 4, 3, 2, 1)),
    _vat("EE", "[0-9]{9}", _divisible(10, 3, 7, 1, 3, 7, 1, 3, 7, 1)),
    _vat(
        "EL",
        "[0-9]{9}",
        lambda digits: _weighted(digits[:8], 256, 128, 64, 32, 16, 8, 4, 2) % 11 % 10 == int(digits[8]),
    ),
    _vat("FI", "[0-9]{8}", _divisible(11, 7, 9, 10, 5, 8, 4, 2, 1)),
    _vat("FR", "[0-9]{11}", _french),
    _vat("GB", "[0-9]{9}(?:[0-9]{3})?", _british),
    _vat("HR", "[0-9]{11}", _iso_7064),
    _vat("HU", "[0-9]{8}", _divisible(10, 9, 7, 3, 1, 9, 7, 3, 1)),
    _vat("IT", "[0-9]{11}", luhn_holds),
    _vat("LU", "[0-9]{8}", lambda digits: int(digits[:6]) % 89 == int(digits[6:])),
    _vat("NL", "[0-9]{9}B[0-9]{2}", _dutch),
    _vat("PL", "[0-9]{10}", _divisible(11, 6, 5, 7, 2, 3, 4, 5, 6, 7, -1)),
    _vat("PT", "[0-9]{9}", _complement(9, 8, 7, 6, 5, 4, 3, 2)),
    _vat("SE", "[0-9]{10}01", lambda digits: luhn_holds(digits[:10])),
    _vat("SI", "[0-9]{8}", _complement(8, 7, 6, 5, 4, 3, 2)),
    TaxNumber("cpf", "CPF", re.compile(r"[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}"), _cpf),
    TaxNumber("cnpj", "CNPJ", re.compile(r"[0-9]{2}\.[0-9]{3}\.[0-9]{3}/[0-9]{4}-[0-9]{2}"), _cnpj),
    TaxNumber("gstin", "GSTIN", re.compile("[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]Z[0-9A-Z]"), _gstin),
)
_BY_START = {number.shape.pattern[:2]: number for number in TAX_NUMBERS if number.prefix}
_BY_MARKS = tuple(number for number in TAX_NUMBERS if not number.prefix)


def tax_number(text: str) -> TaxNumber | None:
    """Return what kind of tax number a text is by its country's letters or its marks, None for any other text."""
    known = _BY_START.get(text[:2])
    numbers = (known,) if known is not None else _BY_MARKS if text[:1].isdigit() else ()
    return next((number for number in numbers if number.shape.fullmatch(text)), None)


# Numbers that only a label makes known: how many digits they have, and the check.
LABELLED_TAX_NUMBERS: dict[str, tuple[int, Holds]] = {
    "ABN": (11, _abn),
    "ACN": (9, _acn),
    "SIRET": (14, luhn_holds),
    "SIREN": (9, luhn_holds),
    "CNPJ": (14, _cnpj),
    "CPF": (11, _cpf),
    "NIP": (10, _divisible(11, 6, 5, 7, 2, 3, 4, 5, 6, 7, -1)),
}
