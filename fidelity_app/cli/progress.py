"""One live line on a terminal, sparse plain lines elsewhere (a CI log)."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from fidelity_app.services.jobs import Progress

PLAIN_INTERVAL_S = 5.0


@contextmanager
def live_progress(*, quiet: bool = False) -> Iterator[Progress]:
    """Yield a progress function that draws on standard error and leaves a clean line behind."""
    if quiet:
        yield _nothing
        return
    line = _LiveLine() if sys.stderr.isatty() else _SparseLines()
    try:
        yield line.show
    finally:
        line.close()


def _nothing(done: int, total: int, text: str) -> None:
    """Show nothing."""


def _sentence(done: int, total: int, text: str) -> str:
    counted = f"{done}/{total} " if total else (f"{done} " if done else "")
    return f"{counted}{text}".strip().replace("\n", " ")


class _LiveLine:
    def __init__(self) -> None:
        self._width = 0

    def show(self, done: int, total: int, text: str) -> None:
        sentence = _sentence(done, total, text)[:110]
        bar = ""
        if total:
            filled = round(24 * min(1.0, done / total))
            bar = "█" * filled + "░" * (24 - filled) + " "
        line = bar + sentence
        typer.echo("\r" + line.ljust(self._width), err=True, nl=False)
        self._width = len(line)

    def close(self) -> None:
        if self._width:
            typer.echo("\r" + " " * self._width + "\r", err=True, nl=False)


class _SparseLines:
    def __init__(self) -> None:
        self._last_s = time.monotonic()
        self._last = ""

    def show(self, done: int, total: int, text: str) -> None:
        now_s = time.monotonic()
        sentence = _sentence(done, total, text)
        if now_s - self._last_s >= PLAIN_INTERVAL_S or (done == total > 0 and sentence != self._last):
            typer.echo(sentence, err=True)
            self._last_s, self._last = now_s, sentence

    def close(self) -> None:
        """Leave nothing behind."""
