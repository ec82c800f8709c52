"""One inference on this machine, timed, recorded and classified like an HTTP request."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from fidelity_app.core.asks import Ask, Attempt, Outcome, Recorder, Reply
from fidelity_app.core.canonical import Json
from fidelity_app.core.replies import LINES

Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class LocalAnswer:
    """What a local engine said: `body` byte for byte as it said it, `text` in the reply format `format`."""

    text: str
    body: bytes
    outcome: Outcome = Outcome.OK
    reason: str = ""
    format: str = LINES


Started = Callable[[], None]
Produce = Callable[[Started], Awaitable[LocalAnswer]]
"""Answers; calls what it is given at the moment the engine begins."""


class LocalFault(Exception):
    """A local engine cannot answer; the outcome says which class of failure it is."""

    def __init__(self, outcome: Outcome, reason: str, *, body: bytes = b"") -> None:
        super().__init__(reason)
        self.outcome = outcome
        self.reason = reason
        self.body = body


def describe(ask: Ask, engine: Mapping[str, Json]) -> dict[str, Json]:
    """Return what is stored as the request: the engine's settings and the pictures by their sha256."""
    pictures: list[Json] = [
        {
            "sha256": image.sha256,
            "media_type": image.media_type,
            "bytes": len(image.data),
            "width_px": image.width_px,
            "height_px": image.height_px,
            "page_index": image.page_index,
        }
        for image in ask.images
    ]
    return {"mode": ask.mode.value, "engine": dict(engine), "images": pictures}


async def answer_locally(
    ask: Ask,
    record: Recorder,
    *,
    engine: Mapping[str, Json],
    produce: Produce,
    clock: Clock,
    timeout_s: float,
    cold: bool = False,
) -> Reply:
    """Run one inference, record it as attempt 1, and return its reply.

    The attempt's time begins when the engine begins, not when the ask joins the queue for it. A cancelled task records
    a cancelled attempt and stays cancelled; every other failure becomes an outcome.
    """
    queued_at = clock()

    def started() -> None:
        nonlocal queued_at
        queued_at = clock()

    async def keep(answer: LocalAnswer, first_byte_at: datetime | None) -> None:
        await record(
            Attempt(
                number=1,
                request=describe(ask, engine),
                status=None,
                headers={},
                body=answer.body,
                outcome=answer.outcome,
                reason=answer.reason,
                queued_at=queued_at,
                first_byte_at=first_byte_at,
                ended_at=clock(),
                served_model=str(engine.get("version", "")),
                cold=cold,
            )
        )

    try:
        answer = await _guarded(produce, started, timeout_s)
    except asyncio.CancelledError:
        await keep(LocalAnswer("", b"", Outcome.CANCELLED, "stopped before it answered"), None)
        raise
    await keep(answer, clock() if answer.outcome is Outcome.OK else None)
    return Reply(outcome=answer.outcome, reason=answer.reason, format=answer.format, text=answer.text, attempts=1)


async def _guarded(produce: Produce, started: Started, timeout_s: float) -> LocalAnswer:
    try:
        async with asyncio.timeout(timeout_s):
            return await produce(started)
    except TimeoutError:
        return LocalAnswer("", b"", Outcome.TRANSPORT, f"no answer within {timeout_s:g} s")
    except LocalFault as fault:
        return LocalAnswer("", fault.body, fault.outcome, fault.reason)
    except Exception as error:  # noqa: BLE001 - WIRE rule 1: whatever an engine throws is a classified failure
        return LocalAnswer("", b"", Outcome.TRANSPORT, f"{type(error).__name__}: {error}"[:500])
