"""Decide which part of a date is its day, month and year, and in which calendar; say what decided."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from fidelity_app.core.numbers import calendars
from fidelity_app.core.numbers.value import NumberContext

# A two-digit year is taken from 1969 to 2068, as POSIX does (strptime, %y); the flag two-digit-year says so.
WINDOW = range(1969, 2069)
YEARS = range(1800, 2151)
YEAR_FIRST = "year first is ISO"
NO_DAY = "no order of its parts gives a date"
NO_SUCH_DAY = "the day does not exist"
NO_SUCH_YEAR = "the year names no calendar known for this page"

_OFFSETS = {"buddhist": -calendars.BUDDHIST_OFFSET, "persian": calendars.PERSIAN_OFFSET}
PERSIAN_YEARS = range(1200, 1501)
_LOCAL_YEARS = {"buddhist": range(2400, 2701), "persian": PERSIAN_YEARS}
_STATED_YEARS = {
    "roc": range(1, 200),
    "buddhist": (*range(100), *range(2300, 2701)),
    "persian": range(1, 1700),
}
_CALENDAR_LANGUAGES = {"th": "buddhist", "fa": "persian"}
_CALENDAR_SCRIPTS = {"thai": "buddhist", "persian": "persian"}
_MINGUO_LOCALES = frozenset({"zh-tw", "zh-hant-tw", "zh-hant"})
_CALENDAR_ORDERS = {"roc": "YMD", "persian": "YMD", "japanese": "YMD", "buddhist": "DMY"}
_YEAR_FIRST_LANGUAGES = frozenset({"hu", "ja", "ko", "mn", "yue", "zh"})
_BY_CALENDAR = {"DMY": "dates of this calendar are day first", "YMD": "dates of this calendar are year first"}
_WORDS = {
    "two-digit-year": f"a two-digit year means {WINDOW.start} to {WINDOW.stop - 1}",
    "calendar:roc": "the year is of the Minguo calendar (+1911)",
    "calendar:buddhist": "the year is of the Buddhist calendar (-543)",
    "calendar:persian": "the year is of the Persian calendar",
}


@dataclass(frozen=True, slots=True)
class DateReading:
    """The well-formed dates of a text, as ISO text; one means that it is settled."""

    found: tuple[str, ...]
    decided_by: str
    flags: tuple[str, ...] = ()

    def explained(self) -> DateReading:
        """Return the reading with what its flags say about the year told in words."""
        if not self.found or _WORDS.keys().isdisjoint(self.flags):
            return self
        clauses = (self.decided_by, *(words for flag, words in _WORDS.items() if flag in self.flags))
        return replace(self, decided_by="; ".join(clause for clause in clauses if clause))


def numbers(match: re.Match[str]) -> tuple[int, int, int]:
    return int(match["y"]), int(match["m"]), int(match["d"])


def iso(day: date | None) -> tuple[str, ...]:
    return (day.isoformat(),) if day is not None else ()


def existing(found: tuple[str, ...], rule: str, flags: tuple[str, ...] = ()) -> DateReading:
    """Return a reading by a rule, which does not hold where no day was found."""
    return DateReading(found, rule if found else NO_SUCH_DAY, flags)


def named(calendar: str, parts: tuple[int, int, int], rule: str) -> DateReading:
    year, month, day = parts
    found = iso(calendars.from_calendar(calendar, year, month=month, day=day))
    return existing(found, rule, (f"calendar:{calendar}",))


def full_year(digits: str) -> tuple[int, tuple[str, ...]]:
    """Return the year that digits mean; two digits fall into the window, which a flag tells."""
    return (windowed(int(digits)), ("two-digit-year",)) if len(digits) <= 2 else (int(digits), ())


def windowed(year: int, offset: int = 0) -> int:
    """Return the year of a calendar that ends in two digits and is in the window as a Western year."""
    first = WINDOW.start - offset
    return first + (year - first) % 100


def orders(first: str, sep: str, long_year: bool, context: NumberContext) -> tuple[str, ...]:
    """Return the orders a notation allows. A two-digit year may come first with dashes, or where the locale does so."""
    if long_year:
        return ("DMY", "MDY")
    year_first = sep in ("-", " ", "") or "YMD" in (context.date_order, local_order(context)) or int(first) > 31
    return ("DMY", "MDY", "YMD") if year_first else ("DMY", "MDY")


def ordered(order: str, parts: tuple[str, str, str], script: str, context: NumberContext) -> DateReading:
    named = dict(zip(order, parts, strict=True))
    return in_calendar((named["Y"], named["M"], named["D"]), script, context, rule="")


def by_order(readings: Mapping[str, DateReading], sep: str, context: NumberContext) -> DateReading:
    """Choose among the readings of the orders that a notation allows; the first is asked why none holds."""
    valid = {order: reading for order, reading in readings.items() if reading.found}
    if not valid:
        failed = next(iter(readings.values()))
        return replace(failed, decided_by=NO_DAY) if failed.decided_by in ("", NO_SUCH_DAY) else failed
    distinct = _distinct(valid)
    flags = tuple(dict.fromkeys(flag for reading in valid.values() for flag in reading.flags))
    if len(distinct) == 1:
        alike = len(valid) > 1
        rule = "every order gives the same date" if alike else "only one order gives a date"
        return DateReading(distinct, rule, (*flags, "order-known"))
    return _settled(valid, sep, context, distinct=distinct, flags=flags)


def _distinct(valid: Mapping[str, DateReading]) -> tuple[str, ...]:
    """Return the dates found, by day; what a year in front would give comes last, for it is the rarest."""
    year_last = sorted({day for order, reading in valid.items() if order != "YMD" for day in reading.found})
    return tuple(dict.fromkeys((*year_last, *(valid["YMD"].found if "YMD" in valid else ()))))


def _settled(
    valid: Mapping[str, DateReading],
    sep: str,
    context: NumberContext,
    *,
    distinct: tuple[str, ...],
    flags: tuple[str, ...],
) -> DateReading:
    local = local_order(context)
    by_local = f"the locale {context.locale}" if local == locale_order(context.locale) else _BY_CALENDAR.get(local, "")
    script_order = "DMY" if "calendar:buddhist" in flags else ""
    rules = (
        (context.date_order, f"the page's date order is stated ({context.date_order})", "order-known"),
        ("YMD" if local == "YMD" and (sep != "." or _is_year_first(context)) else "", by_local, "order-guessed"),
        ("DMY" if sep == "." else "", "dotted dates are day first", "order-guessed"),
        (local, by_local, "order-guessed"),
        (script_order, _BY_CALENDAR["DMY"], "order-guessed"),
    )
    for order, rule, flag in rules:
        if order in valid:
            chosen = valid[order]
            return replace(chosen, decided_by=_and(chosen.decided_by, rule), flags=(*chosen.flags, flag))
    return DateReading(distinct, "several orders give a date and nothing decides", flags)


def _is_year_first(context: NumberContext) -> bool:
    """Say whether the page's dates are year first with dots too; elsewhere (Swedish) only the ISO notation is."""
    language = context.locale.replace("_", "-").partition("-")[0].lower()
    return bool(context.calendar) or language in _YEAR_FIRST_LANGUAGES


def _and(doubt: str, rule: str) -> str:
    """Return the rule for the order, or what stays open in spite of it."""
    return doubt or rule


def in_calendar(parts: tuple[str, str, str], script: str, context: NumberContext, *, rule: str) -> DateReading:
    """Build a date of year, month, day in the calendar that the page, the script or the year itself names."""
    year_text, month, day = parts[0], int(parts[1]), int(parts[2])
    if len(year_text) <= 2 and calendars.calendar_name(context.calendar) == "japanese":
        return DateReading((), "the Japanese era is not named", ("era-not-named",))
    ways = _calendars_of(year_text, script, context)
    known = [_in_one(calendar, year_text, month, day=day) for calendar in ways]
    found = tuple(dict.fromkeys(day for reading in known for day in reading.found))
    if not found:
        return known[0]
    flags = tuple(dict.fromkeys(flag for reading in known if reading.found for flag in reading.flags))
    if len(found) > 1:
        flags = tuple(flag for flag in flags if not flag.startswith("calendar:"))
        return DateReading(found, f"a two-digit year may be Western or {_NAMES[ways[0]]}, nothing decides", flags)
    if rule == YEAR_FIRST and any(flag.startswith("calendar:") for flag in flags):
        rule = "the year comes first"
    return DateReading(found, rule, (*flags, *(("order-known",) if rule else ())))


_NAMES = {"roc": "Minguo", "buddhist": "Buddhist", "persian": "Persian"}


def _in_one(calendar: str, year_text: str, month: int, *, day: int) -> DateReading:
    year, flags = int(year_text), tuple[str, ...]()
    if len(year_text) <= 2 and calendar != "roc":
        year, flags = windowed(year, _OFFSETS.get(calendar, 0)), ("two-digit-year",)
    if calendar:
        reading = named(calendar, (year, month, day), "")
        return replace(reading, flags=(*reading.flags, *flags))
    if len(year_text) in (1, 3) or year not in YEARS:
        return DateReading((), NO_SUCH_YEAR, ("year-out-of-range",))
    return existing(iso(calendars.gregorian(year, month, day)), "", flags)


def _calendars_of(year_text: str, script: str, context: NumberContext) -> tuple[str, ...]:
    """Return the calendars a year may be of; a stated one first, Gregorian is an empty text."""
    if not context.calendar and not context.locale and script not in _CALENDAR_SCRIPTS:
        return ("",)
    stated = calendars.calendar_name(context.calendar) or ""
    year, locale = int(year_text), context.locale.replace("_", "-").lower()
    if stated in _STATED_YEARS:
        return (stated if year in _STATED_YEARS[stated] else "",)
    if context.calendar:
        return ("",)
    local = _CALENDAR_LANGUAGES.get(locale.partition("-")[0]) or _CALENDAR_SCRIPTS.get(script, "")
    if local:
        if len(year_text) == 2:
            return (local, "")
        return (local if year in _LOCAL_YEARS[local] else "",)
    if locale in _MINGUO_LOCALES:
        return ("roc",) if len(year_text) == 3 else ("roc", "") if 58 <= year <= 99 else ("",)
    return ("",)


def local_order(context: NumberContext) -> str:
    """Return the order usual on the page: that of a stated calendar's country, else the locale's."""
    if not context.calendar:
        return locale_order(context.locale)
    stated = calendars.calendar_name(context.calendar) or ""
    if stated == "buddhist" and context.locale:
        return locale_order(context.locale)
    return _CALENDAR_ORDERS.get(stated) or locale_order(context.locale)


@lru_cache(maxsize=256)
def locale_order(locale: str) -> str:
    """Return DMY, MDY or YMD as the locale's short date has it (CLDR), an empty text when it is not known."""
    if not locale:
        return ""
    from babel.core import Locale, UnknownLocaleError

    try:
        pattern = str(Locale.parse(re.sub("-u-.*", "", locale).replace("-", "_")).date_formats["short"].pattern)
    except (UnknownLocaleError, ValueError, TypeError):
        return ""
    letters = dict.fromkeys(char.upper() for char in pattern if char in "dMy")
    return "".join(letters)
