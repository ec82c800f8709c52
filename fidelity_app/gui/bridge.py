"""Work off the GUI thread: the only threads of the desktop application.

A small pool does pixels and files; one named thread runs the asyncio loop for everything that waits on the network.
Results come back by queued signals of `Job`; progress is coalesced to 20 Hz.
A job whose owner is gone reports to nobody.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from fidelity_app.core.errors import Cancelled
from fidelity_app.services.jobs import CancelToken

PROGRESS_INTERVAL_S = 0.05
POOL_THREADS = 2
LOOP_THREAD_NAME = "fidelity-loop"

T = TypeVar("T")


class Job(QObject):
    """One piece of work. Exactly one of `succeeded`, `failed`, `cancelled` fires, then `finished`.

    `progressed(done, total, text)`; total 0 means that the end is not known yet.
    """

    progressed = Signal(int, int, str)
    succeeded = Signal(object)
    failed = Signal(object)
    cancelled = Signal()
    finished = Signal()
    _ended = Signal(object, object)

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title = title
        self.token = CancelToken()
        self.running = True
        self._told_at = 0.0
        self._untold: tuple[int, int, str] | None = None
        self._muted = False
        self._ended.connect(self._end, Qt.ConnectionType.QueuedConnection)

    def cancel(self) -> None:
        """Ask the work to stop at its next look at the token."""
        self.token.cancel()

    def mute(self) -> None:
        """Cancel, and deliver nothing any more (the result is not wanted: superseded, or the owner is gone)."""
        self._muted = True
        self.cancel()

    def report(self, done: int, total: int, text: str) -> None:
        """Say how far the work is; callable from the worker, at any rate (at most 20 signals a second leave)."""
        now = time.monotonic()
        if now - self._told_at < PROGRESS_INTERVAL_S:
            self._untold = (done, total, text)
            return
        self._told_at, self._untold = now, None
        self.progressed.emit(done, total, text)

    def settle(self, result: object, error: BaseException | None) -> None:
        """Hand the outcome to the GUI thread; called once, by the worker."""
        if self._untold is not None:
            self.progressed.emit(*self._untold)
        self._ended.emit(result, error)

    def _end(self, result: object, error: BaseException | None) -> None:
        self.running = False
        if not self._muted:
            if error is None:
                self.succeeded.emit(result)
            elif isinstance(error, Cancelled | asyncio.CancelledError):
                self.cancelled.emit()
            else:
                self.failed.emit(error)
        self.finished.emit()


class Jobs(QObject):
    """Starts jobs, keeps them alive until they have ended, and closes all threads at the end."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(POOL_THREADS, thread_name_prefix="fidelity-pixels")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._loop_thread: threading.Thread | None = None
        self._alive: set[Job] = set()
        self._closed = False

    @property
    def busy(self) -> bool:
        """Say whether any job is still running."""
        return bool(self._alive)

    def run(
        self,
        work: Callable[[Job], T],
        *,
        title: str = "",
        owner: QObject | None = None,
        done: Callable[[T], object] | None = None,
        failed: Callable[[BaseException], object] | None = None,
        progress: Callable[[int, int, str], object] | None = None,
    ) -> Job:
        """Run blocking `work(job)` in the pool; callbacks arrive on the GUI thread, none after `owner` is destroyed."""
        job = self._start(title, owner, done, failed, progress)

        def body() -> None:
            _settled(job, lambda: work(job))

        if not self._closed:
            self._pool.submit(body)
        return job

    def run_async(
        self,
        work: Callable[[Job], Coroutine[Any, Any, T]],
        *,
        title: str = "",
        owner: QObject | None = None,
        done: Callable[[T], object] | None = None,
        failed: Callable[[BaseException], object] | None = None,
        progress: Callable[[int, int, str], object] | None = None,
    ) -> Job:
        """Run a coroutine on the loop's thread; otherwise like `run`. Cancelling is by the job's token."""
        job = self._start(title, owner, done, failed, progress)

        def settle(future: Future[T]) -> None:
            error = asyncio.CancelledError() if future.cancelled() else future.exception()
            job.settle(None if error is not None else future.result(), error)

        if not self._closed:
            asyncio.run_coroutine_threadsafe(work(job), self._running_loop()).add_done_callback(settle)
        return job

    def close(self) -> None:
        """Cancel everything, wait for the threads, deliver nothing any more."""
        if self._closed:
            return
        self._closed = True
        for job in tuple(self._alive):
            job.mute()
        self._pool.shutdown(wait=True, cancel_futures=True)
        if self._loop is not None and self._loop_thread is not None:
            asyncio.run_coroutine_threadsafe(_cancel_all(), self._loop).result(timeout=30)
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._loop_thread.join()
            self._loop.close()

    def _start(
        self,
        title: str,
        owner: QObject | None,
        done: Callable[[T], object] | None,
        failed: Callable[[BaseException], object] | None,
        progress: Callable[[int, int, str], object] | None,
    ) -> Job:
        job = Job(title)
        if self._closed:
            # A repaint on the way out may still wish for something: nothing is started, nobody is told.
            job.running = False
            return job
        self._alive.add(job)
        job.finished.connect(lambda: self._alive.discard(job))
        if owner is not None:
            owner.destroyed.connect(job.mute)
        for signal, slot in ((job.succeeded, done), (job.failed, failed), (job.progressed, progress)):
            if slot is not None:
                signal.connect(slot)
        return job

    def _running_loop(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._loop_thread = threading.Thread(target=self._loop.run_forever, name=LOOP_THREAD_NAME)
            self._loop_thread.start()
        return self._loop


class Latest(QObject):
    """Latest wins: while one job runs only the newest request waits; answers to older requests are never delivered."""

    def __init__(self, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._current: Job | None = None
        self._waiting: Callable[[], Job] | None = None

    @property
    def busy(self) -> bool:
        return self._current is not None

    def submit(
        self,
        work: Callable[[Job], T],
        *,
        done: Callable[[T], object],
        failed: Callable[[BaseException], object],
        patient: bool = False,
    ) -> None:
        """Ask for `work`; anything asked before and not yet answered is dropped.

        `patient` lets what is running now end and be heard: quick work that is asked for again and again, as by a
        slider that is dragged, would else never come to an end.
        """

        def start() -> Job:
            return self._jobs.run(work, owner=self, done=done, failed=failed)

        if self._current is None:
            self._launch(start)
            return
        if not patient:
            self._current.mute()
        self._waiting = start

    def drop(self) -> None:
        """Forget what runs and what waits."""
        self._waiting = None
        if self._current is not None:
            self._current.mute()

    def _launch(self, start: Callable[[], Job]) -> None:
        self._current = start()
        self._current.finished.connect(self._next)

    def _next(self) -> None:
        self._current = None
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._launch(waiting)


def _settled(job: Job, work: Callable[[], object]) -> None:
    """Run work and settle the job with its result or with whatever it raised: the error's home is the GUI thread."""
    result: object = None
    error: BaseException | None = None
    try:
        if job.token.cancelled:
            raise Cancelled("stopped before it began")
        result = work()
    except BaseException as raised:  # noqa: BLE001  (handed on whole, to be shown on the GUI thread)
        error = raised
    job.settle(result, error)


async def _cancel_all() -> None:
    """Cancel all tasks of the loop but this one, and wait for their ends."""
    tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
