"""What holds for every test: no screen, no network but loopback, no leaked threads, a home of its own."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
os.environ["OMP_THREAD_LIMIT"] = "1"

_LOOPBACK = ("127.", "::1", "localhost")
_connect = socket.socket.connect


def _connect_on_loopback_only(self: socket.socket, address: object) -> None:
    if self.family in (socket.AF_INET, socket.AF_INET6):
        host = str(address[0]) if isinstance(address, tuple) else str(address)
        if not host.startswith(_LOOPBACK):
            raise AssertionError(f"a test reached for the network: {host}")
    _connect(self, address)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def loopback_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail a test that reaches for any host but this one."""
    monkeypatch.setattr(socket.socket, "connect", _connect_on_loopback_only)


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep settings and caches of the person who runs the tests out of them."""
    for variable, folder in (("XDG_CONFIG_HOME", "config"), ("XDG_DATA_HOME", "data"), ("XDG_CACHE_HOME", "cache")):
        monkeypatch.setenv(variable, str(tmp_path / ".home" / folder))
    for variable in ("OPENAI_API_KEY", "HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY"):
        monkeypatch.delenv(variable, raising=False)


@pytest.fixture(autouse=True)
def no_leaked_threads() -> Iterator[None]:
    """Fail a test that leaves a non-daemon thread of ours running."""
    before = set(threading.enumerate())
    yield
    deadline = time.monotonic() + 5
    while leaked := [t for t in threading.enumerate() if t not in before and not t.daemon and t.is_alive()]:
        if time.monotonic() > deadline:
            raise AssertionError(f"threads left running: {[t.name for t in leaked]}")
        leaked[0].join(0.05)
