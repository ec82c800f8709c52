"""Runs: asked once, failures on record, stopped and resumed without asking again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.workspaces import import_receipt, new_workspace, replay_model, run_models

from fidelity_app.core.asks import Mode, ModelConfig, Outcome, Reply
from fidelity_app.core.errors import Conflict, UserError
from fidelity_app.core.plans import RunRequest
from fidelity_app.services import annotating, comparing, library, models, running, scoring
from fidelity_app.services.desk import Desk
from fidelity_app.services.executing import Ended, LocalExecutor, RunControl
from fidelity_app.store import replies
from fidelity_app.store import runs as run_table
from fidelity_app.store.locks import exclusive
from fidelity_app.store.rows import RunState, TrialRow

ANSWERS = {"coffee": "3.50", "bagel": "25.40", "total": "23.90"}


@pytest.fixture
def ws(tmp_path: Path):
    with new_workspace(tmp_path / "ws") as ws:
        yield ws


@pytest.fixture
def document_id(ws, tmp_path: Path) -> str:
    return import_receipt(ws, tmp_path / "in")


def _attempts(ws) -> int:
    return ws.store.read().execute("SELECT count(*) FROM attempts").fetchone()[0]


def test_a_run_asks_every_trial_and_scores_it(ws, tmp_path, document_id) -> None:
    replay_model(ws, tmp_path, ANSWERS)
    outcome = run_models(ws, [document_id], ["replay"], recipes=["clean", "fax:1"], repeats=2)
    assert (outcome.answered, outcome.failed, outcome.open) == (4, 0, 0)
    row = running.run(ws, outcome.run_id)
    assert (row.state, row.trials, row.models) == (RunState.DONE, 4, ("replay",))
    assert row.scored_at is not None
    assert comparing.matrix(ws, outcome.run_id).total == 6


def test_an_equal_question_is_not_asked_again_in_another_run(ws, tmp_path, document_id) -> None:
    replay_model(ws, tmp_path, ANSWERS)
    run_models(ws, [document_id], ["replay"])
    asked = _attempts(ws)
    again = run_models(ws, [document_id], ["replay"], name="again")
    assert (again.answered, again.reused, _attempts(ws)) == (1, 1, asked)
    assert comparing.matrix(ws, again.run_id).total == 3


def test_an_estimate_knows_what_was_answered_before(ws, tmp_path, document_id) -> None:
    replay_model(ws, tmp_path, ANSWERS)
    run_models(ws, [document_id], ["replay"])
    ref = running.recipe_ref(ws, "clean")
    plan = running.plan_run(ws, RunRequest((document_id,), (ref,), ("replay",), repeats=3))
    assert (plan.estimate.trials, plan.estimate.reusable, plan.estimate.asks) == (3, 1, 2)
    assert len(running.runs(ws)) == 1, "a plan writes nothing"


def test_repeats_never_share_an_answer(ws, tmp_path, document_id) -> None:
    replay_model(ws, tmp_path, ANSWERS)
    run_models(ws, [document_id], ["replay"], repeats=3)
    assert _attempts(ws) == 3


def test_two_recipes_that_make_the_same_pixels_are_asked_once(ws, tmp_path, document_id) -> None:
    replay_model(ws, tmp_path, ANSWERS)
    outcome = run_models(ws, [document_id], ["replay"], recipes=["clean", "fax:0"])
    assert outcome.answered == 2
    assert _attempts(ws) == 1


def test_an_endpoint_that_is_down_fails_its_rows_and_the_other_model_goes_on(ws, tmp_path, document_id) -> None:
    replay_model(ws, tmp_path, ANSWERS)
    models.add_model(
        ws,
        ModelConfig(
            name="down",
            adapter="openai",
            model_id="nobody",
            base_url="http://127.0.0.1:9/v1",
            parameters={"max_attempts": 1},
            timeout_s=5,
        ),
    )
    outcome = run_models(ws, [document_id], ["down", "replay"])
    assert (outcome.answered, outcome.failed, outcome.open) == (1, 1, 0)
    rows = comparing.matrix(ws, outcome.run_id).rows
    assert [row.cells[0].verdict for row in rows] == [None] * 3
    assert {row.cells[0].outcome for row in rows} <= {Outcome.TRANSPORT, Outcome.AUTH}
    assert [row.cells[1].text for row in rows] == ["3.50", "25.40", "23.90"]


def test_a_model_whose_file_is_gone_fails_on_record(ws, tmp_path, document_id) -> None:
    replay_model(ws, tmp_path, ANSWERS)
    (tmp_path / "replay.jsonl").unlink()
    outcome = run_models(ws, [document_id], ["replay"])
    assert (outcome.failed, outcome.open) == (1, 0)
    trial = replies.trials_of(ws.store.read(), outcome.run_id, document_id=document_id)[0]
    assert trial.outcome is Outcome.UNSUPPORTED
    assert "replay.jsonl" in trial.reason


def test_a_resume_asks_what_failed_on_the_way_again_and_nothing_else(ws, tmp_path, document_id) -> None:
    replay_model(ws, tmp_path, ANSWERS)
    replay_model(ws, tmp_path, ANSWERS, name="flaky")
    text = (tmp_path / "flaky.jsonl").read_text()
    (tmp_path / "flaky.jsonl").unlink()
    first = run_models(ws, [document_id], ["replay", "flaky"])
    assert (first.answered, first.failed) == (1, 1)
    (tmp_path / "flaky.jsonl").write_text(text)
    second = asyncio.run(running.execute_run(ws, first.run_id))
    assert (second.answered, second.failed, second.reused) == (2, 0, 1)
    assert _attempts(ws) == 2


def test_what_is_stopped_stays_open_and_is_resumed(ws, tmp_path, document_id) -> None:
    replay_model(ws, tmp_path, ANSWERS)
    control = RunControl()
    control.stop()
    stopped = run_models(ws, [document_id], ["replay"], repeats=3, control=control)
    assert (stopped.open, stopped.stopped) == (3, True)
    assert running.run(ws, stopped.run_id).state is RunState.STOPPED
    resumed = asyncio.run(running.execute_run(ws, stopped.run_id))
    assert (resumed.answered, resumed.open) == (3, 0)
    assert running.run(ws, stopped.run_id).state is RunState.DONE


class _StopsAfterOne:
    """Hands one trial to the real executor, as if the process ended there."""

    async def execute(self, trials: Sequence[TrialRow], desk: Desk, *, control: RunControl, ended: Ended) -> None:
        await LocalExecutor().execute(trials[:1], desk, control=control, ended=ended)


def test_an_executor_may_leave_trials_open(ws, tmp_path, document_id) -> None:
    replay_model(ws, tmp_path, ANSWERS)
    ref = running.recipe_ref(ws, "clean")
    run_id = running.start_run(ws, running.plan_run(ws, RunRequest((document_id,), (ref,), ("replay",), repeats=4)))
    first = asyncio.run(running.execute_run(ws, run_id, executor=_StopsAfterOne()))
    assert (first.answered, first.open) == (1, 3)
    second = asyncio.run(running.execute_run(ws, run_id))
    assert (second.answered, second.reused, _attempts(ws)) == (4, 1, 4)


def test_a_reply_that_was_stored_before_a_crash_is_read_and_not_asked_again(ws, tmp_path, document_id) -> None:
    replay_model(ws, tmp_path, ANSWERS)
    ref = running.recipe_ref(ws, "clean")
    run_id = running.start_run(ws, running.plan_run(ws, RunRequest((document_id,), (ref,), ("replay",))))
    trial = replies.open_trials(ws.store.read(), run_id)[0]
    with ws.store.write() as tx:
        replies.put_reply(tx, trial.id, Reply(Outcome.OK, "", "chat", json.dumps(ANSWERS), 1), at=ws.clock())
    outcome = asyncio.run(running.execute_run(ws, run_id))
    assert (outcome.answered, _attempts(ws)) == (1, 0)
    assert comparing.matrix(ws, run_id).rows[2].cells[0].text == "23.90"


def test_a_run_is_executed_by_one_process_at_a_time(ws, tmp_path, document_id) -> None:
    replay_model(ws, tmp_path, ANSWERS)
    ref = running.recipe_ref(ws, "clean")
    run_id = running.start_run(ws, running.plan_run(ws, RunRequest((document_id,), (ref,), ("replay",))))
    with (
        exclusive(ws.path / "locks" / f"run-{run_id}.lock", busy="x"),
        pytest.raises(Conflict, match="being executed by another"),
    ):
        asyncio.run(running.execute_run(ws, run_id))
    assert asyncio.run(running.execute_run(ws, run_id)).answered == 1


def test_a_started_run_keeps_what_it_asked_when_the_model_changes(ws, tmp_path, document_id) -> None:
    replay_model(ws, tmp_path, ANSWERS)
    outcome = run_models(ws, [document_id], ["replay"])
    models.remove_model(ws, "replay")
    frozen = run_table.load_frozen(ws.store.read(), outcome.run_id)
    assert frozen.models[0].config.parameters["file"] == str(tmp_path / "replay.jsonl")
    with pytest.raises(UserError, match="no model 'replay'"):
        run_models(ws, [document_id], ["replay"])


def test_crop_mode_asks_one_field_at_a_time_and_places_the_answer_on_the_page(ws, document_id) -> None:
    models.add_model(ws, ModelConfig(name="ocr", adapter="rapidocr", concurrency=1))
    outcome = run_models(ws, [document_id], ["ocr"], mode=Mode.CROP)
    assert outcome.answered == 3
    rows = comparing.matrix(ws, outcome.run_id).rows
    document = library.document(ws, document_id)
    assert [row.cells[0].text for row in rows] == ["3.50", "25.40", "28.90"]
    for row, field in zip(rows, document.fields, strict=True):
        x0, y0, x1, y1 = field.box.bounds
        left, top, right, bottom = row.cells[0].box.bounds
        assert left < (x0 + x1) / 2 < right
        assert top < (y0 + y1) / 2 < bottom


def test_an_answer_that_is_no_json_is_a_failure_in_every_field(ws, tmp_path, document_id) -> None:
    path = tmp_path / "prose.jsonl"
    path.write_text(json.dumps({"key": "*", "format": "chat", "text": "The total is 28.90."}) + "\n")
    models.add_model(ws, ModelConfig(name="prose", adapter="replay", parameters={"file": str(path)}))
    outcome = run_models(ws, [document_id], ["prose"])
    assert (outcome.answered, outcome.failed) == (0, 1)
    cells = [row.cells[0] for row in comparing.matrix(ws, outcome.run_id).rows]
    assert [(cell.label, cell.refused, cell.wrong) for cell in cells] == [("invalid_json", True, False)] * 3


def test_a_run_is_found_by_number_name_beginning_or_last(ws, tmp_path, document_id) -> None:
    replay_model(ws, tmp_path, ANSWERS)
    run_id = run_models(ws, [document_id], ["replay"], name="first").run_id
    for text in ("1", "first", run_id, run_id[:3], "last"):
        assert running.find_run(ws, text).id == run_id
    with pytest.raises(UserError, match=r"there are: 1 \(first"):
        running.find_run(ws, "ghost")


def test_progress_counts_to_the_end(ws, tmp_path, document_id) -> None:
    replay_model(ws, tmp_path, ANSWERS)
    ref = running.recipe_ref(ws, "clean")
    run_id = running.start_run(ws, running.plan_run(ws, RunRequest((document_id,), (ref,), ("replay",), repeats=5)))
    seen = []
    asyncio.run(running.execute_run(ws, run_id, progress=seen.append))
    assert [seen[0].done, seen[-1].done, seen[-1].total] == [0, 5, 5]
    assert [now.done for now in seen] == sorted(now.done for now in seen)


def test_scoring_again_changes_nothing_and_asks_nobody(ws, tmp_path, document_id) -> None:
    replay_model(ws, tmp_path, ANSWERS)
    run_id = run_models(ws, [document_id], ["replay"]).run_id
    before = comparing.matrix(ws, run_id)
    (tmp_path / "replay.jsonl").unlink()
    assert scoring.score_run(ws, run_id) == 3
    assert comparing.matrix(ws, run_id) == before


def test_mended_truth_is_judged_again_from_the_stored_reply(ws, tmp_path, document_id) -> None:
    from dataclasses import replace

    from fidelity_app.core.edits import ChangeField

    replay_model(ws, tmp_path, ANSWERS)
    run_id = run_models(ws, [document_id], ["replay"]).run_id
    total = library.document(ws, document_id).fields[2]
    annotating.apply(ws, ChangeField(total, replace(total, text="23.90")))
    scoring.score_run(ws, run_id, document_ids=(document_id,))
    assert comparing.matrix(ws, run_id).rows[2].cells[0].label == "exact"
