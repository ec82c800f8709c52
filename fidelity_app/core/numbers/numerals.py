"""Numbers without decimal digits: kanji numerals, circled digits, vulgar fractions."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from math import gcd

_NINE = (
    "〇零○영공",
    "一壱壹弌일",
    "二弐贰貳弍兩两이",
    "三参叁參弎叄삼",
    "四肆사",
    "五伍오",
    "六陸陆육",
    "七漆質柒칠",
    "八捌팔",
    "九玖구",
)
_KANJI = {char: value for value, chars in enumerate(_NINE) for char in chars}
_LONGEST = 40
_KANJI_WORDS = "it is written in numerals that are words"
_SMALL = {char: 10**power for power, chars in ((1, "十拾십"), (2, "百佰陌백"), (3, "千仟阡천")) for char in chars}
_LARGE = {char: 10**power for power, chars in ((4, "万萬만"), (8, "億亿억"), (12, "兆조")) for char in chars}
_TENS = {"廿": "二十", "卅": "三十"}
_GAP = re.compile(f"(?<=[{''.join(_LARGE)}]) (?=[0-9{''.join((*_KANJI, *_SMALL))}])")
NUMERAL_CHARS = "".join((*_KANJI, *_SMALL, *_LARGE))
_WORD = re.compile(f"[0-9{NUMERAL_CHARS}]+")
_KANJI_RUN = re.compile(f"([{''.join(_KANJI)}]+)[{''.join((*_SMALL, *_LARGE))}]")
_YUAN = re.compile(
    f"([0-9{NUMERAL_CHARS}]+)[元圆圓块]零?(?:([0-9{''.join(_KANJI)}])角)?零?(?:([0-9{''.join(_KANJI)}])分)?"
)
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
        return Numeral(
            Decimal(int(unicodedata.numeric(text))),
            "circled",
            "a circled digit stands for its number",
            ("enclosed-digit",),
        )
    if text.isascii() or len(text) > _LONGEST:
        return None
    text = _GAP.sub("", "".join(_TENS.get(char, char) for char in text))
    if not _WORD.fullmatch(text):
        return None
    if set(text) & (_SMALL.keys() | _LARGE.keys()):
        value = _with_units(text)
    else:  # between decimal digits a kanji zero is a misread one
        value = None if any(char.isascii() for char in text) else _positional(text)
    return None if value is None else Numeral(Decimal(value), "kanji", _KANJI_WORDS)


def written_yuan(text: str) -> Numeral | None:
    """Read a Chinese amount in words with its tenths and hundredths: 壹仟贰佰元伍角, 12元5角6分."""
    match = _YUAN.fullmatch(text) if len(text) <= _LONGEST else None
    whole = None if match is None else _with_units(match[1])
    if match is None or whole is None or not (match[2] or match[3]):
        return None
    tenths, hundredths = (kanji_digit(digit or "0") for digit in match.group(2, 3))
    return Numeral(Decimal(f"{whole}.{tenths}{hundredths}"), "kanji", _KANJI_WORDS)


def kanji_digit(char: str) -> str:
    """Return the ASCII digit that a kanji numeral 0-9 stands for, else the character itself."""
    return str(_KANJI[char]) if char in _KANJI else char


def _positional(text: str) -> int:
    return int("".join(kanji_digit(char) for char in text))


def _is_about(digits: str) -> bool:
    """Say whether kanji name a rough number: 二三百 is two or three hundred, 四五万 forty or fifty thousand."""
    first, last = int(kanji_digit(digits[0])), int(kanji_digit(digits[-1]))
    return len(digits) == 2 and 0 < first == last - 1


def _with_units(text: str) -> int | None:
    """Read kanji numerals with units; None where a unit rises, a rough number is named or digits pile up.

    One digit stands before 十百千, and what follows a unit is less than it; a unit counts once without a digit (千百)
    only where all is kanji.
    """
    if any(_is_about(run) for run in _KANJI_RUN.findall(text)):
        return None
    total, part, digits, last, floor = 0, 0, "", 0, 0
    implied = "" if any(char.isascii() for char in text) else "1"
    for char in text:
        if char.isascii() or char in _KANJI:
            digits += kanji_digit(char)
            continue
        if char in _SMALL:
            last = _SMALL[char]
            if len(digits.lstrip("0")) > 1 or not (digits or implied) or part % (last * 10):
                return None
            part += int(digits or implied) * last
        else:
            last, block = _LARGE[char], part + int(digits or 0)
            if not (0 < block * last < floor if floor else block):
                return None
            total, part, floor = total + block * last, 0, last
        digits = ""
    rest = int(digits or 0)
    return None if last and rest >= last else total + part + rest


def glyph_fraction(text: str) -> Numeral | None:
    """Read ½ or 1½. A fraction without an exact decimal form (⅓) is not read."""
    match = _MIXED_FRACTION.fullmatch(text)
    if match is None:
        return None
    above, below = unicodedata.normalize("NFKC", match[2]).split("⁄")
    return _ratio(int(match[1] or 0), int(above), int(below))


def slashed_fraction(text: str) -> Numeral | None:
    """Read 1/2 or `1 1/2`, where it has an exact decimal form."""
    match = _SLASHED.fullmatch(text)
    return None if match is None else _ratio(int(match[1] or 0), int(match[2]), int(match[3]))


def is_endless(text: str) -> bool:
    """Say whether a text is a fraction of one character without an exact decimal form (⅓); 1/3 is a list."""
    return _MIXED_FRACTION.fullmatch(text) is not None and glyph_fraction(text) is None


def _ratio(whole: int, above: int, below: int) -> Numeral | None:
    if below:
        common = gcd(above, below)
        above, below = above // common, below // common
    rest = below
    for prime in (2, 5):
        while rest and rest % prime == 0:
            rest //= prime
    if rest != 1 or above >= below:
        return None
    return Numeral(
        Decimal(whole) + Decimal(above) / Decimal(below), "latin", "it is written as a fraction", ("fraction",)
    )
