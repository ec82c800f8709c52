"""Runs that this window executes: each one a job on the network loop, with its control and its last progress."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from fidelity_app.gui.bridge import Job, Jobs
from fidelity_app.services import running
from fidelity_app.services.executing import RunControl
from fidelity_app.services.views import RunOutcome, RunProgress

if TYPE_CHECKING:
    from fidelity_app.services.workspace import Workspace


@dataclass(slots=True)
class Execution:
    """One run under way. `latest` is written by the worker and read by the window; it is replaced, never changed."""

    run_id: str
    name: str
    control: RunControl
    latest: RunProgress | None = None
    told: RunProgress | None = None


class Executions(QObject):
    """Starts and follows executions; a run goes on whatever page is in front.

    `began(run_id)`, `progressed(run_id, RunProgress)`, `ended(run_id, RunOutcome or None)`, `failed(error)`; `ended`
    fires exactly once for every `began`, with None when the execution failed.
    """

    began = Signal(str)
    progressed = Signal(str, object)
    ended = Signal(str, object)
    failed = Signal(object)

    def __init__(self, workspace: Workspace, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._jobs = jobs
        self._running: dict[str, Execution] = {}

    def get(self, run_id: str) -> Execution | None:
        """Return a run that this window executes now."""
        return self._running.get(run_id)

    @property
    def run_ids(self) -> tuple[str, ...]:
        """Return the runs that are under way, the oldest first."""
        return tuple(self._running)

    def start(self, run_id: str, name: str) -> bool:
        """Execute a run, or go on with it. Says False when it is under way already."""
        if run_id in self._running:
            return False
        execution = Execution(run_id, name, RunControl())
        self._running[run_id] = execution
        job = self._jobs.run_async(
            lambda job: self._execute(execution, job),
            title=f"Run {name}",
            owner=self,
            done=lambda outcome: self._end(execution, outcome),
            failed=lambda error: self._end(execution, None, error),
            progress=self._tell,
        )
        job.cancelled.connect(lambda: self._end(execution, None))
        self.began.emit(run_id)
        return True

    async def _execute(self, execution: Execution, job: Job) -> RunOutcome:
        def relay(progress: RunProgress) -> None:
            execution.latest = progress
            job.report(progress.done, progress.total, progress.text)

        return await running.execute_run(self._workspace, execution.run_id, control=execution.control, progress=relay)

    def _tell(self, _done: int, _total: int, _text: str) -> None:
        # A method of this object, not a lambda: only so is it certain that Qt calls it on the window's thread.
        for execution in tuple(self._running.values()):
            if execution.latest is not None and execution.latest is not execution.told:
                execution.told = execution.latest
                self.progressed.emit(execution.run_id, execution.latest)

    def _end(self, execution: Execution, outcome: RunOutcome | None, error: BaseException | None = None) -> None:
        self._running.pop(execution.run_id, None)
        if error is not None:
            self.failed.emit(error)
        self.ended.emit(execution.run_id, outcome)
