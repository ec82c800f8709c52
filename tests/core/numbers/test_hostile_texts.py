"""Whatever a text holds, a value never drops, adds or changes a digit, and no letter inside a number is read over."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import NumberContext, parse
from fidelity_app.core.numbers.folding import fold
from fidelity_app.core.numbers.numerals import NUMERAL_CHARS
from fidelity_app.core.numbers.units import MULTIPLIERS

_NUMERIC = st.sampled_from([Kind.AMOUNT, Kind.QUANTITY, Kind.PERCENT])
_PAGES = st.sampled_from(
    [
        NumberContext(),
        NumberContext(locale="de"),
        NumberContext(locale="es-HN"),
        NumberContext(currency="JPY"),
        NumberContext(currency="KWD"),
        NumberContext(currency="GTQ"),
        NumberContext(page_amounts=("1.234,56",)),
        NumberContext(unit="kg"),
    ]
)
_CHARS = st.sampled_from(
    "0123456789012345678901234567890123456789.,.,' -+()/%:*x@$\u20ac\u00a3\u00a5Rsk|OlISBZGTqgobDQ&!iCRHKMA\u2013\u2212"
    '<>[]{}#_`~^=;"\\\u5186\u0660\u0663\u066b\u066c\uff11\uff0c\u00a0\u202f\u200f\u200b\u00ad\u041e\u0417\u53e3\u30d5\u7a0e'
)
_WORDS = """
CR DR kg EUR USD Rs. Rp kr Mio. k lakh Total x @ /- ,- .- &euro; &nbsp; \\$ \\, {,} ** <b> </b> <br> minus CHF p ct
SUBTOTAL TAX: 10% \\quad for of to 12.50 1.234 1,234 99 00
"""
_PIECES = st.sampled_from(_WORDS.split())
_TEXTS = st.lists(_CHARS | _PIECES, min_size=1, max_size=9).map("".join)


def _digits(text: str) -> str:
    return "".join(char for char in fold(text).text if "0" <= char <= "9")


def _holds_other_numerals(text: str) -> bool:
    """Say whether a text holds what is no digit but becomes one in a value: fractions, circled digits, words."""
    return any(char in NUMERAL_CHARS or unicodedata.category(char) == "No" for char in text)


@settings(max_examples=1200, deadline=None)
@given(_TEXTS, _NUMERIC, _PAGES)
@example("4\u202f<s0]T>", Kind.AMOUNT, NumberContext())
@example("2x5O", Kind.AMOUNT, NumberContext())
@example("0x1F", Kind.AMOUNT, NumberContext())
@example("12<sup>50</sup>", Kind.AMOUNT, NumberContext())
@example("\u00a30.99p", Kind.AMOUNT, NumberContext())
@example("0.395 kg x 1.99/100g", Kind.AMOUNT, NumberContext())
def test_the_digits_of_a_value_are_those_of_its_text(text: str, kind: Kind, page: NumberContext) -> None:
    parsed = parse(text, kind, page)
    if parsed.value is None or "fraction" in parsed.flags or _holds_other_numerals(text):
        return
    if isinstance(parsed.value, tuple):
        read = "".join(_digits(value) for value in parsed.value)
        assert read.replace("0", "") == _digits(text).replace("0", "")  # zeros: .50 is 0.50, 5,- is 5.00
        return
    read, written = _digits(parsed.value).lstrip("0"), _digits(text).lstrip("0")
    scaled = any(word in fold(text).text for word in MULTIPLIERS)
    assert read.rstrip("0") == written.rstrip("0")
    assert scaled or len(read) >= len(written)


@settings(max_examples=800, deadline=None)
@given(
    number=st.sampled_from(["12.50", "1,234.56", "\u20ac12.50", "12 345,00", "125", "(12.50)", "1.234", "12.50 kg"]),
    place=st.integers(0, 12),
    letter=st.characters(categories=["Lu", "Ll", "Lo", "Lt"]),
    over=st.booleans(),
    page=_PAGES,
)
@example(number="9908", place=1, letter="R", over=True, page=NumberContext())
@example(number="125", place=1, letter="\u5341", over=True, page=NumberContext())
@example(number="1250", place=1, letter="\u4e01", over=True, page=NumberContext())
def test_a_letter_inside_a_number_leaves_it_without_a_value(
    number: str, place: int, letter: str, over: bool, page: NumberContext
) -> None:
    text = number[:place] + letter + number[place + over :]
    inside = re.search(rf"[0-9][.,]?{re.escape(letter)}[.,]?[0-9]", text)
    if inside and fold(letter).text == letter and letter not in NUMERAL_CHARS:
        parsed = parse(text, Kind.AMOUNT, page)
        assert not isinstance(parsed.value, str)


@pytest.mark.parametrize("text", ["2X5.00", "2x5.00"])
def test_only_the_times_sign_may_stand_between_digits_as_a_letter(text: str) -> None:
    assert parse(text, Kind.AMOUNT).value == ("2", "5.00")


@settings(max_examples=500, deadline=None)
@given(_TEXTS, _PAGES)
def test_a_negative_value_needs_a_sign_that_is_printed(text: str, page: NumberContext) -> None:
    number = parse(text, Kind.AMOUNT, page).number
    if number is not None and number < 0:
        assert re.search(r"[-()\u25b3]|CR|C.{0,4}R|minus| S", fold(text).text)
