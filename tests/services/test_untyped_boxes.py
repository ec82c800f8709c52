"""A box whose text nobody has typed is no truth: it is not asked for, not scored, and the plan says so."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path

from support.compared import compared_workspace, replay_model

from fidelity_app.core.edits import AddField
from fidelity_app.core.plans import RunRequest
from fidelity_app.services import annotating, comparing, library, models, running
from fidelity_app.store.rows import MatrixFilter


def test_an_untyped_box_is_left_out_of_a_run_and_named_in_its_plan(tmp_path: Path) -> None:
    made = compared_workspace(tmp_path)
    with made.workspace as ws:
        total = next(field for field in library.document(ws, made.document_id).fields if field.key == "total")
        annotating.apply(ws, AddField(replace(total, id="box", key="cash", text="", typed=False, position=9)))
        reopened = library.document(ws, made.document_id)
        assert [field.key for field in reopened.fields if not field.typed] == ["cash"]
        models.add_model(ws, replay_model(tmp_path, "inventive", json.dumps({"total": "28.90", "cash": "30.00"})))
        clean = running.recipe_ref(ws, "clean")
        plan = running.plan_run(ws, RunRequest((made.document_id,), (clean,), ("inventive",), name="with a box"))
        assert "receipt: cash left out, their text is not typed yet" in plan.estimate.notes
        run_id = running.start_run(ws, plan)
        asyncio.run(running.execute_run(ws, run_id))
        keys = [row.slot.key for row in comparing.matrix(ws, run_id, MatrixFilter()).rows if row.slot.field_id]
        assert keys == ["items[0].price", "items[1].price", "total"]
