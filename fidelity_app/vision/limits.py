"""How many asks one endpoint gets at a time: halved when it complains, grown back slowly, paused for all at once."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

_GROW_AFTER = 8
"""Successes in a row after which one more ask is allowed."""
_MINUTE_S = 60.0


class EndpointLimiter:
    """Hands out turns to one endpoint. All asks of that endpoint share it; it lives in one event loop."""

    def __init__(
        self,
        concurrency: int,
        *,
        requests_per_minute: int | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most = max(1, concurrency)
        self._allowed = self._most
        self._per_minute = requests_per_minute
        self._sleep = sleep
        self._monotonic = monotonic
        self._running = 0
        self._streak = 0
        self._paused_until = 0.0
        self._pauses = 0
        self._sent: deque[float] = deque()
        self._changed = asyncio.Condition()

    @property
    def allowed(self) -> int:
        """Return how many asks may run at a time just now."""
        return self._allowed

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn, hold it while the request runs, and hand it on."""
        await self._wait_for_a_place()
        try:
            await self._sit_out_pauses()
            await self._keep_to_the_minute()
            yield
        finally:
            self._running -= 1
            await self._tell()

    async def _wait_for_a_place(self) -> None:
        try:
            async with self._changed:
                await self._changed.wait_for(lambda: self._running < self._allowed)
                self._running += 1
        except asyncio.CancelledError:
            # The word that a place is free may have been for us: pass it on.
            await self._tell()
            raise

    def pause(self, seconds: float) -> None:
        """Hold every sibling back for some seconds, and let half as many run afterwards."""
        self._paused_until = max(self._paused_until, self._monotonic() + seconds)
        self._pauses += 1
        self._allowed = max(1, self._allowed // 2)
        self._streak = 0

    async def succeeded(self) -> None:
        """Count a success; enough of them in a row win one more turn back."""
        if self._allowed >= self._most:
            return
        self._streak += 1
        if self._streak >= _GROW_AFTER:
            self._streak = 0
            self._allowed += 1
            await self._tell()

    async def _sit_out_pauses(self) -> None:
        """Sleep through the pause, and through every pause that was declared while we slept."""
        seen = -1
        while seen != self._pauses and (left := self._paused_until - self._monotonic()) > 0:
            seen = self._pauses
            await self._sleep(left)

    async def _keep_to_the_minute(self) -> None:
        if self._per_minute is None:
            return
        now = self._monotonic()
        while self._sent and self._sent[0] <= now - _MINUTE_S:
            self._sent.popleft()
        due = now
        if len(self._sent) >= self._per_minute:
            due = max(now, self._sent[-self._per_minute] + _MINUTE_S)
        # The place in the queue is taken before sleeping, so that a sibling counts it.
        self._sent.append(due)
        if due > now:
            await self._sleep(due - now)

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify()


class EndpointLimits:
    """One limiter per endpoint, shared by all models that ask it."""

    def __init__(self) -> None:
        self._limiters: dict[str, EndpointLimiter] = {}

    def limiter(self, endpoint: str, make: Callable[[], EndpointLimiter]) -> EndpointLimiter:
        """Return the endpoint's limiter, made by the first model that asks it."""
        if endpoint not in self._limiters:
            self._limiters[endpoint] = make()
        return self._limiters[endpoint]
