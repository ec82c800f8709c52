"""Spans: labels are cut away, digits and signs never are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.documents import Kind
from fidelity_app.core.matching.tokens import spans


def likely(text: str, truth: str) -> list[str]:
    return [text[span.start : span.end] for span in spans(text, Kind.AMOUNT, truth) if span.doubt <= 0.1]


def numbers(text: str, truth: str = "28.90", kind: Kind = Kind.AMOUNT) -> list[str]:
    return [text[span.start : span.end] for span in spans(text, kind, truth) if span.doubt == 0]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("TOTAL 28.90", ["28.90"]),
        ("TOTAL:28.90.", ["28.90"]),
        ("TOTAL RM28.90", ["28.90"]),
        ("2 x 14.45 28.90", ["2", "14.45", "28.90"]),
        ("3x2.50", ["3", "2.50"]),
        ("DISC -12.50", ["-12.50"]),
        ("DISC (12.50)", ["(12.50)"]),
        ("REFUND 12.50-", ["12.50-"]),
        ("REFUND 12.50 CR", ["12.50 CR"]),
        ("-$12.50", ["-$12.50"]),
        ("$-12.50", ["-12.50"]),
        ("GST 6% 1.73", ["6%", "1.73"]),
        ("MwSt 19,00 % 1,92", ["19,00 %", "1,92"]),
        ("10-20", ["10", "20"]),
        ("A-5", ["5"]),
        ("l05.00 2B.90 28.9O", ["l05.00", "2B.90", "28.9O"]),
        ("SOLD 5", ["5"]),
        ("5,- 5.-", ["5,-", "5.-"]),
        ("28.90SR", ["28.90"]),
        ("250.001250.00", ["250.001250.00"]),
        ("٣٫٥٠", ["٣٫٥٠"]),
    ],
)
def test_numbers_are_cut_out_of_a_line(line: str, found: list[str]) -> None:
    assert numbers(line) == found


@pytest.mark.parametrize(
    ("line", "truth", "found"),
    [
        ("3.5C", "3.50", "3.5C"),
        ("C.50", "3.50", "C.50"),
        ("SUM 24.0C", "24.00", "24.0C"),
        ("14.uc", "15.00", "14.uc"),
        ("-§.59", "-5.59", "-§.59"),
        ("28.90T", "28.90", "28.90"),
        ("28.9RM", "28.90", "28.9"),
        ("RM28.9", "28.90", "28.9"),
    ],
)
def test_a_letter_in_place_of_a_digit_is_not_cut_away(line: str, truth: str, found: str) -> None:
    assert numbers(line, truth) == [found]


def test_a_number_that_was_broken_in_two_is_also_a_candidate_as_a_whole() -> None:
    assert "15.u0" in likely("SUM 15.u0", "15.00") and "1/00" in likely("1/00 Cra", "1,00")


def test_the_currency_belongs_to_the_value_only_where_the_truth_prints_it() -> None:
    assert numbers("TOTAL RM 28.90", "RM 28.90") == ["RM 28.90"]
    assert numbers("TOTAL 28,90 €", "28,90 €") == ["28,90 €"]
    assert numbers("TOTAL 28,90 €") == ["28,90"]


def test_another_currency_than_the_printed_one_is_kept_so_that_it_can_be_found_wrong() -> None:
    assert numbers("TOTAL €28.90", "$28.90") == ["€28.90"]


def test_a_unit_belongs_to_the_value_where_the_truth_prints_one() -> None:
    assert numbers("1,234 kg x 2,99", "1,234 kg", Kind.QUANTITY)[0] == "1,234 kg"


def test_digits_grouped_by_spaces_are_one_number_where_the_truth_is_grouped_so() -> None:
    assert "1 234,56" in numbers("TOTAL 1 234,56", "1 234,56")


@pytest.mark.parametrize(
    ("line", "truth", "kind"),
    [
        ("Date:02/02/2018 10:30", "02/02/2018", Kind.DATE),
        ("Paid 12 Mar 2024 by card", "12 Mar 2024", Kind.DATE),
        ("Time: 12:30 PM", "12:30 PM", Kind.TIME),
        ("TEL 03-2078 2822", "03-2078 2822", Kind.PHONE),
        ("No#INV-0012", "INV-0012", Kind.IDENTIFIER),
    ],
)
def test_dates_and_numbers_of_papers_may_be_runs_of_words(line: str, truth: str, kind: Kind) -> None:
    assert truth in numbers(line, truth, kind)


@given(st.text(alphabet="0123456789.,-x $RM%()\u0663oO", max_size=20), st.sampled_from(Kind))
def test_no_span_begins_or_ends_inside_a_run_of_digits(text: str, kind: Kind) -> None:
    for span in spans(text, kind, "28.90"):
        assert 0 <= span.start < span.end <= len(text)
        for edge in (span.start, span.end):
            assert not (0 < edge < len(text) and text[edge - 1].isdecimal() and text[edge].isdecimal())
