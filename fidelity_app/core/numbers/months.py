"""Names of months and weekdays: in the page's language from CLDR through babel, in many others from a table of it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from fidelity_app.core.numbers.date_words import MONTH_WORDS, WEEKDAY_WORDS

if TYPE_CHECKING:
    from babel.core import Locale

_LANGUAGES = """
en de de_AT fr es it pt nl sv da nb fi et lv lt pl cs sk sl hr sr sr_Latn bs mk bg ru uk be el tr hu ro sq is ga ca eu
gl id ms vi th ar ar_LB ar_MA ar_DZ fa he hi bn ur mr ta te kn ml gu pa ne si az uz kk ky tg hy ka mt af sw fil lo km my
cy lb fo br gd nn ja zh zh_Hant ko
"""
LANGUAGES = tuple(_LANGUAGES.split())
_ROMAN = {
    name: number
    for number, name in enumerate(["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"], 1)
}
_PERSIAN = ["فروردین", "اردیبهشت", "خرداد", "تیر", "مرداد", "شهریور", "مهر", "آبان", "آذر", "دی", "بهمن", "اسفند"]
# Spellings that tills print and CLDR does not list.
_MORE_SPELLINGS = "sept9 mrz3 mae3 marz3 janv1 fevr2 avr4 juil7 aout8 okt10 dez12"
_MORE = {match[1]: frozenset((int(match[2]),)) for match in re.finditer("([a-z]+)([0-9]+)", _MORE_SPELLINGS)}
# What a language puts before or behind the name of a month beside a day; CLDR has it in its patterns of dates.
_PREFIXES = {"he": "ב"}
_SUFFIXES = {"eu": "ren"}
# Months that are a numbered word: 5 tháng 3 2024, 2024 оны 3-р сарын 5.
_NUMBERED = re.compile(
    r"\b(?:th[áa]ng|thg\.?)\s?([0-9]{1,2})(?![0-9])|(?<![0-9])([0-9]{1,2})-р сар(?:ын)?", re.IGNORECASE
)
_NO_NAME = re.compile(r"m?\d.*")
_DIVIDERS = re.compile(r"[\s\-'’ʼ]+")


def plain_word(word: str) -> str:
    """Return a word without case, dots and accents, as names are compared; folding made a triangle of a Greek Delta."""
    bare = unicodedata.normalize("NFKD", word.replace("△", "δ").casefold())
    return "".join(
        char
        for char in bare
        if char not in ".ʼ'’\u200f\u200e\u200c" and not (unicodedata.combining(char) and ord(char) < 0x370)
    )


def listed(words: str) -> Iterator[str]:
    """Yield the names of a table of words."""
    return (" ".join(word.split()) for word in words.split(";") if word.strip())


def _key(name: str) -> str:
    """Return a name as its plain words with a space between; text is cut into words at the same marks."""
    return " ".join(plain_word(word) for word in _DIVIDERS.split(name)).strip()


@lru_cache(maxsize=256)
def known_locale(locale: str) -> Locale | None:
    """Return what CLDR knows of a locale, of its language where the region is not known."""
    from babel.core import Locale, UnknownLocaleError

    name = re.sub("-u-.*", "", locale).replace("-", "_")
    for known in dict.fromkeys((name, name.partition("_")[0])):
        try:
            return Locale.parse(known)
        except (UnknownLocaleError, ValueError, TypeError):
            continue
    return None


@lru_cache(maxsize=128)
def names_in(locale: str) -> dict[str, frozenset[int]]:
    """Return the months of a locale by their names, wide names before short ones."""
    known = known_locale(locale) if locale else None
    if known is None:
        return {}
    language = known.language
    found: dict[str, set[int]] = {}
    for width in ("wide", "abbreviated"):
        for number, name in _listed(known, width):
            for word in (name, _PREFIXES.get(language, "") + name, name + _SUFFIXES.get(language, "")):
                found.setdefault(_key(word), set()).add(number)
    return {name: frozenset(numbers) for name, numbers in found.items() if not _NO_NAME.fullmatch(name)}


def _listed(locale: Locale, width: str) -> Iterator[tuple[int, str]]:
    for use in ("format", "stand-alone"):
        yield from locale.months[use][width].items()


@lru_cache(maxsize=1)
def _all_names() -> dict[str, frozenset[int]]:
    found: dict[str, frozenset[int]] = dict(_MORE)
    for number, words in enumerate(MONTH_WORDS, 1):
        for name in listed(words):
            found[name] = found.get(name, frozenset()) | {number}
    return found


@lru_cache(maxsize=4096)
def months_of(word: str, locale: str) -> frozenset[int]:
    """Return the months that a word names: in the page's language, else in English, else in any; roman numerals too.

    More than one month means that languages disagree (listopad is October in Croatian, November in Polish).
    """
    roman = roman_month(word)
    if roman:
        return frozenset((roman,))
    return named_months(word, locale)[1]


def named_months(word: str, locale: str) -> tuple[int, frozenset[int]]:
    """Return how near the language is in which a word names months (0: the page's own), and these months."""
    name = _key(word)
    if len(name) < 2:
        return 2, frozenset()
    for rank, known in enumerate((names_in(locale), names_in("en"))):
        if name in known:
            return rank, known[name]
    return 2, _all_names().get(name, frozenset())


def roman_month(word: str) -> int:
    """Return the month of a roman numeral, 0 for another word.

    In small letters i and ii may be a misread 1 and 11, and x a times sign: only the longer ones are read.
    """
    if word.islower():
        return _ROMAN.get(word.upper(), 0) if len(word) > 1 and word != "ii" else 0
    return _ROMAN.get(word, 0)


def persian_month(word: str) -> int | None:
    """Return the number of a Solar Hijri month by its Persian name, else None."""
    return _PERSIAN.index(word) + 1 if word in _PERSIAN else None


def numbered_month(text: str) -> tuple[int, tuple[int, int]] | None:
    """Return the number of a month that is written as a numbered word, and the place of its words."""
    found = _NUMBERED.search(text)
    return None if found is None else (int(found[1] or found[2]), found.span())


def is_weekday_of(word: str, locale: str) -> bool:
    """Say whether a word names a day of the week in one language."""
    return plain_word(word) in weekdays_in(locale)


@lru_cache(maxsize=4096)
def is_weekday(word: str, locale: str) -> bool:
    """Say whether a word names a day of the week: in English, in the page's language or in any."""
    name = plain_word(word)
    return bool(name) and (name in weekdays_in("en") or name in weekdays_in(locale) or name in _all_weekdays())


@lru_cache(maxsize=128)
def weekdays_in(locale: str) -> frozenset[str]:
    known = known_locale(locale) if locale else None
    if known is None:
        return frozenset()
    uses = (known.days[use] for use in ("format", "stand-alone"))
    widths = (use.get(width, {}) for use in uses for width in ("wide", "abbreviated", "short"))
    return frozenset(plain_word(name) for names in widths for name in names.values())


@lru_cache(maxsize=1)
def _all_weekdays() -> frozenset[str]:
    return frozenset(listed(WEEKDAY_WORDS))
