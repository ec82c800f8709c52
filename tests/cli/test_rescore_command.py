"""`fidelity rescore` as a person types it and a script reads it."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.commands import Shell, receipt_files, replay_file

from fidelity_app.cli.exits import Exit
from fidelity_app.core.verdicts import SCORER_VERSION
from fidelity_app.services.workspace import open_workspace


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


@pytest.fixture
def ws(shell: Shell, tmp_path: Path) -> Path:
    """A workspace with a run whose one wrong reading an older scorer took for right."""
    path = tmp_path / "ws"
    receipt_files(tmp_path / "in", name="lunch")
    assert shell("new", path).code == shell("import", path, tmp_path / "in").code == Exit.DONE
    file = replay_file(tmp_path / "wrong.jsonl", {"coffee": "3.50", "bagel": "25.40", "total": "23.90"})
    assert shell("models", path, "add", "wrong", "--adapter", "replay", "--file", file).code == Exit.DONE
    assert shell("run", path, "--model", "wrong", "--name", "first", "--json").code == Exit.DONE
    with open_workspace(path) as opened, opened.store.write() as tx:
        tx.execute("UPDATE runs SET scorer_version = '0'")
        tx.execute("UPDATE readings SET verdict = 'exact', label = 'exact', errors = '[]' WHERE text = '23.90'")
    return path


def test_a_changed_verdict_is_a_line_of_a_table(shell: Shell, ws: Path) -> None:
    said = shell("rescore", ws, "first")
    assert said.code == Exit.DONE
    assert f"first: scorer 0 -> {SCORER_VERSION}, 3 readings, 1 verdict changed, 0 decisions kept" in said.out
    assert "mismatch: substitution" in said.out and "28.90" in said.out and "23.90" in said.out


def test_a_program_reads_both_verdicts(shell: Shell, ws: Path) -> None:
    (run,) = shell("rescore", ws, "--json").json["runs"]
    assert (run["name"], run["from_version"], run["to_version"], run["readings"]) == ("first", "0", SCORER_VERSION, 3)
    (change,) = run["changes"]
    assert (change["document"], change["field"], change["recipe"], change["model"]) == (
        "lunch",
        "total",
        "clean",
        "wrong",
    )
    assert change["before"]["verdict"] == "exact"
    assert (change["after"]["verdict"], change["after"]["label"]) == ("mismatch", "substitution")
    assert change["cause"] == "scorer"


def test_a_second_time_nothing_has_changed_and_that_is_no_failure(shell: Shell, ws: Path) -> None:
    shell("rescore", ws)
    said = shell("rescore", ws)
    assert said.code == Exit.DONE
    assert "no verdict changed" in said.out
    assert shell("rescore", ws, "--json").json["runs"][0]["changes"] == []


def test_a_workspace_without_runs_has_nothing_to_rescore(shell: Shell, tmp_path: Path) -> None:
    shell("new", tmp_path / "empty")
    said = shell("rescore", tmp_path / "empty", "--json")
    assert (said.code, said.json) == (Exit.DONE, {"runs": []})
    assert "No runs to score" in shell("rescore", tmp_path / "empty").out


def test_an_unknown_run_is_a_usage_error(shell: Shell, ws: Path) -> None:
    said = shell("rescore", ws, "nonsense")
    assert said.code == Exit.USAGE
    assert "nonsense" in said.err
