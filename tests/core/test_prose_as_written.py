"""Prose as models write it: derived numbers, denials, places of the text, LaTeX, tables, ranges, other scripts."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.claims import Support, check_prose
from fidelity_app.core.claims.latex import fold_latex
from fidelity_app.core.documents import Field, Kind

AMOUNTS = st.integers(101, 9_999_999).map(lambda cents: f"{cents // 100}.{cents % 100:02d}")


def field(text: str, kind: Kind = Kind.AMOUNT, key: str = "total") -> Field:
    return Field(f"id-{key}", "doc", 0, key, kind, text)


def supports(prose: str, *fields: Field) -> list[tuple[str, str]]:
    return [(claim.text, claim.support.value) for claim in check_prose(prose, fields).claims]


BILL = (
    field("2026-03-14", Kind.DATE, "date"),
    field("2", Kind.QUANTITY, "items[0].quantity"),
    field("3.50", key="items[0].price"),
    field("25.40", key="items[1].price"),
    field("28.90", key="subtotal"),
    field("5.49", key="tax"),
    field("$1,234.56", key="total"),
)


@pytest.mark.parametrize(
    ("said", "formula"),
    [
        ("with tax 34.39 in all", "28.90 + 5.49"),
        ("19.91 more", "25.40 − 5.49"),
        ("two coffees are 7.00", "2 × 3.50"),
        ("that is 12.1 % of it", "3.50 / 28.90"),
        ("on 14 March", "day of 2026-03-14"),
        ("on March 14", "day of 2026-03-14"),
    ],
)
def test_what_follows_from_printed_numbers_is_its_own_class_with_its_formula(said: str, formula: str) -> None:
    report = check_prose(said, BILL)
    assert [(claim.support, claim.derivation) for claim in report.claims] == [(Support.DERIVED, formula)]
    assert report.hallucination_rate is None, "it is neither found nor invented"


@pytest.mark.parametrize("said", ["34.40", "14 April", "12.4 %", "44", "7.000,00", "2027"])
def test_what_only_nearly_follows_is_not_derived(said: str) -> None:
    assert {claim.support for claim in check_prose(f"It says {said}.", (*BILL[:-1], field("$8", key="c"))).claims} == {
        Support.HALLUCINATED
    }


def test_rows_are_counted_only_where_a_number_counts_words() -> None:
    rows = [field(f"{n}.25", key=f"items[{n}].price") for n in (11, 22, 33)]
    assert supports("there are 3 items", *rows) == [("3", "derived")]
    assert supports("it costs 3", *rows) == [("3", "hallucinated")]
    assert supports("together 66.75", *rows) == [("66.75", "derived")]


@given(st.lists(AMOUNTS, min_size=2, max_size=8, unique=True), st.data())
def test_the_sum_of_any_two_amounts_is_printed_derived_or_one_fault_from_print(amounts: list[str], data) -> None:
    fields = [field(text, key=f"k{n}") for n, text in enumerate(amounts)]
    one, other = data.draw(st.permutations(amounts))[:2]
    (claim,) = check_prose(f"together {Decimal(one) + Decimal(other)}", fields).claims
    assert claim.support is not Support.HALLUCINATED or (claim.near is not None and claim.derivation)


@pytest.mark.parametrize(
    "said",
    [
        "not 12.50 but 28.90",
        "isn't 12.50",
        "28.90 instead of 12.50",
        "nicht 12.50, sondern 28.90",
        "28.90 statt **12.50**",
    ],
)
def test_a_number_that_the_text_takes_back_is_no_claim(said: str) -> None:
    found = dict(supports(said, *BILL))
    assert found.pop("12.50") == "denied"
    assert set(found.values()) <= {"printed"}


@pytest.mark.parametrize("said", ["page 2", "page 2 of 3", "Seite 2 von 3", "see line 4", "step 12", "página 7"])
def test_a_place_of_the_text_is_no_claim_but_a_restaurants_table_is(said: str) -> None:
    assert check_prose(said, BILL).claims == ()
    assert [claim.text for claim in check_prose("table 12, page 2.50", BILL).claims] == ["12", "2.50"]


@pytest.mark.parametrize(
    ("prose", "found"),
    [
        (r"$\$ 1{,}234.56$", [(r"\$ 1{,}234.56", "same_value")]),
        (r"$$\text{Total} = 28.90$$", [("28.90", "printed")]),
        (r"\(28.90\) and \[25.40\]", [("28.90", "printed"), ("25.40", "printed")]),
        (r"\$1,234.56", [(r"\$1,234.56", "printed")]),
        ("$1,234.56 and $28.90", [("$1,234.56", "printed"), ("$28.90", "same_value")]),
        ("| a | 3.50 |\n|---|---:|\n| b | **25.40** |", [("3.50", "printed"), ("25.40", "printed")]),
        ("between 3.50–25.40, i.e. 3,50", [("3.50", "printed"), ("25.40", "printed"), ("3,50", "same_value")]),
        ("৩.৫০ / ٢٨٫٩٠ / ２８.９０", [("৩.৫০", "same_value"), ("٢٨٫٩٠", "same_value"), ("２８.９０", "same_value")]),
        ("le 14 mars 2026, am 14.3.2026", [("14 mars 2026", "same_value"), ("14.3.2026", "same_value")]),
        ("tax 5.49 (19 %) or 8‰", [("5.49", "printed"), ("19 %", "derived"), ("8‰", "hallucinated")]),
        ("$(28.90), $ (28.90)", [("$(28.90)", "hallucinated"), ("$ (28.90)", "hallucinated")]),
        ("28.90kg, -28.90", [("28.90kg", "hallucinated"), ("-28.90", "hallucinated")]),
    ],
)
def test_prose_as_models_write_it_is_cut_and_found(prose: str, found: list[tuple[str, str]]) -> None:
    report = check_prose(prose, BILL)
    assert [(claim.text, claim.support.value) for claim in report.claims] == found
    assert all(prose[claim.start : claim.end] == claim.text for claim in report.claims)


def test_a_share_in_brackets_and_a_code_behind_its_number_sign_are_found() -> None:
    fields = (field("19 %", Kind.PERCENT, "rate"), field("INV-0012", Kind.IDENTIFIER, "number"))
    assert supports("tax (19 %) of #INV-0012", *fields) == [("19 %", "printed"), ("#INV-0012", "printed")]


@given(st.text(alphabet="$\\{},.()[] 0123456789ax~\n", max_size=40))
def test_folding_latex_keeps_every_digit_at_its_place(prose: str) -> None:
    plain, places = fold_latex(prose)
    assert len(plain) == len(places)
    digits = [(place, char) for place, char in enumerate(prose) if char.isdecimal()]
    assert [(places[at], char) for at, char in enumerate(plain) if char.isdecimal()] == digits
    assert all(prose[claim.start : claim.end] == claim.text for claim in check_prose(prose, BILL).claims)
