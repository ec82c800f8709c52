"""Each error kind by its own generator: make the fault, expect its name as the label (SCORING section 2)."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fidelity_app.core.documents import Kind
from fidelity_app.core.error_kinds import ERROR_KINDS, MISMATCH_KINDS, most_telling_first
from fidelity_app.core.verdicts import Judgement, Verdict, judge

CENTS = st.integers(101, 9_999_999)
DIGITS = st.text(alphabet="123456789", min_size=4, max_size=12)


def money(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


AMOUNTS = CENTS.map(money)


def judged(truth: str, reading: str, kind: Kind = Kind.AMOUNT) -> Judgement:
    return judge(truth, reading, kind)


def mismatch(truth: str, reading: str, kind: Kind = Kind.AMOUNT) -> Judgement:
    judgement = judged(truth, reading, kind)
    assert judgement.verdict is Verdict.MISMATCH
    return judgement


@given(AMOUNTS, st.data())
def test_substitution(truth: str, data: st.DataObject) -> None:
    at = data.draw(st.sampled_from([index for index, char in enumerate(truth) if char != "."]))
    other = data.draw(st.sampled_from([digit for digit in "123456789" if digit != truth[at]]))
    judgement = mismatch(truth, truth[:at] + other + truth[at + 1 :])
    assert judgement.label == "substitution"
    assert judgement.alignment is not None
    assert [(op.truth_start, op.reading_start) for op in judgement.alignment.differences] == [(at, at)]


@given(AMOUNTS, st.data())
def test_transposition(truth: str, data: st.DataObject) -> None:
    places = [i for i in range(len(truth) - 1) if "." not in truth[i : i + 2] and truth[i] != truth[i + 1]]
    assume(places)
    at = data.draw(st.sampled_from(places))
    swapped = truth[:at] + truth[at + 1] + truth[at] + truth[at + 2 :]
    assert mismatch(truth, swapped).label == "transposition"


@given(DIGITS, st.data())
def test_digit_inserted(truth: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(1, len(truth) - 1))
    extra = data.draw(st.sampled_from([digit for digit in "123456789" if digit not in truth[at - 1 : at + 1]]))
    judgement = mismatch(truth, truth[:at] + extra + truth[at:], Kind.IDENTIFIER)
    assert judgement.errors == ("digit_inserted",)


@given(DIGITS, st.data())
def test_digit_dropped(truth: str, data: st.DataObject) -> None:
    places = [i for i in range(1, len(truth) - 1) if truth[i] not in (truth[i - 1], truth[i + 1])]
    assume(places)
    at = data.draw(st.sampled_from(places))
    assert mismatch(truth, truth[:at] + truth[at + 1 :], Kind.IDENTIFIER).errors == ("digit_dropped",)


@given(DIGITS, st.data())
def test_run_collapsed_and_expanded(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text) - 1))
    long = text[:at] + text[at] * 2 + text[at:]
    short = text[:at] + text[at] + text[at:]
    assert mismatch(long, short, Kind.IDENTIFIER).errors == ("digit_dropped", "run_collapsed")
    assert mismatch(short, long, Kind.IDENTIFIER).errors == ("digit_inserted", "run_expanded")


@given(AMOUNTS)
def test_decimal_dropped_has_no_wrong_digit(truth: str) -> None:
    judgement = mismatch(truth, truth.replace(".", ""))
    assert judgement.errors == ("decimal_dropped", "magnitude_x100")


@given(st.integers(1000, 99_999), st.sampled_from([-1, 1]))
def test_decimal_shifted(digits: int, shift: int) -> None:
    assume(digits % 10 and digits // 10 % 10 and digits // 100 % 10)
    text = str(digits)
    truth, reading = f"{text[:-2]}.{text[-2:]}", f"{text[: -2 + shift]}.{text[-2 + shift :]}"
    judgement = mismatch(truth, reading)
    assert judgement.errors[:2] == ("decimal_shifted", "magnitude_x10" if shift > 0 else "magnitude_div10")


@given(st.integers(1, 999), st.integers(1, 999))
def test_separator_role_swapped(high: int, low: int) -> None:
    judgement = mismatch(f"{high},{low:03d}.00", f"{high}.{low:03d}")
    assert judgement.label == "separator_role_swapped"
    assert "magnitude_div1000" in judgement.errors


@given(AMOUNTS)
def test_sign_lost_and_added(amount: str) -> None:
    for negative in (f"-{amount}", f"({amount})", f"{amount}-", f"\u2212{amount}"):
        assert mismatch(negative, amount).errors == ("sign_lost",)
        assert mismatch(amount, negative).errors == ("sign_added",)


@given(AMOUNTS, st.sampled_from("123456789"), st.sampled_from(["-", "€", "£"]))
def test_symbol_as_digit(amount: str, digit: str, symbol: str) -> None:
    assume(amount[0] != digit)
    assert mismatch(f"{symbol}{amount}", f"{digit}{amount}").label == "symbol_as_digit"


@given(AMOUNTS, st.permutations(["€", "£", "¥", "R$", "₹"]))
def test_currency_changed(amount: str, signs: list[str]) -> None:
    judgement = mismatch(f"{signs[0]}{amount}", f"{signs[1]}{amount}")
    assert judgement.errors == ("currency_changed",)


@given(st.integers(1, 100))
def test_percent_lost_or_taken_for_a_fraction(percent: int) -> None:
    assert mismatch(f"{percent}%", str(percent), Kind.PERCENT).label == "percent_lost"
    fraction = f"{Decimal(percent) / 100:.2f}"
    assert mismatch(f"{percent}%", fraction, Kind.PERCENT).label == "unit_changed"


@given(AMOUNTS, st.permutations(["kg", "g", "l", "ml"]))
def test_unit_changed(amount: str, units: list[str]) -> None:
    assert mismatch(f"{amount} {units[0]}", f"{amount} {units[1]}", Kind.QUANTITY).errors == ("unit_changed",)


@given(st.permutations("123456789"), st.integers(3, 7))
def test_truncated_at_either_end(digits: list[str], kept: int) -> None:
    truth = "".join(digits)
    assert mismatch(truth, truth[:kept], Kind.IDENTIFIER).errors == ("truncated",)
    assert mismatch(truth, truth[-kept:], Kind.IDENTIFIER).errors == ("truncated",)


@given(st.integers(1, 99), st.integers(101, 999))
def test_precision_lost_by_rounding(whole: int, thousandths: int) -> None:
    assume(thousandths % 100)
    truth = f"{whole}.{thousandths} kg"
    rounded = (Decimal(whole) + Decimal(thousandths) / 1000).quantize(Decimal("0.1"))
    assert "precision_lost" in mismatch(truth, f"{rounded} kg", Kind.QUANTITY).errors


@given(st.text(alphabet="0", min_size=1, max_size=4), DIGITS)
def test_leading_zeros_of_identifiers(zeros: str, digits: str) -> None:
    assert mismatch(zeros + digits, digits, Kind.IDENTIFIER).errors == ("leading_zero_lost",)
    assert mismatch(digits, zeros + digits, Kind.IDENTIFIER).errors == ("leading_zero_added",)


@given(st.integers(1, 9999), st.integers(1, 9))
def test_trailing_zeros_change_only_the_precision(whole: int, tenths: int) -> None:
    judgement = judged(f"{whole}.{tenths}0", f"{whole}.{tenths}")
    assert (judgement.verdict, judgement.errors) == (Verdict.PRECISION_CHANGED, ("trailing_zero_dropped",))
    judgement = judged(f"{whole}.{tenths}", f"{whole}.{tenths}0")
    assert (judgement.verdict, judgement.errors) == (Verdict.PRECISION_CHANGED, ("trailing_zero_added",))


@given(DIGITS, st.data())
def test_lookalike_in_an_amount_is_unparsable_and_in_an_identifier_a_mismatch(text: str, data: st.DataObject) -> None:
    letters = {"0": "O", "1": "l", "5": "S", "8": "B"}
    at = data.draw(st.integers(1, len(text) - 1))
    digit = data.draw(st.sampled_from(sorted(letters)))
    truth, reading = (text[:at] + char + text[at:] for char in (digit, letters[digit]))
    assert mismatch(truth, reading, Kind.IDENTIFIER).errors == ("lookalike",)
    assert mismatch(reading, truth, Kind.IDENTIFIER).errors == ("lookalike",)
    judgement = judged(f"{truth}.00", f"{reading}.00")
    assert (judgement.verdict, judgement.label) == (Verdict.UNPARSABLE, "lookalike")
    assert judgement.reading is not None
    assert judgement.reading.suggestion == f"{truth}.00"


@given(st.integers(1990, 2040), st.integers(1, 12), st.integers(1, 12))
def test_date_order_swapped_before_any_digit(year: int, month: int, day: int) -> None:
    assume(month != day)
    judgement = mismatch(f"{year}-{month:02d}-{day:02d}", f"{year}-{day:02d}-{month:02d}", Kind.DATE)
    assert judgement.errors == ("date_order_swapped",)


@given(st.sampled_from(["year", "month", "day"]), st.data())
def test_date_component_wrong(name: str, data: st.DataObject) -> None:
    year, month, day = data.draw(st.integers(1990, 2039)), data.draw(st.integers(1, 12)), data.draw(st.integers(13, 28))
    truth = {"year": year, "month": month, "day": day}
    ranges = {"year": (1990, 2039), "month": (1, 12), "day": (13, 28)}
    other = data.draw(st.integers(*ranges[name]))
    assume(other != truth[name])
    texts = ["{year}-{month:02d}-{day:02d}".format(**parts) for parts in (truth, {**truth, name: other})]
    assert f"date_component_wrong:{name}" in mismatch(texts[0], texts[1], Kind.DATE).errors


@given(st.integers(1, 999), st.integers(0, 999), st.integers(0, 99))
def test_notation_of_grouping_and_marks(high: int, low: int, cents: int) -> None:
    plain, english, german = (
        f"{high}{low:03d}.{cents:02d}",
        f"{high},{low:03d}.{cents:02d}",
        f"{high}.{low:03d},{cents:02d}",
    )
    expected = {
        (english, plain): ("grouping_removed",),
        (plain, english): ("grouping_added",),
        (english, german): ("separator_style_changed", "decimal_mark_variant", "group_mark_variant"),
        (german, german.replace(".", "\u202f")): ("group_mark_variant",),
        (plain, plain.replace(".", ",")): ("decimal_mark_variant",),
        (plain, plain.replace(".", ". ")): ("stray_space",),
    }
    for (truth, reading), errors in expected.items():
        judgement = judged(truth, reading)
        assert (judgement.verdict, judgement.errors) == (Verdict.LAYOUT_ONLY, errors), (truth, reading)
        assert judgement.alignment is not None
        assert judgement.alignment.differences == ()


@given(AMOUNTS, st.sampled_from(["٠١٢٣٤٥٦٧٨٩", "०१२३४५६७८९", "๐๑๒๓๔๕๖๗๘๙", "０１２３４５６７８９"]))
def test_script_changed(amount: str, script: str) -> None:
    written = amount.translate(dict(zip(map(ord, "0123456789"), script, strict=True)))
    judgement = judged(written, amount)
    assert (judgement.verdict, judgement.errors) == (Verdict.LAYOUT_ONLY, ("script_changed",))


@given(AMOUNTS)
def test_notation_of_signs_and_currency(amount: str) -> None:
    expected = {
        (f"{amount}-", f"-{amount}"): ("sign_notation",),
        (f"({amount})", f"-{amount}"): ("sign_notation",),
        (f"€{amount}", amount): ("currency_symbol_omitted",),
        (amount, f"€{amount}"): ("currency_symbol_added",),
        (f"€{amount}", f"{amount} EUR"): ("currency_symbol_variant",),
        (f"€{amount}", f"{amount}€"): ("currency_symbol_moved",),
        (f"+{amount}", amount): ("plus_sign_omitted",),
        (amount, f"+{amount}"): ("plus_sign_added",),
        (f"€ {amount}", f"€{amount}"): ("spacing_changed",),
    }
    for (truth, reading), errors in expected.items():
        judgement = judged(truth, reading)
        assert (judgement.verdict, judgement.errors) == (Verdict.LAYOUT_ONLY, errors), (truth, reading)


@pytest.mark.parametrize(
    ("truth", "reading", "kind", "label"),
    [
        ("1.111", "18111", Kind.QUANTITY, "decimal_as_digit"),
        ("4x45g", "4745g", Kind.QUANTITY, "symbol_as_digit"),
        ("12.50", "12 .5 0", Kind.AMOUNT, "stray_space"),
        ("19,00 %", "19,0 0%", Kind.PERCENT, "stray_space"),
        ("4x4.5g", "4x45g", Kind.QUANTITY, "decimal_dropped"),
        ("10%", "1.0%", Kind.PERCENT, "decimal_shifted"),
        ("0.99", ".099", Kind.AMOUNT, "decimal_shifted"),
        ("1/2", "12", Kind.QUANTITY, "character_dropped"),
        ("63.00", "€3.00", Kind.AMOUNT, "digit_as_symbol"),
        ("$80.00", "S80.00", Kind.AMOUNT, "currency_symbol_misread"),
        ("9,000", "000'6", Kind.AMOUNT, "rotated_text"),
        ("07:39 PM", "07:39", Kind.TIME, "meridiem_lost"),
        ("007874203912", "7.87420E+09", Kind.IDENTIFIER, "leading_zero_lost"),
        ("17874203912", "1.78742E+10", Kind.IDENTIFIER, "scientific_notation"),
        ("1.5k", "1.5", Kind.AMOUNT, "multiplier_word_lost"),
        ("1.5", "1.5k", Kind.AMOUNT, "multiplier_word_added"),
        ("3 x 2.50", "2.50", Kind.OTHER, "multiplier_lost"),
        ("10-20", "10", Kind.OTHER, "number_lost"),
        ("2.50", "3 x 2.50", Kind.OTHER, "number_added"),
        ("209.95", "45", Kind.AMOUNT, "wrong_field"),
        ("INV-0012", "INV0012", Kind.IDENTIFIER, "character_dropped"),
        ("INV0012", "INV-0012", Kind.IDENTIFIER, "character_inserted"),
        ("INV-12", "inv-12", Kind.IDENTIFIER, "case_changed"),
        ("05.03.2024 14:05", "05.03.2024", Kind.DATE, "date_component_lost:time"),
        ("05.03.2024", "05.03.2024 14:05", Kind.DATE, "date_component_added:time"),
        ("2024-03-05", "2024-03", Kind.DATE, "date_component_lost:day"),
        ("14:05", "15:05", Kind.TIME, "substitution"),
        ("19.00", "19%", Kind.AMOUNT, "percent_added"),
        ("1250", "12.50", Kind.AMOUNT, "decimal_shifted"),
        ("1234560", "123456", Kind.IDENTIFIER, "truncated"),
    ],
)
def test_faults_with_one_example(truth: str, reading: str, kind: Kind, label: str) -> None:
    assert judged(truth, reading, kind).label == label


@pytest.mark.parametrize(
    ("truth", "reading", "kind", "named"),
    [
        ("-($67.00)", "$67.00", Kind.AMOUNT, "double_negation"),
        ("1,,000.00", "1,000.00", Kind.AMOUNT, "irregular_grouping"),
        ("1.5 kg", "1.5", Kind.QUANTITY, "unit_omitted"),
        ("1.5", "1.5 kg", Kind.QUANTITY, "unit_added"),
        ("1.5 kg", "1.5 KG", Kind.QUANTITY, "unit_variant"),
        ("19", "19%", Kind.PERCENT, "percent_sign_added"),
        (".99", "0.99", Kind.AMOUNT, "leading_zero_added"),
        ("05.03.2024", "2024-03-05", Kind.DATE, "date_style_changed"),
        ("14:05", "2:05 PM", Kind.TIME, "time_style_changed"),
        ("DE89 3704 0044 0532 0130 00", "DE89370400440532013000", Kind.IDENTIFIER, "layout"),
        ("5,-", "5.00", Kind.AMOUNT, "notation"),
    ],
)
def test_notations_with_one_example(truth: str, reading: str, kind: Kind, named: str) -> None:
    judgement = judged(truth, reading, kind)
    assert judgement.verdict in (Verdict.LAYOUT_ONLY, Verdict.PRECISION_CHANGED)
    assert named in judgement.errors


@pytest.mark.parametrize(("factor", "name"), [(10, "x10"), (100, "x100"), (1000, "x1000"), (100_000, "x10000")])
def test_magnitude_names_whole_digits(factor: int, name: str) -> None:
    assert f"magnitude_{name}" in mismatch("37", str(37 * factor)).errors
    assert f"magnitude_{name.replace('x', 'div')}" in mismatch(str(37 * factor), "37").errors


def test_every_kind_has_a_line_and_the_order_is_the_tables() -> None:
    assert all(line.endswith(".") for line in ERROR_KINDS.values())
    assert most_telling_first(reversed([*MISMATCH_KINDS])) == tuple(MISMATCH_KINDS)
    with pytest.raises(KeyError):
        most_telling_first(["unheard_of"])
