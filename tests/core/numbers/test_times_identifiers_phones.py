"""Times of day, identifiers with their check digits and masks, telephone numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import parse
from fidelity_app.core.numbers.check_digits import ean_holds, iban_holds, is_iban_shaped, luhn_holds


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("16:20", "16:20"),
        ("4:20 PM", "16:20"),
        ("04:20:35 pm", "16:20:35"),
        ("12:05 AM", "00:05"),
        ("12:05 p.m.", "12:05"),
        ("4PM", "16:00"),
        ("16h20", "16:20"),
        ("16h", "16:00"),
        ("16.20", "16:20"),
        ("16:20 Uhr", "16:20"),
        ("kl. 16.20", "16:20"),
        ("1620", "16:20"),
        ("\u5348\u5f8c4\u664220\u5206", "16:20"),
        ("16\u664220\u5206", "16:20"),
        ("\uc624\ud6c4 4:20", "16:20"),
        ("16:20:35.250", "16:20:35.250"),
        ("16:20Z", "16:20Z"),
        ("16:20+0200", "16:20+02:00"),
        ("16:20:30-05:00", "16:20:30-05:00"),
        ("\uff11\uff16\uff1a\uff12\uff10", "16:20"),
    ],
)
def test_times(text: str, value: str) -> None:
    assert parse(text, Kind.TIME).value == value


@pytest.mark.parametrize("text", ["25:00", "16:60", "24:00", "16:20:61", "7:5", "0:10 pm", "noon", "16", "10:30-12:00"])
def test_no_times(text: str) -> None:
    assert parse(text, Kind.TIME).value is None


def test_a_letter_in_a_time_is_suggested_and_never_read() -> None:
    parsed = parse("16:2O", Kind.TIME)
    assert (parsed.value, parsed.suggestion) == (None, "16:20")


@given(st.times())
def test_every_time_is_read_back_in_both_clocks(moment: object) -> None:
    assert parse(f"{moment:%H:%M:%S}", Kind.TIME).value == f"{moment:%H:%M:%S}"
    assert parse(f"{moment:%I:%M %p}", Kind.TIME).value == f"{moment:%H:%M}"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("00456", "00456"),
        ("2E7", "2E7"),
        (" RE-0077 ", "RE-0077"),
        ("RE/2026/0077", "RE/2026/0077"),
        ("41 823 753 557", "41823753557"),
        ("12-3.4.5", "12-3.4.5"),
        ("7.654.321-0", "7.654.321-0"),
        ("A0O1l", "A0O1l"),
        ("\uff10\uff11\uff12", "012"),
        ("\u516b\u4e03", "87"),
        ("****7788", "7788"),
        ("**** **** **** 7788", "7788"),
        ("XXXX-XXXX-XXXX-7788", "7788"),
        ("\u2022\u2022\u2022\u2022 7788", "7788"),
        ("...7788", "7788"),
        ("522222******7788", "522222..7788"),
        ("5222 22** **** 7788", "522222..7788"),
        ("5222XXXXXXXX", "5222.."),
        ("XL777", "XL777"),
        ("**RE-0077**", "RE-0077"),
        ("FR14 2004 1010 0505 0001 3M02 606", "FR1420041010050500013M02606"),
        ("9780306406157", "9780306406157"),
        ("5555 5555 5555 4444", "5555555555554444"),
    ],
)
def test_identifiers_are_characters(text: str, value: str) -> None:
    parsed = parse(text, Kind.IDENTIFIER)
    assert parsed.value == value and parsed.number is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("FR14 2004 1010 0505 0001 3M02 607", "iban"),
        ("9780306406158", "ean-13"),
        ("5555 5555 5555 4445", "luhn"),
    ],
)
def test_a_wrong_check_digit_leaves_no_value_and_a_flag(text: str, name: str) -> None:
    parsed = parse(text, Kind.IDENTIFIER)
    assert parsed.value is None and parsed.flags == (name, "check-digit-wrong")


@pytest.mark.parametrize("text", ["FR1420041010050500013M02606", "9780306406157", "5555 5555 5555 4444"])
def test_a_right_check_digit_is_a_free_flag(text: str) -> None:
    assert "check-digit-ok" in parse(text, Kind.IDENTIFIER).flags


@pytest.mark.parametrize("text", ["7.87420E+09", "1E+5", "1.5e10"])
def test_a_spreadsheet_has_spoiled_it(text: str) -> None:
    parsed = parse(text, Kind.IDENTIFIER)
    assert parsed.value is None and "scientific-notation" in parsed.flags


@given(st.integers(min_value=0, max_value=10**12 - 1), st.integers(min_value=1, max_value=9))
def test_ean_finds_every_single_wrong_digit(stem: int, change: int) -> None:
    digits = next(f"{stem:012d}{check}" for check in range(10) if ean_holds(f"{stem:012d}{check}"))
    wrong = f"{digits[:5]}{(int(digits[5]) + change) % 10}{digits[6:]}"
    assert not ean_holds(wrong)


@given(st.integers(min_value=0, max_value=10**15 - 1), st.integers(0, 14), st.integers(min_value=1, max_value=9))
def test_luhn_finds_every_single_wrong_digit(stem: int, place: int, change: int) -> None:
    digits = next(f"{stem:015d}{check}" for check in range(10) if luhn_holds(f"{stem:015d}{check}"))
    wrong = f"{digits[:place]}{(int(digits[place]) + change) % 10}{digits[place + 1 :]}"
    assert not luhn_holds(wrong)


# Examples of the IBAN registry (ISO 13616).
@pytest.mark.parametrize(
    "iban", ["BE68539007547034", "NO9386011117947", "CH9300762011623852957", "GB29NWBK60161331926819"]
)
def test_iban_examples_hold_and_their_swaps_do_not(iban: str) -> None:
    assert is_iban_shaped(iban) and iban_holds(iban)
    swapped = iban[:-2] + iban[-1] + iban[-2]
    assert not iban_holds(swapped) or iban[-1] == iban[-2]
    assert not is_iban_shaped(iban + "0")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("+1 (555) 010-0177", "+15550100177"),
        ("040 / 5550 7788", "04055507788"),
        ("+49 (0)40 5550-7788", "+494055507788"),
        ("(0)40 5550", "0405550"),
        ("555.010.0177", "5550100177"),
        ("Tel.: 040 5550", "0405550"),
        ("T 040-5550", "0405550"),
        ("\u260e 040 5550", "0405550"),
        ("555-0177 ext. 12", "5550177x12"),
        ("\uff10\uff14\u22125550", "045550"),
        ("0044 20 5550", "0044205550"),
    ],
)
def test_phones(text: str, value: str) -> None:
    assert parse(text, Kind.PHONE).value == value


@pytest.mark.parametrize("text", ["1-800-FLOWERS", "call us", "+", "55 + 55"])
def test_no_phones(text: str) -> None:
    assert parse(text, Kind.PHONE).value is None


def test_a_letter_in_a_phone_number_is_suggested_and_never_read() -> None:
    parsed = parse("555 O10 0177", Kind.PHONE)
    assert (parsed.value, parsed.suggestion) == (None, "5550100177")
