"""Where a name ends: pairs on both sides of each border between mechanisms."""

from __future__ import annotations

import pytest

from fidelity_app.core.documents import Kind
from fidelity_app.core.verdicts import Verdict, judge
from fidelity_app.core.words import explain


@pytest.mark.parametrize(
    ("truth", "reading", "kind", "label"),
    [
        ("AB4711", "AB4000", "identifier", "substitution"),
        ("1234", "1200", "identifier", "substitution"),
        ("12345000", "12340000", "identifier", "substitution"),
        ("12345678", "12345000", "identifier", "precision_lost"),
        ("12345678", "12346000", "identifier", "precision_lost"),
        ("12345678", "12347000", "identifier", "substitution"),
        ("FREE", "100.00", "amount", "value_changed"),
        ("5.00", "FREE", "amount", "value_changed"),
        ("28.02.2024", "30.02.2024", "date", "substitution"),
        ("05.11.2018", "2118-05-11", "date", "date_component_wrong:year"),
        ("1.000.000", "1.000", "amount", "truncated"),
        ("1000000", "100000", "amount", "digit_dropped"),
        ("11.50", "1.50", "amount", "digit_dropped"),
        ("15.50", "1.50", "amount", "digit_dropped"),
        ("12.50 kg", "12 kg", "quantity", "precision_lost"),
        ("816 000 t", "816 t", "quantity", "truncated"),
        ("8,15", "15", "amount", "truncated"),
        ("8,15", "815", "amount", "decimal_dropped"),
        ("9.99", "10", "amount", "precision_lost"),
        ("9.99", "10.00", "amount", "digit_inserted"),
        ("500 ml", "500 mI", "quantity", "unit_changed"),
        ("1.5 KG", "1.5 kl", "quantity", "unit_changed"),
        ("17,55", "755", "amount", "decimal_dropped"),
        ("1 234 kg", "1.234 kg", "quantity", "separator_role_swapped"),
    ],
)
def test_the_label_on_either_side_of_a_border(truth: str, reading: str, kind: str, label: str) -> None:
    assert judge(truth, reading, Kind(kind)).label == label


@pytest.mark.parametrize(
    ("truth", "reading", "kind", "name"),
    [
        ("15.0", "1.5", "amount", "auto_repair"),
        ("1500.00", "15.0000", "amount", "auto_repair"),
        ("100.00", "1.00", "amount", "auto_repair"),
        ("12.04", "12.0", "amount", "derived_value_suspected"),
        ("12.31", "12.30", "amount", "derived_value_suspected"),
        ("0.30", "0.00", "amount", "derived_value_suspected"),
        ("12345", "9.9E+20", "identifier", "scientific_notation"),
        ("12.0", "12", "identifier", "scientific_notation"),
        ("98765", "g1I6S", "identifier", "wrong_field"),
        ("15.50", "1.50", "amount", "run_collapsed"),
        ("1.5 kg", "1500 g", "quantity", "symbol_as_digit"),
        ("7.7 %", "0.077", "percent", "symbol_as_digit"),
        ("12.8-13.0", "12.8", "other", "decimal_dropped"),
        ("12.50", "12.50 12.50", "amount", "decimal_added"),
        ("1,250.00", "12,50.00", "amount", "grouping_changed"),
        ("1,234.50", "1234.50", "amount", "grouping_changed"),
        ("1\u00a0099", "1 099", "amount", "spacing_changed"),
        ("4x45g", "45 g", "quantity", "unit_added"),
        ("(£1,250)", "(€1,250)", "amount", "separator_role_swapped"),
    ],
)
def test_what_is_not_to_be_named(truth: str, reading: str, kind: str, name: str) -> None:
    assert name not in judge(truth, reading, Kind(kind)).errors


@pytest.mark.parametrize(
    ("truth", "reading", "kind", "verdict"),
    [
        ("1.5 kg", "$1.5", "other", Verdict.MISMATCH),
        ("2,99 kg", "€2,99 kg", "other", Verdict.LAYOUT_ONLY),
        ("$1,00,000.00", "$100,000.00", "amount", Verdict.LAYOUT_ONLY),
        ("28.90", "28.90 each", "amount", Verdict.LAYOUT_ONLY),
        ("28.90", "28.90 kg", "other", Verdict.LAYOUT_ONLY),
        ("4x45g", "4x45gr", "quantity", Verdict.LAYOUT_ONLY),
        ("4x45g", "4x45", "quantity", Verdict.LAYOUT_ONLY),
    ],
)
def test_the_verdict_on_either_side_of_a_border(truth: str, reading: str, kind: str, verdict: Verdict) -> None:
    assert judge(truth, reading, Kind(kind)).verdict is verdict


def test_grouping_by_another_custom_is_named_beside_an_open_dollar() -> None:
    assert judge("$1,00,000.00", "$100,000.00", Kind.AMOUNT).errors == ("grouping_changed",)


def test_the_marks_of_a_text_that_is_no_number_are_those_of_the_print() -> None:
    assert explain(judge("8,06", "8,06y", Kind.AMOUNT)) == "8,06y is no amount as written. y added after 8,06."
    assert judge("65,024.65", "?65,024.65", Kind.AMOUNT).errors == ("character_inserted", "unparsable")


@pytest.mark.parametrize("digits", [29, 40, 400])
def test_marks_of_very_long_numbers_are_told_without_rounding(digits: int) -> None:
    whole = "123456789" * 50
    truth = f"{whole[:digits]}.25"
    assert judge(truth, truth.replace(".", ""), Kind.AMOUNT).errors[0] == "decimal_dropped"
    assert explain(judge(truth, truth.replace(".", ""), Kind.AMOUNT)).endswith("a hundred times as much.")
    near = f"{whole[:digits]}025"
    assert judge(truth, near, Kind.AMOUNT).errors[0] != "decimal_shifted"
