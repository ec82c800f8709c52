"""Asks, a clock and a recorder for the tests of the vision room."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from support.loopback_pictures import receipt_image

from fidelity_app.core.asks import Ask, AskedField, AskImage, Attempt, Mode
from fidelity_app.core.documents import Kind

FIELDS = (
    AskedField("subtotal", Kind.AMOUNT),
    AskedField("tax", Kind.AMOUNT),
    AskedField("total", Kind.AMOUNT),
)


@dataclass(slots=True)
class TickingClock:
    """A clock that moves one millisecond each time it is looked at."""

    now: datetime = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(milliseconds=1)
        return self.now


@dataclass(slots=True)
class Recorded:
    """A recorder that keeps attempts in memory, in order."""

    attempts: list[Attempt] = field(default_factory=list)

    async def __call__(self, attempt: Attempt) -> None:
        self.attempts.append(attempt)


def ask_of(
    *images: AskImage,
    mode: Mode = Mode.TRANSCRIBE,
    crop_key: str = "",
    key: str = "ask-1",
    prompt: str = "Read it all.",
) -> Ask:
    """Return an ask about some pictures, or about the receipt when none is given."""
    return Ask(
        key=key,
        mode=mode,
        images=images or (receipt_image(),),
        prompt=prompt,
        schema=None,
        fields=FIELDS,
        crop_key=crop_key,
    )
