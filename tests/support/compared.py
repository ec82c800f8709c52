"""A workspace with one receipt and a finished run of two models: one reads 28.90 as 23.90, one reads it right."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path

from support.workspaces import draw_receipt, new_workspace

from fidelity_app.core.asks import Mode, ModelConfig
from fidelity_app.core.documents import Field, Kind
from fidelity_app.core.edits import AddField
from fidelity_app.core.plans import RunRequest
from fidelity_app.services import annotating, importing, library, models, running
from fidelity_app.services.workspace import Workspace

KEYS = {"Coffee": "items[0].price", "Bagel": "items[1].price", "TOTAL": "total"}
TRUTHS = {"Coffee": "3.50", "Bagel": "25.40", "TOTAL": "28.90"}
READINGS = {
    "wrong": {"items": [{"price": "3.50"}, {"price": "25.40"}], "total": "23.90"},
    "right": {"items": [{"price": "3.50"}, {"price": None}], "total": "28.90"},
}


@dataclass(frozen=True, slots=True)
class Compared:
    """What was made: the open workspace, its only document's id and its run's id."""

    workspace: Workspace
    document_id: str
    run_id: str


def compared_workspace(folder: Path, *, recipes: tuple[str, ...] = ("clean",)) -> Compared:
    """Draw, import, annotate, and run both models under the recipes."""
    ws = new_workspace(folder / "workspace")
    picture = folder / "receipt.png"
    boxes = draw_receipt(picture)
    (document_id,) = importing.import_paths(ws, [picture]).added
    for position, (word, box) in enumerate(boxes.items()):
        field = Field(f"f{position}", document_id, 0, KEYS[word], Kind.AMOUNT, TRUTHS[word], box, position=position)
        annotating.apply(ws, AddField(field))
    for name, reply in READINGS.items():
        models.add_model(ws, replay_model(folder, name, json.dumps(reply)))
    request = RunRequest(
        document_ids=(document_id,),
        recipes=tuple(running.recipe_ref(ws, recipe) for recipe in recipes),
        model_names=tuple(READINGS),
        mode=Mode.EXTRACT,
        name="two models",
    )
    run_id = running.start_run(ws, running.plan_run(ws, request))
    outcome = asyncio.run(running.execute_run(ws, run_id))
    assert outcome.complete and outcome.failed == 0
    assert [row.id for row in library.documents(ws)] == [document_id]
    return Compared(ws, document_id, run_id)


def replay_model(folder: Path, name: str, reply: str) -> ModelConfig:
    """Return a model that answers every ask with one stored reply."""
    path = folder / f"{name}.jsonl"
    path.write_text(json.dumps({"key": "*", "format": "chat", "text": reply}) + "\n", encoding="utf-8")
    return ModelConfig(name=name, adapter="replay", parameters={"file": str(path)})
