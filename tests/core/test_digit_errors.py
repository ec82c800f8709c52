"""What a judgement adds to the digit error rate and the confusion matrix (SCORING section 5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.digit_errors import MATRIX_CLASS, DigitCounts, digit_counts
from fidelity_app.core.documents import Kind
from fidelity_app.core.verdicts import judge


def counts(truth: str, reading: str | None, kind: Kind = Kind.AMOUNT) -> DigitCounts:
    return digit_counts(judge(truth, reading, kind))


def tally(found: DigitCounts) -> tuple[int, int, int, int, int]:
    return found.truth_digits, found.substitutions, found.deletions, found.insertions, found.swaps


def confused(found: DigitCounts) -> list[tuple[str, str]]:
    return [(cell.truth, cell.reading) for cell in found.confusions]


@pytest.mark.parametrize(
    ("truth", "reading", "expected", "cells"),
    [
        ("28.9", "23.9", (3, 1, 0, 0, 0), [("8", "3")]),
        ("12,50", "1250", (4, 0, 0, 0, 0), [("decimal", "nothing")]),
        ("1,234.56", "1234.56", (6, 0, 0, 0, 0), []),
        ("12.50", "12.5", (4, 0, 0, 0, 0), []),
        ("1234.50", "134.50", (6, 0, 1, 0, 0), [("2", "nothing")]),
        ("8.25", "48.25", (3, 0, 0, 1, 0), [("nothing", "4")]),
        ("€ 3.00", "63.00", (3, 0, 0, 1, 0), [("currency", "6")]),
        ("-12.50", "12.50", (4, 0, 0, 0, 0), [("sign", "nothing")]),
        ("3460", "3640", (4, 0, 0, 0, 1), []),
        ("105.00", "1O5.00", (5, 1, 0, 0, 0), [("0", "letter")]),
        ("٣٤٫٥٠", "38.50", (4, 1, 0, 0, 0), [("4", "8")]),
    ],
)
def test_counts_of_a_pair(truth: str, reading: str, expected: tuple[int, ...], cells: list[tuple[str, str]]) -> None:
    found = counts(truth, reading)
    assert tally(found) == expected
    assert confused(found) == cells


def test_neighbouring_faults_are_also_one_block() -> None:
    assert counts("3460", "3640").blocks == (("46", "64"),)
    assert counts("1234.50", "1894.50").blocks == (("23", "89"),)
    assert counts("28.9", "23.9").blocks == ()


def test_right_digits_stand_on_the_diagonal() -> None:
    found = counts("28.9", "23.9")
    assert sorted((cell.truth, cell.reading) for cell in found.cells) == [
        ("2", "2"),
        ("8", "3"),
        ("9", "9"),
        ("decimal", "decimal"),
    ]


@pytest.mark.parametrize(
    ("truth", "reading", "kind"),
    [
        ("12.50", None, Kind.AMOUNT),
        ("", "12.50", Kind.AMOUNT),
        ("1,000", "1.000", Kind.AMOUNT),
        ("209.95", "45", Kind.AMOUNT),
        ("2023-12-06", "2023-06-12", Kind.DATE),
        ("5 March 2024", "2024-03-06", Kind.DATE),
    ],
)
def test_pairs_that_cannot_be_compared_count_nothing(truth: str, reading: str | None, kind: Kind) -> None:
    assert counts(truth, reading, kind) == DigitCounts()


def test_a_misread_digit_of_a_date_counts() -> None:
    assert confused(counts("25/03/2024", "25/08/2024", Kind.DATE)) == [("3", "8")]


@given(st.integers(0, 999_999), st.integers(0, 999_999))
def test_every_printed_digit_has_exactly_one_cell(one: int, other: int) -> None:
    truth, reading = (f"{cents // 100}.{cents % 100:02d}" for cents in (one, other))
    found = counts(truth, reading)
    if found.matched:
        assert found.truth_digits == sum(char.isdigit() for char in truth)
        assert sum(cell.truth.isdigit() for cell in found.cells) == found.truth_digits
        assert all(cell.truth in MATRIX_CLASS and cell.reading in MATRIX_CLASS for cell in found.cells)
        assert found.errors == found.substitutions + found.deletions + found.insertions + found.swaps
