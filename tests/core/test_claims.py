"""Claims: what a model confirms, and what its prose asserts, against what is printed."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fidelity_app.core.asks import AskedField, Mode, Outcome, ParsedReply
from fidelity_app.core.claims import (
    Answered,
    Claim,
    Support,
    Verified,
    check_prose,
    claims_of,
    hallucination_rates,
    is_printed,
    neighbour,
    verified,
    verify_rates,
)
from fidelity_app.core.claims.prose import cut
from fidelity_app.core.documents import Field, Kind, Legibility
from fidelity_app.core.numbers import NumberContext
from fidelity_app.core.replies import CHAT, parse_reply
from fidelity_app.core.verdicts import Verdict, judge

AMOUNTS = st.integers(101, 9_999_999).map(lambda cents: f"{cents // 100}.{cents % 100:02d}")
SEEDS = st.integers(0, 2**32)
TRUE = Claim("f", "total", "28.90", True)
FALSE = Claim("f", "total", "23.90", False)


def field(
    text: str, kind: Kind = Kind.AMOUNT, key: str = "total", *, legibility: Legibility = Legibility.CLEAR
) -> Field:
    return Field(f"id-{key}", "doc", 0, key, kind, text, legibility=legibility)


def supports(prose: str, *fields: Field) -> list[tuple[str, str]]:
    return [(claim.text, claim.support.value) for claim in check_prose(prose, fields).claims]


# One-digit neighbours


@given(
    st.one_of(
        AMOUNTS.map(lambda text: (text, Kind.AMOUNT)),
        AMOUNTS.map(lambda text: (f"€ {text.replace('.', ',')}-", Kind.AMOUNT)),
        st.dates().map(lambda day: (day.isoformat(), Kind.DATE)),
        st.times().map(lambda time: (time.strftime("%H:%M"), Kind.TIME)),
        st.text(alphabet="0123456789", min_size=3, max_size=20).map(lambda text: (f"INV-{text}", Kind.IDENTIFIER)),
        st.integers(1, 99).map(lambda rate: (f"{rate} %", Kind.PERCENT)),
    ),
    SEEDS,
)
def test_a_neighbour_differs_in_one_digit_and_never_has_the_same_value(printed: tuple[str, Kind], seed: int) -> None:
    text, kind = printed
    claim = neighbour(text, kind, seed=seed, identity="f")
    if claim is None:
        assert kind in (Kind.DATE, Kind.TIME), "only a calendar can leave no neighbour"
        return
    changed = [(mine, theirs) for mine, theirs in zip(text, claim, strict=True) if mine != theirs]
    assert len(changed) == 1
    assert all(char.isdecimal() for char in changed[0])
    judgement = judge(text, claim, kind)
    assert judgement.verdict is Verdict.MISMATCH
    assert judgement.reading is not None
    assert judgement.truth.value != judgement.reading.value


@given(AMOUNTS, SEEDS)
def test_a_neighbour_is_always_the_same_for_a_seed_and_a_field(text: str, seed: int) -> None:
    made = {neighbour(text, Kind.AMOUNT, seed=seed, identity="f") for _ in range(3)}
    assert len(made) == 1


def test_seeds_and_fields_draw_different_neighbours() -> None:
    assert len({neighbour("1234.56", Kind.AMOUNT, seed=seed, identity="f") for seed in range(40)}) > 5
    assert len({neighbour("1234.56", Kind.AMOUNT, seed=0, identity=str(name)) for name in range(40)}) > 5


def test_a_neighbour_is_no_other_value_of_the_document() -> None:
    possible = {neighbour("8", Kind.QUANTITY, seed=seed, identity="f") for seed in range(60)}
    assert possible == {"3", "0", "6", "9"}
    left = {neighbour("8", Kind.QUANTITY, seed=seed, identity="f", avoid=("3.0", "0", "Six")) for seed in range(60)}
    assert left == {"6", "9"}
    assert neighbour("8", Kind.QUANTITY, seed=0, identity="f", avoid=("3", "0", "6", "9")) is None


def test_a_neighbour_keeps_the_script_of_its_digit() -> None:
    claim = neighbour("١٢٫٥٠", Kind.AMOUNT, seed=1, identity="f")
    assert claim is not None
    assert all("٠" <= char <= "٩" or char == "٫" for char in claim)


@pytest.mark.parametrize("text", ["FREE", "", "三百", "²"])
def test_a_text_without_decimal_digits_has_no_neighbour(text: str) -> None:
    assert neighbour(text, Kind.AMOUNT, seed=0, identity="f") is None


def test_a_neighbour_of_an_open_amount_is_false_under_both_readings() -> None:
    claim = neighbour("1.234", Kind.AMOUNT, seed=0, identity="f")
    assert claim is not None
    for context in (NumberContext(decimal_mark="."), NumberContext(decimal_mark=",")):
        judgement = judge("1.234", claim, Kind.AMOUNT, truth_context=context, reading_context=context)
        assert judgement.verdict is Verdict.MISMATCH


# Verify mode


def test_a_field_is_asked_as_printed_and_as_its_neighbour() -> None:
    true, false = claims_of(field("28.90"), seed=0)
    assert (true.text, true.is_true, true.key) == ("28.90", True, "total")
    assert (false.is_true, false.field_id) == (False, "id-total")
    assert false.text == neighbour("28.90", Kind.AMOUNT, seed=0, identity="id-total")


def test_what_nobody_can_read_or_nothing_prints_is_not_asked() -> None:
    assert claims_of(field(""), seed=0) == ()
    assert claims_of(field("28.90", legibility=Legibility.ILLEGIBLE), seed=0) == ()


def test_a_text_without_digits_is_only_asked_as_it_is() -> None:
    assert [claim.is_true for claim in claims_of(field("FREE"), seed=0)] == [True]


@given(SEEDS)
def test_the_false_claim_is_printed_nowhere_else(seed: int) -> None:
    fields = [field("8", key="a"), field("3", key="b"), field("0.00", key="c"), field("", key="d")]
    _, false = claims_of(fields[0], seed=seed, others=fields)
    assert false.text in {"6", "9"}


@pytest.mark.parametrize(
    ("claim", "reply", "outcome"),
    [
        (TRUE, '{"answer": "yes"}', Verified.CONFIRMED_RIGHT),
        (FALSE, '{"answer": "yes"}', Verified.CONFIRMED_WRONG),
        (TRUE, '{"answer": "no"}', Verified.REJECTED_RIGHT),
        (FALSE, '{"answer": "no"}', Verified.REJECTED_WRONG),
        (FALSE, '```json\n{"answer": "No"}\n```', Verified.REJECTED_WRONG),
        (FALSE, '{"answer": true}', Verified.CONFIRMED_WRONG),
        (TRUE, "Yes.", Verified.CONFIRMED_RIGHT),
        (TRUE, '{"answer": null}', Verified.ABSTAINED),
        (TRUE, '{"answer": "yes, but 28.60"}', Verified.FAILED),
        (TRUE, '{"answer": "28.90"}', Verified.FAILED),
        (TRUE, '{"answer": ["yes"]}', Verified.FAILED),
        (TRUE, '{"answer": "yes"} {"answer": "no"}', Verified.FAILED),
        (TRUE, "", Verified.FAILED),
    ],
)
def test_an_answer_counts_by_what_was_claimed(claim: Claim, reply: str, outcome: Verified) -> None:
    asked = [AskedField("total", Kind.AMOUNT)]
    assert verified(claim, parse_reply(CHAT, reply, Mode.VERIFY, asked)) is outcome


@given(st.text())
def test_no_reply_whatever_is_taken_for_a_confirmation(text: str) -> None:
    assume(text.strip().rstrip(".!").casefold() not in {"yes", "no", "true", "false"})
    reply = parse_reply(CHAT, text, Mode.VERIFY, [AskedField("total", Kind.AMOUNT)])
    assert verified(FALSE, reply) in (Verified.FAILED, Verified.ABSTAINED)


def test_a_refused_trial_is_a_failure() -> None:
    assert verified(TRUE, ParsedReply(Outcome.REFUSED, "refused", "", (), keyed=True)) is Verified.FAILED


def test_failures_and_abstentions_stay_below_the_line() -> None:
    answers = [
        Answered("a", TRUE, Verified.CONFIRMED_RIGHT),
        Answered("a", FALSE, Verified.CONFIRMED_WRONG),
        Answered("a", FALSE, Verified.FAILED),
        Answered("b", FALSE, Verified.ABSTAINED),
        Answered("b", FALSE, Verified.REJECTED_WRONG),
        Answered("b", TRUE, Verified.REJECTED_RIGHT),
        Answered("b", TRUE, Verified.UNDECIDED),
    ]
    rates = verify_rates(answers)
    assert (rates.false_confirmations.hits, rates.false_confirmations.total) == (1, 4)
    assert rates.false_confirmations.by_document == (("a", 1, 2), ("b", 0, 2))
    assert (rates.false_rejections.hits, rates.false_rejections.total) == (1, 2)
    assert (rates.right_answers.hits, rates.right_answers.total) == (2, 6)
    assert sum(rates.outcomes.values()) == 7
    assert rates.outcomes[Verified.UNDECIDED] == 1
    assert rates.outcomes[Verified.ABSTAINED] == 1


@given(AMOUNTS, SEEDS)
def test_what_a_run_claims_is_true_and_false_of_the_field_it_is_about(text: str, seed: int) -> None:
    true, false = claims_of(field(text), seed=seed)
    assert is_printed(true.text, [field(text)]) is True
    assert is_printed(false.text, [field(text)]) is False
    assert is_printed(false.text, [field(text), field(false.text)]) is True, "a page may print its total twice"
    assert is_printed(true.text, [field(false.text)]) is False, "mended truth turns a claim round"


@pytest.mark.parametrize("now", ["28,90", "28.9", "$28.90", ""])
def test_a_claim_is_left_open_by_the_same_value_in_another_notation(now: str) -> None:
    assert is_printed("28.90", [field(now)]) is None
    assert is_printed("28.90", []) is None


def test_rates_of_nothing_are_undefined() -> None:
    rates = verify_rates([])
    assert rates.false_confirmations.value is None
    assert hallucination_rates([]).per_claim.value is None


# Prose


@given(st.text(alphabet="0123456789.,-$€%() \nxXabkgAM:/#*'١²", max_size=60))
def test_every_digit_of_a_text_is_in_exactly_one_claim(prose: str) -> None:
    parts = cut(prose)
    spans = sorted([*((piece.start, piece.end) for piece in parts.pieces), *parts.numbering])
    assert all(first[1] <= second[0] for first, second in pairwise(spans))
    for place, char in enumerate(prose):
        if char.isdecimal():
            assert sum(start <= place < end for start, end in spans) == 1
    assert all(any(char.isdecimal() for char in prose[start:end]) for start, end in spans)


@pytest.mark.parametrize(
    ("prose", "claims"),
    [
        ("Total **$28.90**, tax (2.00).", ["$28.90", "(2.00)"]),
        ("It was paid (28.90 in cash) at 14:05.", ["28.90", "14:05"]),
        ("Dated 5 March 2024 at 2:05 PM", ["5 March 2024", "2:05 PM"]),
        ("on 05/03/2024, 3 x 2.50", ["05/03/2024", "3", "2.50"]),
        ("1 234,56 EUR and 1,5 kg or 99p", ["1 234,56 EUR", "1,5 kg", "99p"]),
        ("table 12 28.90", ["12", "28.90"]),
        ("INV-0012, A4", ["INV-0012", "A4"]),
        ("8 % of -12.50", ["8 %", "-12.50"]),
        ("10-20", ["10", "20"]),
        ("call 555-12345", ["555-12345"]),
        ("1.5k or 3.2 lakh", ["1.5k", "3.2 lakh"]),
        ("nothing at all", []),
    ],
)
def test_prose_is_cut_into_what_it_claims(prose: str, claims: list[str]) -> None:
    assert [prose[piece.start : piece.end] for piece in cut(prose).pieces] == claims


def test_the_numbers_of_a_list_claim_nothing() -> None:
    prose = "1. Coffee 3.50\n2. Bagel 25.40\nthe 2nd is dear"
    parts = cut(prose)
    assert [prose[piece.start : piece.end] for piece in parts.pieces] == ["3.50", "25.40"]
    assert [prose[start:end] for start, end in parts.numbering] == ["1", "2", "2nd"]


def test_a_lone_number_with_a_full_stop_is_a_claim() -> None:
    assert len(cut("28. \n").pieces) == 1
    assert len(cut("1. Coffee").pieces) == 1


def test_a_claim_is_found_as_printed_or_in_another_notation() -> None:
    total = field("1,234.50")
    assert supports("1,234.50 or 1234.50 or 1 234,5", total) == [
        ("1,234.50", "printed"),
        ("1234.50", "same_value"),
        ("1 234,5", "same_value"),
    ]


@pytest.mark.parametrize("said", ["23.90", "-28.90", "28.90 %", "£28.90", "2890", "289.0", "28.9O"])
def test_another_value_sign_currency_or_unit_is_hallucinated(said: str) -> None:
    report = check_prose(f"The total is {said} here", [field("$28.90")])
    assert [claim.support for claim in report.claims] == [Support.HALLUCINATED]
    assert report.hallucination_rate == 1.0
    assert report.claims[0].fields == ()


def test_a_sum_of_printed_amounts_is_hallucinated_and_named() -> None:
    fields = [field("26.90", key="a"), field("2.00", key="b")]
    context = NumberContext(page_amounts=("26.90", "2.00"))
    (claim,) = check_prose("together 28.90", fields, context=context).claims
    assert claim.support is Support.HALLUCINATED, "26.90 is one digit away, and a formula must not hide a wrong digit"
    assert (claim.near, claim.fault, claim.derivation) == (fields[0], "substitution", "26.90 + 2.00")
    assert "derived_sum" in claim.judgement.errors


def test_a_misread_code_names_the_code_that_it_resembles() -> None:
    fields = [field("80683", Kind.IDENTIFIER, "receipt_no"), field("8:53 PM", Kind.TIME, "time")]
    clock, number = check_prose("At 8:53 PM: receipt 80638.", fields).claims
    assert (clock.text, clock.support) == ("8:53 PM", Support.PRINTED)
    assert (number.support, number.near, number.fault) == (Support.HALLUCINATED, fields[0], "transposition")


def test_an_undecided_separator_accuses_nobody() -> None:
    report = check_prose("It says 1.234 or 1234.", [field("1,234"), field("7", key="n")])
    assert [claim.support for claim in report.claims] == [Support.UNDECIDED, Support.UNDECIDED]
    assert report.hallucination_rate is None
    assert hallucination_rates([("a", report)]).undecided == 2


def test_a_claim_names_every_field_that_prints_it() -> None:
    (claim,) = check_prose("28.90", [field("28.90", key="a"), field("28.9", key="b"), field("28.90", key="c")]).claims
    assert [one.key for one in claim.fields] == ["a", "c"]
    assert claim.judgement.verdict is Verdict.EXACT


@pytest.mark.parametrize(
    ("printed", "kind", "said"),
    [
        ("DE89 3704 0044 0532 0130 00", Kind.IDENTIFIER, "DE89370400440532013000"),
        ("(555) 123-4567", Kind.PHONE, "555 123 4567"),
        ("INV-0012", Kind.IDENTIFIER, "0012"),
        ("05.03.2024 14:05", Kind.DATE, "5 March 2024"),
        ("05.03.2024 14:05", Kind.DATE, "14:05"),
        ("05.03.2024", Kind.DATE, "2024"),
        ("3 x 2.50", Kind.OTHER, "2.50"),
        ("-12.50", Kind.AMOUNT, "(12.50)"),
        ("12.50", Kind.AMOUNT, "(12.50)"),
    ],
)
def test_codes_dates_and_lists_support_their_parts(printed: str, kind: Kind, said: str) -> None:
    assert [
        text
        for text, support in supports(f"It says {said}, I think", field(printed, kind))
        if support != "hallucinated"
    ] == [said]


@pytest.mark.parametrize(
    ("printed", "kind", "said"),
    [
        ("INV-0012", Kind.IDENTIFIER, "12"),
        ("INV-0012", Kind.IDENTIFIER, "INV-0013"),
        ("05.03.2024 14:05", Kind.DATE, "6 March 2024"),
        ("05.03.2024 14:05", Kind.DATE, "15:05"),
        ("3 x 2.50", Kind.OTHER, "4"),
        ("(555) 123-4567", Kind.PHONE, "(555) 123-4568"),
    ],
)
def test_codes_dates_and_lists_support_nothing_else(printed: str, kind: Kind, said: str) -> None:
    found = supports(f"It says {said}, I think", field(printed, kind))
    assert "hallucinated" in [support for _, support in found]


def test_an_illegible_or_blank_field_supports_nothing() -> None:
    fields = [field("28.90", legibility=Legibility.ILLEGIBLE), field("", key="tip")]
    assert supports("28.90", *fields) == [("28.90", "hallucinated")]


@given(st.lists(AMOUNTS, min_size=1, max_size=6, unique=True))
def test_repeating_what_is_printed_hallucinates_nothing(amounts: list[str]) -> None:
    fields = [field(text, key=f"k{index}") for index, text in enumerate(amounts)]
    prose = "I see " + ", ".join(f"**${text}**" if index % 2 else text for index, text in enumerate(amounts)) + "."
    report = check_prose(prose, fields)
    assert len(report.claims) == len(amounts)
    assert report.hallucination_rate == 0.0


@given(st.lists(AMOUNTS, min_size=2, max_size=5, unique=True), SEEDS)
def test_one_misread_digit_is_one_hallucination_at_its_place(amounts: list[str], seed: int) -> None:
    fields = [field(text, key=f"k{index}") for index, text in enumerate(amounts)]
    false = neighbour(amounts[0], Kind.AMOUNT, seed=seed, identity="f", avoid=amounts)
    assume(false is not None)
    prose = f"I see {false} and then {' and '.join(amounts[1:])}"
    report = check_prose(prose, fields)
    assert [claim.text for claim in report.hallucinated] == [false]
    assert report.hallucinated[0].start == len("I see ")


@given(st.text(max_size=80))
def test_no_prose_raises(prose: str) -> None:
    report = check_prose(
        prose, [field("28.90"), field("INV-12", Kind.IDENTIFIER, "id"), field("5.3.24", Kind.DATE, "d")]
    )
    assert all(report.claims[index].text == prose[c.start : c.end] for index, c in enumerate(report.claims))


def test_rates_are_per_claim_and_per_document() -> None:
    total = [field("28.90")]
    reports = [
        ("a", check_prose("28.90 and 23.90 and 20.90", total)),
        ("a", check_prose("28.90", total)),
        ("b", check_prose("no number", total)),
    ]
    rates = hallucination_rates(reports)
    assert rates.per_claim.by_document == (("a", 2, 4), ("b", 0, 0))
    assert rates.per_claim.value == 0.5
    assert rates.per_document.by_document == (("a", 1, 2), ("b", 0, 1))
    assert rates.per_document.value == pytest.approx(1 / 3)


def test_a_number_of_absurd_length_is_one_hallucination() -> None:
    report = check_prose("It is " + "9" * 400, [field("28.90"), field("3 x 2.50", Kind.OTHER, "n")])
    assert [claim.support for claim in report.claims] == [Support.HALLUCINATED]


def test_the_same_claim_said_again_is_counted_again() -> None:
    report = check_prose("28.90, 28.90 and 23.90, 23.90", [field("28.90")])
    assert (len(report.claims), len(report.hallucinated)) == (4, 2)
    assert len({claim.start for claim in report.claims}) == 4
