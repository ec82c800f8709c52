"""Numbers without decimal digits: kanji numerals, circled digits, vulgar fractions."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal

_NINE = ("〇零○", "一壱壹弌", "二弐贰貳弍兩两", "三参叁參弎叄", "四肆", "五伍", "六陸陆", "七漆質柒", "八捌", "九玖")
_KANJI = {char: value for value, chars in enumerate(_NINE) for char in chars}
_LONGEST = 40
_SMALL = {"十": 10, "拾": 10, "百": 100, "佰": 100, "陌": 100, "千": 1000, "仟": 1000, "阡": 1000}
_LARGE = {"万": 10**4, "萬": 10**4, "億": 10**8, "亿": 10**8, "兆": 10**12}
_WORD = re.compile("[0-9" + "".join((*_KANJI, *_SMALL, *_LARGE)) + "]+")
_CIRCLED = re.compile("[①-⑳⓪❶-❿➀-➓⓵-⓾㉑-㉟㊱-㊿]")
_MIXED_FRACTION = re.compile("([0-9]{0,9}) ?([¼-¾⅐-⅞↉])")
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
    if text.isascii() or len(text) > _LONGEST or not _WORD.fullmatch(text):
        return None
    if set(text) & (_SMALL.keys() | _LARGE.keys()):
        value = _with_units(text)
    else:  # between decimal digits a kanji zero is a misread one
        value = None if any(char.isascii() for char in text) else _positional(text)
    return None if value is None else Numeral(Decimal(value), "kanji", "kanji numerals")


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
    above, slash, below = unicodedata.normalize("NFKC", match[2]).partition("⁄")
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
