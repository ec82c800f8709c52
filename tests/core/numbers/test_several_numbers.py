"""Texts that hold several numbers give a list, never one number."""

from __future__ import annotations

import pytest

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import parse


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("4x3.25", ("4", "3.25")),
        ("4 x 3,25", ("4", "3.25")),
        ("4 \u00d7 3.25", ("4", "3.25")),
        ("4 X 3.25", ("4", "3.25")),
        ("4 * 3.25", ("4", "3.25")),
        ("4 @ 3.25", ("4", "3.25")),
        ("4@$3.25 ea", ("4", "3.25")),
        ("4 Stk \u00e0 3,25", ("4", "3.25")),
        ("6x75g", ("6", "75")),
        ("0.325 kg @ 6.49/kg", ("0.325", "6.49")),
        ("1,325 kg x 6,49", ("1.325", "6.49")),
        ("(4@3.25)", ("4", "3.25")),
        ("30-40", ("30", "40")),
        ("30 \u2013 40", ("30", "40")),
        ("30 bis 40", ("30", "40")),
        ("$3 - $4", ("3", "4")),
        ("2/3", ("2", "3")),
        ("2 of 3", ("2", "3")),
        ("4/6.00", ("4", "6.00")),
        ("4 for $6", ("4", "6")),
        ("Qty 4 @ 3.25", ("4", "3.25")),
        ("7% MwSt 2,45", ("7", "2.45")),
        ("USt 7% 35,00 2,45", ("7", "35.00", "2.45")),
        ("2 x 3.00 = 6.00", ("2", "3.00", "6.00")),
        ("1.8 x 2.0 cm", ("1.8", "2.0")),
    ],
)
def test_lists(text: str, values: tuple[str, ...]) -> None:
    parsed = parse(text, Kind.OTHER)
    assert parsed.value == values and parsed.number is None
    assert "several-numbers" in parsed.flags


def test_an_amount_that_is_a_product_is_a_list_too() -> None:
    assert parse("4 x 3.25", Kind.AMOUNT).value == ("4", "3.25")


@pytest.mark.parametrize("text", ["24/7", "9/5", "INV-0012", "5+3", "four"])
def test_no_numbers(text: str) -> None:
    parsed = parse(text, Kind.OTHER)
    assert parsed.value is None and parsed.alternatives == ()


def test_one_ambiguous_number_leaves_the_whole_open() -> None:
    parsed = parse("2 @ 1,250 pcs", Kind.OTHER)
    assert parsed.value is None and "ambiguous" in parsed.flags


def test_a_field_of_no_stated_kind_may_be_a_time_or_a_date() -> None:
    assert parse("14:05", Kind.OTHER).value == "14:05"
    assert parse("2026-03-05", Kind.OTHER).value == "2026-03-05"
