"""A first question to a model: does it answer, how fast, what does it read, and what had to be adjusted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fidelity_app.core.asks import Ask, Attempt, Outcome, Reader, Reply


@dataclass(frozen=True, slots=True)
class Probe:
    """What came of the question. `latency_s` is the last attempt's, from sending to the last byte.

    `adjustments` names the parameters that the endpoint did not accept as they were.
    """

    outcome: Outcome
    reason: str
    latency_s: float | None
    reply: Reply
    served_model: str
    adjustments: tuple[str, ...]
    attempts: tuple[Attempt, ...]


async def probe_reader(reader: Reader, ask: Ask, *, watch: Callable[[Attempt], None] | None = None) -> Probe:
    """Put one ask to a reader; `watch` sees every attempt as it ends. The picture is the caller's."""
    attempts: list[Attempt] = []

    async def record(attempt: Attempt) -> None:
        attempts.append(attempt)
        if watch is not None:
            watch(attempt)

    reply = await reader.ask(ask, record)
    last = attempts[-1] if attempts else None
    made = last.request.get("adjustments") if last else None
    return Probe(
        outcome=reply.outcome,
        reason=reply.reason,
        latency_s=(last.ended_at - last.queued_at).total_seconds() if last else None,
        reply=reply,
        served_model=last.served_model if last else "",
        adjustments=tuple(str(name) for name in made) if isinstance(made, (list, tuple)) else (),
        attempts=tuple(attempts),
    )
