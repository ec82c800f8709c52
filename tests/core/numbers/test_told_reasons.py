"""Why a text has no value, in the words that a person reads, and what holds for the parts of all readings."""

from __future__ import annotations

import pytest

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import NumberContext, parse
from fidelity_app.core.numbers.currencies import exponent
from fidelity_app.core.numbers.folding import digit_script, fold, fold_char


@pytest.mark.parametrize(
    ("text", "kind", "why"),
    [
        ("○○○", "identifier", "neither a letter nor a digit is written"),
        ("1.5E+10", "identifier", "a spreadsheet made a number of it, its digits are lost"),
        ("●●●●XXX", "identifier", "a mask hides every character"),
        ("●●●●.XXX", "identifier", "a mask hides every character"),
        ("1234567890123456", "phone", "more digits than one telephone number has"),
        ("030 1234567 / 030 7654321", "phone", "more digits than one telephone number has"),
        ("555-CALL", "phone", "no notation of one telephone number"),
        ("25:61", "time", "no time of day from 00:00 to 23:59"),
        ("soon", "date", "no notation of a date"),
        ("24/7", "other", "a pair that counts nothing"),
        ("⅓", "quantity", "a fraction without an exact decimal form"),
        ("1 ⅓", "quantity", "a fraction without an exact decimal form"),
        ("two", "amount", "it is no number as written"),
        ("⅓x", "quantity", "it is no number as written"),
    ],
)
def test_a_text_without_a_value_says_why(text: str, kind: str, why: str) -> None:
    parsed = parse(text, Kind(kind))
    assert parsed.value is None
    assert parsed.decided_by == why


def test_a_calendar_that_is_not_converted_is_named() -> None:
    parsed = parse("05/03/2567", Kind.DATE, NumberContext(calendar="coptic"))
    assert parsed.value is None
    assert parsed.decided_by == "dates of the calendar coptic are not converted"


def test_a_code_that_no_country_uses_has_no_decimals() -> None:
    assert exponent("ZZZ") is None
    assert (exponent("EUR"), exponent("JPY"), exponent("KWD")) == (2, 0, 3)


def test_a_flag_is_added_once_whether_or_not_something_is_left_out() -> None:
    noted = fold("12.50").without((), "note")
    assert (noted.text, noted.flags) == ("12.50", ("note",))
    assert noted.without((0,), "note").flags == ("note",)
    assert noted.without((), "note", "other").flags == ("note", "other")


def test_a_replacement_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^a replacement stands place for place$"):
        fold("12.50").replaced("12.5")
    assert fold("12.50").replaced("12,50").text == "12,50"


def test_a_format_character_that_is_drawn_stays() -> None:
    assert fold_char("\u0601") == "\u0601"
    assert fold_char("\u200f") == ""


def test_full_width_forms_are_plain_from_the_first_to_the_last() -> None:
    assert "".join(map(fold_char, "！＂Ａｚ～")) == '!"Az~'


def test_the_script_of_a_latin_digit_is_latin() -> None:
    assert [digit_script(digit) for digit in "5٥۵५"] == ["latin", "arabic", "persian", "devanagari"]


@pytest.mark.parametrize(("size", "value"), [(40, "1" * 40), (41, None)])
def test_a_numeral_in_words_has_at_most_forty_characters(size: int, value: str | None) -> None:
    assert parse("一" * size, Kind.AMOUNT).value == value


@pytest.mark.parametrize(("size", "value"), [(40, "1" * 37 + ".50"), (41, None)])
def test_yuan_in_words_have_at_most_forty_characters(size: int, value: str | None) -> None:
    assert parse("1" * (size - 3) + "元五角", Kind.AMOUNT).value == value


def test_both_ends_of_a_range_are_in_the_currency_that_is_printed_whatever_the_page_is_in() -> None:
    for page in (NumberContext(), NumberContext(currency="KWD"), NumberContext(currency="JPY")):
        assert parse("1,000-2,000 yen", Kind.OTHER, page).value == ("1000", "2000")


@pytest.mark.parametrize(("words", "value"), [(194, "12.50"), (195, None)])
def test_a_number_is_looked_for_among_at_most_two_hundred_characters(words: int, value: str | None) -> None:
    assert parse("w" * words + " 12.50", Kind.AMOUNT).value == value
