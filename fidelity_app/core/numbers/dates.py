"""Read dates to ISO 8601: which parts are day, month and year, and what decided their order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import calendars
from fidelity_app.core.numbers.date_orders import (
    LATEST_YEAR,
    DateReading,
    full_year,
    in_calendar,
    iso,
    named,
    numbers,
    ordered,
    orders,
    settle,
)
from fidelity_app.core.numbers.draft import Draft, unparsable
from fidelity_app.core.numbers.folding import Folded
from fidelity_app.core.numbers.lookalikes import repaired
from fidelity_app.core.numbers.numerals import word_number
from fidelity_app.core.numbers.times import time_text
from fidelity_app.core.numbers.value import NumberContext, Style
from fidelity_app.core.numbers.worded_dates import worded_parts

_KANJI_RUN = re.compile("[〇零一二三四五六七八九十百千]+")
_ERA = re.compile(
    f"(?P<era>(?i:{'|'.join(calendars.ERA_NAMES)})|[{calendars.ERA_LETTERS}])"
    r"[ .]?(?P<y>[0-9]{1,2}|元)\s?[年./-]\s?(?P<m>[0-9]{1,2})\s?[月./-]\s?(?P<d>[0-9]{1,2})\s?日?"
)
_MINGUO = re.compile(
    r"(?:中華)?民[國国]\s?(?P<y>[0-9]{1,3})\s?[年./-]\s?(?P<m>[0-9]{1,2})\s?[月./-]\s?(?P<d>[0-9]{1,2})\s?日?"
)
_CJK = re.compile(r"(?P<y>[0-9]{2,4})\s?[年년]\s?(?P<m>[0-9]{1,2})\s?[月월](?:\s?(?P<d>[0-9]{1,2})\s?[日일号]?)?")
_NUMERIC = re.compile(
    r"(?P<a>[0-9]{1,4})(?P<sep>\s?[./\-]\s?|\s)(?P<b>[0-9]{1,2})(?:(?P=sep)|(?<=[0-9])\s?[./\-]\s?)(?P<c>[0-9]{1,4})\.?"
)
_PACKED = re.compile(r"[0-9]{8}")
_MONTH_YEAR = re.compile(r"(?P<m>[0-9]{1,2})\s?[./\-]\s?(?P<y>[0-9]{4})")
_YEAR_MONTH = re.compile(r"(?P<y>[0-9]{4})\s?[./\-]\s?(?P<m>[0-9]{1,2})")
_EXPIRY = re.compile(r"(?P<m>[0-9]{2})\s?[/\-]\s?(?P<y>[0-9]{2})")
_WEEKDAY_TAIL = re.compile(r"\s*\([^()0-9]{1,12}\)\s*$|\s*星期.$")
_LABEL = re.compile(r"^\s*[^\W\d_]{3,}\.?:?\s+(?=[0-9])|^\s*[^\W\d_]{2,3}\.?,?\s+(?=[0-9])")
_CALENDAR_WORD = re.compile(
    rf"(?<![^\W\d_])(?:{'|'.join(map(re.escape, calendars.CALENDAR_WORDS))})(?![^\W\d_])", re.IGNORECASE
)
_BUDDHIST_WORDS = re.compile("พ\\.?ศ\\.?|B\\.?E\\.?")
_THAI = re.compile("[ก-ฮ]")
_WEEKDAY = "(?:MON|TUE|WED|THU|FRI|SAT|SUN)[A-Z]{0,6}"
_GLUED_WEEKDAY = re.compile(f"^{_WEEKDAY}(?=[0-9])|(?<=[0-9]){_WEEKDAY}$", re.IGNORECASE)
_BRACKETS = (("(", ")"), ("[", "]"))


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
    text = folded.text.strip()
    for left, right in _BRACKETS:
        text = text[1:-1].strip() if text.startswith(left) and text.endswith(right) else text
    text = _GLUED_WEEKDAY.sub("", _WEEKDAY_TAIL.sub("", text))
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
        elif char in "日일" and place < len(text) - 1:
            yield text[: place + 1], text[place + 1 :].strip()


def _kanji_digits(match: re.Match[str]) -> str:
    numeral = word_number(match[0])
    return str(numeral.number) if numeral else match[0]


def _day(text: str, script: str, context: NumberContext) -> DateReading | None:
    """Read a date without a time. None: no date notation; without `found`: a date that does not exist."""
    text = text.strip()
    if (match := _ERA.fullmatch(text)) and (match["era"] not in "STM" or _is_japanese(context)):
        year = 1 if match["y"] == "元" else int(match["y"])
        day = calendars.from_era(match["era"], year, month=int(match["m"]), day=int(match["d"]))
        return DateReading(iso(day), f"the Japanese era {match['era']}", ("calendar:japanese",))
    if match := _MINGUO.fullmatch(text):
        return named("roc", numbers(match), "the Minguo calendar is named")
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


def _cjk(match: re.Match[str]) -> DateReading:
    year, flags = full_year(match["y"])
    if match["d"] is None:
        found = calendars.gregorian(year, int(match["m"]), 1)
        return DateReading((f"{year:04d}-{int(match['m']):02d}",) if found else (), "year and month are named", flags)
    return DateReading(iso(calendars.gregorian(year, int(match["m"]), int(match["d"]))), "the parts are named", flags)


def _numeric(match: re.Match[str], script: str, context: NumberContext) -> DateReading | None:
    a, b, c = match["a"], match["b"], match["c"]
    sep = match["sep"].strip() or " "
    if len(a) >= 3:
        return in_calendar((a, b, c), script, context, rule="year first is ISO") if len(c) <= 2 else None
    if len(c) == 3:
        return None
    readings = [(order, ordered(order, (a, b, c), script, context)) for order in orders(a, sep, len(c) > 2, context)]
    valid = {order: reading for order, reading in readings if reading.found}
    if not valid:
        return readings[0][1] if readings else None
    distinct = _distinct(valid)
    flags = tuple(dict.fromkeys(flag for reading in valid.values() for flag in reading.flags))
    if len(distinct) == 1:
        return DateReading(distinct, "only one order gives a date", (*flags, "order-known"))
    return settle(valid, sep, context, distinct=distinct, flags=flags)


def _distinct(valid: Mapping[str, DateReading]) -> tuple[str, ...]:
    """Return the dates found, by day; what a year in front would give comes last, for it is the rarest."""
    year_last = sorted({day for order, reading in valid.items() if order != "YMD" for day in reading.found})
    return tuple(dict.fromkeys((*year_last, *(valid["YMD"].found if "YMD" in valid else ()))))


def _packed(text: str, context: NumberContext) -> DateReading | None:
    if not _PACKED.fullmatch(text):
        return None
    ways = {
        "YMD": (text[:4], text[4:6], text[6:]),
        "DMY": (text[4:], text[2:4], text[:2]),
        "MDY": (text[4:], text[:2], text[2:4]),
    }
    days = {order: iso(_plausible(*map(int, way))) for order, way in ways.items()}
    valid = {order: DateReading(found, "") for order, found in days.items() if found}
    if "YMD" in valid:
        return DateReading(valid["YMD"].found, "eight digits, year first (ISO 8601)", ("order-known",))
    distinct = _distinct(valid)
    if len(distinct) <= 1:
        return DateReading(distinct, "only one order gives a date", ("order-known",))
    return settle(valid, "", context, distinct=distinct, flags=())


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
    if _CALENDAR_WORD.search(text):
        return DateReading((), "the calendar that is named is not read here", ("calendar-not-known",))
    buddhist = _BUDDHIST_WORDS.search(text)
    worded = worded_parts(_BUDDHIST_WORDS.sub(" ", text), context.locale)
    if worded is None:
        bare = _LABEL.sub("", text)
        return _day(bare, script, context) if bare != text else None
    if buddhist or worded.persian:
        calendar = "buddhist" if buddhist else "persian"
        found = {
            f for m in worded.months for f in named(calendar, (int(worded.year), m, int(worded.day or 0)), "").found
        }
        return DateReading(
            tuple(sorted(found)), f"the {calendar} calendar is named", (f"calendar:{calendar}", *worded.flags)
        )
    if not worded.day:
        year, flags = full_year(worded.year)
        return DateReading(
            tuple(f"{year:04d}-{m:02d}" for m in worded.months), "a month of a year", ("month-only", *flags)
        )
    readings = [
        in_calendar(
            (worded.year, str(m), worded.day),
            "thai" if _THAI.search(text) else script,
            context,
            rule="the month is a word",
        )
        for m in worded.months
    ]
    found = {text for reading in readings for text in reading.found}
    return DateReading(tuple(sorted(found)), readings[0].decided_by, (*readings[0].flags, *worded.flags))
