"""Find day, month and year in a date with a month in words: `5. März 2024`, `July 14th, 2022`, `Kesk 5 III 2024`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from fidelity_app.core.numbers.months import months_of, persian_month

_ORDINAL = re.compile(r"(?<=[0-9])(?:st|nd|rd|th|er|re|ère|º|ª|°|˚|:e|:a|-?е|-?го)(?=[\s,.]|$)", re.IGNORECASE)
_GLUED = re.compile(r"(?<=[0-9])(?=[^\W\d_]{3})|(?<=[^\W\d_]{3})(?=[0-9])")
_TOKEN = re.compile(r"[0-9]+|[^\d\s,/'()\-;:]+")
_CHARS = re.compile(r"[^|!@#$%&*+=<>?\\^~{}\[\]\"]*")


@dataclass(frozen=True, slots=True)
class Worded:
    """The parts as written; several months when languages disagree about the word. `day` may be empty."""

    year: str
    months: tuple[int, ...]
    day: str
    flags: tuple[str, ...] = ()
    persian: bool = False


def worded_parts(text: str, locale: str) -> Worded | None:
    """Return the parts of a date with a month in words, or None. Letters glued to digits are misread, not a date."""
    text = _GLUED.sub(" ", _ORDINAL.sub(" ", text))
    if len(text) > 80 or not _CHARS.fullmatch(text):
        return None
    tokens = [token for raw in _TOKEN.findall(text) if (token := raw.strip("."))]
    numbers = [token for token in tokens if token.isdigit()]
    if not 1 <= len(numbers) <= 2 or any(len(number) > 4 for number in numbers) or _is_glued(text):
        return None
    month = _month(tokens, locale.replace("_", "-").partition("-")[0])
    if month is None:
        return None
    months, persian = month
    year, day = _year_and_day(numbers)
    if not year or len(year) == 3 or (persian and not day):
        return None
    extra = ("extra-text",) if len(tokens) > 1 + len(numbers) else ()
    return Worded(year, months, day, extra, persian)


def _is_glued(text: str) -> bool:
    return re.search(r"[0-9][^\W\d_]|[^\W\d_][0-9]", text) is not None


def _month(tokens: list[str], language: str) -> tuple[tuple[int, ...], bool] | None:
    """Return the months that the month's word names (the longest, the last among equals), and if they are Persian."""
    best: tuple[int, tuple[int, ...], bool] | None = None
    for token in tokens:
        if token.isdigit():
            continue
        solar = persian_month(token)
        months = (solar,) if solar else tuple(sorted(months_of(token, language)))
        if months and (best is None or len(token) >= best[0]):
            best = (len(token), months, solar is not None)
    return None if best is None else best[1:]


def _year_and_day(numbers: list[str]) -> tuple[str, str]:
    """Return year and day: a number above 31 or of four digits is the year, else the later one."""
    if len(numbers) == 1:
        return (numbers[0], "") if len(numbers[0]) == 4 else ("", "")
    first, second = numbers
    if len(first) > 2 or int(first) > 31:
        return (first, second) if len(second) <= 2 else ("", "")
    return second, first
