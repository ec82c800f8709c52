"""Work on many pages by a few threads, with bounded memory; what comes of it is taken by the thread that asked."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from queue import SimpleQueue
from typing import TypeVar

from fidelity_app.services.jobs import CancelToken

MOST_WORKERS = 4
PIXELS_IN_FLIGHT = 24_000_000
"""Two photographs of twelve megapixels: what pages that are worked on at the same time may have together."""

Task = TypeVar("Task")
Event = TypeVar("Event")
Stop = Callable[[], bool]


def worker_count(wanted: int | None) -> int:
    """Return how many threads work: as many as wanted, else one for each core, but at most four."""
    return max(1, wanted or min(MOST_WORKERS, os.cpu_count() or 1))


def work_off(
    tasks: Sequence[Task],
    work: Callable[[Task, Callable[[Event], None], Stop], None],
    *,
    workers: int,
    take: Callable[[Event], None],
    cancel: CancelToken,
) -> None:
    """Do `work(task, tell, stop)` for every task on some threads; what it tells is given to `take`, on this thread.

    Comes back when all threads have ended. The first error of a task stops the others (`stop()` is then true) and is
    raised; so does a Ctrl+C in this thread.
    """
    # A tuple is an event, so that an event may be anything, a Future too.
    events: SimpleQueue[tuple[Event] | Future[None]] = SimpleQueue()
    broken = threading.Event()

    def stop() -> bool:
        return cancel.cancelled or broken.is_set()

    def tell(event: Event) -> None:
        events.put((event,))

    pool = ThreadPoolExecutor(workers, thread_name_prefix="variants")
    try:
        for task in tasks:
            pool.submit(work, task, tell, stop).add_done_callback(events.put)
        left = len(tasks)
        while left:
            event = events.get()
            if isinstance(event, tuple):
                take(event[0])
            else:
                left -= 1
                event.result()
    finally:
        broken.set()
        pool.shutdown(wait=True, cancel_futures=True)


class Room:
    """Lets pages in while all that are in have fewer pixels than the limit together; a page alone always comes in."""

    def __init__(self, limit: int = PIXELS_IN_FLIGHT) -> None:
        self._limit = limit
        self._inside = 0
        self._changed = threading.Condition()

    @contextmanager
    def taken(self, pixels: int) -> Iterator[None]:
        """Wait for room, and hold it for the block."""
        with self._changed:
            self._changed.wait_for(lambda: not self._inside or self._inside + pixels <= self._limit)
            self._inside += pixels
        try:
            yield
        finally:
            with self._changed:
                self._inside -= pixels
                self._changed.notify_all()
