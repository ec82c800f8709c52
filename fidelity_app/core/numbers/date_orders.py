"""Decide which part of a date is its day, month and year, and in which calendar; say what decided."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from fidelity_app.core.numbers import calendars
from fidelity_app.core.numbers.value import NumberContext

# A two-digit year is taken from 1969 to 2068, as POSIX does; the flag two-digit-year says so.
WINDOW_START = 69
LATEST_YEAR = 2150


@dataclass(frozen=True, slots=True)
class DateReading:
    """The well-formed dates of a text, as ISO text; one means that it is settled."""

    found: tuple[str, ...]
    decided_by: str
    flags: tuple[str, ...] = ()


def numbers(match: re.Match[str]) -> tuple[int, int, int]:
    return int(match["y"]), int(match["m"]), int(match["d"])


def iso(day: date | None) -> tuple[str, ...]:
    return (day.isoformat(),) if day is not None else ()


def named(calendar: str, parts: tuple[int, int, int], rule: str) -> DateReading:
    year, month, day = parts
    return DateReading(
        iso(calendars.from_calendar(calendar, year, month=month, day=day)), rule, (f"calendar:{calendar}",)
    )


def full_year(digits: str) -> tuple[int, tuple[str, ...]]:
    """Return the year that digits mean; two digits fall into the window 1969-2068, which a flag tells."""
    year = int(digits)
    if len(digits) > 2:
        return year, ()
    return year + (1900 if year >= WINDOW_START else 2000), ("two-digit-year",)


def orders(first: str, sep: str, long_year: bool, context: NumberContext) -> tuple[str, ...]:
    """Return the orders a notation allows. A two-digit year may come first with dashes, or where the locale does so."""
    if long_year:
        return ("DMY", "MDY")
    year_first = sep == "-" or "YMD" in (context.date_order, local_order(context)) or int(first) > 31
    return ("DMY", "MDY", "YMD") if year_first or sep == " " else ("DMY", "MDY")


def ordered(order: str, parts: tuple[str, str, str], script: str, context: NumberContext) -> DateReading:
    named = dict(zip(order, parts, strict=True))
    return in_calendar((named["Y"], named["M"], named["D"]), script, context, rule="")


def settle(
    valid: dict[str, DateReading],
    sep: str,
    context: NumberContext,
    *,
    distinct: tuple[str, ...],
    flags: tuple[str, ...],
) -> DateReading:
    local = local_order(context)
    by_local = (
        f"the locale {context.locale}" if local == locale_order(context.locale) else f"the {context.calendar} calendar"
    )
    rules = (
        (context.date_order, f"the page's date order is stated ({context.date_order})", "order-known"),
        ("YMD" if local == "YMD" and "YMD" in valid else "", by_local, "order-guessed"),
        ("DMY" if sep == "." else "", "dotted dates are day first", "order-guessed"),
        (local, by_local, "order-guessed"),
    )
    for order, rule, flag in rules:
        if order in valid:
            return DateReading(valid[order].found, rule, (*flags, flag))
    return DateReading(distinct, "several orders give a date and nothing decides", flags)


def in_calendar(parts: tuple[str, str, str], script: str, context: NumberContext, *, rule: str) -> DateReading:
    """Build a date of year, month, day in the calendar that the page, the script or the year itself names."""
    year_text, month, day = parts[0], int(parts[1]), int(parts[2])
    if calendars.calendar_name(context.calendar) == "japanese" and len(year_text) <= 2:
        return DateReading((), "the Japanese era is not named", ("era-not-named",))
    calendar = _calendar_of(year_text, script, context)
    if calendar:
        year = int(year_text) + ({"buddhist": 2500, "persian": 1400}.get(calendar, 0) if len(year_text) <= 2 else 0)
        return named(calendar, (year, month, day), f"{rule or 'the order'}, the {calendar} calendar")
    year, flags = full_year(year_text)
    if len(year_text) == 3 or not 1800 <= year <= LATEST_YEAR:
        return DateReading((), "the year names no calendar known for this page", ("year-out-of-range",))
    order = ("order-known",) if rule else ()
    return DateReading(iso(calendars.gregorian(year, month, day)), rule, (*flags, *order))


def _calendar_of(year_text: str, script: str, context: NumberContext) -> str:
    stated = calendars.calendar_name(context.calendar) or ""
    year, locale = int(year_text), context.locale.replace("_", "-").lower()
    if stated in ("roc", "buddhist", "persian"):
        natural = {"roc": year < 200, "buddhist": year < 100 or 2300 <= year <= 2700, "persian": year < 1700}[stated]
        return stated if natural else ""
    if (locale.startswith("th") or script == "thai") and 2400 <= year <= 2700:
        return "buddhist"
    if (locale.startswith("fa") or script == "persian") and 1200 <= year <= 1500:
        return "persian"
    return "roc" if locale in ("zh-tw", "zh-hant-tw", "zh-hant") and len(year_text) == 3 else ""


def local_order(context: NumberContext) -> str:
    """Return the order usual on the page: year first in Minguo, Persian and Japanese dates, else the locale's."""
    if calendars.calendar_name(context.calendar) in ("roc", "persian", "japanese"):
        return "YMD"
    return locale_order(context.locale)


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
