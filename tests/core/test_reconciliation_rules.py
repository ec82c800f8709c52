"""Sums as papers of many countries make them: names, rates, charges, deposits, cash, and what one digit would mend."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.field_names import Place, fold_name, meaning
from fidelity_app.core.reconciliation import SumState, check, flips, repair_words, single_digit_repairs
from fidelity_app.core.reconciliation.cash import cash_step

D = Decimal
Texts = dict[str, str]


def values(texts: Texts) -> dict[str, Decimal | None]:
    return {key: D(text) for key, text in texts.items()}


def rows(*prices: str, name: str = "items", cell: str = "price") -> Texts:
    return {f"{name}[{row}].{cell}": price for row, price in enumerate(prices)}


def states(texts: Texts, currency: str = "EUR") -> dict[str, str]:
    return {one.family: one.state.value for one in check(values(texts), currency)}


HOLDING: dict[str, tuple[Texts, str]] = {
    "German names": ({"Zwischensumme": "80.00", "MwSt": "15.20", "Gesamtbetrag": "95.20"}, "total"),
    "camel case": ({"subTotal": "80.00", "salesTax": "6.40", "grandTotal": "86.40"}, "total"),
    "a tax that is inside": ({"subtotal": "95.20", "tax": "15.20", "total": "95.20"}, "total"),
    "two taxes": ({"subtotal": "100.00", "cgst": "9.00", "sgst": "9.00", "total": "118.00"}, "total"),
    "a tax and its parts": ({"subtotal": "100.00", "tax": "18.00", "cgst": "9.00", "total": "118.00"}, "total"),
    "several rates": (
        {"net": "130.00", **rows("19.00", "2.10", name="taxes", cell="amount"), "total": "151.10"},
        "tax",
    ),
    "rates that make the tax": ({"tax": "21.10", **rows("19.00", "2.10", name="taxes", cell="amount")}, "taxes"),
    "service on top": ({"subtotal": "87.30", "service_charge": "8.73", "gst": "6.72", "total": "102.75"}, "total"),
    "service inside": ({"subtotal": "87.30", "service": "7.94", "total": "87.30"}, "total"),
    "a printed rounding": ({"subtotal": "9.98", "rounding": "0.02", "total": "10.00"}, "total"),
    "a rounding printed for cash only": ({"subtotal": "9.98", "rounding": "0.02", "total": "9.98"}, "total"),
    "an allowance": ({"subtotal": "100.00", "allowance_total": "5.00", "tax": "18.05", "total": "113.05"}, "total"),
    "a credit note": (
        {"subtotal": "-7.90", "allowance_total": "-0.23", "tax": "-1.12", "grand_total": "-8.79"},
        "total",
    ),
    "a deposit on bottles": ({"subtotal": "10.00", "Pfand": "0.75", "total": "10.75"}, "total"),
    "an advance taken off": ({"total": "529.87", "prepaid_amount": "500.00", "amount_due": "29.87"}, "due"),
    "rows and tax without a subtotal": (rows("10.00", "5.00") | {"tax": "1.20", "total": "16.20"}, "lines"),
    "rows, tip and tax": (rows("10.00") | {"tax": "1.20", "tip": "2.00", "total": "13.20"}, "lines"),
    "given and given back": ({"cash": "50.00", "change": "21.10", "total": "28.90"}, "change"),
    "paid in two ways": ({"cash": "10.00", "card": "20.00", "change": "1.10", "total": "28.90"}, "change"),
    "paid by card with a tip": ({"card": "32.00", "tip": "3.10", "total": "28.90"}, "change"),
    "a list of payments": (rows("20.00", "8.90", name="payments", cell="amount") | {"total": "28.90"}, "change"),
    "a rate of the net": ({"net": "1091.50", "tax_rate": "15", "tax": "163.73"}, "rate"),
    "a rate in a list": ({"taxes[0].net": "100.00", "taxes[0].rate": "19", "taxes[0].amount": "19.00"}, "taxes[0]"),
    "the gross of a rate": (
        {"taxes[0].net": "100.00", "taxes[0].amount": "19.00", "taxes[0].gross": "119.00"},
        "taxes[0] gross",
    ),
}


@pytest.mark.parametrize(("texts", "family"), HOLDING.values(), ids=HOLDING)
def test_the_sum_is_found_and_holds(texts: Texts, family: str) -> None:
    assert states(texts)[family] == "holds"


@pytest.mark.parametrize(("texts", "family"), HOLDING.values(), ids=HOLDING)
def test_no_value_of_it_can_grow_a_hundredfold_unseen(texts: Texts, family: str) -> None:
    truth = check(values(texts), "EUR")
    (one,) = (one for one in truth if one.family == family)
    for key in one.keys:
        wrong = values(texts | {key: str(D(texts[key]) * 100 + 7)})
        assert next(flip for flip in flips(truth, wrong) if flip.truth.family == family).name == "holds_breaks"


CASH = [
    ("CHF", "12.37", "12.35", "12.34"),
    ("SEK", "99.60", "100.00", "100.40"),
    ("NOK", "99.40", "99.00", "98.70"),
    ("DKK", "99.30", "99.50", "99.45"),
    ("CZK", "99.40", "99", "98.50"),
    ("HUF", "1233", "1235", "1231"),
    ("MYR", "9.98", "10.00", "9.96"),
    ("INR", "355.95", "356.0", "356.05"),
]


@pytest.mark.parametrize(("currency", "made", "rounded", "neither"), CASH)
def test_a_payable_amount_is_rounded_to_the_coins_of_its_currency(
    currency: str, made: str, rounded: str, neither: str
) -> None:
    assert states({"subtotal": made, "total": rounded}, currency) == {"total": "holds"}
    assert states({"subtotal": made, "total": neither}, currency) == {"total": "breaks"}
    assert states({"subtotal": made, "total": rounded}, "USD") == {"total": "breaks"}


def test_a_subtotal_or_a_tax_is_never_rounded_to_coins() -> None:
    assert states(rows("12.37") | {"subtotal": "12.00"}, "SEK") == {"lines": "breaks"}
    assert states(rows("12.37") | {"total": "12.00"}, "SEK") == {"lines": "holds"}
    assert states({"net": "100.00", "tax_rate": "7.7", "tax": "8.00"}, "CHF") == {"rate": "breaks"}


def test_euros_are_rounded_only_where_cash_is_given() -> None:
    assert states({"cash": "20.00", "change": "7.65", "total": "12.37"}) == {"change": "holds"}
    assert states({"card": "12.35", "subtotal": "12.37", "total": "12.35"})["total"] == "breaks"


def test_what_holds_to_the_cent_is_not_held_to_coins() -> None:
    (one,) = check(values({"subtotal": "12.35", "total": "12.35"}), "CHF")
    assert one.cash_step == 0
    assert flips([one], values({"subtotal": "12.37", "total": "12.35"}))[0].name == "holds_breaks"


@pytest.mark.parametrize(
    ("currency", "step"),
    [("CHF", "0.05"), ("SEK", "1"), ("HUF", "5"), ("EUR", "0"), ("USD", "0"), ("XXX", "0"), ("", "0")],
)
def test_the_coins_are_those_in_use(currency: str, step: str) -> None:
    assert cash_step(currency) == D(step)


def test_two_names_of_one_thing_are_one_thing_only_in_their_place() -> None:
    assert meaning("Total", Place.PLAIN) == "total" and meaning("Total", Place.CELL) == "price"
    assert meaning("Kopā", Place.PLAIN) == meaning("GRAND-TOTAL", Place.PLAIN) == "total"
    assert meaning("total_eur", Place.PLAIN) == meaning("Total (CHF)", Place.PLAIN) == "total"
    assert meaning("eur", Place.PLAIN) == "eur" and meaning("totalxyz", Place.PLAIN) == "totalxyz"
    assert meaning("Serial No.", Place.PLAIN) == fold_name("serialno") == "serialno"


def test_the_digit_that_was_misread_is_among_the_hints_of_a_product_too() -> None:
    row = {"items[0].quantity": "3", "items[0].unit_price": "12.50", "items[0].price": "87.50"}
    (broken,) = check(values(row), "EUR")
    assert {(hint.key, str(hint.would_be)) for hint in single_digit_repairs(broken)} == {
        ("items[0].price", "37.50"),
        ("items[0].quantity", "7"),
    }
    assert repair_words(broken) == "one other digit would mend it: items[0].quantity 7, items[0].price 37.50"


def test_a_sum_that_holds_or_that_no_digit_mends_has_no_hint() -> None:
    (holds,) = check(values({"subtotal": "8.00", "total": "8.00"}), "EUR")
    (beyond,) = check(values({"subtotal": "8.00", "total": "19.99"}), "EUR")
    assert repair_words(holds) == repair_words(beyond) == ""
    (unknown,) = check({"subtotal": None, "total": D(8)}, "EUR")
    assert single_digit_repairs(unknown) == ()


def test_many_hints_are_counted() -> None:
    (broken,) = check(values(rows("1.00", "2.00", "3.00", "4.00") | {"total": "11.00"}), "EUR")
    assert repair_words(broken).endswith("items[2].price 4.00 or 2 others")


def test_a_rounded_sum_is_mended_within_its_tolerance() -> None:
    (broken,) = check(values({"subtotal": "10.00", "tax": "0.61", "total": "70.62"}), "EUR")
    assert ("total", D("10.62")) in {(hint.key, hint.would_be) for hint in single_digit_repairs(broken)}


cents = st.integers(1, 10**6).map(lambda n: D(n).scaleb(-2))


@given(st.lists(cents, min_size=1, max_size=6), st.data())
def test_a_hint_is_one_digit_apart_and_would_mend_the_sum(prices: list[Decimal], data: st.DataObject) -> None:
    found: dict[str, Decimal | None] = {f"items[{row}].price": price for row, price in enumerate(prices)}
    found["total"] = data.draw(cents)
    (one,) = check(found, "EUR")
    for hint in single_digit_repairs(one):
        before, after = f"{hint.value:.2f}", f"{hint.would_be:.2f}"
        assert len(before) == len(after) and sum(a != b for a, b in zip(before, after, strict=True)) == 1
        assert one.on(found | {hint.key: hint.would_be}).state is SumState.HOLDS


@given(st.lists(cents, min_size=1, max_size=4), cents, cents, st.booleans(), st.booleans())
def test_whatever_is_added_or_taken_off_the_total_that_is_made_holds(
    prices: list[Decimal], tax: Decimal, less: Decimal, has_tax: bool, has_discount: bool
) -> None:
    subtotal = sum(prices, D(0))
    found: dict[str, Decimal | None] = {f"items[{row}].price": price for row, price in enumerate(prices)}
    found["subtotal"] = subtotal
    if has_tax:
        found["tax"] = tax
    if has_discount:
        found["discount"] = less
    found["total"] = subtotal + tax * has_tax - less * has_discount
    assert {one.family: one.state for one in check(found, "EUR")} == {
        "lines": SumState.HOLDS,
        "total": SumState.HOLDS,
    }
