"""Measures: what counts, what stays in a denominator, and what is undefined rather than zero."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.asks import Outcome
from fidelity_app.core.digit_errors import digit_counts
from fidelity_app.core.documents import Kind, Legibility
from fidelity_app.core.metrics import (
    DIGITS,
    LABELS,
    Record,
    all_of_k,
    digit_table,
    discordant,
    f1,
    flip_counts,
    headline,
    magnitude,
    pass_k,
    power_of_ten,
    table_of,
)
from fidelity_app.core.reconciliation import check, flips
from fidelity_app.core.verdicts import Verdict, judge


def record(
    truth: str,
    reading: str | None,
    *,
    document: str = "d1",
    slot: str = "total",
    abstained: bool = False,
    legibility: Legibility = Legibility.CLEAR,
    repeat: int = 0,
) -> Record:
    judgement = judge(truth, reading, Kind.AMOUNT, abstained=abstained, legibility=legibility)
    return Record(document, slot, judgement, repeat=repeat, legibility=legibility)


def failed(document: str = "d1", slot: str = "total", repeat: int = 0) -> Record:
    return Record(document, slot, None, Outcome.INVALID_JSON, repeat=repeat)


def extra(reading: str, document: str = "d1") -> Record:
    return Record(document, f"+{reading}", judge("", reading, Kind.AMOUNT), is_extra=True)


def test_value_fidelity_is_the_share_of_printed_values_read_right() -> None:
    found = headline([record("28.90", "28.90"), record("28.90", "23.90", slot="b"), record("9.00", None, slot="c")])
    assert (found.recall.hits, found.recall.total) == (1, 3)
    assert (found.precision.hits, found.precision.total) == (1, 2)
    assert found.f1 == pytest.approx(2 * (1 / 2) * (1 / 3) / (1 / 2 + 1 / 3))


def test_one_wrong_answer_counts_once_against_precision_and_once_against_recall() -> None:
    """applicaai/kleister-charity issue 6: one right and one wrong of two slots is an F1 of one half."""
    assert headline([record("1.00", "1.00"), record("2.00", "3.00", slot="b")]).f1 == 0.5


def test_failed_trials_never_leave_a_denominator() -> None:
    found = headline([record("28.90", "28.90"), failed(slot="b"), failed("d2")])
    assert (found.recall.value, found.coverage.value) == (1 / 3, 1 / 3)
    assert (found.documents_right.hits, found.documents_right.total) == (0, 2)
    assert found.silent_errors.total == 3 and found.failures == {Outcome.INVALID_JSON: 2}


def test_a_failure_an_omission_and_an_abstention_are_not_silent_but_a_wrong_digit_is() -> None:
    found = headline(
        [
            failed(slot="a"),
            record("28.90", None, slot="b"),
            record("28.90", None, slot="c", abstained=True),
            record("28.90", "23.90", slot="d"),
            record("28.90", "2B.90", slot="e"),
        ]
    )
    assert (found.silent_errors.hits, found.silent_errors.total) == (2, 5)
    assert (found.omitted, found.abstained) == (1, 1)


def test_silent_errors_in_documents_that_look_sound_are_counted_apart() -> None:
    wrong = record("28.90", "23.90")
    found = headline([replace(wrong, document_holds=True), replace(wrong, slot="b")])
    assert (found.silent_errors.hits, found.silent_in_sound.hits) == (2, 1)


def test_ambiguous_slots_leave_numerator_and_denominator_and_are_counted() -> None:
    unclear = record("1.234", "1,234")
    assert unclear.verdict is Verdict.AMBIGUOUS
    found = headline([unclear, record("9.00", "9.00", slot="b")])
    assert (found.ambiguous, found.slots, found.recall.value) == (1, 1, 1.0)


def test_the_strict_measure_asks_for_fraction_digits_sign_and_currency_too() -> None:
    pairs = [("12.50", "12.5"), ("$12.50", "12.50"), ("(12.50)", "-12.50"), ("1,234.50", "1234.50")]
    found = headline([record(truth, reading, slot=truth) for truth, reading in pairs])
    assert found.recall.value == 1.0
    assert (found.strict.hits, found.strict.total) == (1, 4)


def test_digit_errors_are_counted_over_matched_pairs_only() -> None:
    found = headline([record("28.90", "23.90"), record("57763", None, slot="b"), failed(slot="c")])
    assert (found.digit_errors.hits, found.digit_errors.total) == (1, 4)


def test_a_document_is_right_when_every_slot_is_and_nothing_is_invented() -> None:
    right = [record("1.00", "1.00", document=name) for name in ("d1", "d2", "d3")]
    found = headline([*right, record("2.00", "3.00", document="d2", slot="b"), extra("7.00", "d3")])
    assert (found.documents_right.hits, found.documents_right.total) == (1, 3)
    assert found.invented == 1 and found.recall.total == 4
    assert (found.precision.hits, found.precision.total) == (3, 5)


def test_nothing_counted_is_undefined_and_not_zero() -> None:
    found = headline([])
    shares = (found.recall, found.precision, found.digit_errors, found.silent_errors, found.documents_right)
    assert [share.value for share in shares] == [None] * 5
    assert found.f1 is None and found.recall.interval(seed=1) is None


def test_abstaining_is_right_only_where_a_person_cannot_read_it_either() -> None:
    found = headline(
        [
            record("?", None, slot="a", abstained=True, legibility=Legibility.ILLEGIBLE),
            record("?", "5.00", slot="b", legibility=Legibility.ILLEGIBLE),
            record("28.90", None, slot="c", abstained=True),
        ]
    )
    assert (found.abstention_precision.value, found.abstention_recall.value) == (0.5, 0.5)
    assert found.recall.total == 1 and found.silent_errors.hits == 1


def test_intervals_are_drawn_by_document() -> None:
    records = [
        record("1.00", "1.00" if number else "2.00", document=f"d{number}", slot=f"s{slot}")
        for number in range(10)
        for slot in range(10)
    ]
    share = headline(records).recall
    clustered, naive = share.interval(seed=1), share.naive_interval
    assert clustered is not None and naive is not None
    assert clustered.high - clustered.low > naive.high - naive.low


def test_pass_k_asks_for_all_of_k_repeats() -> None:
    readings = {"d1": ["1.00", "1.00", "1.00"], "d2": ["1.00", "9.00", "1.00"]}
    records = [
        record("1.00", text, document=name, repeat=number)
        for name, texts in readings.items()
        for number, text in enumerate(texts)
    ]
    assert pass_k(records, 1) == pytest.approx((1 + 2 / 3) / 2)
    assert pass_k(records, 2) == pytest.approx((1 + 1 / 3) / 2)
    assert pass_k(records, 3) == pytest.approx(1 / 2)
    assert pass_k(records, 4) is None
    with pytest.raises(ValueError, match="one"):
        pass_k(records, 0)


def test_discordant_slots_are_those_that_only_one_model_has_right() -> None:
    first = [record("1.00", "1.00"), record("2.00", "2.00", slot="b"), failed(slot="c"), extra("5.00")]
    second = [record("1.00", "7.00"), record("2.00", "2.00", slot="b"), record("3.00", "3.00", slot="c")]
    assert discordant(first, second) == (1, 1)


def test_the_matrix_says_what_was_read_for_what_is_printed() -> None:
    table = digit_table(
        [record("28.90", "23.90"), record("28.90", "28,90", slot="b"), record("12.50", "1250", slot="c")]
    )
    assert ("8", "3", 1) in table.confused and ("decimal", "nothing", 1) in table.confused
    eight, three = LABELS.index("8"), LABELS.index("3")
    assert (table.matrix[eight][eight], table.matrix[eight][three]) == (1, 1)
    assert table.pairs == 3 and table.truth_digits == 12 and table.substitutions == 1


def test_the_table_of_classes_counts_printed_and_missed() -> None:
    rows = {row.name: row for row in digit_table([record("28.90", "23.90"), record("-8.00", "8.00", slot="b")]).classes}
    assert (rows["8"].count, rows["8"].missed, rows["8"].right_percent) == (2, 1, 50.0)
    assert (rows["sign"].count, rows["sign"].missed) == (1, 1)
    assert rows["7"].right_percent is None


@pytest.mark.parametrize(
    ("truth", "reading", "power"),
    [("28.90", "23.90", 0), ("28.90", "2890", 2), ("2890", "28.90", -2), ("-5.00", "50.00", 1), ("0", "5", None)],
)
def test_magnitude_is_the_nearest_power_of_ten(truth: str, reading: str, power: int | None) -> None:
    assert power_of_ten(Decimal(truth), Decimal(reading)) == power


def test_differences_are_summed_per_currency_exactly() -> None:
    found = magnitude(
        [
            record("€28.90", "€23.90"),
            record("€0.10", "€0.30", slot="b"),
            record("9.00", "8.00", slot="c"),
            record("9.00", "9.00", slot="d"),
        ],
        currency="MYR",
    )
    money = {row.currency: row for row in found.money}
    assert (money["EUR"].signed, money["EUR"].unsigned) == (Decimal("-4.80"), Decimal("5.20"))
    assert (money["EUR"].largest, money["EUR"].largest_slot) == (Decimal("-5.00"), "total")
    assert money["MYR"].count == 1 and found.powers == {0: 3}


def test_flips_are_counted_by_name() -> None:
    truth = {"items[0].price": Decimal("5.00"), "total": Decimal("5.00")}
    found = flip_counts(flips(check(truth, "USD"), {"items[0].price": Decimal("6.00"), "total": Decimal("5.00")}))
    assert (found.flipped, found.checkable, found.counts["holds_breaks"]) == (1, 1, 1)


def test_f1_of_nothing_right_is_zero_and_of_nothing_counted_undefined() -> None:
    assert f1(0.0, 0.0) == 0.0 and f1(None, 1.0) is None


texts = st.sampled_from(["1.00", "12.50", "28.90", "23.90", "1250", "", "12,50", "-1.00"])


@given(st.lists(st.tuples(st.sampled_from("abc"), texts, st.none() | texts, st.booleans(), st.booleans()), max_size=20))
def test_counts_add_up_whatever_is_read(rows: list[tuple[str, str, str | None, bool, bool]]) -> None:
    records = [
        failed(document, slot=str(index))
        if fails
        else record(truth, reading, document=document, slot=str(index), abstained=no)
        for index, (document, truth, reading, no, fails) in enumerate(rows)
    ]
    found = headline(records)
    assert found.slots + found.ambiguous == len(rows)
    assert sum(found.verdicts.values()) + sum(found.failures.values()) == len(rows)
    assert found.strict.hits <= found.recall.hits <= found.recall.total <= found.slots
    assert found.silent_in_sound.hits <= found.silent_errors.hits <= found.silent_errors.total
    assert found.documents == len({document for document, *_ in rows})


def _records(rows: list[tuple[str, str, str | None, bool, bool]]) -> list[Record]:
    return [
        failed(document, slot=str(index), repeat=index % 2)
        if fails
        else record(truth, reading, document=document, slot=str(index), abstained=no, repeat=index % 2)
        for index, (document, truth, reading, no, fails) in enumerate(rows)
    ]


row_lists = st.lists(
    st.tuples(st.sampled_from("abc"), texts, st.none() | texts, st.booleans(), st.booleans()), max_size=20
)


@given(row_lists, st.randoms(use_true_random=False))
def test_no_measure_depends_on_the_order_of_readings(rows: list, shuffler) -> None:
    records = _records(rows)
    mixed = list(records)
    shuffler.shuffle(mixed)
    assert headline(mixed) == headline(records)
    assert digit_table(mixed) == digit_table(records)
    assert magnitude(mixed, currency="EUR") == magnitude(records, currency="EUR")
    assert [pass_k(mixed, k) for k in (1, 2)] == [pass_k(records, k) for k in (1, 2)]


@given(row_lists, st.sampled_from("abcd"))
def test_one_more_failure_grows_every_denominator_and_no_numerator(rows: list, document: str) -> None:
    before = headline(_records(rows))
    after = headline([*_records(rows), failed(document, slot="late", repeat=7)])
    for name in ("recall", "strict", "silent_errors", "silent_in_sound", "coverage", "documents_right"):
        old, new = getattr(before, name), getattr(after, name)
        assert (new.hits, new.total) == (old.hits, old.total + 1), name
    assert (after.precision, after.digit_errors.hits) == (before.precision, before.digit_errors.hits)
    assert sum(after.failures.values()) == sum(before.failures.values()) + 1


@given(st.lists(st.tuples(st.sampled_from("abc"), texts.filter(bool)), min_size=1, max_size=20))
def test_all_exact_is_one_and_no_error(rows: list[tuple[str, str]]) -> None:
    records = [record(text, text, document=name, slot=str(at)) for at, (name, text) in enumerate(rows)]
    found = headline(records)
    ones = (found.recall, found.precision, found.strict, found.documents_right, found.coverage)
    assert [share.value for share in ones] == [1.0] * 5 and found.f1 == 1.0
    assert (found.digit_errors.value, found.silent_errors.value) == (0.0, 0.0)
    table = digit_table(records)
    assert table.confused == () and all(row.missed == 0 for row in table.classes)
    assert magnitude(records).powers == {}


@given(row_lists)
def test_the_rows_of_the_matrix_add_up_to_what_is_printed(rows: list) -> None:
    records = _records(rows)
    table = digit_table(records)
    counts = [digit_counts(item.judgement) for item in records if item.judgement is not None]
    assert sum(table.printed[:10]) == table.truth_digits == headline(records).digit_errors.total
    assert sum(table.printed) == sum(len(found.cells) for found in counts)
    by_name = {row.name: row.count for row in table.classes}
    assert [by_name[name] for name in (*DIGITS, "decimal", "sign")] == list(table.printed[:12])
    assert by_name["currency"] + by_name["percent"] <= table.printed[LABELS.index("symbol")]
    errors = table.substitutions + table.deletions + table.insertions + table.swaps
    assert errors == headline(records).digit_errors.hits


@given(row_lists)
def test_a_table_made_of_summed_right_cells_is_the_same_table(rows: list) -> None:
    records = _records(rows)
    counts = [digit_counts(item.judgement) for item in records if item.judgement is not None]
    right = [found for found in counts if found.matched and not found.confusions and not found.errors]
    wrong = [found for found in counts if found.matched and (found.confusions or found.errors)]
    cells = Counter((cell.truth, cell.reading) for found in right for cell in found.cells)
    assert table_of(wrong, right=cells, right_pairs=len(right)) == digit_table(records)


def test_neighbouring_faults_are_one_block() -> None:
    table = digit_table([record("46.00", "64.00"), record("1246.00", "1239.00", slot="b"), record("46.00", "39.00")])
    assert table.frequent_blocks == (("46", "39", 2), ("46", "64", 1))


def test_pass_k_weighs_documents_equally_when_some_were_asked_more_often() -> None:
    records = [record("1.00", "1.00", repeat=number) for number in range(3)]
    records += [record("1.00", "1.00" if number else "9.00", document="d2", repeat=number) for number in range(2)]
    share = all_of_k(headline(records).documents_right, 2)
    assert share.value == pass_k(records, 2) == (1 + 0) / 2
    assert all_of_k(headline(records).documents_right, 1).value == (1 + 1 / 2) / 2


def test_money_is_summed_to_the_last_digit_whatever_its_length() -> None:
    long, other = "1234567890123456789012345678901.10", "1234567890123456789012345678901.20"
    found = magnitude([record(long, other), record("5.00", "5.05", slot="b"), record(long, other, document="d2")])
    assert (found.money[0].signed, found.money[0].count) == (Decimal("0.25"), 3)


def test_amounts_without_a_sign_are_in_the_currency_of_their_document() -> None:
    found = magnitude(
        [record("9.00", "8.00"), record("9.00", "6.00", document="d2"), record("€9.00", "€7.00", document="d2")],
        currency={"d1": "MYR", "d2": "CHF"},
    )
    assert {row.currency: row.signed for row in found.money} == {"MYR": -1, "CHF": -3, "EUR": -2}


def test_what_has_no_size_has_no_magnitude() -> None:
    judged = judge("0012345", "0012346", Kind.IDENTIFIER)
    assert magnitude([Record("d1", "id", judged)]).powers == {}
