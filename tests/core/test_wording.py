"""Descriptions are compared by their letters and digits; spaces, capitals, width and marks between words are layout."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.digit_errors import digit_counts
from fidelity_app.core.documents import Kind
from fidelity_app.core.verdicts import Verdict, judge

WORDS = st.text(alphabet="abcdeGHZäé牛乳 ", min_size=1, max_size=10).filter(lambda text: text.strip().isalpha())
DIGITS = st.text(alphabet="0123456789", min_size=1, max_size=4)


@pytest.mark.parametrize(
    ("truth", "reading", "names"),
    [
        ("Dinkelbrot 750g", "Dinkelbrot750g", ("spacing_changed",)),
        ("牛乳 1L", "牛乳1L", ("spacing_changed",)),
        ("Kaffee", "kaffee", ("case_changed",)),
        ("STRASSE", "Straße", ("case_changed",)),
        ("Briefm. 10er", "Briefm, 10er", ("punctuation_changed",)),
        ("Briefm. 10er", "Briefm 10er", ("punctuation_changed",)),
        ("Coca-Cola 0,5l", "COCA COLA 0.5L", ("case_changed", "decimal_mark_variant")),
        ("ＡＢＣ", "ABC", ("script_changed",)),
        ("ｱｲｽ", "アイス", ("script_changed",)),
        ("S/O ¥200", "S/O 200", ("currency_symbol_omitted",)),
        ("Tee AG 0000", "Tee AG0000", ("spacing_changed",)),
    ],
)
def test_the_same_words_set_another_way_are_layout(truth: str, reading: str, names: tuple[str, ...]) -> None:
    judgement = judge(truth, reading, Kind.OTHER)
    assert judgement.verdict is Verdict.LAYOUT_ONLY
    assert set(names) <= set(judgement.errors)
    assert judgement.alignment is not None and judgement.alignment.differences == ()


@pytest.mark.parametrize(
    ("truth", "reading", "label"),
    [
        ("Dinkelbrot 750g", "Uircelbrot 750g", "substitution"),
        ("Dinkelbrot 750g", "Dinkelbrot 570g", "transposition"),
        ("Dinkelbrot 750g", "DINKELBROT 760G", "substitution"),
        ("Dinkelbrot 750g", "750g", "character_dropped"),
        ("Kaffee", "Kafee", "character_dropped"),
        ("緑茶 600ml", "绿茶600ml", "substitution"),
        ("Cola 0,5l", "Cola 05l", "decimal_dropped"),
        ("Kaffee 1/2 lb", "Kaffee 12 lb", "character_dropped"),
        ("DISC -5.00", "DISC 5.00", "sign_lost"),
        ("DISC (5.00)", "DISC 5.00", "sign_lost"),
        ("MILK 2%", "MILK 2", "percent_lost"),
        ("Cola €5", "Cola $5", "currency_changed"),
        ("B&W", "BW", "character_dropped"),
        ("m² floor", "m2 floor", "symbol_as_digit"),
        ("Tea x2", "Tea x3", "substitution"),
    ],
)
def test_other_letters_digits_or_number_marks_are_a_mismatch(truth: str, reading: str, label: str) -> None:
    judgement = judge(truth, reading, Kind.OTHER)
    assert (judgement.verdict, judgement.label) == (Verdict.MISMATCH, label)
    assert judgement.alignment is not None and judgement.alignment.differences


def test_only_the_wrong_letters_are_marked_when_capitals_and_marks_changed_too() -> None:
    judgement = judge("Briefm. 10er", "BRIEFN, 10ER", Kind.OTHER)
    assert judgement.alignment is not None
    marked = [judgement.alignment.reading_text(op) for op in judgement.alignment.differences]
    assert (judgement.verdict, marked) == (Verdict.MISMATCH, ["N"])


@pytest.mark.parametrize(
    ("truth", "reading", "verdict"),
    [
        ("3 x 2,50", "3x2,50", Verdict.LAYOUT_ONLY),
        ("2 @ 1.99", "2@1.99", Verdict.LAYOUT_ONLY),
        ("1.8 x 2.0 cm", "1.8x2.0cm", Verdict.LAYOUT_ONLY),
        ("4x45g", "45 g", Verdict.MISMATCH),
        ("12 May 2024", "12 MAY 2024", Verdict.LAYOUT_ONLY),
    ],
)
def test_numbers_in_company_are_still_judged_by_their_values(truth: str, reading: str, verdict: Verdict) -> None:
    assert judge(truth, reading, Kind.OTHER).verdict is verdict


def test_a_digit_read_wrong_in_a_description_is_one_digit_error() -> None:
    counts = digit_counts(judge("Dinkelbrot 750g", "DINKELBROT, 780g", Kind.OTHER))
    assert (counts.truth_digits, counts.errors) == (3, 1)


@given(WORDS, DIGITS, DIGITS)
def test_two_descriptions_with_other_digits_are_never_the_same(words: str, one: str, other: str) -> None:
    verdict = judge(f"Tee {words} {one}", f"Tee {words}{other}", Kind.OTHER).verdict
    assert (verdict is Verdict.MISMATCH) == (one != other)


@given(WORDS, WORDS)
def test_words_are_the_same_whichever_of_them_is_the_truth(one: str, other: str) -> None:
    assert (
        judge(f"Tee {one}", f"Tee {other}", Kind.OTHER).verdict
        is judge(f"Tee {other}", f"Tee {one}", Kind.OTHER).verdict
    )
