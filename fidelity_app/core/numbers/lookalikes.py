"""Letters that look like digits: what was probably meant, as a suggestion and never as a value."""

from __future__ import annotations

import re
import unicodedata

from fidelity_app.core.numbers.separators import MARKS

_LIKE = {
    "0": "OoQDUCØøΟοОоՕօ⓪〇○Θθº°◯ᴏ",
    "1": "IlLi|!ııΙІіӀłƖ⏐｜",
    "2": "ZzΖ",
    "3": "ЗзЭэƷʒ",
    "4": "AhЧч",
    "5": "SsЅѕ§",
    "6": "GbбƄ",
    "7": "TТΤ",
    "8": "BВΒß&",
    "9": "gqԛɡ",
}
LOOKALIKES = {letter: digit for digit, letters in _LIKE.items() for letter in letters}
_MARKS = frozenset(MARKS + "-")


# A sign that stands apart (`L 12.50`, `19 B`) is a word or a code, not a misread digit of the number beside it.
_ALONE = re.compile(r"(?:^|\s)[^0-9\s.,]+(?:\s|$)")


_LETTERS = re.compile(r"[^\W\d_]+")


def digit_like(char: str) -> str:
    """Return the digit that a character looks like, else an empty text."""
    if char in LOOKALIKES:
        return LOOKALIKES[char]
    if "CIRCLED" in unicodedata.name(char, "") and not char.isascii():
        number = unicodedata.numeric(char, -1.0)
        return str(int(number)) if 0 <= number <= 9 else ""
    return ""


def is_word(letters: str) -> bool:
    """Say whether letters beside digits are a word (SUBTOTAL28.00) and no misread digits of the number.

    Four letters of which one is like no digit, or five of which four differ (TOTAL is all look-alikes).
    """
    if len(letters) < 4:
        return False
    return any(not digit_like(char) for char in letters) or (len(letters) > 4 and len(set(letters)) >= 4)


def repaired(text: str) -> str | None:
    """Return the text with every look-alike replaced by its digit, or None when it holds none or another letter.

    At least one real digit must stand in the text: `SOLO` is a word, `1O5` is a misread number.
    """
    if not any("0" <= char <= "9" for char in text):
        return None
    if _ALONE.search(text):
        return None
    if any(is_word(letters) for letters in _LETTERS.findall(text)):
        return None
    strange = {
        char for char in text if char in "|!&" or ((char.isalpha() or not char.isascii()) and char not in _MARKS)
    }
    if not strange or any(not digit_like(char) for char in strange):
        return None
    return "".join(digit_like(char) if char in strange else char for char in text)
