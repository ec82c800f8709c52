"""A receipt that prints its date twice has one slot for it, whichever of the two a model reads, and if it fails."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from support.workspaces import draw_receipt, new_workspace, replay_model, run_models

from fidelity_app.core.asks import ModelConfig
from fidelity_app.core.verdicts import Verdict
from fidelity_app.services import comparing, measuring, reporting
from fidelity_app.services.importing import import_paths
from fidelity_app.services.models import add_model
from fidelity_app.services.workspace import Workspace

ROWS = (("TOP", "05.03.2024"), ("BOTTOM", "2024-03-06"), ("TOTAL", "28.90"))
KEYS = {"TOP": ("date", "date"), "BOTTOM": ("date", "date"), "TOTAL": ("total", "amount")}


def import_twice_dated(ws: Workspace, folder: Path) -> str:
    boxes = draw_receipt(folder / "page.png", ROWS)
    fields = [
        {"key": KEYS[word][0], "kind": KEYS[word][1], "text": text, "page": 0, "box": boxes[word].flat()}
        for word, text in ROWS
    ]
    truth = {"schema": "fidelity-truth/1", "name": "twice", "type": "receipt", "locale": "", "currency": "EUR"}
    (folder / "t.fidelity.json").write_text(json.dumps(truth | {"pages": ["page.png"], "fields": fields}), "utf-8")
    return import_paths(ws, [folder / "t.fidelity.json"]).added[0]


def test_answers_and_failures_stand_in_one_slot(tmp_path: Path) -> None:
    with new_workspace(tmp_path / "ws") as ws:
        document_id = import_twice_dated(ws, tmp_path)
        for name, date in (("top", "05.03.2024"), ("bottom", "2024-03-06"), ("near", "2024-03-08")):
            replay_model(ws, tmp_path, {"date": date, "total": "28.90"}, name=name)
        broken = tmp_path / "broken.jsonl"
        broken.write_text(json.dumps({"key": "*", "format": "chat", "text": "no JSON"}) + "\n", "utf-8")
        add_model(ws, ModelConfig(name="broken", adapter="replay", parameters={"file": str(broken)}))
        names = ["top", "bottom", "near", "broken"]
        run_id = run_models(ws, [document_id], names).run_id
        found = comparing.matrix(ws, run_id)
        rows = [row for row in found.rows if row.slot.key == "date"]
        assert len(rows) == 1 and len(found.rows) == 2
        cells = dict(zip(found.models, rows[0].cells, strict=True))
        assert {name: cell and cell.verdict for name, cell in cells.items()} == {
            "top": Verdict.EXACT,
            "bottom": Verdict.EXACT,
            "near": Verdict.MISMATCH,
            "broken": None,
        }
        assert {row.model: row.slots for row in measuring.headline(ws, run_id)} == dict.fromkeys(names, 2)
        words = {model.model: model.words for model in comparing.finding(ws, run_id, rows[0].slot).models}
        assert words["bottom"] == "Read exactly as printed: 2024-03-06."
        assert "6 read as 8" in words["near"]
        reporting.export_csv(ws, run_id, tmp_path / "out.csv")
        with (tmp_path / "out.csv").open(encoding="utf-8-sig", newline="") as file:
            printed = {row["model"]: row["printed"] for row in csv.DictReader(file) if row["field"] == "date"}
        assert printed == {"top": "05.03.2024", "bottom": "2024-03-06", "near": "2024-03-06", "broken": "05.03.2024"}
