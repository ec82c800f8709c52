"""Digits of other scripts, numerals without digits, letters that look like digits, wrappings."""

from __future__ import annotations

import pytest

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import parse


@pytest.mark.parametrize(
    ("text", "value", "script"),
    [
        ("\u0667\u066c\u0662\u0663\u0664\u066b\u0665\u0660", "7234.50", "arabic"),
        ("\u06f7\u066c\u06f2\u06f3\u06f4", "7234", "persian"),
        ("\u096d,\u0968\u0969\u096a.\u096b\u0966", "7234.50", "devanagari"),
        ("\u09ed,\u09e8\u09e9\u09ea", "7234", "bengali"),
        ("\u0e57,\u0e52\u0e53\u0e54.\u0e55\u0e50", "7234.50", "thai"),
        ("\uff17\uff0c\uff12\uff13\uff14", "7234", "fullwidth"),
        ("\u4e03\u5343\u4e8c\u767e", "7200", "kanji"),
        ("\u53c2\u4e07\u4f0d\u5343\u5186", "35000", "kanji"),
        ("\u4e8c\u3007\u4e8c\u516d", "2026", "kanji"),
        ("3\u4e075\u5343", "35000", "kanji"),
        ("\u2466", "7", "circled"),
        ("\u00bc", "0.25", "latin"),
    ],
)
def test_scripts(text: str, value: str, script: str) -> None:
    parsed = parse(text, Kind.AMOUNT)
    assert (parsed.value, parsed.style.script) == (value, script)


def test_mixed_scripts_are_read_and_flagged() -> None:
    parsed = parse("\u06617\u0663", Kind.AMOUNT)
    assert parsed.value == "173"
    assert parsed.style.script == "mixed" and "mixed-digits" in parsed.flags


def test_a_circled_digit_is_flagged() -> None:
    assert "enclosed-digit" in parse("\u2460", Kind.AMOUNT).flags


@pytest.mark.parametrize("text", ["\u00b2", "\u2153", "\u5341\u4e5d\u767e\u5343", "1e5", "inf", "Infinity", "1_"])
def test_what_python_would_take_for_a_number_is_none(text: str) -> None:
    assert parse(text, Kind.AMOUNT).value is None


def test_a_superscript_is_a_footnote() -> None:
    parsed = parse("7.20\u00b2", Kind.AMOUNT)
    assert parsed.value == "7.20" and "footnote" in parsed.flags


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("2O7.00", "207.00"),
        ("l07.00", "107.00"),
        ("I07.00", "107.00"),
        ("20S.00", "205.00"),
        ("17B.00", "178.00"),
        ("Z7.00", "27.00"),
        ("7Z.00", "72.00"),
        ("2\u041e7.00", "207.00"),
        ("\u00d8.75", "0.75"),
        ("2\u24ea7", "207"),
        ("2\u30077.00", "207.00"),
        ("2\uff2f7.00", "207.00"),
        ("G7.00", "67.00"),
        ("q7.00", "97.00"),
        ("T7.00", "77.00"),
        ("A7.00", "47.00"),
        ("1 O7.00", "107.00"),
        ("-2O7.00 \u20ac", "-207.00"),
        ("hg.B0", "49.80"),
    ],
)
def test_a_lookalike_is_unparsable_with_what_was_probably_meant(text: str, meant: str) -> None:
    parsed = parse(text, Kind.AMOUNT)
    assert parsed.value is None and parsed.number is None
    assert (parsed.alternatives, parsed.suggestion) == ((meant,), meant)
    assert "lookalike" in parsed.flags


@pytest.mark.parametrize("text", ["SOLO", "O", "L 7.20", "7.20 Q", "B 7.20"])
def test_words_and_letters_that_stand_apart_are_no_misread_digits(text: str) -> None:
    assert parse(text, Kind.AMOUNT).suggestion is None


@pytest.mark.parametrize(
    "text",
    [
        r"$\$ 7.20$",
        r"\$7.20",
        r"\(7.20\)",
        r"$$7.20$$",
        r"$\mathbf{7.20}$",
        r"\textbf{\$ 7.20}",
        "**7.20**",
        "__7.20__",
        "`7.20`",
        "~~7.20~~",
        "| 7.20 |",
        "|7.20|",
        "7.20 |",
        "| **7.20** |",
        '"7.20"',
        "\u201c7.20\u201d",
        "<b>7.20</b>",
        "# 7.20",
    ],
)
def test_wrappings_fold_away(text: str) -> None:
    parsed = parse(text, Kind.AMOUNT)
    assert parsed.value == "7.20"
    assert len(parsed.roles) == len(text)


def test_latex_group_marks_and_signs() -> None:
    assert parse(r"7{,}200.50", Kind.AMOUNT).value == "7200.50"
    assert parse(r"3 \times 2.50", Kind.OTHER).value == ("3", "2.50")
    assert parse(r"7\%", Kind.PERCENT).unit == "%"


def test_a_bar_that_touches_a_digit_is_a_misread_one() -> None:
    assert parse("|7.20", Kind.AMOUNT).suggestion == "17.20"


def test_two_prices_in_dollars_are_no_latex() -> None:
    parsed = parse("$7 - $9", Kind.OTHER)
    assert parsed.value == ("7", "9")
