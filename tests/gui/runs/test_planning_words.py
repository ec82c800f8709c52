"""What a run takes and how it goes, in words that promise no more than is known."""

from __future__ import annotations

from decimal import Decimal

import pytest

from fidelity_app.core.asks import Outcome
from fidelity_app.gui.runs.page import outcome_words
from fidelity_app.gui.runs.planning import estimate_words, fee_words, time_words
from fidelity_app.gui.runs.strip import failures_words, figures_words
from fidelity_app.services.views import Estimate, RunOutcome, RunProgress


def progress(**changes: object) -> RunProgress:
    values = {
        "done": 34,
        "total": 54,
        "answered": 30,
        "reused": 0,
        "failures": {},
        "trials_per_s": None,
        "eta_s": None,
        "text": "m",
    }
    return RunProgress(**{**values, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (None, "time unknown"),
        (0.2, "less than a second"),
        (12.4, "about 12 s"),
        (240, "about 4 min"),
        (9000, "about 2.5 h"),
    ],
)
def test_a_duration_is_said_no_finer_than_it_is_known(seconds: float | None, words: str) -> None:
    assert time_words(seconds) == words


@pytest.mark.parametrize(
    ("fee", "words"), [(None, "cost unknown"), (Decimal(0), "no fee"), (Decimal("0.10"), "0.10 USD")]
)
def test_an_unknown_fee_is_never_nothing(fee: Decimal | None, words: str) -> None:
    assert fee_words(fee) == words


def test_an_estimate_says_what_is_asked_and_what_is_known_already() -> None:
    trials, takes = estimate_words(Estimate(54, 18, 36, None, 12.0))
    assert trials == "54 trials · 18 to ask"
    assert takes == "36 answered here before · cost unknown · about 12 s"


def test_figures_say_pace_and_time_to_go_only_when_they_are_known() -> None:
    assert figures_words(progress()) == "30 answered"
    assert (
        figures_words(progress(reused=4, trials_per_s=2.5, eta_s=8.0))
        == "30 answered · 4 of them from stored replies · 2.5 trials a second · about 8 s left"
    )
    assert "6.0 trials a minute" in figures_words(progress(trials_per_s=0.1))


def test_failures_are_listed_by_class_the_most_frequent_first() -> None:
    failures = {Outcome.REFUSED: 1, Outcome.INVALID_JSON: 12}
    assert failures_words(progress(failures=failures)) == "✕ failed: invalid json 12, refused 1"
    assert failures_words(progress()) == ""


def test_an_outcome_with_open_trials_says_that_it_can_be_resumed() -> None:
    assert outcome_words("a", RunOutcome("r", 3, 0, 1, 0, False)) == "a is done: 3 answered, 1 failed."
    assert "2 still open. Resume it" in outcome_words("a", RunOutcome("r", 3, 0, 1, 2, True))
