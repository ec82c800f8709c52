"""A page's own sums decide its open amounts, and nothing else does: no guess, no borrowed style."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.asks import ReadItem
from fidelity_app.core.claims import Support, check_prose
from fidelity_app.core.documents import Field, Kind
from fidelity_app.core.numbers import NumberContext, Parsed, Role, parse
from fidelity_app.core.reconciliation import SumState, check
from fidelity_app.core.settling import decimal_mark_by_sum, open_mark, proven, proven_by_reply, unproven
from fidelity_app.core.verdicts import Verdict, judge


def page(**texts: str) -> dict[str, Parsed]:
    keys = {name: name.replace("__", "].").replace("_at_", "[") for name in texts}
    return {keys[name]: parse(text, _kind(keys[name])) for name, text in texts.items()}


def _kind(key: str) -> Kind:
    return Kind.QUANTITY if key.endswith("quantity") else Kind.AMOUNT


def settle(printed: dict[str, Parsed], currency: str = "") -> dict[str, Parsed]:
    """Read the open amounts of a page once more, by the mark that its sums prove, and return those that it settles."""
    fields = [Field(key, "d", 0, key, one.kind, one.raw) for key, one in printed.items()]
    context = proven(NumberContext(currency=currency), fields)
    again = {key: parse(one.raw, one.kind, context) for key, one in printed.items() if one.value is None}
    return {key: one for key, one in again.items() if one.value is not None}


def values(settled: dict[str, Parsed]) -> dict[str, str | tuple[str, ...] | None]:
    return {key: parsed.value for key, parsed in settled.items()}


def test_grouping_is_taken_where_only_it_adds_up() -> None:
    settled = settle(page(subtotal="8.500", tax="950", total="9.450"), "")
    assert values(settled) == {"subtotal": "8500", "total": "9450"}


def test_decimals_are_taken_where_only_they_add_up() -> None:
    settled = settle(page(subtotal="8.500", tax="0.95", total="9.450"), "")
    assert values(settled) == {"subtotal": "8.500", "total": "9.450"}


def test_what_is_settled_says_so_and_is_read_through() -> None:
    total = settle(page(subtotal="8.500", tax="950", total="€ 9.450"), "")["total"]
    assert total.decided_by == "decided by sum"
    assert (total.number, total.fraction_digits, total.alternatives) == (Decimal(9450), 0, ())
    assert "ambiguous" not in total.flags
    assert (total.style.group_mark, total.style.decimal_mark) == (".", "")
    assert [char for char, role in zip(total.raw, total.roles, strict=True) if role is Role.GROUP] == ["."]
    assert total.raw == "€ 9.450"


def test_a_settled_decimal_keeps_its_mark_and_its_places() -> None:
    total = settle(page(subtotal="8,500", tax="0,95", total="9,450"), "")["total"]
    assert (total.style.decimal_mark, total.style.group_mark, total.fraction_digits) == (",", "", 3)
    assert total.roles[1] is Role.DECIMAL


def test_a_point_and_a_comma_of_one_page_never_mean_the_same() -> None:
    settled = settle(page(subtotal="1.500", tax="0,250", total="1.500,25"), "")
    assert settled["subtotal"].value == "1500"
    mixed = page(subtotal="1,500", tax="1.250", total="1501.25")
    assert values(settle(mixed, "")) == {"subtotal": "1500", "tax": "1.250"}


def test_when_both_readings_add_up_nothing_is_settled() -> None:
    assert settle(page(subtotal="8.500", tax="1.000", total="9.500"), "") == {}


def test_a_sum_that_holds_only_by_its_tolerance_proves_nothing() -> None:
    (one,) = check({"subtotal": Decimal(8500), "tax": Decimal(950), "total": Decimal(9451)}, "")
    assert one.state is SumState.HOLDS
    assert settle(page(subtotal="8.500", tax="950", total="9.451")) == {}


def test_a_page_has_one_decimal_mark_so_what_stands_outside_the_sum_is_read_by_it_too() -> None:
    settled = settle(page(subtotal="8.500", tax="950", total="9.450", voucher="1.234", other="7,125"), "")
    assert values(settled) == {"subtotal": "8500", "total": "9450", "voucher": "1234", "other": "7.125"}


def test_what_an_earlier_rule_decides_is_not_overruled_by_a_sum() -> None:
    said = {"decimal_mark": "the page's decimal mark is stated (.)", "locale": "the locale en"}
    for rule, words in said.items():
        context = NumberContext(**{rule: {"decimal_mark": ".", "locale": "en"}[rule]}, mark_by_sum=",")
        assert (parse("1.234", Kind.AMOUNT, context).value, parse("1.234", Kind.AMOUNT, context).decided_by) == (
            "1.234",
            words,
        )
    by_page = parse("1.234", Kind.AMOUNT, NumberContext(page_amounts=("12.50",), mark_by_sum=","))
    assert by_page.decided_by == "the same page prints 12.50"
    weight = parse("1.234", Kind.QUANTITY, NumberContext(mark_by_sum=","))
    assert weight.value == "1.234"


def test_a_misread_part_keeps_the_sum_from_deciding() -> None:
    assert settle(page(subtotal="8.500", tax="95O", total="9.450"), "") == {}


def test_a_page_without_open_amounts_has_nothing_to_settle() -> None:
    assert settle(page(subtotal="8.50", tax="0.95", total="9.45"), "") == {}
    assert decimal_mark_by_sum(page(subtotal="8.50", tax="0.95", total="9.45"), "") == ""


def test_lines_settle_as_well_as_totals() -> None:
    settled = settle(page(items_at_0__price="8.500", items_at_1__price="950", total="9.450"), "")
    assert values(settled) == {"items[0].price": "8500", "total": "9450"}


def test_a_product_may_be_printed_rounded() -> None:
    row = page(items_at_0__quantity="3", items_at_0__unit_price="1.333", items_at_0__price="4.00")
    assert values(settle(row, "EUR")) == {"items[0].unit_price": "1.333"}


def test_sums_that_contradict_each_other_settle_nothing() -> None:
    grouped = page(items_at_0__price="8.500", items_at_1__price="950", subtotal="9.450", tax="1", total="10.45")
    assert settle(grouped, "") == {}


def test_the_mark_that_the_sums_prove_is_named() -> None:
    assert decimal_mark_by_sum(page(subtotal="8.500", tax="950", total="9.450"), "") == ","
    assert decimal_mark_by_sum(page(subtotal="8.500", tax="0.95", total="9.450"), "") == "."


@pytest.mark.parametrize("text", ["8.50", "", "7 00", "1.234.567", "(-5.00)", "twelve", "1.234 x 2"])
def test_only_a_number_with_one_undecided_mark_is_open(text: str) -> None:
    assert open_mark(parse(text, Kind.AMOUNT)) == ""


@pytest.mark.parametrize(("text", "mark"), [("1.234", "."), ("1,234", ","), ("-1，234", ","), ("$ 1,234", ",")])
def test_the_open_mark_is_named_as_on_a_keyboard(text: str, mark: str) -> None:
    assert open_mark(parse(text, Kind.AMOUNT)) == mark


@given(st.integers(1, 999), st.integers(0, 999), st.integers(1, 999))
def test_a_grouped_page_is_never_read_as_decimals(high: int, low: int, small: int) -> None:
    total = high * 1000 + low + small
    printed = page(subtotal=f"{high}.{low:03d}", tax=str(small), total=f"{total:,}".replace(",", "."))
    settled = settle(printed, "")
    assert {key: parsed.number for key, parsed in settled.items()}.items() <= {
        "subtotal": Decimal(high * 1000 + low),
        "total": Decimal(total),
    }.items()
    assert "subtotal" in settled or "subtotal" not in {key for key, one in printed.items() if open_mark(one)}


@given(st.lists(st.sampled_from(["1.234", "1,234", "12.50", "950", "abc", "", "0.000"]), min_size=3, max_size=3))
def test_settling_only_ever_picks_one_of_the_well_formed_readings(texts: list[str]) -> None:
    printed = page(**dict(zip(("subtotal", "tax", "total"), texts, strict=True)))
    for key, parsed in settle(printed, "").items():
        assert printed[key].value is None
        assert parsed.value in printed[key].alternatives
        assert parsed.raw == printed[key].raw


FIELDS = [
    Field("1", "d", 0, "subtotal", Kind.AMOUNT, "8.500"),
    Field("2", "d", 0, "tax", Kind.AMOUNT, "950"),
    Field("3", "d", 0, "total", Kind.AMOUNT, "9.450"),
    Field("4", "d", 0, "date", Kind.DATE, "03.04.2024"),
    Field("5", "d", 0, "tip", Kind.AMOUNT, ""),
]
KINDS = {field.key: field.kind for field in FIELDS}


def test_a_document_whose_sums_prove_a_mark_is_read_by_it() -> None:
    context = proven(NumberContext(), FIELDS)
    assert context == NumberContext(mark_by_sum=",")
    assert parse("9.450", Kind.AMOUNT, context).value == "9450"
    assert proven(context, FIELDS[:2]) == NumberContext(), "a proof does not outlive its page"


def test_a_mark_that_is_stated_needs_no_proof() -> None:
    stated = NumberContext(decimal_mark=".")
    assert proven(stated, FIELDS) == stated


def test_a_document_that_proves_nothing_keeps_its_context() -> None:
    assert proven(NumberContext(locale="de"), FIELDS[:2]) == NumberContext(locale="de")


def test_a_reply_is_read_by_what_it_proves_itself() -> None:
    items = [ReadItem("8.500", "subtotal"), ReadItem("0.95", "tax"), ReadItem("9.450", "total")]
    context = proven_by_reply(NumberContext(decimal_mark=",", locale=""), items, KINDS)
    assert context == NumberContext(mark_by_sum=".")


def test_a_reply_that_proves_nothing_never_borrows_the_mark_of_the_truth() -> None:
    items = [ReadItem("9.450", "total"), ReadItem(None, "subtotal"), ReadItem("8.500", "unasked"), ReadItem("950")]
    truth = proven(NumberContext(), FIELDS)
    reading = proven_by_reply(truth, items, KINDS)
    assert (truth.mark_by_sum, reading.mark_by_sum) == (",", "")
    assert parse("9.450", Kind.AMOUNT, reading).value is None
    assert unproven(NumberContext(decimal_mark=".", mark_by_sum=",", locale="de")) == NumberContext(locale="de")


def test_prose_about_a_page_does_not_borrow_what_the_page_proves() -> None:
    (claim,) = check_prose("It comes to 9,450 in all.", FIELDS, context=proven(NumberContext(), FIELDS)).claims
    assert (claim.text, claim.support) == ("9,450", Support.UNDECIDED)


def test_a_total_settled_by_its_sum_is_no_longer_ambiguous() -> None:
    def judged(truth: NumberContext) -> Verdict:
        return judge("9.450", "9450", Kind.AMOUNT, truth_context=truth).verdict

    assert judged(NumberContext()) is Verdict.AMBIGUOUS
    assert judged(proven(NumberContext(), FIELDS)) is Verdict.LAYOUT_ONLY
