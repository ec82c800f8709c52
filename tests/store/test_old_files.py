"""Files of every released version open in this one, with everything in them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from fidelity_app.services import comparing, illegible, library, reporting, running, scoring
from fidelity_app.services.workspace import open_workspace
from fidelity_app.settings.options import Options
from fidelity_app.store.connection import FILE_NAME
from fidelity_app.store.migrations import NAMES
from fidelity_app.store.rows import Decided, RunState, Show

OLD_FILES = sorted((Path(__file__).resolve().parent / "old_files").glob("*.sql"))
FIRST_WITH_MARKS = "0003_legibility"


@pytest.fixture(params=OLD_FILES, ids=lambda path: path.stem)
def ws(request, tmp_path: Path):
    database = sqlite3.connect(tmp_path / FILE_NAME)
    database.executescript(request.param.read_text(encoding="utf-8"))
    database.close()
    with open_workspace(tmp_path, options=Options()) as ws:
        yield ws


def test_every_schema_has_its_old_file() -> None:
    assert [path.stem for path in OLD_FILES] == list(NAMES)


def test_an_old_file_is_sound_and_up_to_date(ws) -> None:
    assert ws.store.integrity() == "ok"
    assert ws.store.read().execute("PRAGMA foreign_key_check").fetchall() == []
    applied = ws.store.read().execute("SELECT name FROM _sqlite_migrations ORDER BY id").fetchall()
    assert [row[0] for row in applied] == list(NAMES)


def test_its_truth_is_there(ws) -> None:
    (row,) = library.documents(ws)
    assert [(field.key, field.text) for field in library.document(ws, row.id).fields] == [
        ("coffee", "3.50"),
        ("bagel", "25.40"),
        ("total", "28.90"),
    ]


def test_its_run_its_verdicts_and_its_decision_are_there_and_are_scored_alike_today(ws) -> None:
    (run,) = running.runs(ws)
    assert (run.state, run.answered, run.models) == (RunState.DONE, 4, ("right", "wrong"))
    before = comparing.matrix(ws, run.id)
    assert before.counts == {Show.ALL: 6, Show.WRONG: 2, Show.DIFFERENT: 4, Show.REFUSED: 2, Show.UNDECIDED: 1}
    assert before.rows[4].cells[1].decision.decision is Decided.MODEL_WRONG
    headline = reporting.headline(ws, run.id)
    scoring.score_run(ws, run.id)
    assert comparing.matrix(ws, run.id) == before
    assert reporting.headline(ws, run.id) == headline


def test_what_a_person_could_not_read_is_there_in_files_that_could_say_so(ws) -> None:
    (row,) = library.documents(ws)
    marks = illegible.marks_of(ws, row.id, taken_back=True)
    if FIRST_WITH_MARKS not in _made_with(ws):
        assert marks == ()
        return
    standing, gone = marks
    assert (standing.recipe.label, standing.seed, standing.who, standing.note) == ("fax:4", 0, "tester", "smeared")
    assert standing.taken_back_at is None
    assert (gone.recipe.label, gone.taken_back_by) == ("fax:1", "tester")
    assert gone.taken_back_at is not None


def _made_with(ws) -> set[str]:
    """Return the migrations that the file had before it was opened here: those not applied by this version."""
    rows = ws.store.read().execute("SELECT name, applied_at FROM _sqlite_migrations").fetchall()
    return {name for name, at in rows if at.startswith("2026-01-02 03:04:05")}


def test_how_hard_its_fields_were_can_be_measured_or_is_unknown_never_an_error(ws) -> None:
    (run,) = running.runs(ws)
    measures = reporting.run_measures(ws, run.id)
    assert [sheet.illegible for sheet in measures.sheets] == [0, 0, 0, 0]
