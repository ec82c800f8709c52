"""Sums: which hold, what a misread digit does to them, and which digit would mend them."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.reconciliation import SumState, check, flips, single_digit_repairs, still_holds

D = Decimal


def values(**texts: str | None) -> dict[str, Decimal | None]:
    return {key.replace("__", "."): None if text is None else D(text) for key, text in texts.items()}


def items(*prices: str) -> dict[str, Decimal | None]:
    return {f"items[{row}].price": D(price) for row, price in enumerate(prices)}


def states(found: dict[str, Decimal | None], currency: str = "USD") -> dict[str, str]:
    return {one.family: one.state.value for one in check(found, currency)}


@pytest.mark.parametrize(
    ("found", "rule"),
    [
        (values(subtotal="80.00", tax="6.40", total="86.40"), "subtotal + tax = total"),
        (values(subtotal="80.00", tax="6.40", tip="16.00", total="102.40"), "subtotal + tip + tax = total"),
        (values(subtotal="80.00", tax="6.40", tip="16.00", total="86.40"), "subtotal + tax = total"),
        (values(subtotal="123.32", discount="-8.44", tax="11.19", total="114.88"), "subtotal + discount = total"),
        (values(subtotal="100.00", discount="8.00", total="92.00"), "subtotal - discount = total"),
        (values(subtotal="299.97", tax="74.99", rounding="0.01", total="374.97"), "subtotal + rounding + tax = total"),
        (values(subtotal="2123.10", deposit="-800.00", total="1323.10"), "subtotal + deposit = total"),
    ],
)
def test_the_form_of_a_total_that_holds_is_found(found: dict[str, Decimal | None], rule: str) -> None:
    (one,) = check(found, "USD")
    assert one.state is SumState.HOLDS
    left, right = one.rule.split(" = ")
    assert (sorted(left.split()), right) == (sorted(rule.split(" = ")[0].split()), "total")


def test_net_and_tax_make_the_total() -> None:
    assert states(values(net="53.44", tax="10.69", total="64.13")) == {"tax": "holds"}
    assert states(values(net="-94.87", tax="-18.97", total="-113.84")) == {"tax": "holds"}


def test_lines_add_up_to_a_total_that_has_the_tax_inside() -> None:
    assert states(items("12.30", "8.40") | values(total="20.70", net="17.39", tax="3.31"))["lines"] == "holds"


def test_coupons_and_deposits_may_stand_among_the_lines() -> None:
    found = items("10.00", "5.00") | {"coupons[0].price": D("-2.00"), "deposits[0].price": D("0.25")}
    assert states(found | values(subtotal="13.25"))["lines"] == "holds"


def test_taxes_may_be_a_list() -> None:
    found = values(subtotal="1999", total="2174") | {"taxes[0].amount": D(97), "taxes[1].amount": D(78)}
    assert states(found, "JPY") == {"total": "holds"}


def test_a_row_is_quantity_times_unit_price_rounded_to_the_currency() -> None:
    row = {"items[0].quantity": D("38.536"), "items[0].unit_price": D("2.60"), "items[0].price": D("100.19")}
    assert states(row, "MYR") == {"items[0]": "holds"}
    assert states(row | {"items[0].price": D("106.19")}, "MYR") == {"items[0]": "breaks"}


def test_a_row_with_a_share_of_its_own_is_left_alone() -> None:
    row = {"items[0].quantity": D(1), "items[0].unit_price": D("2.50"), "items[0].price": D("1.00")}
    assert states(row | {"items[0].share": D(40)}) == {}


def test_what_is_given_back_closes_the_bill_with_either_sign() -> None:
    assert states(values(cash="30.00", change="-1.10", total="28.90")) == {"change": "holds"}
    assert states(values(cash="30.00", change="1.10", total="28.90")) == {"change": "holds"}


def test_the_tolerance_is_one_smallest_unit_of_the_currency() -> None:
    off = values(subtotal="10.00", tax="0.61", total="10.62")
    assert states(off, "USD") == {"total": "holds"}
    assert states(off | values(total="10.63"), "USD") == {"total": "breaks"}
    assert states(values(subtotal="1.000", tax="0.100", total="1.102"), "KWD") == {"total": "breaks"}
    assert states(values(subtotal="1000", tax="80", total="1082"), "JPY") == {"total": "breaks"}
    assert states(off, "") == {"total": "holds"}


def test_an_unknown_value_makes_a_sum_not_checkable_and_never_zero() -> None:
    assert states(values(subtotal="80.00", tax=None, total="86.40")) == {"total": "not_checkable"}
    assert states(values(subtotal=None, tax="6.40", total="86.40")) == {"total": "not_checkable"}


def test_nothing_to_add_is_no_sum() -> None:
    assert check(values(total="5.00"), "USD") == check({}, "") == ()


TRUTH = values(total="20.70") | items("12.30", "8.40")


def test_a_misread_8_breaks_the_sum() -> None:
    (flip,) = flips(check(TRUTH, "USD"), TRUTH | items("12.30", "3.40"))
    assert flip.name == "holds_breaks"
    assert flip.reading.difference == D("5.00")


def test_a_one_cent_misreading_may_hide_in_the_tolerance() -> None:
    truth = values(net="1091.50", tax="163.73", total="1255.23")
    (flip,) = flips(check(truth, "SAR"), truth | values(tax="163.72"))
    assert flip.name == "holds_holds"


def test_two_errors_that_cancel_look_sound() -> None:
    found = flips(check(TRUTH, "USD"), values(total="15.70") | items("12.30", "3.40"))
    assert still_holds(found)


def test_a_value_that_was_not_read_makes_the_flip_not_checkable() -> None:
    found = flips(check(TRUTH, "USD"), values(total="20.70"))
    assert [flip.name for flip in found] == ["not_checkable"] and not still_holds(found)


def test_a_reading_is_checked_by_the_truths_form_of_the_sum() -> None:
    truth = values(subtotal="80.00", tax="6.40", total="86.40")
    (flip,) = flips(check(truth, "USD"), truth | values(total="80.00"))
    assert flip.name == "holds_breaks"


def test_the_digit_that_would_mend_a_sum_is_named_but_not_changed() -> None:
    (broken,) = check(values(total="20.70") | items("12.30", "3.40"), "USD")
    assert ("items[1].price", D("3.40"), D("8.40")) in {
        (hint.key, hint.value, hint.would_be) for hint in single_digit_repairs(broken)
    }
    assert single_digit_repairs(check(TRUTH, "USD")[0]) == ()


cents = st.integers(0, 10**6).map(lambda n: D(n).scaleb(-2))


@given(st.lists(cents, min_size=1, max_size=9))
def test_lines_that_add_up_hold_whatever_they_are(prices: list[Decimal]) -> None:
    found: dict[str, Decimal | None] = {f"items[{row}].price": price for row, price in enumerate(prices)}
    assert states(found | {"total": sum(prices, D(0))}) == {"lines": "holds"}


@given(st.lists(cents, min_size=1, max_size=5), st.integers(0, 4), st.integers(1, 9), st.integers(0, 5))
def test_any_single_wrong_digit_breaks_the_sum_and_is_among_the_hints(
    prices: list[Decimal], which: int, step: int, place: int
) -> None:
    row = which % len(prices)
    text = f"{prices[row]:.2f}"
    index = place % len(text)
    if text[index] == ".":
        return
    wrong = D(text[:index] + str((int(text[index]) + step) % 10) + text[index + 1 :])
    found: dict[str, Decimal | None] = {f"items[{n}].price": price for n, price in enumerate(prices)}
    found |= {"total": sum(prices, D(0)), f"items[{row}].price": wrong}
    (one,) = check(found, "USD")
    if abs(wrong - prices[row]) <= D("0.01"):
        return
    assert one.state is SumState.BREAKS
    if len(f"{wrong:.2f}") == len(text):
        assert f"items[{row}].price" in {hint.key for hint in single_digit_repairs(one)}
