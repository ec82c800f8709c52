"""The order of characters on paper (UAX #9): examples as python-bidi 0.6.12 orders them, too."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.bidi import visual_order


def shown(text: str) -> str:
    return "".join(text[index] for index in visual_order(text))


@pytest.mark.parametrize("text", ["", "28.90", "-1.234,56 €", "١٢٣", "１２３ 円", "4 (12)"])
def test_text_without_letters_from_the_right_stays_as_it_is(text: str) -> None:
    assert shown(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\u05e1\u05d4\u05db 12.50", "12.50 \u05db\u05d4\u05e1"),
        ("\u05de\u05d7\u05d9\u05e8 1,234.00 \u20aa", "\u20aa 1,234.00 \u05e8\u05d9\u05d7\u05de"),
        ("\u05de\u05d7\u05d9\u05e8 -5.00", "5.00- \u05e8\u05d9\u05d7\u05de"),
        ("12.50 \u0631.\u0633", "\u0633.\u0631 12.50"),
        ("\u0627\u0628 \u0661\u0662\u066b\u0663", "\u0661\u0662\u066b\u0663 \u0628\u0627"),
        ("12/03/2026 \u05ea", "\u05ea 12/03/2026"),
        ("Total \u05d0\u05d1 7", "Total 7 \u05d1\u05d0"),
        ("abc (\u05d0\u05d1) 12", "abc (\u05d1\u05d0) 12"),
        ("\u05d0 5%", "5% \u05d0"),
    ],
)
def test_letters_run_from_the_right_and_their_numbers_from_the_left(text: str, expected: str) -> None:
    assert shown(text) == expected


@given(st.text(max_size=30))
def test_every_character_has_one_place(text: str) -> None:
    assert sorted(visual_order(text)) == list(range(len(text)))
