"""Read dates to ISO 8601: a day, or a month of a year, with a time if one follows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import calendars
from fidelity_app.core.numbers.date_clothes import as_digits, is_date_word, undressed
from fidelity_app.core.numbers.date_orders import DateReading
from fidelity_app.core.numbers.day_notations import EXPIRY_WORDS, read_day
from fidelity_app.core.numbers.draft import Draft, unparsable
from fidelity_app.core.numbers.folding import Folded
from fidelity_app.core.numbers.lookalikes import repaired
from fidelity_app.core.numbers.times import time_text, with_plain_digits
from fidelity_app.core.numbers.value import NumberContext, Style

_CLOCK_BEFORE_YEAR = re.compile(
    r"\s(?P<clock>[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:\s?[AaPp]\.?[Mm]\.?)?)(?=\s(?:[A-Z]{3,4}\s)?[0-9]{4}$)"
)
_STAMP = re.compile(r"(?P<day>[0-9]{8})(?P<clock>[0-9]{6}|[0-9]{4})")
_THREE_NUMBERS = re.compile(r"[0-9]+[.][0-9]+[.][0-9]+")
_PACKED_DAY = re.compile(r"[0-9]{8}|[0-9]{4}-[0-9]{2}-[0-9]{2}")
_FIRST_WORD = re.compile(r"^([^\W\d_]+)")
_LAST_WORD = re.compile(r"(?<![^\W_])([^\W\d_]+)[.,]?$")
_NUMBER_ALONE = re.compile(r"[^0-9]*(?:[0-9]{6}|[0-9]{8})[^0-9]*")
_LONG_YEAR = re.compile(r"(?<![0-9])[0-9]{4}(?![0-9])")
_DIGIT = re.compile("[0-9]")
_ISO_DAY = len("2024-12-31")


def read_date(folded: Folded, kind: Kind, context: NumberContext) -> Draft:
    """Read a date, with a time if one follows. Ambiguous orders have no value and list all valid dates."""
    if calendars.calendar_name(context.calendar) is None:
        why = f"dates of the calendar {context.calendar} are not converted"
        return unparsable("calendar-not-known", "unparsable", decided_by=why)
    reading = _read(folded, context)
    if kind is Kind.OTHER and reading is not None and _is_no_date_of_its_own(folded.text, reading):
        reading = None
    if reading is None or not reading.found:
        return _without_value(folded, context, reading)
    reading = reading.explained()
    flags = (*folded.flags, *reading.flags)
    style = Style(script=folded.script)
    if len(reading.found) > 1:
        flags = (*flags, "ambiguous")
        return Draft(None, style=style, alternatives=reading.found, decided_by=reading.decided_by, flags=flags)
    return Draft(reading.found[0], style=style, decided_by=reading.decided_by, flags=flags)


def _is_no_date_of_its_own(text: str, reading: DateReading) -> bool:
    """Say whether only a field for dates could make a date of a text: `Table 12/27`, `Ref 050324`."""
    on_a_card = "card-expiry" in reading.flags and not EXPIRY_WORDS.search(text)
    return on_a_card or _NUMBER_ALONE.fullmatch(text) is not None


def _without_value(folded: Folded, context: NumberContext, reading: DateReading | None) -> Draft:
    """Say why there is no date, and what a look-alike probably means."""
    if reading is not None:
        return unparsable(*reading.flags, "unparsable", decided_by=reading.decided_by)
    fixed = re.sub(r"\S+", lambda word: repaired(word[0]) or as_digits(word[0], context.locale), folded.text)
    again = _read(folded.replaced(fixed), context) if fixed != folded.text else None
    if again is None:
        return unparsable(decided_by="no notation of a date")
    meant = again.found
    return unparsable("lookalike", "unparsable", suggestions=meant, decided_by="a letter stands where a digit should")


def _read(folded: Folded, context: NumberContext) -> DateReading | None:
    text = undressed(folded.text, context.locale)
    text = text if text.isascii() else with_plain_digits(text)
    if not _DIGIT.search(text):
        return None
    whole = read_day(text, folded.script, context)
    if whole is not None:
        return whole
    for day_text, clock, beside in _cuts(text):
        time = time_text(clock, context.locale)
        if time is None:
            continue
        bare = undressed(day_text, context.locale)
        word = beside.search(bare)
        if word is not None and time < "13" and not is_date_word(word[1], context.locale):
            continue  # 5 March 2024 afternoon 2:05 is not 02:05
        day = read_day(bare, folded.script, context)
        if day is not None and all(len(found) == _ISO_DAY for found in day.found):
            return DateReading(tuple(f"{found}T{time}" for found in day.found), day.decided_by, day.flags)
    return None


def _cuts(text: str) -> Iterator[tuple[str, str, re.Pattern[str]]]:
    """Yield every way to cut a text into a date and a time, and what finds the date's word beside the time."""
    if match := _STAMP.fullmatch(text):
        yield match["day"], match["clock"], _LAST_WORD
    if match := _CLOCK_BEFORE_YEAR.search(text):
        yield text[: match.start()] + text[match.end() :], match["clock"], _LAST_WORD
    for head, tail in _halves(text):
        if tail and not _may_be_a_day(head, tail, len(text)):
            yield head, tail, _LAST_WORD
        if ":" in head:
            yield tail, head, _FIRST_WORD


def _may_be_a_day(head: str, tail: str, length: int) -> bool:
    """Say whether what looks like a time may be the rest of a date or a second one: 05.03.24 - 07.03.24."""
    if tail.isdigit():
        return not _PACKED_DAY.fullmatch(head)
    apart = length - len(head) - len(tail)
    return _THREE_NUMBERS.fullmatch(tail) is not None and not (apart <= len(", ") and _LONG_YEAR.search(head))


def _halves(text: str) -> Iterator[tuple[str, str]]:
    """Cut at spaces, at ISO's T, at a slash before a clock, after a kanji day."""
    for place, char in enumerate(text[:-1]):
        if char in " T" or (char == "/" and ":" in text[place + 2 : place + 4]):
            if place:
                yield text[:place].rstrip(" ,;-"), text[place + 1 :].lstrip(" ,;-@")
        elif char in "日일":
            yield text[: place + 1], text[place + 1 :].strip()
