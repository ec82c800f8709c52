"""What nobody can read under a recipe: marked, taken back, kept on record, and judged so when a run is scored."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from support.loopback_server import LoopbackServer
from support.workspaces import import_receipt, new_workspace, replay_model, run_models

from fidelity_app.core.asks import Mode, ModelConfig
from fidelity_app.core.claims import Verified
from fidelity_app.core.documents import Legibility
from fidelity_app.core.edits import AddField, RemoveField
from fidelity_app.core.errors import UserError
from fidelity_app.core.verdicts import Verdict
from fidelity_app.services import (
    annotating,
    claiming,
    comparing,
    deciding,
    degrading,
    illegible,
    library,
    reporting,
    rescoring,
    running,
)
from fidelity_app.services.models import add_model
from fidelity_app.services.rescoring import Cause
from fidelity_app.store.rows import Decided

TOTAL = 2
"""The total's place among the receipt's fields."""


@pytest.fixture
def ws(tmp_path: Path):
    with new_workspace(tmp_path / "ws", environment={"LOOPBACK_KEY": "sk-test"}) as ws:
        import_receipt(ws, tmp_path / "in")
        yield ws


def _document(ws):
    return library.document(ws, library.documents(ws)[0].id)


def _mark(ws, recipe: str = "fax:3", *, field: int = TOTAL, **more):
    document = _document(ws)
    return illegible.mark(
        ws, document.id, document.fields[field].id, degrading.find_recipe(ws, recipe), note="gone", **more
    )


def _run(ws, tmp_path: Path, recipes=("clean", "fax:2", "fax:3", "fax:5"), **more) -> str:
    replay_model(ws, tmp_path, {"coffee": "3.50", "bagel": "25.40", "total": "28.90"}, name="sure")
    replay_model(ws, tmp_path, {"coffee": "3.50", "bagel": "25.40", "total": None}, name="humble")
    return run_models(ws, [_document(ws).id], ["sure", "humble"], recipes=recipes, **more).run_id


def _totals(ws, run_id: str) -> dict[str, list[Verdict | None]]:
    rows = comparing.matrix(ws, run_id).rows
    return {row.recipe_label: [cell.verdict for cell in row.cells] for row in rows if row.slot.key == "total"}


def test_a_mark_says_who_when_and_why(ws) -> None:
    made = _mark(ws)
    (kept,) = illegible.marks_of(ws, _document(ws).id)
    assert kept == made
    assert (kept.who, kept.note, kept.seed, kept.recipe.label) == ("tester", "gone", 0, "fax:3")
    assert kept.recipe.is_pinned


def test_marking_twice_is_refused_and_names_the_mark_that_holds(ws) -> None:
    _mark(ws, "fax:3")
    with pytest.raises(UserError, match="total is marked already: illegible under fax from severity 3 up, seed 0 by t"):
        _mark(ws, "fax:4")
    assert len(illegible.marks_of(ws, _document(ws).id)) == 1


def test_what_cannot_be_marked_is_refused_with_the_way_out(ws) -> None:
    document = _document(ws)
    with pytest.raises(UserError, match=r"clean changes nothing.*Annotate"):
        _mark(ws, "clean")
    with pytest.raises(UserError, match="has no field nope"):
        illegible.mark(ws, document.id, "nope", degrading.find_recipe(ws, "fax"))
    blank = annotating.new_field(ws, document, key="tip", kind=document.fields[0].kind, text=" ", box=None)
    annotating.apply(ws, AddField(blank))
    with pytest.raises(UserError, match="tip prints nothing"):
        illegible.mark(ws, document.id, blank.id, degrading.find_recipe(ws, "fax"))


def test_unmarking_takes_back_every_mark_that_holds_and_keeps_them_on_record(ws) -> None:
    document = _document(ws)
    field_id = document.fields[TOTAL].id
    strong, mild = _mark(ws, "fax:4"), _mark(ws, "fax:2")
    gone = illegible.unmark(ws, document.id, field_id, degrading.find_recipe(ws, "fax:4"), who="bea")
    assert {one.id for one in gone} == {strong.id, mild.id}
    assert illegible.marks_of(ws, document.id) == ()
    history = illegible.marks_of(ws, document.id, taken_back=True)
    assert [(one.id, one.taken_back_by, one.taken_back_at is None) for one in history] == [
        (strong.id, "bea", False),
        (mild.id, "bea", False),
    ]
    with pytest.raises(UserError, match=r"total is not marked illegible under fax:4, seed 0"):
        illegible.unmark(ws, document.id, field_id, degrading.find_recipe(ws, "fax:4"))


def test_unmarking_a_mild_severity_leaves_the_mark_of_a_stronger_one(ws) -> None:
    document = _document(ws)
    strong, _ = _mark(ws, "fax:4"), _mark(ws, "fax:2")
    illegible.unmark(ws, document.id, document.fields[TOTAL].id, degrading.find_recipe(ws, "fax:2"))
    assert [one.id for one in illegible.marks_of(ws, document.id)] == [strong.id]


def test_undo_takes_a_mark_back_and_redo_makes_it_again_as_a_new_one(ws) -> None:
    made = _mark(ws)
    assert illegible.take_back(ws, [made]) == 1
    assert illegible.take_back(ws, [made]) == 0
    (again,) = illegible.renew(ws, [made])
    assert again.id != made.id
    assert again.at > made.at
    assert replace(again, id=made.id, at=made.at) == made
    assert illegible.marks_of(ws, _document(ws).id) == (again,)
    # An older step of undo knows the first mark only: it means what was made again in its place.
    assert illegible.take_back(ws, [made]) == 1
    assert illegible.marks_of(ws, _document(ws).id) == ()


def test_a_field_removed_and_brought_back_has_its_mark_again(ws) -> None:
    document = _document(ws)
    _mark(ws)
    field = document.fields[TOTAL]
    annotating.apply(ws, RemoveField(field))
    recipe = degrading.find_recipe(ws, "fax:3")
    seen = illegible.document_under(ws, _document(ws), recipe, seed=0)
    assert all(one.legibility is Legibility.CLEAR for one in seen.fields)
    annotating.apply(ws, AddField(field))
    seen = illegible.document_under(ws, _document(ws), recipe, seed=0)
    assert [one.legibility for one in seen.fields if one.id == field.id] == [Legibility.ILLEGIBLE]


def test_a_run_judges_marked_fields_as_illegible_from_the_severity_up(ws, tmp_path: Path) -> None:
    _mark(ws, "fax:3")
    found = _totals(ws, _run(ws, tmp_path))
    sure, humble = [Verdict.EXACT, Verdict.ABSTAINED], [Verdict.HALLUCINATED, Verdict.ABSTAINED]
    assert found == {"clean": sure, "fax:2": sure, "fax:3": humble, "fax:5": humble}


def test_abstaining_is_right_there_and_the_field_leaves_the_printed_ones(ws, tmp_path: Path) -> None:
    _mark(ws, "fax:3")
    rows = {(row.recipe_label, row.model): row for row in reporting.headline(ws, _run(ws, tmp_path))}
    clean, marked = rows["clean", "humble"], rows["fax:3", "humble"]
    assert (clean.value_fidelity.hits, clean.value_fidelity.total) == (2, 3)
    assert (marked.value_fidelity.hits, marked.value_fidelity.total) == (2, 2)
    assert marked.strict_document_rate.value == 1
    assert marked.slots == clean.slots == 3
    assert rows["fax:3", "sure"].silent_error_rate.hits == 1


def test_a_failed_trial_keeps_a_marked_field_out_of_the_printed_ones_too(ws, tmp_path: Path) -> None:
    _mark(ws, "fax:3")
    (tmp_path / "none.jsonl").write_text('{"key": "nobody", "format": "chat", "text": "{}"}\n')
    add_model(ws, ModelConfig("mute", "replay", parameters={"file": str(tmp_path / "none.jsonl")}))
    run_id = run_models(ws, [_document(ws).id], ["mute"], recipes=["fax:3"]).run_id
    (row,) = reporting.headline(ws, run_id)
    assert (row.failures, row.slots, row.value_fidelity.total) == (3, 3, 2)


def test_another_seed_is_not_covered(ws, tmp_path: Path) -> None:
    _mark(ws, "fax:3", seed=7)
    run_id = _run(ws, tmp_path, recipes=["fax:3"], name="autumn")
    assert _totals(ws, run_id) == {"fax:3": [Verdict.EXACT, Verdict.ABSTAINED]}
    (mark,) = illegible.marks_of(ws, _document(ws).id)
    assert illegible.unscored(ws, [mark]) == ()
    assert illegible.not_covered(ws, mark) == ("autumn (seed 0)",)
    assert illegible.not_covered(ws, replace(mark, seed=0)) == ()
    older = replace(mark.recipe, steps=tuple(replace(step, version=9) for step in mark.recipe.steps))
    assert illegible.not_covered(ws, replace(mark, recipe=older)) == ("autumn (fax was another recipe then)",)


def test_rescoring_after_a_mark_says_what_changed_and_because_of_the_truth(ws, tmp_path: Path) -> None:
    run_id = _run(ws, tmp_path)
    made = _mark(ws, "fax:3")
    assert illegible.unscored(ws, [made]) == (running.run(ws, run_id).name or run_id,)
    done = rescoring.rescore_run(ws, run_id)
    changed = [(one.recipe_label, one.model, one.before.label, one.after.label, one.cause) for one in done.changes]
    assert changed == [
        ("fax:3", "sure", "exact", "hallucinated", Cause.TRUTH),
        ("fax:3", "humble", "abstained", "abstained_rightly", Cause.TRUTH),
        ("fax:5", "sure", "exact", "hallucinated", Cause.TRUTH),
        ("fax:5", "humble", "abstained", "abstained_rightly", Cause.TRUTH),
    ]
    assert illegible.unscored(ws, [made]) == ()
    illegible.take_back(ws, [made])
    assert illegible.unscored(ws, [made]) == (running.run(ws, run_id).name or run_id,)
    assert len(rescoring.rescore_run(ws, run_id).changes) == 4
    assert rescoring.rescore_run(ws, run_id).changes == ()


def test_a_finding_opened_shows_the_judgement_that_was_scored(ws, tmp_path: Path) -> None:
    _mark(ws, "fax:3")
    run_id = _run(ws, tmp_path, recipes=["fax:3"])
    row = next(row for row in comparing.matrix(ws, run_id).rows if row.slot.key == "total")
    found = comparing.finding(ws, run_id, row.slot)
    assert found.models[0].judgement.verdict is Verdict.HALLUCINATED
    assert found.field.legibility is Legibility.ILLEGIBLE
    assert row.legibility is Legibility.ILLEGIBLE


@pytest.mark.timeout(180)
def test_a_claim_about_what_nobody_can_read_is_left_open(ws) -> None:
    with LoopbackServer() as server:
        add_model(ws, ModelConfig("far", "openai", "loopback", server.base_url, "LOOPBACK_KEY", concurrency=1))
        run_id = run_models(ws, [_document(ws).id], ["far"], recipes=["fax:3"], mode=Mode.VERIFY).run_id
    assert {row.outcome for row in claiming.claim_rows(ws, run_id)} & {Verified.UNDECIDED} == set()
    _mark(ws, "fax:3")
    rescoring.rescore_run(ws, run_id)
    rows = claiming.claim_rows(ws, run_id)
    assert {row.key for row in rows if row.outcome is Verified.UNDECIDED} == {"total"}


def test_a_decision_on_a_degraded_picture_marks_the_field_there_and_leaves_the_page_alone(ws, tmp_path: Path) -> None:
    run_id = _run(ws, tmp_path)
    before = _totals(ws, run_id)
    row = next(
        row for row in comparing.matrix(ws, run_id).rows if (row.slot.key, row.recipe_label) == ("total", "fax:3")
    )
    deciding.decide(ws, row.cells[0].reading_id, Decided.ILLEGIBLE, note="smear", who="ann")
    (mark,) = illegible.marks_of(ws, _document(ws).id)
    assert (mark.recipe.label, mark.seed, mark.who, mark.note) == ("fax:3", 0, "ann", "smear")
    assert _document(ws).fields[TOTAL].legibility is Legibility.CLEAR
    marked = [Verdict.HALLUCINATED, Verdict.ABSTAINED]
    assert _totals(ws, run_id) == {**before, "fax:3": marked, "fax:5": marked}
    assert illegible.unscored(ws, [mark]) == ()
    deciding.undecide(ws, row.cells[0].reading_id)
    assert illegible.marks_of(ws, _document(ws).id) == ()
    assert _totals(ws, run_id) == before


def test_a_decision_on_the_clean_page_is_about_the_field_itself(ws, tmp_path: Path) -> None:
    run_id = _run(ws, tmp_path)
    row = next(
        row for row in comparing.matrix(ws, run_id).rows if (row.slot.key, row.recipe_label) == ("total", "clean")
    )
    deciding.decide(ws, row.cells[0].reading_id, Decided.ILLEGIBLE)
    assert illegible.marks_of(ws, _document(ws).id) == ()
    assert _document(ws).fields[TOTAL].legibility is Legibility.ILLEGIBLE
