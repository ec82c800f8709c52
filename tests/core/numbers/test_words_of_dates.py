"""Dates and times as CLDR prints them in many languages are read back, or left open; never as another day or hour."""

from __future__ import annotations

import datetime
import importlib.util
from pathlib import Path

import pytest
from babel.dates import format_date, format_time
from babel.localedata import locale_identifiers
from hypothesis import given, settings
from hypothesis import strategies as st

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import NumberContext, date_words, parse
from fidelity_app.core.numbers.day_halves import without_half
from fidelity_app.core.numbers.months import (
    LANGUAGES,
    is_weekday,
    listed,
    months_of,
    named_months,
    numbered_month,
    roman_month,
)

_LANGUAGES = sorted({language.partition("_")[0] for language in LANGUAGES})
_LOCALES = sorted(name for name in locale_identifiers() if name.partition("_")[0] in _LANGUAGES)
# Business in these is printed with month names; of others CLDR has numbers only, or words that folding takes apart.
_SURE = "en en_GB en_IN de de_AT fr fr_CA es pt pt_BR it nl sv da nb fi et lv lt pl cs sk sl hr sr bg ru uk el tr hu ro"
_SURE_LOCALES = [*_SURE.split(), "is", "ca", "eu", "id", "ms", "vi", "th", "ar", "he", "hi", "ja", "ko", "zh", "zh_TW"]
_DAYS = st.dates(min_value=datetime.date(1970, 1, 1), max_value=datetime.date(2068, 12, 31))
_WIDTHS = st.sampled_from(["short", "medium", "long", "full"])


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(_LOCALES), _WIDTHS, _DAYS)
def test_a_date_of_any_locale_is_read_right_or_not_at_all(locale: str, width: str, day: datetime.date) -> None:
    parsed = parse(format_date(day, width, locale=locale), Kind.DATE, NumberContext(locale=locale))
    assert parsed.value in (None, day.isoformat())
    assert not parsed.alternatives or day.isoformat() in parsed.alternatives


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(_SURE_LOCALES), st.sampled_from(["medium", "long", "full"]), _DAYS)
def test_a_date_of_a_common_locale_is_read_back(locale: str, width: str, day: datetime.date) -> None:
    parsed = parse(format_date(day, width, locale=locale), Kind.DATE, NumberContext(locale=locale))
    assert parsed.value == day.isoformat()


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(_SURE_LOCALES), _DAYS)
def test_a_date_with_its_year_and_its_month_in_words_needs_no_locale(locale: str, day: datetime.date) -> None:
    parsed = parse(format_date(day, "long", locale=locale), Kind.DATE)
    assert parsed.value == day.isoformat() or day.isoformat() in parsed.alternatives


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(_LOCALES), st.sampled_from(["short", "medium"]), st.times(), st.booleans())
def test_a_time_of_any_locale_is_read_right_or_not_at_all(
    locale: str, width: str, moment: datetime.time, known: bool
) -> None:
    page = NumberContext(locale=locale) if known else NumberContext()
    parsed = parse(format_time(moment, width, locale=locale), Kind.TIME, page)
    assert parsed.value in (None, f"{moment:%H:%M}" if width == "short" else f"{moment:%H:%M:%S}")


@pytest.mark.parametrize(
    ("word", "locale", "months"),
    [
        ("listopad", "pl", {11}),
        ("listopad", "hr", {10}),
        ("listopad", "", {10, 11}),
        ("M\u00e4rz", "", {3}),
        ("MRZ", "", {3}),
        ("\u0391\u03c0\u03c1\u03b9\u03bb\u03af\u03bf\u03c5", "", {4}),
        ("\u25b3\u03b5\u03ba\u03b5\u03bc\u03b2\u03c1\u03af\u03bf\u03c5", "el", {12}),
        ("III", "", {3}),
        ("Januar", "xx", {1}),
        ("x", "", set()),
        ("", "de", set()),
        ("Smarch", "", set()),
    ],
)
def test_months_by_their_names(word: str, locale: str, months: set[int]) -> None:
    assert months_of(word, locale) == months


def test_the_page_s_own_language_is_the_nearest() -> None:
    assert [named_months(word, "de")[0] for word in ("Mai", "May", "mayo")] == [0, 1, 2]


@pytest.mark.parametrize(
    ("word", "month"), [("XII", 12), ("iii", 3), ("ii", 0), ("i", 0), ("x", 0), ("Iv", 0), ("XIII", 0)]
)
def test_small_roman_numerals_that_look_like_digits_are_no_months(word: str, month: int) -> None:
    assert roman_month(word) == month


def test_numbered_months() -> None:
    assert numbered_month("5 th\u00e1ng 12 2024") == (12, (2, 10))
    assert numbered_month("5 March 2024") is None


@pytest.mark.parametrize(("word", "locale", "answer"), [("FRI", "", True), ("Do", "de", True), ("Total", "", False)])
def test_weekdays(word: str, locale: str, answer: bool) -> None:
    assert is_weekday(word, locale) is answer


@pytest.mark.parametrize(
    ("text", "locale", "found"),
    [
        ("2:05 PM", "", ("2:05", "pm", False)),
        ("\u5348\u5f8c0:05", "", ("0:05", "pm", True)),
        ("2:05 em", "sv", ("2:05", "pm", False)),
        ("2:05 em", "", ("2:05 em", "", False)),
        ("14:05", "", ("14:05", "", False)),
    ],
)
def test_halves_of_the_day(text: str, locale: str, found: tuple[str, str, bool]) -> None:
    assert without_half(text, locale) == found


def test_the_table_of_words_is_what_cldr_says() -> None:
    """Run `python scripts/date_words.py` where this fails: another version of CLDR has other words."""
    path = Path(__file__).parents[3] / "scripts" / "date_words.py"
    spec = importlib.util.spec_from_file_location("date_words_script", path)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert [set(listed(words)) for words in date_words.MONTH_WORDS] == script.months()
    assert set(listed(date_words.WEEKDAY_WORDS)) == script.weekdays()
    assert set(listed(date_words.AM_WORDS)) == script.halves("am")
    assert set(listed(date_words.PM_WORDS)) == script.halves("pm")
