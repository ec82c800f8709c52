"""Corners of reading numbers that no other test turns: marks, scripts, lists and what decided them."""

from __future__ import annotations

import pytest

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import NumberContext, Parsed, Role, parse


def amount(text: str, **known: object) -> Parsed:
    return parse(text, Kind.AMOUNT, NumberContext(**known))  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["١0", "١9", "0١", "9١"])
def test_any_latin_digit_among_arabic_ones_makes_them_mixed(text: str) -> None:
    assert "mixed-digits" in amount(text).flags
    assert "mixed-digits" not in amount("١٠").flags


def test_a_kanji_number_whose_units_rise_is_none() -> None:
    assert amount("三億二万").value == "300020000"
    assert amount("二万三億").value is None


@pytest.mark.parametrize(
    ("text", "suggestion"), [("1⑨.00", "19.00"), ("2⓪.00", "20.00"), ("1①.00", "11.00"), ("2🄋.00", "20.00")]
)
def test_a_circled_digit_is_suggested_and_never_taken(text: str, suggestion: str) -> None:
    parsed = amount(text)
    assert (parsed.value, parsed.suggestion) == (None, suggestion)


def test_a_circled_number_above_nine_is_no_digit() -> None:
    assert amount("1⑩.00").suggestion is None


def test_a_sentence_is_searched_for_its_number_but_not_a_page() -> None:
    assert amount("word " * 20 + "12.50").value == "12.50"
    assert amount("word " * 60 + "12.50").value is None


def test_the_characters_of_a_number_among_words_have_their_parts() -> None:
    parsed = amount("Total 12.50")
    told = {role: [char for char, own in zip(parsed.raw, parsed.roles, strict=True) if own is role] for role in Role}
    assert (told[Role.DIGIT], told[Role.DECIMAL]) == (["1", "2", "5", "0"], ["."])


def test_words_are_flagged_only_where_there_are_words() -> None:
    assert "extra-text" not in parse("19% 1,92", Kind.OTHER).flags
    assert "extra-text" in parse("19% MwSt 1,92", Kind.OTHER).flags


def test_a_multiplier_counts_in_quantities_but_a_metre_stays_a_unit() -> None:
    assert parse("1.5k", Kind.QUANTITY).value == "1500"
    metres = parse("5 m", Kind.QUANTITY)
    assert (metres.value, metres.unit) == ("5", "m")


def test_a_unit_is_no_tail_of_a_longer_word() -> None:
    assert parse("12 kg", Kind.QUANTITY).unit == "kg"
    assert parse("12 akg", Kind.QUANTITY).unit is None


def test_a_currency_code_is_no_tail_of_a_longer_word() -> None:
    assert amount("USD 12.50").currency == "USD"
    assert amount("NUSD 12.50").currency is None


def test_two_spaces_between_groups_are_a_stray_one() -> None:
    parsed = amount("1  234,50")
    assert (parsed.value, parsed.flags) == ("1234.50", ("stray-space",))
    assert amount("1 234,50").flags == ()


def test_two_marks_at_each_joint_are_no_grouping() -> None:
    assert amount("1,.234,.567").value is None


def test_the_style_names_the_mark_that_divides_and_the_mark_that_groups() -> None:
    assert amount("35€99").style.decimal_mark == "€"
    irregular = amount("12,34.50").style
    assert (irregular.decimal_mark, irregular.group_mark) == (".", ",")


def test_a_currency_of_one_home_style_decides_an_open_mark() -> None:
    for text in ("R$ 1.234", "BRL 1.234"):
        parsed = amount(text)
        assert parsed.value == "1234"
        assert "BRL" in parsed.decided_by


def test_a_whole_number_of_a_currency_and_of_its_hundredths_is_refused_for_that_reason() -> None:
    parsed = amount("£99p")
    assert parsed.value is None
    assert parsed.decided_by == "a currency and its hundredths are both named"


def test_a_dash_for_the_decimals_decides_only_where_something_is_open() -> None:
    assert amount("1.234,-").decided_by == "the dash stands for the decimals, so the mark groups"
    assert amount("5,-").decided_by == "only one reading is well formed"
    assert amount("1,2,3,-").value is None


def test_at_most_six_numbers_make_a_list() -> None:
    assert parse("1x2x3x4x5x6", Kind.OTHER).value == ("1", "2", "3", "4", "5", "6")
    assert parse("1x2x3x4x5x6x7", Kind.OTHER).value is None


def test_a_list_keeps_the_currency_and_the_style_of_its_numbers() -> None:
    assert parse("2 x €1.50", Kind.OTHER).currency == "EUR"
    assert parse("2 x 1,50", Kind.OTHER).style.decimal_mark == ","
    assert parse("€2 x £1.50", Kind.OTHER).currency is None


@pytest.mark.parametrize(
    ("text", "value", "flagged"),
    [
        ("+49 (0)30 123456", "+4930123456", True),
        ("+49 30 123456", "+4930123456", False),
        ("(0)30 123456", "030123456", False),
    ],
)
def test_a_bracketed_zero_is_dropped_only_behind_a_country_code(text: str, value: str, flagged: bool) -> None:
    parsed = parse(text, Kind.PHONE)
    assert parsed.value == value
    assert ("trunk-zero" in parsed.flags) is flagged


def test_an_hour_alone_needs_its_word() -> None:
    assert parse("14h", Kind.TIME).value == "14:00"
    assert parse("14 Uhr", Kind.TIME).value == "14:00"
    assert parse("14", Kind.TIME).value is None


def test_a_month_without_a_day_is_read_as_that() -> None:
    assert parse("2024年3月", Kind.DATE).value == "2024-03"
    assert parse("2024年13月", Kind.DATE).value is None


def test_eight_digits_of_which_one_order_gives_a_date() -> None:
    parsed = parse("25122024", Kind.DATE)
    assert (parsed.value, parsed.decided_by) == ("2024-12-25", "only one order gives a date")
    assert parse("99999999", Kind.DATE).value is None


def test_a_short_year_is_counted_in_the_calendar_of_the_page() -> None:
    assert parse("02/05/12", Kind.DATE, NumberContext(calendar="persian")).value == "2023-08-03"
    assert parse("1402/05/12", Kind.DATE, NumberContext(calendar="persian")).value == "2023-08-03"
    assert parse("06/05/12", Kind.DATE, NumberContext(calendar="japanese")).value is None
