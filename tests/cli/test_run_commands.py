"""Runs and reports by command, on a real workspace with models that replay stored answers."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from support.commands import Shell, receipt_files, replay_file
from support.loopback_server import LoopbackServer

from fidelity_app.cli.exits import Exit

RIGHT = {"coffee": "3.50", "bagel": "25.40", "total": "28.90"}
WRONG = {"coffee": "3.50", "bagel": None, "total": "23.90"}


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


@pytest.fixture
def ws(shell: Shell, tmp_path: Path) -> Path:
    """A workspace with one receipt and two models: one is right, one reads 23.90 for 28.90."""
    path = tmp_path / "ws"
    receipt_files(tmp_path / "in", name="lunch")
    assert shell("new", path).code == shell("import", path, tmp_path / "in").code == Exit.DONE
    for name, answers in (("right", RIGHT), ("wrong", WRONG)):
        file = replay_file(tmp_path / f"{name}.jsonl", answers)
        assert shell("models", path, "add", name, "--adapter", "replay", "--file", file).code == Exit.DONE
    return path


def rows_of(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"))))


def test_a_run_is_asked_scored_and_told_in_figures(shell: Shell, ws: Path) -> None:
    said = shell("run", ws, "--model", "right", "--model", "wrong", "--name", "first", "--json")
    assert said.code == Exit.DONE
    assert {key: said.json[key] for key in ("answered", "failed", "open")} == {"answered": 2, "failed": 0, "open": 0}
    right, wrong = said.json["headline"]
    assert (right["model"], right["value_fidelity"]["hits"], right["value_fidelity"]["total"]) == ("right", 3, 3)
    assert (wrong["model"], wrong["value_fidelity"]["hits"], wrong["silent_error_rate"]["hits"]) == ("wrong", 1, 1)
    (row,) = shell("runs", ws, "--json").json
    assert (row["name"], row["state"], row["models"], row["trials"]) == ("first", "done", ["right", "wrong"], 2)


def test_repeats_recipes_and_documents_multiply_to_trials(shell: Shell, ws: Path, tmp_path: Path) -> None:
    receipt_files(tmp_path / "more", name="dinner", rows=(("TOTAL", "9.99"),))
    shell("import", ws, tmp_path / "more")
    options = ("--model", "right", "--recipe", "clean", "--recipe", "dirty-glass:1", "--repeats", "2")
    planned = shell("run", ws, *options, "--dry-run", "--json")
    assert (planned.code, planned.json["trials"], planned.json["fee_usd"]) == (Exit.DONE, 8, "0")
    assert shell("runs", ws, "--json").json == [], "a dry run asks nothing"
    said = shell("run", ws, *options, "--documents", "dinner", "--json")
    assert said.json["answered"] == 4
    (row,) = shell("runs", ws, "--json").json
    assert (row["documents"], row["recipes"]) == (1, ["clean", "dirty-glass:1"])


def test_the_same_run_again_asks_nothing_again(shell: Shell, ws: Path) -> None:
    first = shell("run", ws, "--model", "right", "--json").json
    again = shell("run", ws, "--model", "right", "--json").json
    assert (first["reused"], again["reused"], again["answered"]) == (0, 1, 1)
    resumed = shell("resume", ws, "last", "--json")
    assert (resumed.code, resumed.json["open"], resumed.json["reused"]) == (Exit.DONE, 0, 1)


@pytest.mark.parametrize(
    ("mode", "answers", "questions"),
    [
        ("extract", RIGHT, 1),
        ("transcribe", {"lines": ["Coffee 3.50", "Bagel 25.40", "TOTAL 28.90"]}, 1),
        ("crop", {"text": "28.90"}, 3),
    ],
)
def test_every_mode_asks_its_own_questions_and_understands_its_own_answers(
    shell: Shell, ws: Path, tmp_path: Path, mode: str, answers: dict[str, object], questions: int
) -> None:
    shell("models", ws, "add", "own", "--adapter", "replay", "--file", replay_file(tmp_path / "own.jsonl", answers))
    said = shell("run", ws, "--model", "own", "--mode", mode, "--json")
    assert (said.code, said.json["answered"], said.json["failed"]) == (Exit.DONE, questions, 0)
    (row,) = said.json["headline"]
    assert row["value_fidelity"]["hits"] == (1 if mode == "crop" else 3), "three crops get one answer, right for one"
    assert shell("runs", ws, "--json").json[0]["mode"] == mode


def test_the_report_is_printed_and_written(shell: Shell, ws: Path, tmp_path: Path) -> None:
    shell("run", ws, "--model", "right", "--model", "wrong", "--name", "first")
    table, page = tmp_path / "out.csv", tmp_path / "out.html"
    said = shell("report", ws, "first", "--csv", table, "--html", page)
    assert said.code == Exit.DONE
    assert "Silent errors" in said.out and str(table) in said.out and str(page) in said.out
    assert [(row["field"], row["model"], row["printed"], row["read"]) for row in rows_of(table)][-2:] == [
        ("total", "right", "28.90", "28.90"),
        ("total", "wrong", "28.90", "23.90"),
    ]
    assert "23.90" in page.read_text(encoding="utf-8")
    assert [row["model"] for row in shell("report", ws, "1", "--json").json] == ["right", "wrong"]


def test_the_full_tables_are_printed_when_asked_for_and_always_stand_beside_the_readings(
    shell: Shell, ws: Path, tmp_path: Path
) -> None:
    shell("run", ws, "--model", "right", "--model", "wrong", "--name", "first")
    short = shell("report", ws, "first", "--csv", tmp_path / "report.csv").out
    assert "--measures" in short and "characters by class" not in short
    lines = {(row["model"], row["measure"]): row for row in rows_of(tmp_path / "measures.csv")}
    assert lines["wrong", "confusion:8>3"]["value"] == "1"
    assert (lines["right", "value_fidelity"]["numerator"], lines["right", "value_fidelity"]["denominator"]) == (
        "3",
        "3",
    )
    full = shell("report", ws, "first", "--measures").out
    for title in ("characters by class", "printed down, read across", "Models compared", "Set beside papers"):
        assert title in full
    assert "numeric_fidelity is blind to" in full
    told = shell("report", ws, "first", "--measures", "--json").json
    assert [row["model"] for row in told["headline"]] == ["right", "wrong"]
    assert {line["measure"] for line in told["measures"]} == {measure for _, measure in lines}


def test_a_report_that_cannot_be_written_is_an_outside_failure(shell: Shell, ws: Path, tmp_path: Path) -> None:
    shell("run", ws, "--model", "right")
    said = shell("report", ws, "last", "--csv", tmp_path / "no such folder" / "out.csv")
    assert said.code == Exit.OUTSIDE and "no such folder" in said.err


def test_an_endpoint_that_is_down_fails_its_trials_while_the_other_model_goes_on(
    shell: Shell, ws: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAR_KEY", "sk-not-a-real-key")
    with LoopbackServer() as server:
        gone = server.base_url
    shell("models", ws, "add", "gone", "--adapter", "openai", "--base-url", gone, "--key-env", "FAR_KEY",
          "--parameter", "max_attempts=1")  # fmt: skip
    said = shell("run", ws, "--model", "gone", "--model", "right", "--json")
    assert (said.code, said.json["answered"], said.json["failed"]) == (Exit.DONE, 1, 1)
    shell("report", ws, "last", "--csv", tmp_path / "out.csv")
    failed = [row for row in rows_of(tmp_path / "out.csv") if row["model"] == "gone"]
    assert [row["outcome"] for row in failed] == ["transport"] * 3
    alone = shell("run", ws, "--model", "gone")
    assert alone.code == Exit.OUTSIDE, "no trial at all was answered"


@pytest.mark.parametrize(
    ("arguments", "there"),
    [
        (("--model", "nobody"), ("nobody", "rapidocr", "right", "wrong")),
        (("--model", "right", "--recipe", "no-such"), ("no-such", "clean", "phone-in-a-hurry")),
        (("--model", "right", "--recipe", "fax:9"), ("fax:9", "0 to 5")),
        (("--model", "right", "--documents", "nothing like it"), ("nothing like it", "fidelity documents")),
    ],
)
def test_what_a_run_cannot_find_is_named_with_what_there_is(
    shell: Shell, ws: Path, arguments: tuple[str, ...], there: tuple[str, ...]
) -> None:
    said = shell("run", ws, *arguments)
    assert said.code == Exit.USAGE
    assert [word for word in there if word not in said.err] == []
    assert shell("runs", ws, "--json").json == []


@pytest.mark.parametrize("command", ["resume", "report"])
def test_an_unknown_run_is_answered_with_those_there_are(shell: Shell, ws: Path, command: str) -> None:
    shell("run", ws, "--model", "right", "--name", "first")
    said = shell(command, ws, "second")
    assert said.code == Exit.USAGE and "'second'" in said.err and "first" in said.err


@pytest.mark.parametrize(
    "arguments",
    [("run",), ("run", "ws"), ("import", "ws"), ("frobnicate",), ("run", "ws", "--model", "a", "--mode", "guess")],
)
def test_a_command_that_is_not_whole_is_a_usage_error(shell: Shell, arguments: tuple[str, ...]) -> None:
    said = shell(*arguments)
    assert said.code == Exit.USAGE and said.out == "" and said.err


def test_an_empty_workspace_says_what_to_do_next(shell: Shell, tmp_path: Path) -> None:
    shell("new", tmp_path / "ws")
    assert "fidelity import" in shell("documents", tmp_path / "ws").out
    assert "fidelity run" in shell("runs", tmp_path / "ws").out
    assert shell("runs", tmp_path / "ws", "--json").json == []


def test_a_model_without_its_key_is_named_with_the_variable_to_set(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("A_KEY_FOR_NOBODY", raising=False)
    ws = tmp_path / "keyless"
    receipt_files(tmp_path / "in")
    assert shell("new", ws).code == Exit.DONE
    assert shell("import", ws, tmp_path / "in").code == Exit.DONE
    add = ("models", ws, "add", "keyless", "--adapter", "openai", "--base-url", "http://127.0.0.1:9/v1", "--model", "m")
    assert "no key: set the environment variable A_KEY_FOR_NOBODY" in shell(*add, "--key-env", "A_KEY_FOR_NOBODY").out
    said = shell("run", ws, "--model", "keyless")
    assert said.code == Exit.OUTSIDE
    assert "failed: keyless on clean, 1 x auth: " in said.out
