"""Decimal and group marks: what is well formed, and what decides when two readings are."""

from __future__ import annotations

import pytest

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import NumberContext, parse
from fidelity_app.core.numbers.deciding import ONE_READING
from fidelity_app.core.numbers.separators import split


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("8,765.43", "8765.43"),
        ("8.765,43", "8765.43"),
        ("8\u202f765,43", "8765.43"),
        ("8\u00a0765,43", "8765.43"),
        ("8\u2009765\u2009432", "8765432"),
        ("8\u2007765,4", "8765.4"),
        ("8'765.43", "8765.43"),
        ("8\u2019765.43", "8765.43"),
        ("8\u02bc765.43", "8765.43"),
        ("8\u00b4765.43", "8765.43"),
        ("8_765_432.10", "8765432.10"),
        ("98,76,543.21", "9876543.21"),
        ("7,65,432", "765432"),
        ("9.876.543", "9876543"),
        ("9,876,543.210", "9876543.210"),
        ("0.777", "0.777"),
        ("0,777", "0.777"),
        ("8765.432", "8765.432"),
        ("87,6543", "87.6543"),
        ("8765,4", "8765.4"),
        ("4\u00b725", "4.25"),
        ("99.", "99"),
        ("765,432,", "765432"),
        ("765,432.", "765432"),
        ("7.20.", "7.20"),
        ("7,20,", "7.20"),
        ("8. 50", "8.50"),
        ("007", "7"),
        ("0", "0"),
        ("1234 567", None),
        ("1.234,567.89", None),
        ("1:23:45", None),
    ],
)
def test_marks_with_one_reading(text: str, value: str | None) -> None:
    assert parse(text, Kind.AMOUNT).value == value


@pytest.mark.parametrize(
    ("text", "alternatives"),
    [
        ("8,765", ("8765", "8.765")),
        ("8.765", ("8765", "8.765")),
        ("-8.765", ("-8765", "-8.765")),
        ("8.765.43", ("8765.43", "876543")),
        ("8.765.", ("8765", "8.765")),
        ("8,76,54", ("876.54", "87654")),
        ("3 50", ("3.50", "350")),
        ("0 50", ("0.50",)),
        ("8 .5 0", ("8.50",)),
        ("19,0 0", ("19.00",)),
        ("8.765k", ("8765000", "8765")),
    ],
)
def test_two_readings_leave_no_value_and_are_both_listed(text: str, alternatives: tuple[str, ...]) -> None:
    parsed = parse(text, Kind.AMOUNT)
    assert parsed.value is None and parsed.number is None
    assert parsed.alternatives == alternatives
    assert "ambiguous" in parsed.flags


@pytest.mark.parametrize("text", ["22,33.44", "1,,500", "1,2345,678"])
def test_irregular_groups_are_read_and_flagged(text: str) -> None:
    parsed = parse(text, Kind.AMOUNT)
    assert parsed.value == text.replace(",", "")
    assert "irregular-grouping" in parsed.flags


@pytest.mark.parametrize(
    ("text", "known", "value", "decided_by"),
    [
        ("9.450", {"currency": "VND"}, "9450", "VND has no decimals in use"),
        ("9,450", {"currency": "CLP"}, "9450", "CLP has no decimals in use"),
        ("9.450", {"currency": "BHD"}, "9.450", "BHD has three decimals"),
        ("9,450", {"currency": "TND"}, "9.450", "TND has three decimals"),
        ("9.450", {"unit": "l"}, "9.450", "weights, volumes and unit prices (l) are printed with three decimals"),
        (
            "1,659",
            {"unit": "EUR/l"},
            "1.659",
            "weights, volumes and unit prices (EUR/l) are printed with three decimals",
        ),
        ("9.450", {"decimal_mark": "."}, "9.450", "the page's decimal mark is stated (.)"),
        ("9.450", {"decimal_mark": ","}, "9450", "the page's decimal mark is stated (,)"),
        ("9.450", {"page_amounts": ("7.656,50",)}, "9450", "the same page prints 7.656,50"),
        ("9,450", {"page_amounts": ("12.99", "x")}, "9450", "the same page prints 12.99"),
        ("9,450", {"page_amounts": ("1'200,5",)}, "9.450", "the same page prints 1'200,5"),
        ("9.450", {"page_amounts": ("1.234.567",)}, "9450", "the same page prints 1.234.567"),
        ("9.450", {"locale": "de-AT"}, "9450", "the locale de-AT"),
        ("9.450", {"locale": "en_GB"}, "9.450", "the locale en_GB"),
        ("9,450", {"locale": "pl"}, "9.450", "the locale pl"),
    ],
)
def test_what_decides_and_in_which_words(text: str, known: dict, value: str, decided_by: str) -> None:
    parsed = parse(text, Kind.AMOUNT, NumberContext(**known))
    assert (parsed.value, parsed.decided_by) == (value, decided_by)
    assert parsed.alternatives == ()


@pytest.mark.parametrize(
    ("stronger", "weaker", "value"),
    [
        ({"currency": "JPY"}, {"unit": "kg"}, "9450"),
        ({"unit": "kg"}, {"page_amounts": ("7.656,50",)}, "9.450"),
        ({"page_amounts": ("7.656,50",)}, {"locale": "en-US"}, "9450"),
    ],
)
def test_the_stronger_rule_wins(stronger: dict, weaker: dict, value: str) -> None:
    assert parse("9.450", Kind.AMOUNT, NumberContext(**stronger, **weaker)).value == value


def test_a_page_that_contradicts_itself_decides_nothing() -> None:
    assert parse("9,450", Kind.AMOUNT, NumberContext(page_amounts=("3.20", "3,20"))).value is None


def test_ambiguous_amounts_of_a_page_are_no_evidence() -> None:
    assert parse("9,450", Kind.AMOUNT, NumberContext(page_amounts=("1,250",))).value is None


def test_an_unknown_locale_decides_nothing() -> None:
    assert parse("9,450", Kind.AMOUNT, NumberContext(locale="zz-!!")).value is None


def test_a_well_formed_number_ignores_what_the_page_says() -> None:
    parsed = parse("25.00", Kind.AMOUNT, NumberContext(locale="de", decimal_mark=",", currency="JPY"))
    assert (parsed.value, parsed.decided_by) == ("25.00", ONE_READING)


def test_a_rate_in_percent_is_never_grouped() -> None:
    assert parse("8.875%", Kind.PERCENT).value == "8.875"


def test_a_middle_dot_before_three_digits_groups_but_the_other_reading_stays_listed() -> None:
    parsed = parse("7\u00b7500", Kind.AMOUNT)
    assert (parsed.value, parsed.alternatives) == ("7500", ("7.500",))


def test_zero_is_zero_however_its_mark_is_read() -> None:
    assert parse("0,000", Kind.AMOUNT).value == "0"


@pytest.mark.parametrize("body", ["", ".", " ", "'", "::"])
def test_a_body_without_digits_has_no_reading(body: str) -> None:
    found = split(body)
    assert (found.well_formed, found.irregular, found.maybe) == ((), None, ())


def test_style_tells_marks_and_digits_after_the_decimal_mark() -> None:
    parsed = parse("1.234,560", Kind.AMOUNT)
    assert (parsed.style.group_mark, parsed.style.decimal_mark, parsed.fraction_digits) == (".", ",", 3)
