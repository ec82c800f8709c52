"""Executors: how the trials of a run get their answers. The seam at which a run may one day leave this machine."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

from fidelity_app.core.asks import ModelConfig, Outcome, Reader
from fidelity_app.core.errors import UserError
from fidelity_app.services.asking import Question
from fidelity_app.services.desk import Desk
from fidelity_app.store.rows import TrialRow

Ended = Callable[[TrialRow], None]
"""Told of every trial that ended, with its outcome."""


class RunControl:
    """Stop starts nothing new and lets finish what is asked; Abort cancels what is asked, too. Safe from any thread."""

    def __init__(self) -> None:
        self._stopping = False
        self._aborting = False

    def stop(self) -> None:
        """Start nothing new."""
        self._stopping = True

    def abort(self) -> None:
        """Cancel now; trials without an answer stay open and can be resumed."""
        self._stopping = self._aborting = True

    @property
    def stopping(self) -> bool:
        """Say whether nothing new is to be started."""
        return self._stopping

    @property
    def aborting(self) -> bool:
        """Say whether everything is to be cancelled."""
        return self._aborting


class Executor(Protocol):
    """Takes trials, gives every one to the desk when it is answered, and returns when it has no more to do."""

    async def execute(self, trials: Sequence[TrialRow], desk: Desk, *, control: RunControl, ended: Ended) -> None:
        """Answer the trials. Stops early when `control` says so; raises what makes going on impossible."""
        ...


class LocalExecutor:
    """Asks from this process: every model has its own queue and workers, so that no endpoint waits for another."""

    async def execute(self, trials: Sequence[TrialRow], desk: Desk, *, control: RunControl, ended: Ended) -> None:
        """Answer the trials, each model's in their order."""
        queues: dict[str, deque[TrialRow]] = {}
        for trial in trials:
            queues.setdefault(trial.model, deque()).append(trial)
        configs = {item.config.name: item.config for item in desk.run.models}
        tasks = [
            asyncio.create_task(_ask_model(configs[name], queue, desk, control=control, ended=ended))
            for name, queue in queues.items()
        ]
        await _finished(tasks, control)


async def _finished(tasks: list[asyncio.Task[None]], control: RunControl) -> None:
    """Wait for all tasks; the first error, an abort, or being cancelled cancels the rest and waits for their end."""
    try:
        pending: set[asyncio.Task[None]] = set(tasks)
        while pending and not control.aborting:
            done, pending = await asyncio.wait(pending, timeout=0.1, return_when=asyncio.FIRST_EXCEPTION)
            for task in done:
                task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _ask_model(
    config: ModelConfig, queue: deque[TrialRow], desk: Desk, *, control: RunControl, ended: Ended
) -> None:
    from fidelity_app.vision import make_reader

    ws = desk.ws
    try:
        reader = make_reader(config, secret=lambda: ws.secrets.get(config.name, key_env=config.key_env), clock=ws.clock)
    except UserError as error:
        await _fail_all(queue, desk, str(error), control=control, ended=ended)
        return
    try:
        workers = [
            asyncio.create_task(_work(reader, queue, desk, control=control, ended=ended))
            for _ in range(max(1, min(config.concurrency, len(queue))))
        ]
        await _finished(workers, control)
    finally:
        await reader.close()


async def _fail_all(queue: deque[TrialRow], desk: Desk, reason: str, *, control: RunControl, ended: Ended) -> None:
    """A model that cannot be asked at all fails its trials, each on record; the other models go on."""
    while queue and not control.stopping:
        ended(await desk.fail(queue.popleft(), Outcome.UNSUPPORTED, reason))


async def _work(reader: Reader, queue: deque[TrialRow], desk: Desk, *, control: RunControl, ended: Ended) -> None:
    while queue and not control.stopping:
        trial = queue.popleft()
        try:
            prepared = await desk.prepare(trial)
        except UserError as error:
            ended(await desk.fail(trial, Outcome.UNSUPPORTED, str(error)))
            continue
        if isinstance(prepared, Question):
            ended(await _asked(reader, trial, prepared, desk))
        else:
            ended(prepared)


async def _asked(reader: Reader, trial: TrialRow, question: Question, desk: Desk) -> TrialRow:
    try:
        ask = await asyncio.to_thread(question.ask, desk.ws)
        reply = await reader.ask(ask, desk.recorder(trial))
    except BaseException:
        desk.give_up(question)
        raise
    return await asyncio.shield(desk.settle(trial, question, reply))
