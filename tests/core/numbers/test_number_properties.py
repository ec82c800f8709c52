"""What holds for every text: parse never raises, roles fit, and a printed number is read back in every style."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import NumberContext, Role, parse
from fidelity_app.core.numbers.reader import read_in_full
from fidelity_app.core.numbers.shaped_numbers import NumberShape

KINDS = st.sampled_from(list(Kind))
# Characters that numbers, dates and their wrappings are made of, and those that Python's own readers stumble over.
_SPICE = (
    "0123456789.,'\u2019 \u00a0-+()/%:*xX@$\u20ac\u00a3\u00a5\u5186Rsk\u0660\u0663\u066b\u066c\uff11\u00b2\u00bd\u2460"
    '\u4e00\u5343\u4e07|\\{}_"<>OlSB\u200f\u0e35'
)
TEXTS = st.one_of(st.text(max_size=40), st.text(alphabet=_SPICE, max_size=24))
CONTEXTS = st.builds(
    NumberContext,
    locale=st.sampled_from(["", "de", "en-US", "ja", "fa", "th", "zh-TW", "xx", "not a locale"]) | st.text(max_size=8),
    currency=st.sampled_from(["", "EUR", "JPY", "KWD", "nope"]) | st.text(max_size=4),
    unit=st.sampled_from(["", "kg", "EUR/l", "/"]),
    page_amounts=st.lists(TEXTS, max_size=3).map(tuple),
    decimal_mark=st.sampled_from(["", ".", ","]),
    date_order=st.sampled_from(["", "DMY", "MDY", "YMD", "?"]),
    calendar=st.sampled_from(["", "roc", "buddhist", "persian", "japanese", "hebrew"]),
)


@settings(max_examples=600, deadline=None)
@given(TEXTS, KINDS, CONTEXTS)
@example("\ud800", Kind.AMOUNT, NumberContext())
@example("9" * 5000, Kind.AMOUNT, NumberContext())
@example("1" * 5000 + "k", Kind.AMOUNT, NumberContext())
@example("\u4e5d" * 5000, Kind.AMOUNT, NumberContext())
@example("9" * 5000, Kind.DATE, NumberContext())
@example("0/0", Kind.QUANTITY, NumberContext())
@example("lines of a whole page " * 400, Kind.DATE, NumberContext())
@example("lines of a whole page " * 400, Kind.OTHER, NumberContext())
@example(" " * 9000 + "1" + " " * 9000, Kind.PHONE, NumberContext())
def test_parse_never_raises_and_is_consistent(text: str, kind: Kind, context: NumberContext) -> None:
    parsed = parse(text, kind, context)
    assert parsed.raw == text and parsed.kind is kind
    assert len(parsed.roles) == len(text) and all(isinstance(role, Role) for role in parsed.roles)
    if parsed.number is not None:
        assert Decimal(parsed.value) == parsed.number
    if parsed.value is None:
        assert parsed.flags, "a text without a value says why"
    if parsed.suggestion is not None:
        assert parsed.value is None
    assert json.dumps(parsed.value) is not None


@settings(max_examples=500, deadline=None)
@given(st.text(alphabet="0011259.,' -$\u20ackg%", max_size=12) | TEXTS, KINDS, CONTEXTS)
@example("1,234.56", Kind.AMOUNT, NumberContext())
@example("-0.00", Kind.AMOUNT, NumberContext())
@example("1.234", Kind.OTHER, NumberContext(page_amounts=("1,50",)))
@example(",50 %", Kind.PERCENT, NumberContext())
def test_reading_by_shape_is_reading_in_full(text: str, kind: Kind, context: NumberContext) -> None:
    parse(text, kind, context)
    assert parse(text, kind, context) == read_in_full(text, kind, context)


def test_plain_numbers_have_a_shape_and_others_have_none() -> None:
    for text in ("12.50", "1.234,56", "-7", "$1,234,567.8", "1,234", "0.05", ".99", "12,50 \u20ac", "-0.00", "007"):
        assert isinstance(parse(text, Kind.AMOUNT).shape, NumberShape)
    for text in ("99p", "1.5k", "2 x 3.00", "1O5", "(-5.00)", "\uff11\uff12.50"):
        assert parse(text, Kind.AMOUNT).shape is None


def test_one_shape_is_shared_by_texts_that_differ_in_their_digits_alone() -> None:
    shapes = [parse(text, Kind.AMOUNT).shape for text in ("$1,234.56", "$7,065.40", "$7.065,40", "$0.40", "$1.40")]
    assert shapes[0] is shapes[1]
    assert len({id(shape) for shape in shapes}) == 4


def test_a_page_that_settles_an_open_mark_is_asked_again() -> None:
    assert parse("1,234", Kind.AMOUNT).value is None
    assert parse("1,234", Kind.AMOUNT, NumberContext(decimal_mark=",")).value == "1.234"
    assert parse("1,234", Kind.AMOUNT, NumberContext(page_amounts=("7.50",))).value == "1234"


def _grouped(digits: str, sizes: tuple[int, int], mark: str) -> str:
    last, rest = sizes
    parts, left = [digits[-last:]], digits[:-last]
    while left and mark:
        parts.insert(0, left[-rest:])
        left = left[:-rest]
    return mark.join(parts) if mark else digits


_ZERO_OF_SCRIPT = {
    "latin": 0x30,
    "arabic": 0x660,
    "persian": 0x6F0,
    "devanagari": 0x966,
    "bengali": 0x9E6,
    "thai": 0xE50,
    "fullwidth": 0xFF10,
}
_MARKS = [
    (".", ""), (",", ""), (".", ","), (",", "."), (",", " "), (".", "'"),
    (",", "\u202f"), (",", "\u00a0"), (".", "\u2019"),
    ("\u066b", "\u066c"), (".", "_"), ("\uff0e", "\uff0c"),
]  # fmt: skip
_SIGNS = ["-{}", "\u2212{}", "- {}", "({})", "{}-", "{} CR", "\u25b3{}", "\u2013{}"]
_MONEY = [
    "{}",
    "\u20ac{}",
    "{} \u20ac",
    "$ {}",
    "{} z\u0142",
    "CHF {}",
    "{}\u00a0EUR",
    "US${}",
    "{}\u5143",
    "**{}**",
    "| {} |",
    "*{}*",
]


@settings(max_examples=600, deadline=None)
@given(
    st.integers(min_value=0, max_value=10**12) | st.integers(min_value=0, max_value=10**45),
    st.integers(min_value=0, max_value=99),
    st.sampled_from(_MARKS),
    st.sampled_from([(3, 3), (3, 2)]),
    st.sampled_from(sorted(_ZERO_OF_SCRIPT)),
    st.sampled_from(["{}", *_SIGNS]),
    st.sampled_from(_MONEY),
    st.booleans(),
)
def test_a_number_printed_in_any_style_is_read_back(
    whole: int,
    cents: int,
    marks: tuple[str, str],
    sizes: tuple[int, int],
    script: str,
    sign: str,
    money: str,
    sign_outside: bool,
) -> None:
    decimal_mark, group_mark = marks
    body = f"{_grouped(str(whole), sizes, group_mark)}{decimal_mark}{cents:02d}"
    zero = _ZERO_OF_SCRIPT[script]
    body = "".join(chr(zero + int(char)) if char in "0123456789" else char for char in body)
    wrapped_money = "*" in money or "|" in money
    text = money.format(sign.format(body)) if wrapped_money or not sign_outside else sign.format(money.format(body))
    wanted = Decimal(f"{whole}.{cents:02d}")
    parsed = parse(text, Kind.AMOUNT)
    assert parsed.number == (wanted.copy_negate() if sign != "{}" else wanted)
    assert parsed.fraction_digits == 2
    assert parsed.style.script == script
    assert sum(role is Role.DIGIT for role in parsed.roles) == len(str(whole)) + 2
    assert sum(role is Role.DECIMAL for role in parsed.roles) == 1


@pytest.mark.parametrize(
    "locale",
    [
        "en_US",
        "de_DE",
        "fr_FR",
        "de_CH",
        "en_IN",
        "hi_IN",
        "sv_SE",
        "pl_PL",
        "pt_BR",
        "ja_JP",
        "ar_EG",
        "fa_IR",
        "bn_BD",
        "vi_VN",
        "nl_NL",
        "tr_TR",
        "lv_LV",
        "es_ES",
        "da_DK",
        "he_IL",
    ],
)
@settings(max_examples=60, deadline=None)
@given(number=st.decimals(min_value=-(10**9), max_value=10**9, places=2))
def test_what_babel_prints_for_a_locale_is_read_back(locale: str, number: Decimal) -> None:
    from babel.numbers import format_decimal

    text = format_decimal(number, format="#,##0.00", locale=locale)
    assert parse(text, Kind.AMOUNT, NumberContext(locale=locale)).number == number


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(min_value=1, max_value=10**4), min_size=2, max_size=2),
    st.sampled_from([" x ", "x", " @ ", "\u00d7", " * "]),
)
def test_two_numbers_are_never_one(numbers: list[int], joint: str) -> None:
    text = joint.join(map(str, numbers))
    assert parse(text, Kind.OTHER).value == tuple(map(str, numbers))


def test_the_same_text_is_read_once() -> None:
    assert parse("5. March 2024", Kind.DATE) is parse("5. March 2024", Kind.DATE)
