"""Rescoring: verdicts made again from stored replies; what changed is listed, what people decided stays."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from support.workspaces import import_receipt, new_workspace, replay_model, run_models

from fidelity_app.core.documents import Legibility
from fidelity_app.core.edits import ChangeField
from fidelity_app.core.errors import Cancelled, UserError
from fidelity_app.core.verdicts import SCORER_VERSION, Verdict
from fidelity_app.services import annotating, comparing, deciding, library, rescoring
from fidelity_app.services.jobs import CancelToken
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import readmodels
from fidelity_app.store.rows import Decided

RIGHT = {"coffee": "3.50", "bagel": "25.40", "total": "28.90"}
WRONG = {"coffee": "3.50", "bagel": None, "total": "23.90"}


@pytest.fixture
def scene(tmp_path: Path):
    """One receipt; one model is right, one abstains on the bagel and reads 23.90 for 28.90."""
    with new_workspace(tmp_path / "ws") as ws:
        document_id = import_receipt(ws, tmp_path / "in")
        replay_model(ws, tmp_path, RIGHT, name="right")
        replay_model(ws, tmp_path, WRONG, name="wrong")
        yield ws, run_models(ws, [document_id], ["right", "wrong"], name="first").run_id, document_id


def scored_by_an_older_scorer(ws: Workspace, run_id: str) -> None:
    """Store what a scorer that took 23.90 for 28.90 would have stored."""
    with ws.store.write() as tx:
        tx.execute("UPDATE runs SET scorer_version = '0' WHERE id = ?", (run_id,))
        tx.execute("UPDATE readings SET verdict = 'exact', label = 'exact', errors = '[]' WHERE text = '23.90'")


def stored(ws: Workspace, run_id: str) -> list[tuple[object, ...]]:
    rows = readmodels.readings(ws.store.read(), run_id)
    return [(row.reading_id, row.slot, row.model, row.verdict, row.errors, row.decision) for row in rows]


def reading_of_total(ws: Workspace, run_id: str, model: str) -> int:
    rows = readmodels.readings(ws.store.read(), run_id)
    return next(row.reading_id for row in rows if row.key == "total" and row.model == model)


def test_rescoring_by_the_same_rules_changes_nothing(scene) -> None:
    ws, run_id, _ = scene
    before = stored(ws, run_id)
    done = rescoring.rescore_run(ws, run_id)
    assert (done.from_version, done.to_version) == (SCORER_VERSION, SCORER_VERSION)
    assert (done.readings, done.changes, done.run_name) == (6, (), "first")
    assert stored(ws, run_id) == before


def test_a_verdict_of_an_older_scorer_is_listed_with_both_conclusions(scene) -> None:
    ws, run_id, document_id = scene
    scored_by_an_older_scorer(ws, run_id)
    done = rescoring.rescore_run(ws, run_id)
    assert (done.from_version, done.to_version) == ("0", SCORER_VERSION)
    (change,) = done.changes
    assert (change.document_id, change.document_name, change.key) == (document_id, "one", "total")
    assert (change.recipe_label, change.model, change.repeat) == ("clean", "wrong", 0)
    assert change.before is not None and change.after is not None
    assert (change.before.verdict, change.before.label) == (Verdict.EXACT, "exact")
    assert (change.after.verdict, change.after.label) == (Verdict.MISMATCH, "substitution")
    assert change.cause is rescoring.Cause.SCORER


def test_rescoring_twice_lists_a_change_once(scene) -> None:
    ws, run_id, _ = scene
    scored_by_an_older_scorer(ws, run_id)
    rescoring.rescore_run(ws, run_id)
    again = rescoring.rescore_run(ws, run_id)
    assert (again.from_version, again.changes) == (SCORER_VERSION, ())


def test_decisions_survive(scene) -> None:
    ws, run_id, _ = scene
    reading_id = reading_of_total(ws, run_id, "wrong")
    deciding.decide(ws, reading_id, Decided.MODEL_WRONG, note="a smudge")
    scored_by_an_older_scorer(ws, run_id)
    done = rescoring.rescore_run(ws, run_id)
    assert (done.decisions, done.orphaned) == (1, 0)
    assert [change.decision for change in done.changes] == ["model_wrong"]
    (row,) = [row for row in readmodels.readings(ws.store.read(), run_id) if row.decision]
    assert (row.reading_id, row.decision, row.decision_note) == (reading_id, "model_wrong", "a smudge")
    cell = comparing.finding(ws, run_id, row.slot).models[1]
    assert cell.verdict is Verdict.MISMATCH


def test_a_mended_truth_is_named_as_the_cause(scene) -> None:
    ws, run_id, document_id = scene
    total = library.document(ws, document_id).fields[2]
    annotating.apply(ws, ChangeField(total, replace(total, text="23.90")))
    changes = rescoring.rescore_run(ws, run_id).changes
    assert [(change.model, change.cause) for change in changes] == [("right", "truth"), ("wrong", "truth")]
    assert [change.after.verdict for change in changes if change.after] == [Verdict.MISMATCH, Verdict.EXACT]


def test_an_illegible_field_is_a_mended_truth(scene) -> None:
    ws, run_id, document_id = scene
    total = library.document(ws, document_id).fields[2]
    annotating.apply(ws, ChangeField(total, replace(total, legibility=Legibility.ILLEGIBLE)))
    changes = rescoring.rescore_run(ws, run_id).changes
    assert {(change.cause, change.after.verdict) for change in changes if change.after} == {
        (rescoring.Cause.TRUTH, Verdict.HALLUCINATED)
    }


def test_a_decision_on_a_reading_that_is_no_more_stays_on_record(scene) -> None:
    ws, run_id, _ = scene
    deciding.decide(ws, reading_of_total(ws, run_id, "wrong"), Decided.MODEL_WRONG)
    with ws.store.write() as tx:
        tx.execute("UPDATE findings SET slot = slot || '-old' WHERE key = 'total'")
        tx.execute("UPDATE decisions SET slot = slot || '-old'")
    done = rescoring.rescore_run(ws, run_id)
    assert (done.decisions, done.orphaned) == (0, 1)
    gone = [change for change in done.changes if change.after is None]
    assert sorted((change.model, change.decision) for change in gone) == [("right", ""), ("wrong", "model_wrong")]
    assert all(change.cause is rescoring.Cause.SCORER for change in done.changes)
    assert ws.store.read().execute("SELECT count(*) FROM decisions WHERE undone_at IS NULL").fetchone()[0] == 1


def test_a_run_that_was_never_scored_is_scored_and_has_no_changes(scene) -> None:
    ws, run_id, _ = scene
    with ws.store.write() as tx:
        tx.execute("UPDATE runs SET scorer_version = NULL, scored_at = NULL")
        tx.execute("DELETE FROM findings")
    done = rescoring.rescore_run(ws, run_id)
    assert (done.from_version, done.readings, done.changes) == ("", 6, ())


def test_nobody_is_asked(scene, tmp_path: Path) -> None:
    ws, run_id, _ = scene
    for name in ("right", "wrong"):
        (tmp_path / f"{name}.jsonl").unlink()
    attempts = "SELECT count(*) FROM attempts"
    before = ws.store.read().execute(attempts).fetchone()[0]
    assert rescoring.rescore_run(ws, run_id).readings == 6
    assert ws.store.read().execute(attempts).fetchone()[0] == before


def test_runs_with_answers_can_be_rescored_oldest_first(scene) -> None:
    ws, run_id, document_id = scene
    second = run_models(ws, [document_id], ["right"], name="second").run_id
    assert rescoring.rescorable(ws) == (run_id, second)


def test_a_stopped_rescoring_leaves_the_stored_verdicts(scene) -> None:
    ws, run_id, _ = scene
    scored_by_an_older_scorer(ws, run_id)
    before = stored(ws, run_id)
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        rescoring.rescore_run(ws, run_id, cancel=token)
    assert stored(ws, run_id) == before
    assert rescoring.rescore_run(ws, run_id).from_version == "0"


def test_an_unknown_run_is_named(scene) -> None:
    ws, _, _ = scene
    with pytest.raises(UserError, match="no run nonsense"):
        rescoring.rescore_run(ws, "nonsense")
