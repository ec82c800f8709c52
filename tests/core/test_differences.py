"""Differences are exact whatever the length."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.differences import exact_difference, relative_difference, value_difference
from fidelity_app.core.documents import Kind

NUMBERS = st.from_regex(r"\A-?[0-9]{1,40}(\.[0-9]{1,30})?\Z")


@given(NUMBERS, NUMBERS)
def test_no_digit_is_rounded_away(read: str, printed: str) -> None:
    difference = exact_difference(Decimal(read), Decimal(printed))
    assert Fraction(difference) == Fraction(Decimal(read)) - Fraction(Decimal(printed))


@pytest.mark.parametrize(
    ("read", "printed", "kind", "shown"),
    [
        ("23.90", "28.90", Kind.AMOUNT, "-5.00"),
        ("81.05", "31.05", Kind.AMOUNT, "+50.00"),
        ("8", "6", Kind.QUANTITY, "+2"),
        ("28.9", "28.90", Kind.AMOUNT, ""),
        ("2016-10-03", "2016-03-10", Kind.DATE, ""),
        ("0013", "0012", Kind.IDENTIFIER, ""),
        ("1O5", "105", Kind.AMOUNT, ""),
        ("12345678901234567890123456789013", "12345678901234567890123456789012", Kind.AMOUNT, "+1"),
    ],
)
def test_a_difference_has_its_sign_and_only_sizes_have_one(read: str, printed: str, kind: Kind, shown: str) -> None:
    assert value_difference(read, printed, kind) == shown


@pytest.mark.parametrize(
    ("read", "printed", "off"),
    [("23.90", "28.90", Decimal("0.173")), ("-12.50", "12.50", 2), ("2890", "28.90", 99), ("5", "0", Decimal("inf"))],
)
def test_how_far_off_is_measured_in_the_printed_size(read: str, printed: str, off: Decimal | int) -> None:
    found = relative_difference(read, printed, Kind.AMOUNT)
    assert found is not None
    assert found == off or abs(found - off) < Decimal("0.0001")


def test_what_has_no_size_is_not_ranked_by_one() -> None:
    assert relative_difference("0013", "0012", Kind.IDENTIFIER) is None
    assert relative_difference("28.90", "28.9", Kind.AMOUNT) is None
