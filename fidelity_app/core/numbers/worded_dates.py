"""Find day, month and year in a date with a month in words: `5. März 2024`, `July 14th, 2022`, `Kesk 5 III 2024`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from fidelity_app.core.numbers.date_clothes import as_digits
from fidelity_app.core.numbers.months import (
    is_weekday,
    is_weekday_of,
    named_months,
    numbered_month,
    persian_month,
    roman_month,
)

_ORDINAL = re.compile(r"(?<=[0-9])(?:st|nd|rd|th|er|re|ère|º|ª|°|˚|\"|:e|:a|-?е|-?го)(?=[\s,.]|$)", re.IGNORECASE)
_GLUED = re.compile(r"(?<=[0-9])(?=[^\W\d_]{3})|(?<=[^\W\d_]{3})(?=[0-9])")
_IN_BRACKETS = re.compile(r"(?<=[0-9])\([^\W\d_]{1,3}\)[^\W\d_]{0,3}")
_TOKEN = re.compile(r"[0-9]+|[^\d\s,/'()\-;:]+")
_CHARS = re.compile(r"[^|!@#$%&*+=<>?\\^~{}\[\]\"]*")
# Behind a year or a day some languages write a letter for the word: 2024 r., 2024 m., 5 d.
_BESIDE_DIGITS = re.compile(r"[0-9][^\W\d_]|[^\W\d_][0-9]")
_SPAN = re.compile(r"[0-9]\s?[-/–]\s?[0-9]")
_MARKED_YEAR = re.compile(r"'(?P<year>[0-9]{2})(?![0-9])")
_LONGEST, _MOST_WORDS = 80, 8
_NUMBERED_MONTH = "§"


@dataclass(frozen=True, slots=True)
class Worded:
    """The parts as written; several months when languages disagree about the word. `day` may be empty."""

    year: str
    months: tuple[int, ...]
    day: str
    flags: tuple[str, ...] = ()
    persian: bool = False


@dataclass(frozen=True, slots=True)
class _Name:
    """One way to take words for a month: how near its language is, the months, and which tokens it is."""

    rank: int
    months: tuple[int, ...]
    word: str
    place: int
    persian: bool = False


def worded_parts(text: str, locale: str) -> Worded | None:
    """Return the parts of a date with a month in words, or None. Letters glued to digits are misread, not a date."""
    text = _GLUED.sub(" ", _IN_BRACKETS.sub("", _ORDINAL.sub(" ", text)))
    if len(text) > _LONGEST or not _CHARS.fullmatch(text):
        return None
    numbered = numbered_month(text)
    if numbered is not None:
        month, (start, end) = numbered
        text = f"{text[:start]} {_NUMBERED_MONTH} {text[end:]}"
    if _SPAN.search(text) or _BESIDE_DIGITS.search(text):
        return None
    tokens = [token for raw in _TOKEN.findall(text) if (token := raw.strip("."))]
    numbers = [token for token in tokens if token.isdigit()]
    if not 1 <= len(numbers) <= 2 or any(len(number) > 4 for number in numbers):
        return None
    if numbered is not None:
        name: _Name | None = _Name(0, (month,), _NUMBERED_MONTH, tokens.index(_NUMBERED_MONTH))
    else:
        name = _month(tokens, locale)
    return None if name is None else _parts(tokens, numbers, name, locale=locale, marked=_MARKED_YEAR.search(text))


def _parts(
    tokens: list[str], numbers: list[str], name: _Name, *, locale: str, marked: re.Match[str] | None
) -> Worded | None:
    if marked is not None and numbers[-1] == marked["year"]:
        year, day = numbers[-1], numbers[0] if len(numbers) == 2 else ""
    else:
        year, day = _year_and_day(numbers, month_is_first=not any(token.isdigit() for token in tokens[: name.place]))
    if not year or len(year) in (1, 3) or len(day) > 2 or (name.persian and not day):
        return None
    others = [token for token in tokens if not token.isdigit() and token not in name.word.split(" ")]
    if any(as_digits(token, locale).isdigit() and (len(token) == 1 or not day) for token in others):
        return None
    if name.word == "X" and len(year) < 4:  # 2 X 50 is a product, 5 X 2024 a date
        return None
    words = len(name.word.split(" "))
    extra = ("extra-text",) if len(tokens) > words + len(numbers) else ()
    return Worded(year, name.months, day, extra, name.persian)


def _year_and_day(numbers: list[str], *, month_is_first: bool) -> tuple[str, str]:
    """Return year and day: a number above 31 or of four digits is the year, else the later one."""
    if len(numbers) == 1:
        return (numbers[0], "") if len(numbers[0]) == 4 else ("", "")
    first, second = numbers
    if len(first) > 2 or (int(first) > 31 and not month_is_first):
        return (first, second) if len(second) <= 2 else ("", "")
    return second, first


def _month(tokens: list[str], locale: str) -> _Name | None:
    """Return the one month that the words name, None when they name none or contradict each other."""
    names = list(_names(tokens, locale))
    nearest = [name for name in names if name.rank == 0]
    names = nearest or names
    if len({name.months for name in names if name.rank < 2}) > 1 and not nearest:
        return None
    if len({name.months for name in names}) > 1:
        names = [name for name in names if not is_weekday(name.word, locale)] or names
    if not names:
        return None
    longest = max(names, key=lambda name: (len(name.word), name.place))
    inside = [name for name in names if name.word not in longest.word]
    return longest if all(name.months == longest.months for name in inside) else None


def _names(tokens: list[str], locale: str) -> Iterator[_Name]:
    """Yield what may be a month: a roman numeral between the numbers, a name of one or several words."""
    for place, token in enumerate(tokens):
        if token.isdigit() or is_weekday_of(token, "en"):
            continue
        if (number := roman_month(token)) and _is_between_numbers(tokens, place):
            yield _Name(0, (number,), token, place)
        solar = persian_month(token)
        if solar:
            yield _Name(0, (solar,), token, place, persian=True)
        for end in range(place + 1, min(place + _MOST_WORDS, len(tokens)) + 1):
            if tokens[end - 1].isdigit():
                break
            word = " ".join(tokens[place:end])
            rank, months = named_months(word, locale)
            if months:
                yield _Name(rank, tuple(sorted(months)), word, place)


def _is_between_numbers(tokens: list[str], place: int) -> bool:
    """Say whether a number follows and at most a number stands before: `5 III 2024`, `III/2024`, not `Tee X 0000`."""
    before, after = tokens[place - 1 : place] if place else [], tokens[place + 1 : place + 2]
    return all(token.isdigit() for token in (*before, *after)) and bool(after)
