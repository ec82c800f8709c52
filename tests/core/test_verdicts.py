"""Which verdict a reading gets (SCORING section 2), and that each side is read by its own document."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.alignment import OpKind
from fidelity_app.core.documents import Kind, Legibility
from fidelity_app.core.error_kinds import ERROR_KINDS
from fidelity_app.core.numbers import NumberContext
from fidelity_app.core.verdicts import Verdict, judge
from fidelity_app.core.words import explain

GERMAN, ENGLISH = NumberContext(locale="de"), NumberContext(locale="en-US")
KINDS = st.sampled_from(list(Kind))
ANY_TEXT = st.text(alphabet="0123456789.,-+()%€$¥kgOlSx:/ T'٣３一²½\u202f\u0301\u200f", max_size=14) | st.text(
    max_size=8
)


@given(ANY_TEXT, st.none() | ANY_TEXT, KINDS, st.booleans(), st.sampled_from(list(Legibility)))
def test_no_text_makes_the_judge_raise(
    truth: str, reading: str | None, kind: Kind, abstained: bool, legibility: Legibility
) -> None:
    judgement = judge(truth, reading, kind, abstained=abstained, legibility=legibility)
    assert set(judgement.errors) <= set(ERROR_KINDS)
    assert explain(judgement)
    assert judgement == judge(truth, reading, kind, abstained=abstained, legibility=legibility)


@given(ANY_TEXT, ANY_TEXT, KINDS)
def test_operations_of_a_judgement_cover_both_texts(truth: str, reading: str, kind: Kind) -> None:
    aligned = judge(truth, reading, kind).alignment
    if aligned is not None:
        assert "".join(aligned.truth_text(op) for op in aligned.ops) == truth
        assert "".join(aligned.reading_text(op) for op in aligned.ops) == reading


@given(ANY_TEXT, ANY_TEXT, KINDS)
def test_every_verdict_but_exact_names_its_reason(truth: str, reading: str, kind: Kind) -> None:
    judgement = judge(truth, reading, kind)
    assert (judgement.verdict is Verdict.EXACT) == (judgement.errors == ())
    assert judgement.label in (*ERROR_KINDS, "exact")


@given(ANY_TEXT.filter(str.strip), KINDS)
def test_the_same_characters_are_exact_whatever_they_are(text: str, kind: Kind) -> None:
    assert judge(text, f" {text}\n", kind).verdict is Verdict.EXACT


@given(ANY_TEXT, ANY_TEXT, KINDS)
def test_equal_values_show_no_wrong_character(truth: str, reading: str, kind: Kind) -> None:
    judgement = judge(truth, reading, kind)
    if judgement.verdict in (Verdict.EXACT, Verdict.LAYOUT_ONLY, Verdict.PRECISION_CHANGED):
        assert judgement.alignment is None or judgement.alignment.differences == ()


@given(ANY_TEXT, ANY_TEXT, KINDS)
def test_every_mismatch_shows_at_least_one_wrong_character(truth: str, reading: str, kind: Kind) -> None:
    judgement = judge(truth, reading, kind)
    if judgement.verdict is Verdict.MISMATCH:
        assert judgement.alignment is not None
        assert judgement.alignment.differences


@given(st.integers(0, 999_999), st.integers(0, 999_999))
def test_amounts_of_different_value_are_never_equal(one: int, other: int) -> None:
    texts = [f"{cents // 100}.{cents % 100:02d}" for cents in (one, other)]
    expected = Verdict.EXACT if one == other else Verdict.MISMATCH
    assert judge(texts[0], texts[1], Kind.AMOUNT).verdict is expected


@pytest.mark.parametrize("reading", [None, "", "  "])
def test_no_answer_is_omitted_and_zero_is_an_answer(reading: str | None) -> None:
    assert judge("0", reading, Kind.AMOUNT).verdict is Verdict.OMITTED
    assert judge("0", "0", Kind.AMOUNT).verdict is Verdict.EXACT


@pytest.mark.parametrize("reading", ["N/A", "--", "null"])
def test_a_placeholder_is_no_answer(reading: str) -> None:
    assert judge("12.50", reading, Kind.AMOUNT).verdict is Verdict.OMITTED
    assert judge(reading, "12.50", Kind.AMOUNT).verdict is Verdict.HALLUCINATED


@pytest.mark.parametrize("printed", ["N/A", "--", "null"])
def test_no_answer_to_a_placeholder_is_right(printed: str) -> None:
    judgement = judge(printed, None, Kind.AMOUNT)
    assert (judgement.verdict, judgement.errors, judgement.reading) == (Verdict.LAYOUT_ONLY, ("notation",), None)
    assert explain(judgement) == "Both say that there is no value."
    assert judge(printed, None, Kind.AMOUNT, legibility=Legibility.ILLEGIBLE).verdict is Verdict.OMITTED


def test_a_reading_that_leaves_out_the_sign_repeats_the_print_to_the_letter() -> None:
    assert judge("¥1,000", "1,000", Kind.AMOUNT).errors == ("currency_symbol_omitted",)
    assert judge("1,000", "¥1,000", Kind.AMOUNT).errors == ("currency_symbol_added",)
    assert judge("¥1,000", "1.000", Kind.AMOUNT).verdict is Verdict.AMBIGUOUS


def test_a_sign_that_several_currencies_share_accuses_none_of_them() -> None:
    assert judge("¥100", "CNY 100", Kind.AMOUNT).errors == ("currency_symbol_variant",)
    assert judge("¥100", "$100", Kind.AMOUNT).errors == ("currency_changed",)
    dollars = NumberContext(currency="USD")
    assert judge("$10", "CAD 10", Kind.AMOUNT, truth_context=dollars).errors == ("currency_changed",)


@pytest.mark.parametrize(
    ("truth", "reading", "kind", "verdict"),
    [
        ("$28.90", "28.90 kg", Kind.AMOUNT, Verdict.MISMATCH),
        ("28.90", "28.90 kg", Kind.AMOUNT, Verdict.MISMATCH),
        ("1.5 kg", "$1.5", Kind.QUANTITY, Verdict.MISMATCH),
        ("19", "$19", Kind.PERCENT, Verdict.MISMATCH),
        ("99¢", "99", Kind.AMOUNT, Verdict.MISMATCH),
        ("4x45g", "4x45kg", Kind.QUANTITY, Verdict.MISMATCH),
        ("2,99", "2,99 €/kg", Kind.AMOUNT, Verdict.LAYOUT_ONLY),
        ("1.99", "1.99 each", Kind.AMOUNT, Verdict.LAYOUT_ONLY),
        ("2,99 €/kg", "2,99 €", Kind.AMOUNT, Verdict.LAYOUT_ONLY),
        ("500", "500 g", Kind.QUANTITY, Verdict.LAYOUT_ONLY),
        ("500 g", "500 gr", Kind.QUANTITY, Verdict.LAYOUT_ONLY),
    ],
)
def test_a_unit_may_be_left_out_but_money_is_no_measure(truth: str, reading: str, kind: Kind, verdict: Verdict) -> None:
    assert judge(truth, reading, kind).verdict is verdict


def test_nothing_printed_and_nothing_read_is_right() -> None:
    judgement = judge("", None, Kind.AMOUNT)
    assert (judgement.verdict, judgement.errors) == (Verdict.EXACT, ())


def test_an_answer_where_nothing_is_printed_is_hallucinated() -> None:
    assert judge("", "27.40", Kind.AMOUNT).errors == ("hallucinated",)
    lines = NumberContext(page_amounts=("12.30", "15.10"))
    assert judge("", "27.40", Kind.AMOUNT, truth_context=lines).errors == ("hallucinated", "derived_sum")


def test_an_answer_to_what_a_person_cannot_read_is_hallucinated_even_if_it_agrees() -> None:
    judgement = judge("12.50", "12.50", Kind.AMOUNT, legibility=Legibility.ILLEGIBLE)
    assert judgement.verdict is Verdict.HALLUCINATED


def test_abstaining_is_right_where_a_person_cannot_read_either() -> None:
    assert judge("12.50", None, Kind.AMOUNT, abstained=True).errors == ("abstained",)
    illegible = judge("12.50", None, Kind.AMOUNT, abstained=True, legibility=Legibility.ILLEGIBLE)
    assert (illegible.verdict, illegible.errors) == (Verdict.ABSTAINED, ("abstained_rightly",))


@pytest.mark.parametrize("words", ["illegible", "[unreadable]", "Cannot read.", "unleserlich", "判読不能"])
def test_saying_in_words_that_it_cannot_be_read_is_abstaining(words: str) -> None:
    assert judge("12.50", words, Kind.AMOUNT).verdict is Verdict.ABSTAINED
    assert judge("2024-03-05", words, Kind.DATE).errors == ("abstained",)
    assert judge("", words, Kind.AMOUNT).errors == ("abstained_rightly",)
    assert judge("12.50", words, Kind.AMOUNT, legibility=Legibility.ILLEGIBLE).errors == ("abstained_rightly",)
    assert judge(words, words, Kind.OTHER).verdict is Verdict.EXACT


@pytest.mark.parametrize("nothing", ["N/A", "null", "-", "--", "none"])
def test_a_placeholder_where_nothing_can_be_read_invents_nothing(nothing: str) -> None:
    assert judge("", nothing, Kind.AMOUNT).verdict is Verdict.LAYOUT_ONLY
    assert judge("12.50", nothing, Kind.AMOUNT, legibility=Legibility.ILLEGIBLE).verdict is Verdict.OMITTED


def test_a_reading_never_borrows_the_style_of_the_truth() -> None:
    german = judge("1.234", "1234", Kind.AMOUNT, truth_context=GERMAN, reading_context=ENGLISH)
    assert german.verdict is Verdict.LAYOUT_ONLY
    undecided = judge("1.234", "1,234", Kind.AMOUNT, truth_context=GERMAN)
    assert undecided.verdict is Verdict.AMBIGUOUS
    english = judge("1.234", "1,234", Kind.AMOUNT, truth_context=GERMAN, reading_context=ENGLISH)
    assert english.verdict is Verdict.LAYOUT_ONLY
    decimal = NumberContext(decimal_mark=".")
    swapped = judge("1.234 ", "$1.234", Kind.AMOUNT, truth_context=GERMAN, reading_context=decimal)
    assert (swapped.verdict, swapped.label) == (Verdict.MISMATCH, "separator_role_swapped")


def test_two_undecided_texts_with_the_same_marks_differ_only_in_notation() -> None:
    assert judge("1,234", "$1,234", Kind.AMOUNT).errors == ("currency_symbol_added",)
    assert judge("1,234", "$1,284", Kind.AMOUNT).label == "substitution"
    assert judge("05/03/2024", "5/3/2024", Kind.DATE).verdict is Verdict.LAYOUT_ONLY
    assert judge("05/03/2024", "03/05/2024", Kind.DATE).errors == ("date_order_unknown",)


@pytest.mark.parametrize(
    ("truth", "reading"),
    [("€12.50", "$12.50"), ("3.00 €", "3.00 £"), ("10%", "10"), ("1.5 kg", "1.5 g"), ("(4.80)", "4.80"), ("5‰", "5%")],
)
def test_equal_figures_that_mean_something_else_are_a_mismatch(truth: str, reading: str) -> None:
    kind = Kind.PERCENT if "%" in truth + reading else Kind.QUANTITY if "kg" in truth else Kind.AMOUNT
    assert judge(truth, reading, kind).verdict is Verdict.MISMATCH


@pytest.mark.parametrize(
    ("truth", "reading"),
    [
        ("103.25", "108.25"),
        ("1000.00", "100"),
        ("108.25", "8.25"),
        ("12,50", "1250"),
        ("000123", "123"),
        ("1O5", "105"),
        ("12.50", "12.5O"),
    ],
)
def test_what_lenient_scorers_accept_is_not_accepted_here(truth: str, reading: str) -> None:
    """SCORING section 6: each of these passes in some published scorer."""
    kind = Kind.IDENTIFIER if truth.startswith("000") else Kind.AMOUNT
    assert judge(truth, reading, kind).verdict in (Verdict.MISMATCH, Verdict.UNPARSABLE)


def test_a_wrong_check_digit_does_not_hide_the_wrong_character() -> None:
    judgement = judge("4006381333931", "4006381333937", Kind.IDENTIFIER)
    assert (judgement.verdict, judgement.errors) == (Verdict.MISMATCH, ("substitution",))
    assert judge("4006381333937", "400638 1333937", Kind.IDENTIFIER).verdict is Verdict.LAYOUT_ONLY


def test_an_undecided_truth_accuses_nobody() -> None:
    assert judge("1,234", "1234.00", Kind.AMOUNT).verdict is Verdict.AMBIGUOUS
    assert judge("1,234", "1284.00", Kind.AMOUNT).verdict is Verdict.MISMATCH


def test_seconds_that_are_zero_only_add_precision() -> None:
    assert judge("14:05", "14:05:00", Kind.TIME).verdict is Verdict.PRECISION_CHANGED
    for zone in ("Z", "+02:00", "+0530"):
        assert judge(f"14:05:00{zone}", f"14:05{zone}", Kind.TIME).verdict is Verdict.PRECISION_CHANGED
        assert judge(f"14:05:30{zone}", f"14:05{zone}", Kind.TIME).verdict is Verdict.MISMATCH
    assert judge("14:05:00.5", "14:05.5", Kind.TIME).verdict is not Verdict.PRECISION_CHANGED
    assert judge("14:05:00Z", "14:05", Kind.TIME).verdict is Verdict.MISMATCH
    assert judge("14:05", "14:05:30", Kind.TIME).verdict is Verdict.MISMATCH


@pytest.mark.parametrize("day", ["05.03.2024", "2024-03-05", "5 March 2024"])
def test_seconds_that_are_zero_only_add_precision_to_a_day_with_its_time_too(day: str) -> None:
    judgement = judge(f"{day} 14:30", f"{day} 14:30:00", Kind.DATE)
    assert judgement.verdict is Verdict.PRECISION_CHANGED
    assert explain(judgement) == f"The same time, but {day} 14:30:00 is read where {day} 14:30 is printed."
    assert judge(f"{day} 14:30", f"{day} 14:30:30", Kind.DATE).verdict is Verdict.MISMATCH
    assert judge(f"{day} 14:30", f"{day} 14:31:00", Kind.DATE).verdict is Verdict.MISMATCH
    assert judge(f"{day}", f"{day} 00:00:00", Kind.DATE).verdict is Verdict.MISMATCH


def test_a_negative_zero_is_zero() -> None:
    judgement = judge("-0.00", "0.00", Kind.AMOUNT)
    assert (judgement.verdict, judgement.errors) == (Verdict.LAYOUT_ONLY, ("sign_notation",))


def test_telephone_layout_and_card_masks_are_no_difference() -> None:
    assert judge("+1 (555) 010-0199", "15550100199", Kind.PHONE).errors == ("layout",)
    assert judge("****1234", "**** **** **** 1234", Kind.IDENTIFIER).verdict is Verdict.LAYOUT_ONLY
    assert judge("****1234", "**** **** **** 1284", Kind.IDENTIFIER).errors == ("substitution",)


def test_a_moved_mark_shows_no_wrong_digit() -> None:
    judgement = judge("150.00", "1.50", Kind.AMOUNT)
    assert judgement.alignment is not None
    assert [op.kind for op in judgement.alignment.differences] == [
        OpKind.INSERT,
        OpKind.DELETE,
        OpKind.DELETE,
        OpKind.DELETE,
    ]
    assert judgement.alignment.truth_text(judgement.alignment.differences[1]) == "."


@pytest.mark.parametrize(
    ("truth", "reading", "kind"),
    [
        ("14:03Num.", "14:03 Num.", Kind.TIME),
        ("05/03/2024", "05/ 03/2024", Kind.DATE),
        ("AMOUNT:$58.92", "AMOUNT: $58.92", Kind.AMOUNT),
    ],
)
def test_a_space_that_parts_no_two_digits_is_layout_even_in_a_text_without_a_value(
    truth: str, reading: str, kind: Kind
) -> None:
    assert judge(truth, reading, kind).verdict is Verdict.LAYOUT_ONLY


def test_a_space_that_parts_two_digits_of_a_date_is_no_layout() -> None:
    assert judge("12/30/2016", "1 2/30/2016", Kind.DATE).verdict is Verdict.UNPARSABLE


def test_a_minus_read_twice_leaves_the_sign_open() -> None:
    assert judge("-4,75", "--4,75", Kind.AMOUNT).errors == ("double_negation",)


@pytest.mark.parametrize("truth", ["1.00", "0", "1." + "0" * 400, "1,234"])
def test_a_number_of_hundreds_of_digits_is_judged_like_any_other(truth: str) -> None:
    assert judge(truth, "9" * 400, Kind.AMOUNT).verdict in (Verdict.MISMATCH, Verdict.UNPARSABLE)


def test_the_same_characters_are_read_by_each_page_s_own_order() -> None:
    american, german = NumberContext(locale="en-US"), NumberContext(locale="de")
    judgement = judge("03/05/2024", "03/05/2024", Kind.DATE, truth_context=american, reading_context=german)
    assert judgement.verdict is Verdict.EXACT
    assert judgement.reading is not None
    assert (judgement.truth.value, judgement.reading.value) == ("2024-03-05", "2024-05-03")
