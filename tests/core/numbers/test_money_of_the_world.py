"""What CLDR prints for every currency and locale is read back: the value exactly, and never another currency."""

from __future__ import annotations

import sys
import unicodedata
from decimal import Decimal

import pytest
from babel.core import Locale, get_global
from babel.localedata import locale_identifiers
from babel.numbers import format_currency, format_percent
from hypothesis import given, settings
from hypothesis import strategies as st

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import NumberContext, parse
from fidelity_app.core.numbers.currencies import exponent
from fidelity_app.core.numbers.currency_signs import SIGNS, SUBUNITS

CODES = sorted(get_global("all_currencies"))
LOCALES = sorted(locale_identifiers())
ZEROS = [chr(code) for code in range(sys.maxunicode) if unicodedata.decimal(chr(code), -1) == 0]
CENTS = Decimal("0.01")


def _is_capitals(code: str) -> bool:
    return len(code) == 3 and code.isascii() and code.isupper()


@pytest.mark.parametrize("code", [code for code in CODES if _is_capitals(code)])
def test_every_code_is_read_before_and_behind_its_number(code: str) -> None:
    for text in (f"{code} 1,234.50", f"1.234,50 {code}", f"{code}1,234.50", f"1.234,50{code}", f"-{code} 1,234.50"):
        parsed = parse(text, Kind.AMOUNT)
        wanted = Decimal("-1234.50") if text.startswith("-") else Decimal("1234.50")
        assert (parsed.number, parsed.currency) == (wanted, code)


@pytest.mark.parametrize("sign", sorted(SIGNS))
def test_every_sign_is_read_before_and_behind_its_number(sign: str) -> None:
    candidates, _ = SIGNS[sign]
    for text in (f"{sign} 1,234.50", f"1.234,50 {sign}"):
        parsed = parse(text, Kind.AMOUNT)
        if sign == "K" and text.endswith(sign):  # thousand or kwacha
            assert parsed.alternatives == ("1234500", "1234.50")
            continue
        assert parsed.number == Decimal("1234.50")
        assert parsed.currency is None or parsed.currency in candidates
    for code in candidates:
        assert parse(f"1.234,50 {sign}", Kind.AMOUNT, NumberContext(currency=code)).currency == code


@pytest.mark.parametrize("sign", sorted(SUBUNITS))
def test_every_hundredth_is_read_behind_its_number(sign: str) -> None:
    candidates, _ = SUBUNITS[sign]
    page = NumberContext(currency=candidates[0]) if sign in SIGNS else NumberContext()  # Rp. are Rappen, or rupiah
    parsed = parse(f"99 {sign}", Kind.AMOUNT, page)
    assert parsed.number == Decimal("0.99")
    assert parsed.currency is None or parsed.currency in candidates


def _home_currency(text: str, locale: str) -> str:
    """Return the currency in use where a locale is spoken, empty for none."""
    territory = Locale.parse(locale).territory or ""
    in_use = (
        str(code)
        for code, _, end, tender in get_global("territory_currencies").get(territory, ())
        if not end and tender
    )
    return next(in_use, "")


@settings(max_examples=400, deadline=None)
@given(
    locale=st.sampled_from(LOCALES),
    other=st.sampled_from(["EUR", "USD", "JPY", "KWD", "INR", "CHF"]),
    at_home=st.booleans(),
    number=st.integers(-(10**9), 10**9).map(Decimal) | st.decimals(-(10**6), 10**6, places=2),
    system=st.sampled_from(["latn", "default"]),
    known=st.booleans(),
)
def test_what_cldr_prints_is_read_back(
    locale: str, other: str, at_home: bool, number: Decimal, system: str, known: bool
) -> None:
    code = (_home_currency(other, locale) if at_home else "") or other
    printed = number.quantize(Decimal(1).scaleb(-(exponent(code) or 0)))
    text = format_currency(printed, code, locale=locale, numbering_system=system)
    page = NumberContext(locale=locale.replace("_", "-")) if known else NumberContext()
    parsed = parse(text, Kind.AMOUNT, page)
    if parsed.value is not None:
        assert parsed.number == printed
    elif known and at_home:
        assert str(printed) in parsed.alternatives
    may_share = any(sign in text and code in SIGNS[sign][0] for sign in SIGNS)
    assert parsed.currency in (None, code) or may_share


@settings(max_examples=300, deadline=None)
@given(locale=st.sampled_from(LOCALES), rate=st.integers(-1000, 1000), system=st.sampled_from(["latn", "default"]))
def test_a_rate_that_cldr_prints_is_read_back(locale: str, rate: int, system: str) -> None:
    text = format_percent(Decimal(rate).scaleb(-3), "#,##0.0%", locale=locale, numbering_system=system)
    parsed = parse(text, Kind.PERCENT)
    assert parsed.value is None or (parsed.number == Decimal(rate).scaleb(-1) and parsed.unit == "%")


@settings(max_examples=600, deadline=None)
@given(
    zero=st.sampled_from(ZEROS),
    whole=st.integers(1000, 10**9),
    cents=st.integers(0, 99),
    marks=st.sampled_from(
        [".,", ",.", ", ", ".'", ".\u2019", ",\u202f", ",\u00a0", ",\u2009", "._", "\u066b\u066c", ".\u00b7"]
    ),
)
def test_every_script_is_read_with_every_pair_of_marks(zero: str, whole: int, cents: int, marks: str) -> None:
    decimal, group = marks
    text = f"{whole:,}".replace(",", group) + f"{decimal}{cents:02d}"
    text = "".join(chr(ord(zero) + int(char)) if char.isascii() and char.isdigit() else char for char in text)
    assert parse(text, Kind.AMOUNT).number == Decimal(f"{whole}.{cents:02d}")
