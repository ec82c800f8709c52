"""Dates: which part is which, what decided, calendars, and dates that do not exist."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import NumberContext, parse
from fidelity_app.core.numbers.calendars import from_calendar, from_era, from_persian


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2026-07-09", "2026-07-09"),
        ("2026/7/9", "2026-07-09"),
        ("2026.07.09", "2026-07-09"),
        ("2026. 7. 9.", "2026-07-09"),
        ("20260709", "2026-07-09"),
        ("9.7.26", "2026-07-09"),
        ("09.07.2026", "2026-07-09"),
        ("23/07/2026", "2026-07-23"),
        ("07/23/2026", "2026-07-23"),
        ("23/7/26", "2026-07-23"),
        ("9. Juli 2026", "2026-07-09"),
        ("9 juillet 2026", "2026-07-09"),
        ("1er ao\u00fbt 2026", "2026-08-01"),
        ("9 de julio de 2026", "2026-07-09"),
        ("July 9th, 2026", "2026-07-09"),
        ("9 JUL '26", "2026-07-09"),
        ("09JUL2026", "2026-07-09"),
        ("09-Jul-26", "2026-07-09"),
        ("2026 July 9", "2026-07-09"),
        ("9 \u0438\u044e\u043b\u044f 2026 \u0433.", "2026-07-09"),
        ("9. \u010dervence 2026", "2026-07-09"),
        ("2026. gada 9. j\u016blijs", "2026-07-09"),
        ("9 VII 2026", "2026-07-09"),
        ("9.VII.2026", "2026-07-09"),
        ("Mon 9 VII 2026", "2026-07-09"),
        ("Tue 09.07.2026", "2026-07-09"),
        ("Date: 2026-07-09", "2026-07-09"),
        ("2026\u5e747\u67089\u65e5", "2026-07-09"),
        ("2026\u5e7407\u670809\u65e5(\u6728)", "2026-07-09"),
        ("2026\ub144 7\uc6d4 9\uc77c", "2026-07-09"),
        ("\u4e8c\u3007\u4e8c\u516d\u5e74\u4e03\u6708\u4e5d\u65e5", "2026-07-09"),
        ("\u0669 \u064a\u0648\u0644\u064a\u0648 \u0662\u0660\u0662\u0666", "2026-07-09"),
        ("(2026-07-09)", "2026-07-09"),
        ("THU23/07/26", "2026-07-23"),
        ("23/07/2026THU", "2026-07-23"),
        ("07/2026", "2026-07"),
        ("2026-07", "2026-07"),
        ("July 2026", "2026-07"),
        ("07/29", "2029-07"),
        ("09.07.2026 16:20", "2026-07-09T16:20"),
        ("2026-07-09T16:20:30Z", "2026-07-09T16:20:30Z"),
        ("23/07/2026 4:20 PM", "2026-07-23T16:20"),
        ("16:20 09.07.2026", "2026-07-09T16:20"),
        ("2026\u5e747\u67089\u65e5 16:20", "2026-07-09T16:20"),
        ("| 2026-07-09 |", "2026-07-09"),
    ],
)
def test_notations(text: str, value: str) -> None:
    assert parse(text, Kind.DATE).value == value


@pytest.mark.parametrize(
    ("text", "alternatives"),
    [
        ("07/09/2026", {"2026-07-09", "2026-09-07"}),
        ("7-9-2026", {"2026-07-09", "2026-09-07"}),
        ("07/09/26", {"2026-07-09", "2026-09-07"}),
        ("07-09-26", {"2026-07-09", "2026-09-07", "2007-09-26"}),
        ("26-07-09", {"2026-07-09", "2009-07-26"}),
        ("07092026", {"2026-07-09", "2026-09-07"}),
        ("9 listopad 2026", {"2026-10-09", "2026-11-09"}),
        ("07/09/2026 10:00", {"2026-07-09T10:00", "2026-09-07T10:00"}),
    ],
)
def test_an_open_order_lists_every_date_and_has_no_value(text: str, alternatives: set[str]) -> None:
    parsed = parse(text, Kind.DATE)
    assert parsed.value is None and set(parsed.alternatives) == alternatives
    assert "ambiguous" in parsed.flags


@pytest.mark.parametrize(
    ("text", "known", "value", "flag"),
    [
        ("07/09/2026", {"locale": "en-US"}, "2026-07-09", "order-guessed"),
        ("07/09/2026", {"locale": "en-GB"}, "2026-09-07", "order-guessed"),
        ("07/09/2026", {"date_order": "MDY", "locale": "de"}, "2026-07-09", "order-known"),
        ("07-09-26", {"locale": "de"}, "2026-09-07", "order-guessed"),
        ("26-07-09", {"locale": "sv-SE"}, "2026-07-09", "order-guessed"),
        ("26/07/09", {"locale": "ja"}, "2026-07-09", "order-guessed"),
        ("26.07.09", {"locale": "ko-KR"}, "2026-07-09", "order-guessed"),
        ("09.07.26", {"locale": "en-US"}, "2026-07-09", "order-guessed"),
        ("9 listopad 2026", {"locale": "pl"}, "2026-11-09", "order-known"),
        ("2026-07-09", {"locale": "en-US"}, "2026-07-09", "order-known"),
        ("23/07/2026", {"locale": "en-US"}, "2026-07-23", "order-known"),
    ],
)
def test_what_settles_an_order_and_how_sure_it_is(text: str, known: dict, value: str, flag: str) -> None:
    parsed = parse(text, Kind.DATE, NumberContext(**known))
    assert parsed.value == value and flag in parsed.flags and parsed.decided_by


@pytest.mark.parametrize(
    ("text", "known", "value"),
    [
        ("\u4ee4\u548c8\u5e747\u67089\u65e5", {}, "2026-07-09"),
        ("\u4ee4\u548c\u5143\u5e745\u67081\u65e5", {}, "2019-05-01"),
        ("\u5e73\u621030\u5e747\u67089\u65e5", {}, "2018-07-09"),
        ("R8.7.9", {"locale": "ja"}, "2026-07-09"),
        ("S64.1.7", {"locale": "ja-JP"}, "1989-01-07"),
        ("115/07/09", {"calendar": "roc"}, "2026-07-09"),
        ("115.07.09", {"locale": "zh-TW"}, "2026-07-09"),
        ("\u6c11\u570b115\u5e747\u67089\u65e5", {}, "2026-07-09"),
        ("09/07/2569", {"locale": "th", "calendar": "buddhist"}, "2026-07-09"),
        ("09/07/2569", {"locale": "th-TH"}, "2026-07-09"),
        ("9 \u0e01.\u0e04. 2569", {}, "2026-07-09"),
        ("\u06f1\u06f4\u06f0\u06f5/\u06f0\u06f4/\u06f1\u06f8", {}, "2026-07-09"),
        ("1405/04/18", {"calendar": "persian"}, "2026-07-09"),
        ("18 \u062a\u06cc\u0631 1405", {}, "2026-07-09"),
    ],
)
def test_named_calendars(text: str, known: dict, value: str) -> None:
    parsed = parse(text, Kind.DATE, NumberContext(**known))
    assert parsed.value == value
    assert any(flag.startswith("calendar:") for flag in parsed.flags)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("2026-02-30", {}),
        ("31.04.2026", {}),
        ("29.02.2025", {}),
        ("2026-13-01", {}),
        ("00.00.2026", {}),
        ("13/29", {}),
        ("115/07/09", {}),
        ("09/07/2569", {}),
        ("09/07/1447", {"calendar": "islamic"}),
        ("8.7.9", {"calendar": "japanese"}),
        ("\u5e73\u621031\u5e745\u67081\u65e5", {}),
        ("1402/12/30", {"calendar": "persian"}),
        ("12.50", {}),
        ("2026", {}),
        ("9.7.", {}),
        ("9 July", {}),
        ("today", {}),
        ("0O/03/2026", {}),
        ("2026-07-09" + " and so on" * 20, {}),
    ],
)
def test_no_date(text: str, known: dict) -> None:
    parsed = parse(text, Kind.DATE, NumberContext(**known))
    assert parsed.value is None and parsed.alternatives == ()


def test_a_letter_in_a_date_is_suggested_and_never_read() -> None:
    parsed = parse("July l1, 2026", Kind.DATE)
    assert (parsed.value, parsed.suggestion) == (None, "2026-07-11")


def test_two_digit_years_fall_into_a_window_and_say_so() -> None:
    late, early = parse("09.07.68", Kind.DATE), parse("09.07.69", Kind.DATE)
    assert (late.value, early.value) == ("2068-07-09", "1969-07-09")
    assert "two-digit-year" in late.flags and "two-digit-year" in early.flags


# Days known from published conversion tables (Nowruz of a leap and of a common year, the last day of a leap year).
@pytest.mark.parametrize(
    ("persian", "western"),
    [
        ((1, 1, 1), date(622, 3, 22)),
        ((1357, 11, 22), date(1979, 2, 11)),
        ((1399, 12, 30), date(2021, 3, 20)),
        ((1400, 1, 1), date(2021, 3, 21)),
        ((1403, 12, 30), date(2025, 3, 20)),
        ((1404, 6, 31), date(2025, 9, 22)),
    ],
)
def test_the_persian_calendar(persian: tuple[int, int, int], western: date) -> None:
    assert from_persian(*persian) == western


@given(st.dates(min_value=date(1950, 3, 22), max_value=date(2090, 1, 1)))
def test_persian_days_follow_each_other_without_gap(day: date) -> None:
    found = []
    for year in (day.year - 622, day.year - 621):
        for month in range(1, 13):
            found += [d for d in range(1, 32) if from_persian(year, month, d) == day]
    assert len(found) == 1


def test_eras_end_where_the_next_begins() -> None:
    assert from_era("H", 31, month=4, day=30) == date(2019, 4, 30)
    assert from_era("H", 31, month=5, day=1) is None
    assert from_era("R", 1, month=4, day=30) is None
    assert from_era("X", 1, month=1, day=1) is None


def test_an_unknown_calendar_converts_nothing() -> None:
    assert from_calendar("martian", 1, month=1, day=1) is None


@given(st.dates(min_value=date(1970, 1, 1), max_value=date(2099, 12, 31)))
def test_every_date_is_read_back_from_its_usual_notations(day: date) -> None:
    iso = day.isoformat()
    assert parse(iso, Kind.DATE).value == iso
    assert parse(f"{day.day}.{day.month}.{day.year}", Kind.DATE).value == iso
    assert parse(f"{day:%m/%d/%Y}", Kind.DATE, NumberContext(locale="en-US")).value == iso
    assert parse(f"{day.day} {day:%B} {day.year}", Kind.DATE).value == iso
    assert parse(f"{day.year - 1911}/{day:%m/%d}", Kind.DATE, NumberContext(calendar="roc")).value == iso
