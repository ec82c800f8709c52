"""Makes `old_files/NAME.sql`: a small workspace as this version writes it, to be opened by every later one.

Run it once, before the next migration is written, as `python tests/store/old_files.py`; then never again for that name.
The dump is text, so that a review shows what is in it.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.workspaces import import_receipt, new_workspace, replay_model, run_models

from fidelity_app.services import comparing, deciding, degrading, illegible, library
from fidelity_app.store.connection import APPLICATION_ID
from fidelity_app.store.migrations import NAMES
from fidelity_app.store.rows import Decided

FOLDER = Path(__file__).resolve().parent / "old_files"


def dump(folder: Path) -> str:
    """Return the SQL of a workspace: a document, a run of two models, a mismatch, a decision, two illegible marks."""
    with new_workspace(folder / "ws") as ws:
        document_id = import_receipt(ws, folder / "in")
        replay_model(ws, folder, {"coffee": "3.50", "bagel": "25.40", "total": "28.90"}, name="right")
        replay_model(ws, folder, {"coffee": "3.50", "bagel": None, "total": "23.90"}, name="wrong")
        run_id = run_models(ws, [document_id], ["right", "wrong"], recipes=["clean", "fax:1"]).run_id
        found = comparing.finding(ws, run_id, comparing.matrix(ws, run_id).rows[4].slot)
        deciding.decide(ws, found.models[1].reading_id, Decided.MODEL_WRONG, note="an 8")
        total = library.document(ws, document_id).fields[2]
        standing, gone = (degrading.find_recipe(ws, name) for name in ("fax:4", "fax:1"))
        illegible.mark(ws, document_id, total.id, standing, note="smeared")
        illegible.take_back(ws, [illegible.mark(ws, document_id, total.id, gone)])
        with ws.store.write() as tx:
            tx.execute("UPDATE documents SET source = 'one.png'")
            for table in ("models", "run_models"):
                tx.execute(f"UPDATE {table} SET config = replace(config, ?, '')", (f"{folder}/",))
            tx.execute("UPDATE _sqlite_migrations SET applied_at = '2026-01-02 03:04:05+00:00'")
        lines = list(ws.store.read().iterdump())
    head = [f"PRAGMA application_id={APPLICATION_ID};", f"PRAGMA user_version={len(NAMES)};"]
    return "\n".join([*head, *lines]) + "\n"


def main() -> None:
    """Write the dump of the newest schema."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        (FOLDER / f"{NAMES[-1]}.sql").write_text(dump(Path(folder)), encoding="utf-8")


if __name__ == "__main__":
    main()
