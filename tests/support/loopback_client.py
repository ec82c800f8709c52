"""Asking the loopback server with the real adapter, without waiting in real time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from support.loopback_asks import Recorded, TickingClock, ask_of
from support.loopback_server import LoopbackServer

from fidelity_app.core.asks import Ask, Attempt, ModelConfig, Reader, Reply
from fidelity_app.vision import make_reader

KEY = "sk-test-0123456789abcdef"


@dataclass(slots=True)
class Asked:
    """What came of one ask: the reply, its attempts, and the seconds that were slept on the way."""

    reply: Reply
    attempts: list[Attempt]
    slept_s: list[float] = field(default_factory=list)


def config_for(server: LoopbackServer, *, parameters: Mapping[str, Any] | None = None, **more: Any) -> ModelConfig:
    """Return a model that asks the loopback server, with a key."""
    return ModelConfig(
        name="test",
        adapter="openai",
        model_id=more.pop("model_id", "loopback"),
        base_url=more.pop("base_url", server.base_url),
        key_env=more.pop("key_env", "LOOPBACK_KEY"),
        parameters=parameters or {},
        timeout_s=more.pop("timeout_s", 20.0),
        **more,
    )


def ask_server(config: ModelConfig, ask: Ask | None = None, *, secret: str | None = KEY) -> Asked:
    """Ask once; sleeps are noted instead of slept."""
    recorded = Recorded()
    slept: list[float] = []
    reply = with_reader(config, lambda reader: reader.ask(ask or ask_of(), recorded), secret=secret, slept_s=slept)
    return Asked(reply, recorded.attempts, slept)


def with_reader(
    config: ModelConfig,
    use: Callable[[Reader], Awaitable[Any]],
    *,
    secret: str | None = KEY,
    slept_s: list[float] | None = None,
) -> Any:
    """Make a reader, use it in an event loop of its own, close it."""

    async def sleep(seconds: float) -> None:
        if slept_s is not None:
            slept_s.append(seconds)
        await asyncio.sleep(0)

    async def main() -> Any:
        reader = make_reader(config, secret=secret, clock=TickingClock(), sleep=sleep)
        try:
            return await use(reader)
        finally:
            await reader.close()

    return asyncio.run(main())
