"""The sentences say what was read, where, and by how much the value is off, exactly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.documents import Kind, Legibility
from fidelity_app.core.verdicts import judge
from fidelity_app.core.words import explain, place_name


@pytest.mark.parametrize(
    ("truth", "reading", "kind", "sentence"),
    [
        ("28.90", "23.90", "amount", "8 read as 3 in the ones: 28.90 becomes 23.90, 5.00 less."),
        (
            "1234",
            "1324",
            "amount",
            "23 read as 32, two neighbours swapped in the hundreds: 1234 becomes 1324, 90 more.",
        ),
        ("0.125 kg", "0.126 kg", "quantity", "5 read as 6 in the thousandths: 0.125 kg becomes 0.126 kg, 0.001 more."),
        ("57763", "5763", "identifier", "7 missing in the run 77: 57763 becomes 5763."),
        ("100.00", "1000.00", "amount", "0 added in the run 000: 100.00 becomes 1000.00, ten times as much."),
        ("1234.50", "134.50", "amount", "2 missing in the hundreds: 1234.50 becomes 134.50, 1100.00 less."),
        ("8.25", "48.25", "amount", "4 added in front: 8.25 becomes 48.25, 40.00 more."),
        ("-12.50", "12.50", "amount", "The minus is gone: -12.50 becomes 12.50, 25.00 more."),
        ("12.50", "1250", "amount", "The decimal mark is gone: 12.50 becomes 1250, a hundred times as much."),
        (
            "150.00",
            "1.50",
            "amount",
            "The decimal mark moved: 150.00 becomes 1.50, a hundredth of it. A program may have divided it.",
        ),
        ("€12.50", "£12.50", "amount", "Another currency was read: 12.50 EUR becomes 12.50 GBP."),
        ("€12.50", "$12.50", "amount", "Another currency was read: 12.50 EUR becomes 12.50 $."),
        ("10%", "10", "percent", "The percent sign is gone: 10% becomes 10."),
        ("€ 3.00", "63.00", "amount", "€ read as 6: 3.00 EUR becomes 63.00, 60.00 more."),
        ("12", None, "amount", "Nothing was answered; 12 is printed."),
        ("", "27.40", "amount", "27.40 was read where nothing is printed."),
        ("", "", "amount", "Nothing is printed here, and nothing was read."),
        (
            "1,000",
            "1.000",
            "amount",
            "1,000 is printed and 1.000 read; what the mark means cannot be decided: 1000 or 1.000.",
        ),
        (
            "12.50",
            "12.5O",
            "amount",
            "12.5O is no amount as written; it probably means 12.50. 0 read as O in the hundredths.",
        ),
        ("2023-12-06", "2023-06-12", "date", "Day and month changed places: 2023-12-06 becomes 2023-06-12."),
        ("25/03/2024", "25/08/2024", "date", "3 read as 8 in the month: 25/03/2024 becomes 25/08/2024."),
        ("00012", "12", "identifier", "Zeros at the front are gone: 00012 becomes 12."),
        ("12.50", "12.5", "amount", "The same value, but 12.5 has 1 decimal where 2 are printed."),
        (
            "1,234.56",
            "1234.56",
            "amount",
            "The same value, 1234.56, written another way. The group marks were left out.",
        ),
        ("12.50", "12.50", "amount", "Read exactly as printed: 12.50."),
    ],
)
def test_sentence(truth: str, reading: str | None, kind: str, sentence: str) -> None:
    assert explain(judge(truth, reading, Kind(kind))) == sentence


def test_abstained_and_illegible() -> None:
    assert explain(judge("12", None, Kind.AMOUNT, abstained=True)).endswith("cannot read this; 12 is printed.")
    illegible = Legibility.ILLEGIBLE
    assert explain(judge("12", None, Kind.AMOUNT, abstained=True, legibility=illegible)).endswith("that is right.")
    assert explain(judge("12", "13", Kind.AMOUNT, legibility=illegible)).endswith("where a person can read nothing.")


def test_many_faults_are_counted_rather_than_listed() -> None:
    assert ", and 2 more: " in explain(judge("123456", "987081", Kind.IDENTIFIER))


@given(st.integers(1, 9_999_999), st.integers(1, 9_999_999))
def test_the_stated_difference_is_exact(one: int, other: int) -> None:
    texts = [f"{cents // 100}.{cents % 100:02d}" for cents in (one, other)]
    sentence = explain(judge(texts[0], texts[1], Kind.AMOUNT))
    gap = abs(one - other)
    powers = {10**power for power in range(1, 4)}
    ratios = {larger // smaller for larger, smaller in ((one, other), (other, one)) if larger % smaller == 0}
    if one != other and not powers & ratios:
        assert f"{gap // 100}.{gap % 100:02d} {'more' if other > one else 'less'}." in sentence


@pytest.mark.parametrize(
    ("power", "name"),
    [
        (0, "ones"),
        (1, "tens"),
        (3, "thousands"),
        (6, "millions"),
        (-1, "tenths"),
        (-2, "hundredths"),
        (12, "place of 10^12"),
    ],
)
def test_place_names(power: int, name: str) -> None:
    assert place_name(power) == name


def test_a_difference_of_forty_digits_is_said_exactly() -> None:
    truth, reading = "1" + "0" * 39, "1" + "0" * 38 + "7"
    assert explain(judge(truth, reading, Kind.AMOUNT)).endswith(" 7 more.")
