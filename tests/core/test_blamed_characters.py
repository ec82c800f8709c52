"""What an alignment blames: the characters that are wrong, each as the operation that it is, and no others."""

from __future__ import annotations

import pytest

from fidelity_app.core.alignment import OpKind, align
from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import NumberContext, Role
from fidelity_app.core.verdicts import judge


def blamed(truth: str, reading: str, kind: Kind = Kind.AMOUNT) -> list[tuple[str, str, str]]:
    alignment = judge(truth, reading, kind).alignment
    assert alignment is not None
    return [(op.kind.value, alignment.truth_text(op), alignment.reading_text(op)) for op in alignment.differences]


@pytest.mark.parametrize(
    ("truth", "reading", "kind", "wrong"),
    [
        ("€12.50", "£12.50", Kind.AMOUNT, [("substitute", "€", "£")]),
        ("1.5k", "1.5", Kind.AMOUNT, [("delete", "k", "")]),
        ("1.5", "1.5k", Kind.AMOUNT, [("insert", "", "k")]),
        ("10%", "10", Kind.PERCENT, [("delete", "%", "")]),
        ("-12.50", "12.50", Kind.AMOUNT, [("delete", "-", "")]),
        ("12,50", "1250", Kind.AMOUNT, [("delete", ",", "")]),
        ("€28.90", "23.90", Kind.AMOUNT, [("substitute", "8", "3")]),
    ],
)
def test_what_is_wrong_is_blamed_and_what_was_left_out_is_not(
    truth: str, reading: str, kind: Kind, wrong: list[tuple[str, str, str]]
) -> None:
    assert blamed(truth, reading, kind) == wrong


@pytest.mark.parametrize(("truth", "reading"), [("€12.50", "12.50"), ("1,234.50", "1234.5"), ("1.234", "1,234")])
def test_equal_or_undecided_values_blame_nothing(truth: str, reading: str) -> None:
    assert blamed(truth, reading) == []


def test_a_letter_in_place_of_a_decimal_mark_is_two_faults() -> None:
    kinds = [op.kind for op in align("1.2", "1x2").differences]
    assert sorted(kinds) == [OpKind.DELETE, OpKind.INSERT]


def test_a_digit_in_place_of_a_decimal_mark_is_one_fault() -> None:
    (op,) = align("1.2", "182").differences
    assert (op.kind, op.truth_start, op.reading_start) == (OpKind.SUBSTITUTE, 1, 1)


def test_a_minus_is_elsewhere_only_where_another_minus_stands() -> None:
    digit = Role.DIGIT
    moved = align("-12", "12-", [Role.SIGN, digit, digit], [digit, digit, Role.SIGN])
    assert moved.differences == ()
    other = align("-12", "12-", [Role.SIGN, digit, digit], [digit, digit, Role.OTHER])
    assert [op.kind for op in other.differences] == [OpKind.DELETE, OpKind.INSERT]


def test_an_unreadable_amount_of_the_page_does_not_hide_a_sum_of_the_others() -> None:
    page = NumberContext(page_amounts=("26.90", "torn off", "2.00"))
    assert "derived_sum" in judge("", "28.90", Kind.AMOUNT, truth_context=page).errors
    assert "derived_sum" not in judge("", "28.91", Kind.AMOUNT, truth_context=page).errors
