"""Read dates to ISO 8601: which parts are day, month and year, and what decided their order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import calendars
from fidelity_app.core.numbers.draft import Draft, unparsable
from fidelity_app.core.numbers.folding import Folded
from fidelity_app.core.numbers.lookalikes import repaired
from fidelity_app.core.numbers.numerals import word_number
from fidelity_app.core.numbers.times import time_text
from fidelity_app.core.numbers.value import NumberContext, Style
from fidelity_app.core.numbers.worded_dates import worded_parts

# A two-digit year is taken from 1969 to 2068, as POSIX does; the flag two-digit-year says so.
WINDOW_START = 69
LATEST_YEAR = 2150
_KANJI_RUN = re.compile("[\u3007\u96f6\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341\u767e\u5343]+")
_ERA = re.compile(
    f"(?P<era>{'|'.join(calendars.ERA_NAMES)}|[{calendars.ERA_LETTERS}])" r"[ .]?(?P<y>[0-9]{1,2}|\u5143)\s?[\u5e74./-]\s?(?P<m>[0-9]{1,2})\s?[\u6708./-]\s?(?P<d>[0-9]{1,2})\s?\u65e5?"
)
_MINGUO = re.compile(r"(?:\u4e2d\u83ef)?\u6c11[\u570b\u56fd]\s?(?P<y>[0-9]{1,3})\s?[\u5e74./-]\s?(?P<m>[0-9]{1,2})\s?[\u6708./-]\s?(?P<d>[0-9]{1,2})\s?\u65e5?")
_CJK = re.compile(r"(?P<y>[0-9]{2,4})\s?[\u5e74\ub144]\s?(?P<m>[0-9]{1,2})\s?[\u6708\uc6d4](?:\s?(?P<d>[0-9]{1,2})\s?[\u65e5\uc77c\u53f7]?)?")
_NUMERIC = re.compile(r"(?P<a>[0-9]{1,4})(?P<sep>\s?[./\-]\s?|\s)(?P<b>[0-9]{1,2})(?:(?P=sep)|(?<=[0-9])\s?[./\-]\s?)(?P<c>[0-9]{1,4})\.?")
_PACKED = re.compile(r"[0-9]{8}")
_MONTH_YEAR = re.compile(r"(?P<m>[0-9]{1,2})\s?[./\-]\s?(?P<y>[0-9]{4})")
_YEAR_MONTH = re.compile(r"(?P<y>[0-9]{4})\s?[./\-]\s?(?P<m>[0-9]{1,2})")
_EXPIRY = re.compile(r"(?P<m>[0-9]{2})\s?[/\-]\s?(?P<y>[0-9]{2})")
_WEEKDAY_TAIL = re.compile(r"\s*\([^()0-9]{1,12}\)\s*$|\s*\u661f\u671f.$")
_LABEL = re.compile(r"^\s*[^\W\d_]{3,}\.?:?\s+(?=[0-9])|^\s*[^\W\d_]{2,3}\.?,?\s+(?=[0-9])")
_BUDDHIST_WORDS = re.compile("\u0e1e\\.?\u0e28\\.?|B\\.?E\\.?")
_THAI = re.compile("[\u0e01-\u0e2e]")
_BRACKETED = str.maketrans({"[": " ", "]": " "})


@dataclass(frozen=True, slots=True)
class DateReading:
    """The well-formed dates of a text, as ISO text; one means that it is settled."""

    found: tuple[str, ...]
    decided_by: str
    flags: tuple[str, ...] = ()


def read_date(folded: Folded, kind: Kind, context: NumberContext) -> Draft:
    """Read a date, with a time if one follows. Ambiguous orders have no value and list all valid dates."""
    if calendars.calendar_name(context.calendar) is None:
        return unparsable("calendar-not-known", "unparsable")
    reading = _read(folded, context)
    if reading is None or not reading.found:
        return _with_suggestion(folded, context, reading)
    flags = (*folded.flags, *reading.flags)
    style = Style(script=folded.script)
    if len(reading.found) > 1:
        flags = (*flags, "ambiguous")
        return Draft(None, style=style, alternatives=reading.found, decided_by=reading.decided_by, flags=flags)
    return Draft(reading.found[0], style=style, decided_by=reading.decided_by, flags=flags)


def _with_suggestion(folded: Folded, context: NumberContext, reading: DateReading | None) -> Draft:
    if reading is not None:
        return unparsable(*reading.flags, "unparsable", decided_by=reading.decided_by)
    flags: tuple[str, ...] = ("unparsable",)
    for word in re.findall(r"\S+", folded.text):
        fixed = repaired(word)
        if fixed is None:
            continue
        flags = ("lookalike", "unparsable")
        again = _read(folded.replaced(folded.text.replace(word, fixed)), context)
        if again is not None and again.found:
            return unparsable(*flags, suggestions=again.found)
    return unparsable(*flags)


def _read(folded: Folded, context: NumberContext) -> DateReading | None:
    text = _WEEKDAY_TAIL.sub("", folded.text.translate(_BRACKETED).strip())
    text = _KANJI_RUN.sub(_kanji_digits, text) if not text.isascii() else text
    whole = _day(text, folded.script, context)
    if whole is not None:
        return whole
    for head, tail in _cuts(text):
        for day_text, clock in ((head, tail), (tail, head)):
            time = time_text(clock) if not clock.isdigit() else None
            if time is None or (clock is head and ":" not in clock):
                continue
            day = _day(_WEEKDAY_TAIL.sub("", day_text), folded.script, context)
            if day is not None and all(len(found) == 10 for found in day.found):
                return DateReading(tuple(f"{found}T{time}" for found in day.found), day.decided_by, day.flags)
    return None


def _cuts(text: str) -> Iterator[tuple[str, str]]:
    """Yield every way to cut a text into a date and a time: at spaces, at ISO's T, after a kanji day."""
    for place, char in enumerate(text):
        if char in " T" and 0 < place < len(text) - 1:
            yield text[:place].rstrip(" ,;-"), text[place + 1 :].lstrip(" ,;-@")
        elif char in "\u65e5\uc77c" and place < len(text) - 1:
            yield text[: place + 1], text[place + 1 :].strip()


def _kanji_digits(match: re.Match[str]) -> str:
    numeral = word_number(match[0])
    return str(numeral.number) if numeral else match[0]


def _day(text: str, script: str, context: NumberContext) -> DateReading | None:
    """Read a date without a time. None: no date notation; without `found`: a date that does not exist."""
    text = text.strip()
    if (match := _ERA.fullmatch(text)) and (match["era"] not in "STM" or _is_japanese(context)):
        year = 1 if match["y"] == "\u5143" else int(match["y"])
        day = calendars.from_era(match["era"], year, month=int(match["m"]), day=int(match["d"]))
        return DateReading(_iso(day), f"the Japanese era {match['era']}", ("calendar:japanese",))
    if match := _MINGUO.fullmatch(text):
        return _named("roc", _numbers(match), "the Minguo calendar is named")
    if match := _CJK.fullmatch(text):
        return _cjk(match)
    if match := _NUMERIC.fullmatch(text):
        return _numeric(match, script, context)
    for short in (_packed, _partial):
        if (reading := short(text, context)) is not None:
            return reading
    return _worded(text, script, context)


def _is_japanese(context: NumberContext) -> bool:
    return context.locale.startswith("ja") or calendars.calendar_name(context.calendar) == "japanese"


def _numbers(match: re.Match[str]) -> tuple[int, int, int]:
    return int(match["y"]), int(match["m"]), int(match["d"])


def _iso(day: date | None) -> tuple[str, ...]:
    return (day.isoformat(),) if day is not None else ()


def _named(calendar: str, parts: tuple[int, int, int], rule: str) -> DateReading:
    year, month, day = parts
    return DateReading(_iso(calendars.from_calendar(calendar, year, month=month, day=day)), rule, (f"calendar:{calendar}",))


def _cjk(match: re.Match[str]) -> DateReading:
    year, flags = full_year(match["y"])
    if match["d"] is None:
        found = calendars.gregorian(year, int(match["m"]), 1)
        return DateReading((f"{year:04d}-{int(match['m']):02d}",) if found else (), "year and month are named", flags)
    return DateReading(_iso(calendars.gregorian(year, int(match["m"]), int(match["d"]))), "the parts are named", flags)


def full_year(digits: str) -> tuple[int, tuple[str, ...]]:
    """Return the year that digits mean; two digits fall into the window 1969-2068, which a flag tells."""
    year = int(digits)
    if len(digits) > 2:
        return year, ()
    return year + (1900 if year >= WINDOW_START else 2000), ("two-digit-year",)


def _numeric(match: re.Match[str], script: str, context: NumberContext) -> DateReading | None:
    a, b, c = match["a"], match["b"], match["c"]
    sep = match["sep"].strip() or " "
    if len(a) >= 3:
        return _in_calendar((a, b, c), script, context, rule="year first is ISO") if len(c) <= 2 else None
    if len(c) == 3:
        return None
    orders = _orders(a, sep, len(c) > 2, context)
    readings = [(order, _ordered(order, (a, b, c), script, context)) for order in orders]
    valid = {order: reading for order, reading in readings if reading.found}
    if not valid:
        return readings[0][1] if readings else None
    distinct = tuple(sorted({found for reading in valid.values() for found in reading.found}))
    flags = tuple(dict.fromkeys(flag for reading in valid.values() for flag in reading.flags))
    if len(distinct) == 1:
        return DateReading(distinct, "only one order gives a date", (*flags, "order-known"))
    return _settle(valid, sep, context, distinct=distinct, flags=flags)


def _orders(first: str, sep: str, long_year: bool, context: NumberContext) -> tuple[str, ...]:
    """Return the orders a notation allows. A two-digit year may come first with dashes, or where the locale does so."""
    if long_year:
        return ("DMY", "MDY")
    year_first = sep == "-" or "YMD" in (context.date_order, _local_order(context)) or int(first) > 31
    return ("DMY", "MDY", "YMD") if year_first or sep == " " else ("DMY", "MDY")


def _ordered(order: str, parts: tuple[str, str, str], script: str, context: NumberContext) -> DateReading:
    named = dict(zip(order, parts, strict=True))
    return _in_calendar((named["Y"], named["M"], named["D"]), script, context, rule="")


def _settle(
    valid: dict[str, DateReading], sep: str, context: NumberContext, *, distinct: tuple[str, ...], flags: tuple[str, ...]
) -> DateReading:
    local = _local_order(context)
    by_local = f"the locale {context.locale}" if local == locale_order(context.locale) else f"the {context.calendar} calendar"
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


def _in_calendar(parts: tuple[str, str, str], script: str, context: NumberContext, *, rule: str) -> DateReading:
    """Build a date of year, month, day in the calendar that the page, the script or the year itself names."""
    year_text, month, day = parts[0], int(parts[1]), int(parts[2])
    if calendars.calendar_name(context.calendar) == "japanese" and len(year_text) <= 2:
        return DateReading((), "the Japanese era is not named", ("era-not-named",))
    calendar = _calendar_of(year_text, script, context)
    if calendar:
        year = int(year_text) + ({"buddhist": 2500, "persian": 1400}.get(calendar, 0) if len(year_text) <= 2 else 0)
        return _named(calendar, (year, month, day), f"{rule or 'the order'}, the {calendar} calendar")
    year, flags = full_year(year_text)
    if len(year_text) == 3 or not 1800 <= year <= LATEST_YEAR:
        return DateReading((), "the year names no calendar known for this page", ("year-out-of-range",))
    order = ("order-known",) if rule else ()
    return DateReading(_iso(calendars.gregorian(year, month, day)), rule, (*flags, *order))


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
    return "roc" if locale in ("zh-tw", "zh-hant-tw", "zh-hant") and 3 == len(year_text) else ""


def _packed(text: str, context: NumberContext) -> DateReading | None:
    if not _PACKED.fullmatch(text):
        return None
    ways = {"YMD": (text[:4], text[4:6], text[6:]), "DMY": (text[4:], text[2:4], text[:2]), "MDY": (text[4:], text[:2], text[2:4])}
    days = {order: _iso(_plausible(*map(int, way))) for order, way in ways.items()}
    valid = {order: DateReading(found, "") for order, found in days.items() if found}
    if "YMD" in valid:
        return DateReading(valid["YMD"].found, "eight digits, year first (ISO 8601)", ("order-known",))
    distinct = tuple(sorted({reading.found[0] for reading in valid.values()}))
    if len(distinct) <= 1:
        return DateReading(distinct, "only one order gives a date", ("order-known",))
    return _settle(valid, "", context, distinct=distinct, flags=())


def _plausible(year: int, month: int, day: int) -> date | None:
    return calendars.gregorian(year, month, day) if 1900 <= year <= LATEST_YEAR else None


def _partial(text: str, context: NumberContext) -> DateReading | None:
    """Read a month of a year: 03/2024, 2024-03, or a card's 12/27."""
    match = _MONTH_YEAR.fullmatch(text) or _YEAR_MONTH.fullmatch(text)
    flags: tuple[str, ...] = ("month-only",)
    if match is None:
        match, flags = _EXPIRY.fullmatch(text), ("month-only", "two-digit-year", "card-expiry")
    if match is None:
        return None
    year = int(match["y"]) + (2000 if len(match["y"]) == 2 else 0)
    good = 1 <= int(match["m"]) <= 12 and 1800 <= year <= LATEST_YEAR
    return DateReading((f"{year:04d}-{int(match['m']):02d}",) if good else (), "a month of a year", flags)


def _worded(text: str, script: str, context: NumberContext) -> DateReading | None:
    buddhist = _BUDDHIST_WORDS.search(text)
    worded = worded_parts(_BUDDHIST_WORDS.sub(" ", text), context.locale)
    if worded is None:
        bare = _LABEL.sub("", text)
        return _day(bare, script, context) if bare != text else None
    if buddhist or worded.persian:
        calendar = "buddhist" if buddhist else "persian"
        found = {f for m in worded.months for f in _named(calendar, (int(worded.year), m, int(worded.day or 0)), "").found}
        return DateReading(tuple(sorted(found)), f"the {calendar} calendar is named", (f"calendar:{calendar}", *worded.flags))
    if not worded.day:
        year, flags = full_year(worded.year)
        return DateReading(tuple(f"{year:04d}-{m:02d}" for m in worded.months), "a month of a year", ("month-only", *flags))
    readings = [_in_calendar((worded.year, str(m), worded.day), "thai" if _THAI.search(text) else script, context, rule="the month is a word") for m in worded.months]
    found = {text for reading in readings for text in reading.found}
    return DateReading(tuple(sorted(found)), readings[0].decided_by, (*readings[0].flags, *worded.flags))


def _local_order(context: NumberContext) -> str:
    """Return the order usual on the page: year first in the Minguo, Persian and Japanese calendars, else the locale's."""
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
