"""The real application in a process of its own on a virtual screen, and a look into its workspace from outside."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from support.screen import PATIENCE_S, Screen, end, virtual_screen, wait_until

STARTED_S = 60.0


def rows(workspace: Path, sql: str, *values: object) -> list[tuple[Any, ...]]:
    """Ask the workspace's file, read-only, as any other program may while the application is open."""
    with closing(sqlite3.connect(f"file:{workspace}/workspace.sqlite?mode=ro", uri=True, timeout=10)) as db:
        return db.execute(sql, values).fetchall()


@dataclass(frozen=True, slots=True)
class Desktop:
    """A person's view: the screen, and (to know when something is done) the workspace's file."""

    screen: Screen
    workspace: Path
    process: subprocess.Popen[bytes]
    window: str
    log: Path

    def wait_for(self, what: str, sql: str, *values: object, seconds: float = PATIENCE_S) -> list[tuple[Any, ...]]:
        """Wait until a question to the workspace has an answer, and return it."""
        return wait_until(f"{what}; {self.said()}", lambda: self._answer(sql, *values), seconds=seconds)

    def answer_dialog(self, title: str, text: str) -> None:
        """Wait for a dialog, replace its text by this one, and accept it."""
        answer_dialog(self.screen, title, text)
        self.screen.window(self.workspace.name)

    def quit(self) -> int:
        """Leave with the keyboard and return the exit code."""
        self.screen.press("ctrl+q")
        return self.process.wait(PATIENCE_S)

    def said(self) -> str:
        """Return what the application wrote to its terminal."""
        return self.log.read_text(encoding="utf-8", errors="replace").strip()

    def _answer(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        if self.process.poll() is not None:
            raise AssertionError(f"the application ended with {self.process.returncode}: {self.said()}")
        return rows(self.workspace, sql, *values)


def answer_dialog(screen: Screen, title: str, text: str) -> None:
    """Wait for a dialog, replace its text by this one, accept it, and see it close."""
    dialog = screen.window(title)
    screen.press("ctrl+a")
    screen.type(text)
    screen.press("Return")
    screen.wait_gone(dialog)


@contextmanager
def desktop(workspace: Path, *, log: Path, arguments: tuple[str, ...] = ()) -> Iterator[Desktop]:
    """Start the application through its `main()` on a screen of its own; afterwards both are gone."""
    command = [sys.executable, "-m", "fidelity_app.gui.main", str(workspace), "--scheme", "light", *arguments]
    with virtual_screen() as screen:
        process = screen.start(command, log=log, env=screen.environment())
        try:
            yield Desktop(screen, workspace, process, screen.window(workspace.name, seconds=STARTED_S), log)
        except BaseException:
            screen.save(log.with_suffix(".png"))
            raise
        finally:
            end(process)
