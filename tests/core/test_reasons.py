"""A person is told which rule decided, where a text could have been read in two ways, and only there."""

from __future__ import annotations

import pytest

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import NumberContext
from fidelity_app.core.reasons import reasons
from fidelity_app.core.verdicts import judge

GERMAN, BY_SUM = NumberContext(locale="de"), NumberContext(mark_by_sum=".")


@pytest.mark.parametrize(
    ("truth", "reading", "kind", "words"),
    [
        (
            "1.234",
            "1.234",
            Kind.AMOUNT,
            "Printed: 1.234 is 1234 (the locale de). Read: 1.234 is 1.234 (decided by sum).",
        ),
        ("1.234", "1234", Kind.AMOUNT, "Printed: 1.234 is 1234 (the locale de)."),
        ("1234", "1.234", Kind.AMOUNT, "Read: 1.234 is 1.234 (decided by sum)."),
        ("1.234", None, Kind.AMOUNT, "1.234 is 1234 (the locale de)."),
        ("12.50", "12.50", Kind.AMOUNT, ""),
        ("1.234.567", "1,5", Kind.AMOUNT, ""),
        ("abc", "", Kind.OTHER, ""),
    ],
)
def test_what_decided_is_said_for_each_side(truth: str, reading: str | None, kind: Kind, words: str) -> None:
    assert reasons(judge(truth, reading, kind, truth_context=GERMAN, reading_context=BY_SUM)) == words


def test_one_reason_for_both_is_said_once() -> None:
    judgement = judge("1.234", "1.234", Kind.AMOUNT, truth_context=GERMAN, reading_context=GERMAN)
    assert reasons(judgement) == "1.234 is 1234 (the locale de)."


def test_a_text_that_stays_open_was_decided_by_nothing() -> None:
    assert reasons(judge("1.234", "1,234", Kind.AMOUNT)) == ""


def test_the_order_of_a_date_is_told_too() -> None:
    american = NumberContext(date_order="MDY")
    told = reasons(judge("03/04/2024", "03/04/2024", Kind.DATE, truth_context=american, reading_context=american))
    assert told.startswith("03/04/2024 is 2024-03-04 (")
