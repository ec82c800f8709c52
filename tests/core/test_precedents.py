"""A pair judged by precedent is judged as it would be in full: verdict, kinds and operations."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import NumberContext, parse
from fidelity_app.core.precedents import case_of
from fidelity_app.core.verdicts import Verdict, compared_in_full, judge

DIGITS = "001125669"
"""Few different digits, so that runs, zeros and turned figures are frequent."""

NUMBERS = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["", "", "$", "-", "Rp "]),
    st.from_regex(r"[0-9]{1,3}([.,' ][0-9]{3}){0,2}|[01256]{1,6}|0{1,3}", fullmatch=True),
    st.from_regex(r"([.,][01256]{1,3})?", fullmatch=True),
    st.sampled_from(["", "", " \u20ac", " EUR", " kg", "%"]),
)
IDENTIFIERS = st.from_regex(r"(INV-|A)?[01256]{2,6}([- ][0126]{2,4})?", fullmatch=True)
DATES = st.builds(
    str.format,
    st.sampled_from(["{0:02d}{3}{1:02d}{3}{2}", "{0}{3}{1}{3}{2}", "{2}{3}{1:02d}{3}{0:02d}", "{0:02d}{3}{1}{3}{2}"]),
    st.integers(1, 31),
    st.integers(1, 12),
    st.sampled_from([1899, 1900, 2000, 2099, 2100]) | st.integers(2010, 2029),
    st.sampled_from("./-"),
)
TIMES = st.from_regex(r"[0-2]?[0-9]:[0-5][0-9](:[0-5][0-9]|:00)?", fullmatch=True)
PHONES = st.from_regex(r"(\+49 )?\(?0[0126]{2}\)?[ /-]?[0126]{3,6}", fullmatch=True)
FIELDS = (
    st.tuples(NUMBERS, st.sampled_from([Kind.AMOUNT, Kind.QUANTITY, Kind.PERCENT]))
    | st.tuples(IDENTIFIERS, st.just(Kind.IDENTIFIER))
    | st.tuples(DATES, st.just(Kind.DATE))
    | st.tuples(TIMES, st.just(Kind.TIME))
    | st.tuples(PHONES, st.just(Kind.PHONE))
)
CONTEXTS = st.sampled_from(
    [
        NumberContext(),
        NumberContext(locale="de-DE"),
        NumberContext(currency="JPY"),
        NumberContext(page_amounts=("1,50",)),
    ]
)


@st.composite
def edits(draw: st.DrawFn) -> tuple[str, str, Kind]:
    """Return a field's truth, a reading with one fault anywhere in it, and its kind."""
    truth, kind = draw(FIELDS)
    at = draw(st.integers(0, len(truth) - 1))
    digit = draw(st.sampled_from(DIGITS))
    faults = {
        "misread": truth[:at] + digit + truth[at + 1 :],
        "dropped": truth[:at] + truth[at + 1 :],
        "inserted": truth[:at] + digit + truth[at:],
        "swapped": truth[:at] + truth[at : at + 2][::-1] + truth[at + 2 :],
        "restyled": truth.translate(str.maketrans(",.", ".,")),
        "ungrouped": truth.replace(",", "").replace("'", ""),
    }
    return truth, faults[draw(st.sampled_from(sorted(faults)))], kind


@settings(max_examples=500)
@given(edits(), CONTEXTS)
@example(("00 000", "0 000", Kind.IDENTIFIER), NumberContext())
@example(("02/15/2019", "02/10/2019", Kind.DATE), NumberContext())
@example(("12.3", "1,23.3", Kind.AMOUNT), NumberContext())
@example(("80,20", "80,200", Kind.AMOUNT), NumberContext())
@example(("07/07/2017", "07/01/2017", Kind.DATE), NumberContext())
@example(("1.10", "1.01", Kind.AMOUNT), NumberContext())
@example(("#4#0", "#4#", Kind.IDENTIFIER), NumberContext())
@example(("14:05:00", "14:05:10", Kind.TIME), NumberContext())
@example(("10", "00", Kind.QUANTITY), NumberContext())
@example(("605.47", "005.47", Kind.AMOUNT), NumberContext())
@example(("06/01/2025", "06/012025", Kind.DATE), NumberContext())
@example(("05/06/2025", "05/05/2025", Kind.DATE), NumberContext())
def test_a_precedent_decides_as_all_rules_would(pair: tuple[str, str, Kind], context: NumberContext) -> None:
    truth, reading, kind = pair
    mine, theirs = parse(truth, kind, context), parse(reading, kind, context)
    if truth.strip() == reading.strip() or case_of(mine, theirs) is None or "absent" in theirs.flags:
        return
    judged = judge(truth, reading, kind, truth_context=context, reading_context=context)
    assert judged == compared_in_full(mine, theirs)


def test_pairs_of_one_case_differ_in_their_digits_alone() -> None:
    first = case_of(parse("$1,234.50", Kind.AMOUNT), parse("$1,284.50", Kind.AMOUNT))
    assert first == case_of(parse("$7,065.25", Kind.AMOUNT), parse("$7,095.25", Kind.AMOUNT))
    assert first != case_of(parse("$1,234.50", Kind.AMOUNT), parse("$1,235.50", Kind.AMOUNT))


def test_the_second_pair_of_a_case_keeps_its_own_texts_and_values() -> None:
    judge("61.50", "61.70", Kind.AMOUNT)
    judged = judge("83.20", "83.90", Kind.AMOUNT)
    assert (judged.verdict, judged.errors) == (Verdict.MISMATCH, ("substitution",))
    assert (judged.truth.value, judged.reading and judged.reading.value) == ("83.20", "83.90")
    assert judged.alignment and judged.alignment.reading_text(judged.alignment.differences[0]) == "9"


def test_a_digit_of_a_run_is_another_case_than_a_digit_alone() -> None:
    assert judge("57763", "5763", Kind.AMOUNT).errors != judge("57863", "5763", Kind.AMOUNT).errors


def test_two_faults_have_no_precedent() -> None:
    assert case_of(parse("12.50", Kind.AMOUNT), parse("13.60", Kind.AMOUNT)) is None
    assert case_of(parse("12:50", Kind.TIME), parse("13:51", Kind.TIME)) is None


def test_a_day_that_meets_the_month_is_another_case_than_one_that_does_not() -> None:
    pairs = [("05/06/2025", "05/05/2025"), ("05/07/2025", "05/08/2025"), ("02/07/2025", "02/08/2025")]
    cases = [case_of(*(parse(text, Kind.DATE) for text in pair)) for pair in pairs]
    assert cases[0] != cases[1] == cases[2]


def test_a_time_that_loses_its_full_minute_is_another_case_than_one_that_had_none() -> None:
    cases = [
        case_of(parse(f"14:05:{truth}", Kind.TIME), parse(f"14:05:{reading}", Kind.TIME))
        for truth, reading in (("00", "10"), ("20", "30"), ("40", "50"))
    ]
    assert cases[0] != cases[1] == cases[2]
