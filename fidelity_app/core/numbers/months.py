"""Month names of many languages, from CLDR through babel; loaded when a date is written in words."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_LANGUAGES = """
en de fr es it pt nl sv da nb fi et lv lt pl cs sk sl hr sr mk bg ru uk be el tr hu ro sq is ga ca eu gl
id ms vi th ar fa he hi bn ur ta az kk ka hy mt af sw fil
"""
LANGUAGES = tuple(_LANGUAGES.split())
_ROMAN = {
    name: number
    for number, name in enumerate(["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"], 1)
}
_PERSIAN = ["فروردین", "اردیبهشت", "خرداد", "تیر", "مرداد", "شهریور", "مهر", "آبان", "آذر", "دی", "بهمن", "اسفند"]
# Spellings that tills print and CLDR does not list.
_MORE_SPELLINGS = "sept9 mrz3 mae3 marz3 janv1 fevr2 avr4 juil7 aout8 okt10 dez12"
_MORE = {match[1]: int(match[2]) for match in re.finditer("([a-z]+)([0-9]+)", _MORE_SPELLINGS)}


def plain_word(word: str) -> str:
    """Return a word without case, dots and accents, as names are compared."""
    bare = unicodedata.normalize("NFKD", word.casefold())
    return "".join(
        char for char in bare if char not in ".ʼ'" and not (unicodedata.combining(char) and ord(char) < 0x370)
    )


@lru_cache(maxsize=64)
def _names(language: str) -> dict[str, int]:
    from babel.core import Locale, UnknownLocaleError

    try:
        months = Locale.parse(language).months
    except (UnknownLocaleError, ValueError, TypeError):
        return {}
    found: dict[str, int] = {}
    for use in ("format", "stand-alone"):
        for width in ("wide", "abbreviated"):
            for number, name in months[use][width].items():
                word = plain_word(name)
                if not re.fullmatch(r"\d+\D?", word) and not re.fullmatch("m\\d+", word):
                    found.setdefault(word, number)
    return found


@lru_cache(maxsize=1)
def _all_names() -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for language in LANGUAGES:
        for name, number in _names(language).items():
            found.setdefault(name, set()).add(number)
    return {name: frozenset(numbers) for name, numbers in found.items()}


@lru_cache(maxsize=4096)
def months_of(word: str, language: str) -> frozenset[int]:
    """Return the months that a word names: in the page's language, else in English, else in any; roman numerals too.

    More than one month means that languages disagree (listopad is October in Croatian, November in Polish).
    """
    if word in _ROMAN:
        return frozenset((_ROMAN[word],))
    name = plain_word(word)
    if len(name) < 2:
        return frozenset()
    for known in (_names(language) if language else {}, _names("en"), _MORE):
        if name in known:
            return frozenset((known[name],))
    return _all_names().get(name, frozenset())


def persian_month(word: str) -> int | None:
    """Return the number of a Solar Hijri month by its Persian name, else None."""
    return _PERSIAN.index(word) + 1 if word in _PERSIAN else None
