"""What a killed process and a full disk leave behind: whole transactions, a sound file, a clear message."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fidelity_app.store.connection import Store

_WRITER = """
import sys
from pathlib import Path
from fidelity_app.store.connection import Store
store = Store.open(Path(sys.argv[1]), stamp="x")
number = 0
while True:
    number += 1
    with store.write() as tx:
        tx.execute("INSERT INTO meta VALUES (?, 'left')", (f"{number}-left",))
        tx.execute("INSERT INTO meta VALUES (?, 'right')", (f"{number}-right",))
    sha = store.blobs.put(b"%d" % number * 2000)
    print(number, sha, flush=True)
"""

_FULL = """
import resource, signal, sys
from pathlib import Path
from fidelity_app.core.errors import ExternalError
from fidelity_app.store.connection import Store
store = Store.open(Path(sys.argv[1]), stamp="x")
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, resource.RLIM_INFINITY))
try:
    with store.write() as tx:
        tx.execute("INSERT INTO meta VALUES ('big', ?)", ("x" * 3_000_000,))
    print("written")
except ExternalError as error:
    print(error)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
with store.write() as tx:
    tx.execute("INSERT INTO meta VALUES ('small', 'later')")
print(store.integrity())
store.close()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    Store.create(tmp_path / "ws", created_at="2026-01-02", version="0").close()
    return tmp_path / "ws"


@pytest.mark.parametrize("after", [1, 40])
def test_kill_9_loses_at_most_the_transaction_under_way(folder: Path, after: int) -> None:
    writer = subprocess.Popen([sys.executable, "-c", _WRITER, str(folder)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    lines = [writer.stdout.readline() for _ in range(after)]
    os.kill(writer.pid, signal.SIGKILL)
    writer.wait(timeout=30)
    lines += writer.stdout.readlines()
    writer.stdout.close()
    told = [line.split() for line in lines if line.endswith("\n")]
    store = Store.open(folder, stamp="x")
    keys = {row[0] for row in store.read().execute("SELECT key FROM meta WHERE value IN ('left', 'right')")}
    assert store.integrity() == "ok"
    assert {f"{number}-{side}" for number, _ in told for side in ("left", "right")} <= keys
    assert sum(key.endswith("left") for key in keys) == sum(key.endswith("right") for key in keys)
    assert all(store.blobs.get(sha) for _, sha in told)
    with store.write() as tx:
        tx.execute("INSERT INTO meta VALUES ('after', 'the crash')")
    store.close()


def test_a_full_disk_is_said_with_the_path_and_a_later_write_works(folder: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-c", _FULL, str(folder)], capture_output=True, text=True, timeout=60, check=True
    )
    first, last = result.stdout.splitlines()
    assert "workspace.sqlite" in first
    assert "disk" in first
    assert last == "ok"
    store = Store.open(folder, stamp="x")
    assert [row[0] for row in store.read().execute("SELECT key FROM meta WHERE key IN ('big', 'small')")] == ["small"]
    store.close()
