"""One process at a time works on a run. The system lets go of the lock when a process dies, however it dies."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fidelity_app.core.errors import Conflict
from fidelity_app.store.failures import explain_os

_POLL_S = 0.05


def run_lock(folder: Path, run_id: str) -> Path:
    """Return the lock file that is held while a run of a workspace is executed."""
    return folder / "locks" / f"run-{run_id}.lock"


@contextmanager
def exclusive(path: Path, *, busy: str, wait_s: float = 0.0) -> Iterator[None]:
    """Hold a lock file for the block.

    Raises Conflict with the words `busy` when another process holds it, and still does after `wait_s`.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise explain_os(error, path) from error
    try:
        deadline = time.monotonic() + wait_s
        while not _take(handle):
            if time.monotonic() >= deadline:
                raise Conflict(busy)
            time.sleep(_POLL_S)
        yield
    finally:
        os.close(handle)


if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _take(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
