"""`fidelity legibility` as a person types it and a script reads it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.commands import Shell
from support.workspaces import import_receipt, new_workspace, replay_model, run_models

from fidelity_app.services import library
from fidelity_app.services.workspace import open_workspace


@pytest.fixture
def place(tmp_path: Path) -> Path:
    with new_workspace(tmp_path / "ws") as ws:
        import_receipt(ws, tmp_path / "in")
    return tmp_path / "ws"


def _run(capsys, *words: object) -> tuple[int, str, str]:
    said = Shell(capsys)(*words)
    return int(said.code), said.out, said.err


def test_it_lists_every_field_before_and_after_hardest_first(capsys, place: Path) -> None:
    code, out, _ = _run(capsys, "legibility", place, "one", "--recipe", "defocus:4", "--json")
    assert code == 0
    found = json.loads(out)
    assert (found["document"], found["recipe"], found["seed"]) == ("one", "defocus:4", 0)
    assert {row["field"] for row in found["fields"]} == {"coffee", "bagel", "total"}
    for row in found["fields"]:
        assert row["sharpness"] < row["sharpness_before"]
        assert row["digit_height_px_before"] == pytest.approx(24.5, abs=1)
        assert row["illegible"] is None
    code, out, _ = _run(capsys, "legibility", place, "one")
    assert code == 0
    assert "one, clean, seed 0; hardest first" in out
    assert "Digit px" in out


def test_marking_says_what_it_covers_and_which_runs_to_score_again(capsys, place: Path, tmp_path: Path) -> None:
    with open_workspace(place) as ws:
        replay_model(ws, tmp_path, {"coffee": "3.50", "bagel": "25.40", "total": "28.90"})
        document_id = library.documents(ws)[0].id
        run_models(ws, [document_id], ["replay"], recipes=["fax:3"], name="first")
        run_models(ws, [document_id], ["replay"], recipes=["fax:3"], seed=5, name="second")
    code, out, _ = _run(capsys, "legibility", place, "one", "--recipe", "fax:3", "--mark", "total", "--note", "smear")
    assert code == 0
    assert "total: illegible under fax from severity 3 up, seed 0" in out
    assert f"Scored before: first. Next: fidelity rescore {place} first" in out
    assert "Not covered: second (seed 5)" in out
    code, out, _ = _run(capsys, "rescore", place, "first")
    assert "1 verdict changed" in out
    assert "hallucinated" in out
    code, out, _ = _run(capsys, "legibility", place, "one", "--recipe", "fax:4")
    assert "illegible under fax from severity 3 up, seed 0" in out
    code, out, _ = _run(capsys, "legibility", place, "one", "--recipe", "fax:4", "--unmark", "total")
    assert "total: no longer illegible under fax from severity 3 up, seed 0" in out
    assert f"Next: fidelity rescore {place} first" in out


def test_the_history_has_who_when_and_why_also_of_what_was_taken_back(capsys, place: Path) -> None:
    _run(capsys, "legibility", place, "one", "--recipe", "fax:3", "--mark", "total", "--note", "smear")
    _run(capsys, "legibility", place, "one", "--recipe", "fax:3", "--unmark", "total")
    code, out, _ = _run(capsys, "legibility", place, "one", "--history", "--json")
    assert code == 0
    (row,) = json.loads(out)
    assert (row["field"], row["recipe"], row["from_severity"], row["note"]) == ("total", "fax", 3.0, "smear")
    assert row["at"] < row["taken_back_at"]
    code, out, _ = _run(capsys, "legibility", place, "one", "--history")
    assert "smear" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--recipe", "fax:3", "--mark", "tip"], "one has no field 'tip'; it has: coffee, bagel, total"),
        (["--mark", "total"], "clean changes nothing"),
        (["--recipe", "fax:3", "--unmark", "total"], "total is not marked illegible under fax:3, seed 0"),
        (["--recipe", "fax:3", "--mark", "total", "--unmark", "total"], "marked and unmarked at once"),
        (["--recipe", "nope"], "there is no recipe 'nope'"),
        (["--note", "x"], "say which field, --mark KEY"),
        (["--history", "--mark", "total"], "--history only lists"),
    ],
)
def test_what_cannot_be_done_is_refused_with_the_way_out(capsys, place: Path, words: list[str], said: str) -> None:
    code, out, err = _run(capsys, "legibility", place, "one", *words)
    assert (code, out) == (2, "")
    assert said in err


def test_of_several_marks_all_are_made_or_none(capsys, place: Path) -> None:
    code, _, err = _run(capsys, "legibility", place, "one", "--recipe", "fax:3", "--mark", "total", "--unmark", "bagel")
    assert code == 2
    assert "bagel is not marked" in err
    assert json.loads(_run(capsys, "legibility", place, "one", "--history", "--json")[1]) == []
    code, out, _ = _run(
        capsys, "legibility", place, "one", "--recipe", "fax:3", "--mark", "total", "--mark", "bagel", "--json"
    )
    assert [row["field"] for row in json.loads(out)] == ["total", "bagel"]
    code, _, err = _run(capsys, "legibility", place, "one", "--recipe", "fax:3", "--mark", "total")
    assert code == 2
    assert "marked already" in err
