"""A run that is killed at any moment: nothing answered is asked again, nothing is lost, nothing counted twice."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.workspaces import import_receipt, new_workspace, replay_model

from fidelity_app.core.plans import RunRequest
from fidelity_app.services import comparing, running
from fidelity_app.services.workspace import open_workspace
from fidelity_app.settings.options import Options

REPEATS = 400
_RUN = """
import asyncio, sys
from pathlib import Path
from fidelity_app.services import running
from fidelity_app.services.workspace import open_workspace
ws = open_workspace(Path(sys.argv[1]))
asyncio.run(running.execute_run(ws, sys.argv[2], progress=lambda now: print(now.done, flush=True)))
"""


@pytest.mark.parametrize("after", [1, 4])
def test_kill_9_during_a_run(tmp_path: Path, after: int) -> None:
    with new_workspace(tmp_path / "ws") as ws:
        document_id = import_receipt(ws, tmp_path / "in")
        replay_model(ws, tmp_path, {"coffee": "3.50", "bagel": "25.40", "total": "28.90"})
        ref = running.recipe_ref(ws, "clean")
        request = RunRequest((document_id,), (ref,), ("replay",), repeats=REPEATS)
        run_id = running.start_run(ws, running.plan_run(ws, request))
    process = subprocess.Popen(
        [sys.executable, "-c", _RUN, str(tmp_path / "ws"), run_id], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    told = [int(process.stdout.readline()) for _ in range(after + 1)][-1]
    os.kill(process.pid, signal.SIGKILL)
    process.wait(timeout=30)
    process.stdout.close()
    with open_workspace(tmp_path / "ws", options=Options()) as ws:
        db = ws.store.read()
        assert ws.store.integrity() == "ok"
        kept = {row[0] for row in db.execute("SELECT trial_id FROM replies")}
        assert told <= len(kept) < REPEATS
        outcome = asyncio.run(running.execute_run(ws, run_id))
        assert (outcome.answered, outcome.failed, outcome.open) == (REPEATS, 0, 0)
        asked = dict(db.execute("SELECT trial_id, count(*) FROM attempts GROUP BY trial_id").fetchall())
        assert all(asked[trial_id] == 1 for trial_id in kept), "what had a reply was not asked again"
        assert sum(asked.values()) <= REPEATS + 4, "only what was under way was asked twice"
        assert comparing.matrix(ws, run_id).rows[0].cells[0].readings == REPEATS


_FULL = """
import asyncio, resource, signal, sys
from pathlib import Path
from fidelity_app.core.errors import ExternalError
from fidelity_app.services import running
from fidelity_app.services.workspace import open_workspace
ws = open_workspace(Path(sys.argv[1]))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000))
try:
    asyncio.run(running.execute_run(ws, sys.argv[2]))
    print("never full")
except ExternalError as error:
    print(error)
"""


def test_a_disk_that_fills_up_during_a_run_is_said_and_the_run_is_resumed(tmp_path: Path) -> None:
    with new_workspace(tmp_path / "ws") as ws:
        document_id = import_receipt(ws, tmp_path / "in")
        replay_model(ws, tmp_path, {"coffee": "3.50", "bagel": "25.40", "total": "28.90"})
        ref = running.recipe_ref(ws, "clean")
        request = RunRequest((document_id,), (ref,), ("replay",), repeats=REPEATS)
        run_id = running.start_run(ws, running.plan_run(ws, request))
    result = subprocess.run(
        [sys.executable, "-c", _FULL, str(tmp_path / "ws"), run_id],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert "workspace.sqlite" in result.stdout
    assert "disk" in result.stdout
    with open_workspace(tmp_path / "ws", options=Options()) as ws:
        assert ws.store.integrity() == "ok"
        outcome = asyncio.run(running.execute_run(ws, run_id))
        assert (outcome.answered, outcome.open) == (REPEATS, 0)
        assert outcome.reused > 0, "what was answered before the disk was full is kept"
