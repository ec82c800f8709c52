"""Month names of many languages, from CLDR through babel; loaded when a date is written in words."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

LANGUAGES = (
    "en de fr es it pt nl sv da nb fi et lv lt pl cs sk sl hr sr mk bg ru uk be el tr hu ro sq is ga ca eu gl "
    "id ms vi th ar fa he hi bn ur ta az kk ka hy mt af sw fil"
).split()
_ROMAN = {name: number for number, name in enumerate("I II III IV V VI VII VIII IX X XI XII".split(), 1)}
_PERSIAN = (
    "\u0641\u0631\u0648\u0631\u062f\u06cc\u0646 \u0627\u0631\u062f\u06cc\u0628\u0647\u0634\u062a \u062e\u0631\u062f\u0627\u062f \u062a\u06cc\u0631 "
    "\u0645\u0631\u062f\u0627\u062f \u0634\u0647\u0631\u06cc\u0648\u0631 \u0645\u0647\u0631 \u0622\u0628\u0627\u0646 \u0622\u0630\u0631 "
    "\u062f\u06cc \u0628\u0647\u0645\u0646 \u0627\u0633\u0641\u0646\u062f"
).split()
# Spellings that tills print and CLDR does not list.
_MORE = {"sept": 9, "mrz": 3, "mae": 3, "marz": 3, "janv": 1, "fevr": 2, "avr": 4, "juil": 7, "aout": 8, "okt": 10, "dez": 12, "kovo": 3}


def plain_word(word: str) -> str:
    """Return a word without case, dots and accents, as names are compared."""
    bare = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in bare if char not in ".\u02bc'" and not (unicodedata.combining(char) and ord(char) < 0x370))


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
