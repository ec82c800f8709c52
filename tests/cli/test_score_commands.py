"""`fidelity score` and `parse`: what a person types, and what a script pipes in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fidelity_app.cli.exits import Exit
from fidelity_app.cli.main import main


def _json_lines(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


def test_one_wrong_digit_is_one_substitution_at_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "--truth", "28.9", "--reading", "23.9", "--json"]) == Exit.DONE
    result = json.loads(capsys.readouterr().out)
    assert result["verdict"] == "mismatch"
    assert result["errors"][0] == "substitution"
    assert result["operations"] == [
        {"op": "substitute", "truth_start": 1, "truth_text": "8", "reading_start": 1, "reading_text": "3"}
    ]
    assert (result["truth_value"], result["reading_value"]) == ("28.9", "23.9")


def test_the_two_texts_are_drawn_one_above_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "--truth", "28.9", "--reading", "23.9"]) == Exit.DONE
    lines = capsys.readouterr().out.splitlines()
    truth, reading, signs = lines[:3]
    assert truth.startswith("truth") and reading.startswith("reading")
    assert truth[signs.index("^")] == "8" and reading[signs.index("^")] == "3"


def test_what_is_drawn_is_what_the_scorer_blames(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "--truth", "150.00", "--reading", "1.50"]) == Exit.DONE
    truth, reading, signs = capsys.readouterr().out.splitlines()[:3]
    assert "".join(truth.split()[1:]) == "1_50.00" and "".join(reading.split()[1:]) == "1.50___"
    assert signs.split() == ["+", "-", "-", "-"]


def test_a_batch_gives_one_json_line_per_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        {"id": "a", "kind": "amount", "context": {"locale": "de"}, "truth": "1.234,50", "reading": "1234,50"},
        {"id": "b", "kind": "identifier", "truth": "0012", "reading": "12"},
        {"id": "c", "kind": "no kind", "truth": "1", "reading": "1"},
    ]
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows) + "\n", encoding="utf-8")
    assert main(["score", "--batch", str(path), "--json"]) == Exit.DONE
    first, second, third = _json_lines(capsys.readouterr().out)
    assert (first["id"], first["verdict"], first["truth_value"]) == ("a", "layout_only", "1234.50")
    assert (second["verdict"], second["errors"][0]) == ("mismatch", "leading_zero_lost")
    assert third["verdict"] is None and "no kind" in third["problem"]


def test_a_row_that_cannot_be_judged_says_why_and_the_others_are_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = (
        '{"id": 1, "truth": "28.90"}',
        '{"id": 2, "truth": null, "reading": "5"}',
        '{"id": 3, "truth": ["1"], "reading": "1"}',
        '{"id": 4, "truth": 28.90, "reading": 28}',
        '{"id": 5, "truth": "28.90", "reading": null}',
    )
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(rows), encoding="utf-8")
    assert main(["score", "--batch", str(path)]) == Exit.DONE
    lines = _json_lines(capsys.readouterr().out)
    assert [line["verdict"] for line in lines] == [None, "hallucinated", None, "mismatch", "abstained"]
    assert "line 1" in lines[0]["problem"] and "no text" in lines[2]["problem"]
    assert (lines[3]["truth_value"], lines[3]["reading_value"]) == ("28.90", "28")


def test_a_batch_row_that_is_not_json_is_named_by_line_and_column(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"id": 1, "text": "5"}\n{"id": 2,,}\n', encoding="utf-8")
    assert main(["parse", "--batch", str(path)]) == Exit.USAGE
    assert "line 2, column 10" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["score"],
        ["score", "--truth", "1"],
        ["parse"],
        ["score", "--batch", "nowhere.jsonl"],
        ["nonsense"],
        ["score", "--no"],
        ["parse", "1.234", "--currency", "QQQ"],
        ["parse", "1.234", "--locale", "klingonx"],
        ["parse", "1.234", "--decimal-mark", ";"],
        ["parse", "5/3/24", "--kind", "date", "--date-order", "DYM"],
        ["parse", "5/3/24", "--kind", "date", "--calendar", "mayan"],
    ],
)
def test_a_wrong_call_ends_with_the_usage_code_and_a_sentence(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == Exit.USAGE
    captured = capsys.readouterr()
    assert captured.err.strip() and "Traceback" not in captured.err


def test_parse_says_what_decided_the_separators(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["parse", "45.500", "--currency", "idr", "--json"]) == Exit.DONE
    result = json.loads(capsys.readouterr().out)
    assert result["value"] == "45500"
    assert "IDR" in result["decided_by"] or "currency" in result["decided_by"]


def test_an_ambiguous_number_has_no_value_and_both_readings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["parse", "1.234", "--json"]) == Exit.DONE
    result = json.loads(capsys.readouterr().out)
    assert result["value"] is None
    assert set(result["alternatives"]) == {"1234", "1.234"}


def test_what_a_reading_says_is_never_terminal_markup(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "--truth", "1", "--reading", "[bold]1[/bold]\x1b[31m"]) == Exit.DONE
    assert "\x1b[31m" not in capsys.readouterr().out


@pytest.mark.parametrize(("text", "value"), [("-12.50", "-12.50"), ("-(12.50)", "12.50"), ("−12.50", "-12.50")])
def test_a_leading_minus_is_no_option(text: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["parse", text, "--json"]) == Exit.DONE
    assert json.loads(capsys.readouterr().out)["value"] == value


@pytest.mark.parametrize(
    ("arguments", "value"),
    [
        (["16.000", "--page-amount", "12,50", "--page-amount", "3,90"], "16000"),
        (["16.000", "--decimal-mark", "."], "16.000"),
        (["1.379", "--unit", "EUR/l"], "1.379"),
        (["3.350", "--locale", "de"], "3350"),
        (["05/03/2024", "--kind", "date", "--date-order", "mdy"], "2024-05-03"),
        (["113/03/05", "--kind", "date", "--calendar", "roc"], "2024-03-05"),
    ],
)
def test_everything_that_a_page_says_can_be_told(
    arguments: list[str], value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["parse", *arguments, "--json"]) == Exit.DONE
    assert json.loads(capsys.readouterr().out)["value"] == value


def test_a_pair_is_judged_by_what_is_said_of_its_page(capsys: pytest.CaptureFixture[str]) -> None:
    pair = ["score", "--truth", "1.000", "--reading", "1000", "--json"]
    assert main([*pair, "--page-amount", "2,50"]) == Exit.DONE
    assert json.loads(capsys.readouterr().out)["verdict"] == "layout_only"
    assert main([*pair, "--page-amount", "2.50"]) == Exit.DONE
    assert json.loads(capsys.readouterr().out)["errors"][0] == "decimal_dropped"
