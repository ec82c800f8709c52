"""Read one day, or a month of a year, in each notation that printed pages use."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date

from fidelity_app.core.numbers import calendars
from fidelity_app.core.numbers.date_clothes import as_digits, has_letters, without_label, without_weekday_behind
from fidelity_app.core.numbers.date_orders import (
    NO_SUCH_DAY,
    NO_SUCH_YEAR,
    PERSIAN_YEARS,
    WINDOW,
    YEAR_FIRST,
    YEARS,
    DateReading,
    by_order,
    existing,
    full_year,
    in_calendar,
    iso,
    named,
    numbers,
    ordered,
    orders,
    windowed,
)
from fidelity_app.core.numbers.value import NumberContext
from fidelity_app.core.numbers.worded_dates import Worded, worded_parts

_ERA = re.compile(
    f"(?P<era>(?i:{'|'.join(calendars.ERA_NAMES)})|[{calendars.ERA_LETTERS}])"
    r"[ .]?(?P<y>[0-9]{1,2}|元)\s?[年./-]\s?(?P<m>[0-9]{1,2})\s?(?:月|[月./-]\s?(?P<d>[0-9]{1,2})\s?日?)"
)
_MINGUO = re.compile(
    r"(?:(?:中華)?民[國国]|(?i:minguo|roc|r\.o\.c\.))\s?(?P<y>[0-9]{1,3})\s?[年./-]\s?(?P<m>[0-9]{1,2})\s?[月./-]\s?(?P<d>[0-9]{1,2})\s?日?"
)
_CJK = re.compile(r"(?P<y>[0-9]{1,4})\s?[年년]\s?(?P<m>[0-9]{1,2})\s?[月월](?:\s?(?P<d>[0-9]{1,2})\s?[日일号]?)?")
_NUMERIC = re.compile(
    r"(?P<a>[0-9]{1,4})(?P<sep>\s?[./\-]\s?|\s)(?P<b>[0-9]{1,2})(?P<sep2>(?P=sep)|(?<=[0-9])\s?[./\-]\s?)"
    r"(?P<mark>'?)(?P<c>[0-9]{1,4})\.?"
)
_PACKED = re.compile(r"[0-9]{6}|[0-9]{8}")
_PACKED_MINGUO = re.compile(r"(?P<y>[0-9]{3})(?P<m>[0-9]{2})(?P<d>[0-9]{2})")
_WEEK = re.compile(r"(?P<y>[0-9]{4})(?P<dash>-?)W(?P<w>[0-9]{2})(?P=dash)(?P<d>[0-9])")
_ORDINAL = re.compile(r"(?P<y>[0-9]{4})-(?P<d>[0-9]{3})")
_MONTH_YEAR = re.compile(r"(?P<m>[0-9]{1,2})\s?[./\-]\s?(?P<y>[0-9]{4})")
_YEAR_MONTH = re.compile(r"(?P<y>[0-9]{4})\s?[./\-]\s?(?P<m>[0-9]{1,2})")
_EXPIRY = re.compile(r"(?P<m>[0-9]{2})\s?[/\-]\s?(?P<y>[0-9]{2})")
EXPIRY_WORDS = re.compile(r"\b(?:exp|valid|thru|gültig|val|scad|vence|expir|ablauf|有効期限|有效期)", re.IGNORECASE)
_CALENDAR_WORD = re.compile(
    rf"(?<![^\W\d_])(?:{'|'.join(map(re.escape, calendars.CALENDAR_WORDS))})(?![^\W\d_])", re.IGNORECASE
)
_BUDDHIST_WORDS = re.compile(r"(?<![^\W\d_])(?:พ\.?ศ\.?|B\.?E\.?)(?![^\W\d_])")
_THAI = re.compile("[ก-ฮ]")

Notation = Callable[[str, str, NumberContext], DateReading | None]


def read_day(text: str, script: str, context: NumberContext) -> DateReading | None:
    """Read a date without a time. None: no notation of a date; without `found`: a date that does not exist."""
    text = text.strip()
    lettered = has_letters(text)
    for notation in _WITH_LETTERS if lettered else _NUMBERS_ALONE:
        reading = notation(text, script, context)
        if reading is not None:
            return reading
    if not lettered:
        return None
    shorter = without_weekday_behind(text, context.locale)
    if shorter == text:
        shorter = without_label(text, context.locale)
        if EXPIRY_WORDS.match(text) and (match := _EXPIRY.fullmatch(shorter)):
            return _on_a_card(match)
    reading = read_day(shorter, script, context) if shorter != text else None
    label = text.removesuffix(shorter).strip()
    if reading is not None and "month-only" in reading.flags and as_digits(label, context.locale).isdigit():
        return None  # ll 03/2024 may be the 11th
    return reading


def _of_era(text: str, script: str, context: NumberContext) -> DateReading | None:
    match = _ERA.fullmatch(text)
    if match is None or (match["era"] in "STM" and not _is_japanese(context)):
        return None
    year, month = 1 if match["y"] == "元" else int(match["y"]), int(match["m"])
    rule, flags = f"the Japanese era {match['era']} is named", ("calendar:japanese",)
    if match["d"] is None:
        partial = calendars.month_of_era(match["era"], year, month)
        return existing((partial,) if partial else (), rule, ("month-only", *flags))
    return existing(iso(calendars.from_era(match["era"], year, month=month, day=int(match["d"]))), rule, flags)


def _is_japanese(context: NumberContext) -> bool:
    return context.locale.startswith("ja") or calendars.calendar_name(context.calendar) == "japanese"


def _minguo(text: str, script: str, context: NumberContext) -> DateReading | None:
    if match := _MINGUO.fullmatch(text):
        return named("roc", numbers(match), "the Minguo calendar is named")
    return None


def _packed_minguo(text: str, script: str, context: NumberContext) -> DateReading | None:
    packed = _PACKED_MINGUO.fullmatch(text)
    if packed is None or calendars.calendar_name(context.calendar) != "roc":
        return None
    return named("roc", numbers(packed), "seven digits, year first")


def _cjk(text: str, script: str, context: NumberContext) -> DateReading | None:
    """Read 2024年3月5日; in Japan a short year may be one of an era, and is open."""
    match = _CJK.fullmatch(text)
    if match is None:
        return None
    short = len(match["y"]) <= 2
    reading = in_calendar((match["y"], match["m"], match["d"] or "1"), script, context, rule="the parts are named")
    if short and reading.found and _is_japanese(context):
        reading = _maybe_of_an_era(reading, match)
    if match["d"] is not None:
        return reading
    months = tuple(dict.fromkeys(day[:-3] for day in reading.found))
    return replace(reading, found=months, flags=("month-only", *reading.flags))


def _maybe_of_an_era(reading: DateReading, match: re.Match[str]) -> DateReading:
    year, month, day = int(match["y"]), int(match["m"]), int(match["d"] or 1)
    eras = (calendars.from_era(era, year, month=month, day=day) for era in calendars.ERA_LETTERS)
    days = {found for era in eras if era is not None and era.year in WINDOW for found in iso(era)}
    found = tuple(sorted({*reading.found, *days}))
    rule = reading.decided_by if len(found) == 1 else "the short year may be of an era that is not named"
    return replace(reading, found=found, decided_by=rule)


def _numeric(text: str, script: str, context: NumberContext) -> DateReading | None:
    match = _NUMERIC.fullmatch(text)
    if match is None:
        return None
    a, b, c = match["a"], match["b"], match["c"]
    sep = (match["sep"].strip() or " ") if match["sep"].strip() == match["sep2"].strip() else "/"
    if len(a) >= 3:
        return in_calendar((a, b, c), script, context, rule=YEAR_FIRST) if len(c) <= 2 else None
    if len(c) == 3 or (match["mark"] and len(c) != 2):
        return None
    ways = orders(a, sep, len(c) > 2 or bool(match["mark"]), context)
    return by_order({order: ordered(order, (a, b, c), script, context) for order in ways}, sep, context)


def _packed(text: str, script: str, context: NumberContext) -> DateReading | None:
    """Read six or eight digits; of eight, a year in front is ISO."""
    if not _PACKED.fullmatch(text):
        return None
    width = len(text) - 4
    ways = {
        "DMY": (text[4:], text[2:4], text[:2]),
        "MDY": (text[4:], text[:2], text[2:4]),
        "YMD": (text[:width], text[width:-2], text[-2:]),
    }
    days = {order: iso(_plausible(*parts)) for order, parts in ways.items()}
    if width == 4 and days["YMD"]:
        return DateReading(days["YMD"], "eight digits, year first (ISO 8601)", ("order-known",))
    flags = ("two-digit-year",) if width == 2 else ()
    readings = {order: existing(found, "", flags) for order, found in days.items()}
    return by_order({order: replace(reading, decided_by="") for order, reading in readings.items()}, "", context)


def _plausible(year_text: str, month: str, day: str) -> date | None:
    year = windowed(int(year_text)) if len(year_text) == 2 else int(year_text)
    return calendars.gregorian(year, int(month), int(day)) if 1900 <= year < YEARS.stop else None


def _iso_week(text: str, script: str, context: NumberContext) -> DateReading | None:
    match = _WEEK.fullmatch(text)
    if match is None:
        return None
    try:
        day = date.fromisocalendar(int(match["y"]), int(match["w"]), int(match["d"]))
    except ValueError:
        return DateReading((), NO_SUCH_DAY)
    return DateReading(iso(day), "year, week and day of the week (ISO 8601)", ("order-known",))


def _iso_ordinal(text: str, script: str, context: NumberContext) -> DateReading | None:
    match = _ORDINAL.fullmatch(text)
    if match is None:
        return None
    year, place = int(match["y"]), int(match["d"])
    first = calendars.gregorian(year, 1, 1) if year in YEARS else None
    day = date.fromordinal(first.toordinal() + place - 1) if first is not None and place else None
    found = iso(day) if day is not None and day.year == year else ()
    return existing(found, "year and day of the year (ISO 8601)", ("order-known",))


def _partial(text: str, script: str, context: NumberContext) -> DateReading | None:
    """Read a month of a year: 03/2024, 2024-03, or a card's 12/27; 03/05 may be a day without its year."""
    match = _MONTH_YEAR.fullmatch(text) or _YEAR_MONTH.fullmatch(text)
    if match is not None:
        good = 1 <= int(match["m"]) <= 12 and int(match["y"]) in YEARS
        return _month_of_year(match["y"], (int(match["m"]),) if good else (), ("month-only",))
    match = _EXPIRY.fullmatch(text)
    if match is None:
        return None
    reading = _on_a_card(match)
    if int(match["y"]) > 12 or not reading.found:
        return reading
    return DateReading((), "day and month without a year, or the month of a card: nothing decides", reading.flags)


def _on_a_card(match: re.Match[str]) -> DateReading:
    reading = _month_of_year(f"20{match['y']}", (int(match["m"]),), ("month-only", "card-expiry"))
    return replace(reading, decided_by="month and year as on a card, where two digits mean 2000 to 2099")


def _month_of_year(year: str, months: tuple[int, ...], flags: tuple[str, ...]) -> DateReading:
    found = tuple(f"{int(year):04d}-{month:02d}" for month in months if 1 <= month <= 12)
    return DateReading(found, "a month of a year" if found else "the month does not exist", flags)


def _of_another_calendar(text: str, script: str, context: NumberContext) -> DateReading | None:
    """Read the date beside the word for the Buddhist calendar; beside that for another one there is no value."""
    if _CALENDAR_WORD.search(text):
        bare = without_label(text, context.locale)
        named_one = _of_era(bare, script, context) or _minguo(bare, script, context) if bare != text else None
        return named_one or DateReading((), "the calendar that is named is not read here", ("calendar-not-known",))
    bare = _BUDDHIST_WORDS.sub(" ", text).strip()
    if bare == text:
        return None
    reading = read_day(re.sub(r"\s+", " ", bare), script, replace(context, calendar="buddhist"))
    is_buddhist = reading is None or not reading.found or "calendar:buddhist" in reading.flags
    return reading if is_buddhist else DateReading((), NO_SUCH_YEAR, ("year-out-of-range",))


def _worded(text: str, script: str, context: NumberContext) -> DateReading | None:
    worded = worded_parts(text, context.locale)
    if worded is None:
        return None
    if worded.persian:
        return _persian(worded)
    if not worded.day:
        year, flags = full_year(worded.year)
        months = worded.months if year in YEARS else ()
        return _month_of_year(str(year), months, ("month-only", *flags, *worded.flags))
    script = "thai" if _THAI.search(text) else script
    readings = [
        in_calendar((worded.year, str(month), worded.day), script, context, rule="the month is a word")
        for month in worded.months
    ]
    found = tuple(sorted({day for reading in readings for day in reading.found}))
    flags = tuple(dict.fromkeys(flag for reading in readings for flag in (*reading.flags, *worded.flags)))
    several = len(worded.months) > 1 and len(found) > 1
    rule = "the word names different months in different languages" if several else readings[0].decided_by
    return DateReading(found, rule, flags)


def _persian(worded: Worded) -> DateReading:
    year, day = int(worded.year), int(worded.day)
    if year not in PERSIAN_YEARS:
        return DateReading((), NO_SUCH_YEAR, ("year-out-of-range",))
    reading = named("persian", (year, worded.months[0], day), "the month is a word")
    return replace(reading, flags=(*reading.flags, *worded.flags))


_NUMBERS_ALONE: tuple[Notation, ...] = (_numeric, _packed, _partial, _packed_minguo, _iso_ordinal)
_WITH_LETTERS: tuple[Notation, ...] = (_cjk, _of_era, _minguo, _iso_week, _of_another_calendar, _worded)
