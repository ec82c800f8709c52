"""Numbers without decimal digits: kanji numerals, circled digits, vulgar fractions."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal

_KANJI = {char: value for value, chars in enumerate(("\u3007\u96f6\u25cb", "\u4e00\u58f1\u58f9\u5f0c", "\u4e8c\u5f10\u8d30\u8cb3\u5f0d\u5169\u4e24", "\u4e09\u53c1\u53c3\u5f0e\u53c4", "\u56db\u8086", "\u4e94\u4f0d", "\u516d\u9678\u9646", "\u4e03\u6f06\u8cea\u67d2", "\u516b\u634c", "\u4e5d\u7396")) for char in chars}  # fmt: skip
_SMALL = {"\u5341": 10, "\u62fe": 10, "\u767e": 100, "\u4f70": 100, "\u964c": 100, "\u5343": 1000, "\u4edf": 1000, "\u9621": 1000}
_LARGE = {"\u4e07": 10**4, "\u842c": 10**4, "\u5104": 10**8, "\u4ebf": 10**8, "\u5146": 10**12}
_WORD = re.compile("[0-9" + "".join((*_KANJI, *_SMALL, *_LARGE)) + "]+")
_CIRCLED = re.compile("[\u2460-\u2473\u24ea\u2776-\u277f\u2780-\u2793\u24f5-\u24fe\u3251-\u325f\u32b1-\u32bf]")
_MIXED_FRACTION = re.compile("([0-9]{0,9}) ?([\u00bc-\u00be\u2150-\u215e\u2189])")
_SLASHED = re.compile(r"(?:([0-9]{1,6}) )?([0-9]{1,4}) ?/ ?([0-9]{1,4})")


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number that is not written in decimal digits."""

    number: Decimal
    script: str
    decided_by: str
    flags: tuple[str, ...] = ()


def word_number(text: str) -> Numeral | None:
    """Read kanji numerals, positional (二〇二四) or with units (一千二百, 1万2千), or one circled digit."""
    if _CIRCLED.fullmatch(text):
        return Numeral(Decimal(int(unicodedata.numeric(text))), "circled", "a circled digit", ("enclosed-digit",))
    if text.isascii() or not _WORD.fullmatch(text):
        return None
    value = _positional(text) if not set(text) & (_SMALL.keys() | _LARGE.keys()) else _with_units(text)
    mixed = ("mixed-digits",) if any(char.isascii() for char in text) and not set(text) & _LARGE.keys() else ()
    return None if value is None else Numeral(Decimal(value), "kanji", "kanji numerals", mixed)


def kanji_digit(char: str) -> str:
    """Return the ASCII digit that a kanji numeral 0-9 stands for, else the character itself."""
    return str(_KANJI[char]) if char in _KANJI else char


def _positional(text: str) -> int:
    return int("".join(kanji_digit(char) for char in text))


def _with_units(text: str) -> int | None:
    total, part, digits = 0, 0, ""
    for char in text:
        if char.isascii() or char in _KANJI:
            digits += kanji_digit(char)
        elif char in _SMALL:
            if part and part % (_SMALL[char] * 10):
                return None
            part, digits = part + (int(digits) if digits else 1) * _SMALL[char], ""
        else:
            block = part + (int(digits) if digits else 0)
            if not block or (total and total % (_LARGE[char] * 10)):
                return None
            total, part, digits = total + block * _LARGE[char], 0, ""
    return total + part + (int(digits) if digits else 0)


def glyph_fraction(text: str) -> Numeral | None:
    """Read ½ or 1½. A fraction without an exact decimal form (⅓) is not read."""
    match = _MIXED_FRACTION.fullmatch(text)
    if match is None:
        return None
    above, slash, below = unicodedata.normalize("NFKC", match[2]).partition("\u2044")
    return _ratio(int(match[1] or 0), int(above), int(below)) if slash else None


def slashed_fraction(text: str) -> Numeral | None:
    """Read 1/2 or `1 1/2`, where it has an exact decimal form."""
    match = _SLASHED.fullmatch(text)
    return None if match is None else _ratio(int(match[1] or 0), int(match[2]), int(match[3]))


def _ratio(whole: int, above: int, below: int) -> Numeral | None:
    rest = below
    for prime in (2, 5):
        while rest and rest % prime == 0:
            rest //= prime
    if rest != 1 or above >= below:
        return None
    return Numeral(Decimal(whole) + Decimal(above) / Decimal(below), "latin", "a fraction", ("fraction",))
