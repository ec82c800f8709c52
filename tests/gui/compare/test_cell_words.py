"""The few words beside a reading."""

from __future__ import annotations

import pytest

from fidelity_app.core.asks import Outcome
from fidelity_app.core.verdicts import Verdict
from fidelity_app.gui.compare.cell_words import cell_words, short_label
from fidelity_app.store.rows import Cell


def _cell(text: str | None, verdict: Verdict | None, *errors: str, outcome: Outcome | None = Outcome.OK) -> Cell:
    label = errors[0] if errors else (verdict.value if verdict else "")
    return Cell(1, "t", "m", text, outcome, verdict, label, errors, (), None, 0, None, (), 1, 1, None)


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        (_cell("23.90", Verdict.MISMATCH, "substitution"), "23.90"),
        (_cell(None, Verdict.OMITTED), "not answered"),
        (_cell(None, Verdict.ABSTAINED), "unreadable"),
        (_cell(None, None, outcome=Outcome.REFUSED), "refused"),
        (_cell(None, None, outcome=Outcome.INVALID_JSON), "invalid json"),
        (_cell(None, None, outcome=None), "not asked yet"),
    ],
)
def test_a_cell_says_what_was_read_or_why_nothing_was(cell: Cell, words: str) -> None:
    assert cell_words(cell) == words


@pytest.mark.parametrize(
    ("cell", "label"),
    [
        (_cell("28.90", Verdict.EXACT), ""),
        (_cell("2890", Verdict.MISMATCH, "decimal_dropped", "magnitude_x100"), "×100"),
        (_cell("2.89", Verdict.MISMATCH, "decimal_shifted", "magnitude_div10"), "/10"),
        (_cell("6.20", Verdict.MISMATCH, "sign_lost"), "sign lost"),
        (_cell("23.90", Verdict.MISMATCH, "substitution"), ""),
        (_cell("3.50", Verdict.WRONG_FIELD), "other field"),
        (_cell("1O5", Verdict.UNPARSABLE, "lookalike"), "no number"),
        (_cell("x", Verdict.MISMATCH, "a_kind_of_tomorrow"), "a kind of tomorrow"),
    ],
)
def test_the_label_names_what_happened(cell: Cell, label: str) -> None:
    assert short_label(cell) == label
