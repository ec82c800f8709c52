"""Writes edits to the workspace in their order, off the GUI thread: a held or full disk never blocks the window.

An edit that cannot be written now (disk full, database held by another process) stays in the queue, is told as
"not saved yet", and is tried again; only a conflict or a refusal drops it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QEventLoop, QObject, QTimer, Signal

from fidelity_app.core.edits import Edit
from fidelity_app.core.errors import ExternalError
from fidelity_app.gui.bridge import Job, Jobs
from fidelity_app.services.views import Changes

RETRY_MS = 1000


class Writer(QObject):
    """`saved(Changes)` after each write, `refused(error)` when an edit can never be written.

    `waiting(why)` fires when the reason why nothing can be written is a new one; `stalled` at every failed try.
    """

    saved = Signal(object)
    waiting = Signal(str)
    refused = Signal(object)
    drained = Signal()
    stalled = Signal()

    def __init__(self, jobs: Jobs, write: Callable[[Edit], Changes], parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._write = write
        self._queue: deque[Edit] = deque()
        self._at_work = False
        self.why = ""
        self._retry = QTimer(self, singleShot=True, interval=RETRY_MS)
        self._retry.timeout.connect(self._go_on)

    @property
    def pending(self) -> tuple[Edit, ...]:
        """Return the edits that are not on disk yet, oldest first."""
        return tuple(self._queue)

    def submit(self, edit: Edit) -> None:
        """Write an edit after all earlier ones."""
        self._queue.append(edit)
        if not self._retry.isActive():
            self._go_on()

    def flush(self, *, timeout_ms: int) -> bool:
        """Wait for the queue with the window alive; say whether all is on disk."""
        if self._queue:
            self._retry.stop()
            self._go_on()
            loop = QEventLoop()
            self.drained.connect(loop.quit)
            self.stalled.connect(loop.quit)
            QTimer.singleShot(timeout_ms, loop.quit)
            loop.exec()
        return not self._queue

    def drop(self) -> None:
        """Give up what is not written (a person said so)."""
        self._retry.stop()
        self._queue.clear()

    def _go_on(self) -> None:
        if self._at_work or not self._queue:
            return
        self._at_work = True
        edit = self._queue[0]

        def work(_job: Job) -> Changes:
            return self._write(edit)

        self._jobs.run(work, owner=self, done=self._on_done, failed=self._on_failed)

    def _on_done(self, changes: Changes) -> None:
        self._at_work = False
        if self._queue:
            self._queue.popleft()
        self.why = ""
        self.saved.emit(changes)
        if self._queue:
            self._go_on()
        else:
            self.drained.emit()

    def _on_failed(self, error: BaseException) -> None:
        self._at_work = False
        if isinstance(error, ExternalError):
            told, self.why = self.why, str(error)
            self._retry.start()
            if told != self.why:
                self.waiting.emit(self.why)
            self.stalled.emit()
            return
        self._queue.clear()
        self.refused.emit(error)
        self.drained.emit()
