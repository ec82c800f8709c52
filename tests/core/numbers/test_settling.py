"""Arithmetic settles a mark's role where only one reading adds up."""

from __future__ import annotations

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import Parsed, parse, settle_by_sum


def _amounts(*texts: str) -> list[Parsed]:
    return [parse(text, Kind.AMOUNT) for text in texts]


def test_the_only_reading_that_adds_up_is_taken_and_marked() -> None:
    parts, total = _amounts("8.500", "950"), _amounts("9.450")[0]
    settled = settle_by_sum(parts, total)
    assert settled is not None
    (first, second), whole = settled
    assert (first.value, second.value, whole.value) == ("8500", "950", "9450")
    assert first.decided_by == whole.decided_by == "decided by sum"
    assert second is parts[1], "a number that was never open stays as it was read"


def test_decimals_are_taken_when_only_they_add_up() -> None:
    settled = settle_by_sum(_amounts("8.500", "0.95"), _amounts("9.450")[0])
    assert settled is not None and settled[1].value == "9.450" and settled[1].fraction_digits == 3


def test_when_both_readings_add_up_nothing_is_settled() -> None:
    assert settle_by_sum(_amounts("8.500", "1.000"), _amounts("9.500")[0]) is None


def test_when_no_reading_adds_up_nothing_is_settled() -> None:
    assert settle_by_sum(_amounts("8.500", "1.000"), _amounts("9.400")[0]) is None


def test_a_page_without_open_numbers_needs_no_settling() -> None:
    assert settle_by_sum(_amounts("8.50", "1.00"), _amounts("9.50")[0]) is None


def test_a_misread_number_keeps_the_sum_from_deciding() -> None:
    assert settle_by_sum(_amounts("8.500", "95O"), _amounts("9.450")[0]) is None


def test_numbers_open_for_another_reason_are_not_settled() -> None:
    assert settle_by_sum(_amounts("7 00", "950"), _amounts("9.450")[0]) is None
