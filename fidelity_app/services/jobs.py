"""Long work: how it says how far it is, and how it is told to stop."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from fidelity_app.core.errors import Cancelled

Progress = Callable[[int, int, str], None]
"""Called with done, total (0 when unknown) and what is at hand; at most about 20 times a second."""


def no_progress(done: int, total: int, text: str) -> None:
    """Take a progress report and do nothing with it."""


class CancelToken:
    """A flag that a window or a key press sets and a loop looks at; safe between threads."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def cancel(self) -> None:
        """Ask the work to end at its next safe point."""
        self._event.set()

    @property
    def cancelled(self) -> bool:
        """Say whether cancelling was asked for."""
        return self._event.is_set()

    def check(self) -> None:
        """Raise Cancelled when cancelling was asked for."""
        if self._event.is_set():
            raise Cancelled("cancelled; what was finished is kept")


@dataclass(slots=True)
class Coalesced:
    """A progress that passes on at most one report per interval, and always the last one."""

    progress: Progress
    monotonic: Callable[[], float]
    interval_s: float = 0.05
    _last_s: float = -1.0e9

    def __call__(self, done: int, total: int, text: str) -> None:
        now_s = self.monotonic()
        if done >= total > 0 or now_s - self._last_s >= self.interval_s:
            self._last_s = now_s
            self.progress(done, total, text)
