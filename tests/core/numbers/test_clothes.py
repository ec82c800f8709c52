"""What a number wears: currency, sign, brackets, stars, short endings, multiplying words, units, percent."""

from __future__ import annotations

from decimal import Decimal

import pytest

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import NumberContext, Role, parse


@pytest.mark.parametrize(
    ("text", "value", "currency"),
    [
        ("\u00a56,500", "6500", "JPY"),
        ("\uffe5\uff16\uff0c\uff15\uff10\uff10", "6500", "JPY"),
        ("6,500\u5186", "6500", "JPY"),
        ("Rp 78.500", "78500", "IDR"),
        ("78.500 \u0111", "78500", "VND"),
        ("kr 7.645", "7645", None),
        ("RM 17.30", "17.30", "MYR"),
        ("CHF 7\u2019234.55", "7234.55", "CHF"),
        ("48\u20ac99", "48.99", "EUR"),
        ("79p", "0.79", "GBP"),
        ("75\u00a2", "0.75", "USD"),
        ("75 ct", "0.75", "EUR"),
        ("R$ 7,20", "7.20", "BRL"),
        ("NT$1,350", "1350", "TWD"),
        ("7,20 z\u0142", "7.20", "PLN"),
        ("USD 7.20", "7.20", "USD"),
        ("7.20usd", "7.20", "USD"),
        ("$7.20 CAD", "7.20", "CAD"),
        ("\u20b91,23,456.50", "123456.50", "INR"),
        ("7.20 \u20ac/kg", "7.20", "EUR"),
        ("7.20 EUR.", "7.20", "EUR"),
        ("Eur7,20", "7.20", "EUR"),
        ("Fr. 7.20", "7.20", "CHF"),
        ("S/ 7.20", "7.20", "PEN"),
        ("\u20a97,200", "7200", "KRW"),
        ("7.200 \u062f.\u0643", "7.200", "KWD"),
        ("XYZ 7.20", "7.20", None),
    ],
)
def test_currencies(text: str, value: str, currency: str | None) -> None:
    parsed = parse(text, Kind.AMOUNT)
    assert (parsed.value, parsed.currency) == (value, currency)


@pytest.mark.parametrize(
    ("text", "known", "currency"),
    [
        ("$7", {}, None),
        ("$7", {"currency": "AUD"}, "AUD"),
        ("$7", {"locale": "en-CA"}, "CAD"),
        ("$7", {"currency": "EUR"}, None),
        ("kr 7", {"locale": "nb-NO"}, "NOK"),
        ("\u00a57", {"locale": "zh-CN"}, "CNY"),
        ("7\u5143", {"locale": "zh-TW"}, "TWD"),
        ("Rs 7", {"locale": "ur-PK"}, "PKR"),
    ],
)
def test_a_shared_sign_names_a_currency_only_where_the_page_settles_it(text: str, known: dict, currency: str) -> None:
    assert parse(text, Kind.AMOUNT, NumberContext(**known)).currency == currency


def test_a_page_currency_is_not_put_into_a_text_that_prints_none() -> None:
    assert parse("7.20", Kind.AMOUNT, NumberContext(currency="EUR")).currency is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-7.20", "-7.20"),
        ("\u22127.20", "-7.20"),
        ("\u2013 7.20", "-7.20"),
        ("(7.20)", "-7.20"),
        ("($7.20)", "-7.20"),
        ("$(7.20)", "-7.20"),
        ("$-7.20", "-7.20"),
        ("-\u20ac7,20", "-7.20"),
        ("7.20-", "-7.20"),
        ("7,20- \u20ac", "-7.20"),
        ("7.20CR", "-7.20"),
        ("7.20 cr.", "-7.20"),
        ("7.20 DR", "7.20"),
        ("7,20 S", "-7.20"),
        ("7,20 H", "7.20"),
        ("\u25b33,400", "-3400"),
        ("\u25b23,400\u5186", "-3400"),
        ("+7.20", "7.20"),
        ("7.20+", "7.20"),
        ("minus 7.20", "-7.20"),
        ("Minus 7.20", "-7.20"),
        ("7.20 minus", "-7.20"),
        ("CR 7.20", "-7.20"),
        ("Dr. 7.20", "7.20"),
        ("-($7.20)", "7.20"),
        ("-0.00", "0.00"),
        ("(0)", "0"),
    ],
)
def test_signs(text: str, value: str) -> None:
    parsed = parse(text, Kind.AMOUNT)
    assert parsed.value == value
    assert parsed.number == Decimal(value) and not (parsed.number.is_zero() and parsed.number.is_signed())


def test_a_minus_before_brackets_is_flagged() -> None:
    assert "double-negation" in parse("-(7)", Kind.AMOUNT).flags


@pytest.mark.parametrize("text", ["(-7.20)", "--7.20", "-7.20-"])
def test_two_signs_that_may_negate_once_or_twice_are_ambiguous(text: str) -> None:
    assert parse(text, Kind.AMOUNT).alternatives == ("-7.20", "7.20")


@pytest.mark.parametrize("text", ["(7.20", "7.20)", "\u00b17.20", "7.20S"])
def test_half_a_bracket_or_a_glued_letter_is_no_number(text: str) -> None:
    assert parse(text, Kind.AMOUNT).value is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (".75", "0.75"),
        (",75", "0.75"),
        ("7,-", "7.00"),
        ("7.-", "7.00"),
        ("7,--", "7.00"),
        ("7,\u2013 \u20ac", "7.00"),
        ("7.\u2014", "7.00"),
        ("-7,-", "-7.00"),
        ("1.250,-", "1250.00"),
        ("1,250.-", "1250.00"),
        ("7:-", "7.00"),
        ("7:50", "7.50"),
        ("7=", "7.00"),
        ("Rs.750/-", "750"),
        ("750.50/-", "750.50"),
        ("***7.20***", "7.20"),
        ("7.20*", "7.20"),
        ("2.5k", "2500"),
        ("7M", "7000000"),
        ("2,5 Mio.", "2500000"),
        ("\u20ac2,5 Mrd.", "2500000000"),
        ("4.2 lakh", "420000"),
        ("3 crore", "30000000"),
        ("2.5\u4e07\u5186", "25000"),
        ("FREE", "0"),
        ("Kostenlos", "0"),
        ("\u7121\u6599", "0"),
    ],
)
def test_short_forms(text: str, value: str) -> None:
    assert parse(text, Kind.AMOUNT).value == value


def test_free_is_a_price_and_nothing_else() -> None:
    assert parse("FREE", Kind.QUANTITY).value is None


def test_a_clock_is_no_quantity() -> None:
    assert parse("7:50", Kind.QUANTITY).value is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7%", "7"),
        ("7,50 %", "7.50"),
        ("%7", "7"),
        ("7\u066a", "7"),
        ("\uff17\uff05", "7"),
        ("6\u2030", "0.6"),
        ("-7%", "-7"),
        ("7 percent", "7"),
        ("MwSt 7%", "7"),
        ("9% KM", "9"),
    ],
)
def test_percent_keeps_its_unit(text: str, value: str) -> None:
    parsed = parse(text, Kind.PERCENT)
    assert (parsed.value, parsed.unit, parsed.currency) == (value, "%", None)


def test_a_bare_rate_has_no_percent_unit() -> None:
    parsed = parse("0.07", Kind.PERCENT)
    assert (parsed.value, parsed.unit) == ("0.07", None)


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("0,325 kg", "0.325", "kg"),
        ("325g", "325", "g"),
        ("1.500 kg", "1.500", "kg"),
        ("2 Stk", "2", "Stk"),
        ("3x", "3", "x"),
        ("x3", "3", "x"),
        ("1@", "1", None),
        ("1.08lb@", "1.08", "lb"),
        ("2 m", "2", "m"),
        ("1/4", "0.25", None),
        ("2 1/2", "2.5", None),
        ("1\u00bd", "1.5", None),
    ],
)
def test_quantities(text: str, value: str, unit: str | None) -> None:
    parsed = parse(text, Kind.QUANTITY)
    assert (parsed.value, parsed.unit) == (value, unit)


def test_a_word_in_small_letters_is_no_currency_code() -> None:
    parsed = parse("1 cup", Kind.QUANTITY)
    assert (parsed.value, parsed.currency) == ("1", None)


def test_a_count_with_three_digits_after_its_mark_stays_ambiguous() -> None:
    assert parse("1,000 pcs", Kind.QUANTITY).alternatives == ("1000", "1.000")


@pytest.mark.parametrize("text", ["7,20 A", "7,20*A", "7,20 *A", "7,20 \u20ac A"])
def test_a_letter_that_names_a_tax_class_is_flagged_and_not_read(text: str) -> None:
    parsed = parse(text, Kind.AMOUNT)
    assert (parsed.value, parsed.unit, parsed.flags) == ("7.20", None, ("tax-code",))


@pytest.mark.parametrize("text", ["", "   ", "--", "-", "N/A", "null", "n.a.", "\u2014", "****"])
@pytest.mark.parametrize("kind", list(Kind))
def test_absent_is_no_value(text: str, kind: Kind) -> None:
    parsed = parse(text, kind)
    assert parsed.value is None and "absent" in parsed.flags


def test_zero_is_a_value() -> None:
    parsed = parse("0", Kind.AMOUNT)
    assert parsed.value == "0" and "absent" not in parsed.flags


def test_words_beside_a_number_are_flagged() -> None:
    parsed = parse("Total: 7.20", Kind.AMOUNT)
    assert parsed.value == "7.20" and "extra-text" in parsed.flags


D, S, G, M, C, B, U, P = (
    Role.DIGIT, Role.SIGN, Role.GROUP, Role.DECIMAL, Role.CURRENCY, Role.SPACE, Role.UNIT, Role.PERCENT,
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "kind", "roles"),
    [
        ("-1.234,50 \u20ac", Kind.AMOUNT, (S, D, G, D, D, D, M, D, D, B, C)),
        ("1 234.50", Kind.AMOUNT, (D, G, D, D, D, M, D, D)),
        ("(\u00a51,500)", Kind.AMOUNT, (S, C, D, G, D, D, D, S)),
        ("48\u20ac99", Kind.AMOUNT, (D, D, C, D, D)),
        ("7,5 %", Kind.PERCENT, (D, M, D, B, P)),
        ("1.5 kg", Kind.QUANTITY, (D, M, D, B, U, U)),
        ("\u0661\u066b\u0665", Kind.AMOUNT, (D, M, D)),
        ("1O.5 \u20ac", Kind.AMOUNT, (D, Role.LETTER, M, D, B, C)),
        ("1,250", Kind.AMOUNT, (D, M, D, D, D)),
        ("1. 50", Kind.AMOUNT, (D, M, B, D, D)),
        ("1.50CR", Kind.AMOUNT, (D, M, D, D, S, S)),
        ("2 x 1,50", Kind.OTHER, (D, B, Role.LETTER, B, D, M, D, D)),
        ("|1.5|", Kind.AMOUNT, (Role.OTHER, D, M, D, Role.OTHER)),
    ],
)
def test_every_character_has_its_role(text: str, kind: Kind, roles: tuple[Role, ...]) -> None:
    assert parse(text, kind).roles == roles
