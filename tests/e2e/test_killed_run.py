"""`kill -9` in the middle of a run loses no answer, and `resume` asks nothing again that was answered."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.commands import receipt_files
from support.desktop import rows
from support.loopback_plays import SILENT, completion
from support.loopback_server import LoopbackServer
from support.screen import end, wait_until

FIDELITY = (sys.executable, "-m", "fidelity_app.cli.main")
ANSWER = completion(json.dumps({"coffee": "3.50", "bagel": "25.40", "total": "28.90"}))
TRIALS, ANSWERED = 6, 3


def fidelity(*arguments: str | Path, expect: Sequence[int] = (0,)) -> str:
    """Run one command in a process of its own and return what it printed."""
    done = subprocess.run([*FIDELITY, *map(str, arguments)], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode in expect, done.stderr
    return done.stdout


@pytest.fixture
def ws(tmp_path: Path) -> Path:
    receipt_files(tmp_path / "in")
    fidelity("new", tmp_path / "ws")
    fidelity("import", tmp_path / "ws", tmp_path / "in")
    return tmp_path / "ws"


@pytest.mark.timeout(180)
def test_a_killed_run_is_resumed_without_asking_again_what_was_answered(
    ws: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOOPBACK_KEY", "sk-killed")
    with LoopbackServer(script=[ANSWER] * ANSWERED + [SILENT], always=ANSWER) as server:
        address = ("--adapter", "openai", "--base-url", server.base_url, "--model", "loopback")
        fidelity("models", ws, "add", "far", *address, "--key-env", "LOOPBACK_KEY", "--concurrency", "1")
        command = [*FIDELITY, "run", str(ws), "--model", "far", "--repeats", str(TRIALS), "--name", "long"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ))
        try:
            assert server.wait_for(ANSWERED + 1), "the fourth question is under way"
            wait_until("the answers to be kept", lambda: len(rows(ws, "SELECT 1 FROM replies")) == ANSWERED)
        finally:
            process.kill()
            end(process)
        assert rows(ws, "PRAGMA integrity_check") == [("ok",)]
        kept = rows(ws, "SELECT id, text, received_at FROM replies ORDER BY id")
        resumed = json.loads(fidelity("resume", ws, "long", "--json"))
        assert server.count == ANSWERED + 1 + (TRIALS - ANSWERED)
    assert (resumed["answered"], resumed["failed"], resumed["open"]) == (TRIALS, 0, 0)
    assert rows(ws, "SELECT id, text, received_at FROM replies ORDER BY id")[:ANSWERED] == kept
    (headline,) = resumed["headline"]
    assert (headline["slots"], headline["value_fidelity"]["hits"]) == (3 * TRIALS, 3 * TRIALS)
    again = json.loads(fidelity("resume", ws, "long", "--json"))
    assert (again["answered"], again["reused"], server.count) == (TRIALS, TRIALS, ANSWERED + 1 + TRIALS - ANSWERED)
