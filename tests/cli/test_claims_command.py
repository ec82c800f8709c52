"""`fidelity claims`: a text against a document, and the transcriptions of a run."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from support.commands import Shell, receipt_files

from fidelity_app.cli.exits import Exit


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


@pytest.fixture
def ws(shell: Shell, tmp_path: Path) -> Path:
    path = tmp_path / "ws"
    receipt_files(tmp_path / "in", name="lunch")
    assert shell("new", path).code == shell("import", path, tmp_path / "in").code == Exit.DONE
    return path


def text_file(folder: Path, text: str) -> Path:
    path = folder / "said.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_every_number_of_a_text_is_found_or_named_as_not_printed(shell: Shell, ws: Path, tmp_path: Path) -> None:
    said = shell("claims", ws, "lunch", text_file(tmp_path, "Coffee 3,50; bagel 25.40; total 23.90, twice 7.00."))
    assert said.code == Exit.DONE
    lines = said.out.splitlines()
    assert "printed in another notation: coffee (page 1): 3.50" in lines[1]
    assert "printed: bagel (page 1)" in lines[2]
    assert "not printed; nearest: 28.90 in total (substitution)" in lines[3]
    assert "2 of 4 numbers are not printed" in said.out


def test_a_number_that_is_not_printed_ends_with_1_where_that_is_asked_for(
    shell: Shell, ws: Path, tmp_path: Path
) -> None:
    right, wrong = text_file(tmp_path, "It is 28.90."), tmp_path / "wrong.txt"
    wrong.write_text("It is 23.90.", encoding="utf-8")
    assert shell("claims", ws, "lunch", right, "--fail").code == Exit.DONE
    assert shell("claims", ws, "lunch", wrong, "--fail").code == Exit.FAILED


def test_standard_input_is_read_and_told_as_json(shell: Shell, ws: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1. Total 28.90\n2. Rest 21.90")))
    found = shell("claims", ws, "lunch", "-", "--json").json
    assert [(claim["text"], claim["support"], claim["derivation"]) for claim in found["claims"]] == [
        ("28.90", "printed", ""),
        ("21.90", "hallucinated", "25.40 − 3.50"),
    ]
    assert found["claims"][1]["near"] == {"key": "total", "text": "28.90"}
    assert (found["numbering"], found["not_printed"], found["counted"]) == (["1", "2"], 1, 2)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("supper", "said.txt"), "no document"),
        (("lunch", "gone.txt"), "No such file"),
        (("lunch",), "--run RUN"),
        (("lunch", "said.txt", "--run", "last"), "two things"),
    ],
)
def test_what_cannot_be_checked_is_said(
    shell: Shell, ws: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], words: str
) -> None:
    text_file(tmp_path, "28.90")
    monkeypatch.chdir(tmp_path)
    said = shell("claims", ws, *arguments)
    assert (said.code, words in said.err) == (Exit.USAGE, True)


def test_a_runs_transcriptions_are_checked_with_a_rate_per_claim_and_per_document(
    shell: Shell, ws: Path, tmp_path: Path
) -> None:
    reply = json.dumps({"lines": ["Coffee 3.50", "Bagel 25.40", "TOTAL 23.90"]})
    answers = tmp_path / "answers.jsonl"
    answers.write_text(json.dumps({"key": "*", "format": "chat", "text": reply}) + "\n", encoding="utf-8")
    assert shell("models", ws, "add", "told", "--adapter", "replay", "--file", answers).code == Exit.DONE
    assert shell("run", ws, "--model", "told", "--mode", "transcribe").code == Exit.DONE
    found = shell("claims", ws, "--run", "last", "--json").json
    (rates,) = found["rates"]
    assert (rates["per_claim"]["hits"], rates["per_claim"]["total"]) == (1, 3)
    assert (rates["per_document"]["hits"], rates["per_document"]["total"]) == (1, 1)
    assert [claim["text"] for claim in found["claims"] if claim["support"] == "hallucinated"] == ["23.90"]
    said = shell("claims", ws, "--run", "last", "--fail")
    assert said.code == Exit.FAILED
    assert "nearest: 28.90 in total (substitution)" in said.out


def test_a_run_of_another_mode_is_no_prose(shell: Shell, ws: Path, tmp_path: Path) -> None:
    answers = tmp_path / "answers.jsonl"
    answers.write_text(
        json.dumps({"key": "*", "format": "chat", "text": '{"total": "28.90"}'}) + "\n", encoding="utf-8"
    )
    shell("models", ws, "add", "told", "--adapter", "replay", "--file", answers)
    shell("run", ws, "--model", "told")
    said = shell("claims", ws, "--run", "last")
    assert (said.code, "only transcriptions" in said.err) == (Exit.USAGE, True)
