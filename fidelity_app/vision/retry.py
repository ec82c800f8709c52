"""The one place where it is decided whether, and after how long, an ask is sent again (WIRE rule 6)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from fidelity_app.core.canonical import sha256_hex
from fidelity_app.vision.classified import Again, Classified


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How patient we are. A server that asks for more than `longest_wait_s` is given up at once, its time named."""

    max_attempts: int = 5
    longest_wait_s: float = 120.0
    first_backoff_s: float = 0.5
    longest_backoff_s: float = 30.0
    max_timeouts: int = 2


@dataclass(frozen=True, slots=True)
class Wait:
    """Ask again after this many seconds. `pauses_endpoint` holds the siblings back for as long."""

    delay_s: float
    pauses_endpoint: bool = False


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Ask no more; `why` is added to the failure's reason, or empty when asking again was never an option."""

    why: str = ""


def decide(
    failure: Classified,
    headers: Mapping[str, str],
    *,
    attempts: int,
    timeouts: int,
    policy: RetryPolicy,
    now: datetime,
    salt: str,
) -> Wait | GiveUp:
    """Decide after the `attempts`-th attempt, `timeouts` of which ran out of time, this one included.

    `salt` spreads the waits of siblings without randomness.
    """
    if failure.again is Again.NO:
        return GiveUp()
    if attempts >= policy.max_attempts:
        return GiveUp(f"given up after {attempts} attempts")
    if failure.again is Again.TIMEOUT and timeouts >= policy.max_timeouts:
        return GiveUp(f"given up after {timeouts} timeouts")
    pauses = failure.again is Again.RATE
    asked_s = retry_after_s(headers, now)
    if asked_s is None:
        return Wait(_backoff_s(attempts, policy, salt), pauses)
    if asked_s > policy.longest_wait_s:
        until = (now + timedelta(seconds=min(asked_s, 10**9))).astimezone(UTC)
        return GiveUp(
            f"the server asks to wait {asked_s:.0f} s, until {until:%Y-%m-%d %H:%M:%S} UTC; "
            f"that is more than the {policy.longest_wait_s:.0f} s we wait"
        )
    return Wait(asked_s, pauses)


def retry_after_s(headers: Mapping[str, str], now: datetime) -> float | None:
    """Return how many seconds the server asks to wait, from `retry-after-ms` or `retry-after` (seconds or HTTP date).

    Absent, unreadable, zero and negative values are None: our own backoff is used. Other rate-limit headers are
    never used; servers send -1 and 0 in them.
    """
    milliseconds = _positive(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    if value is None:
        return None
    seconds = _positive(value)
    return seconds if seconds is not None else _until(value, now)


def _positive(value: str | None) -> float | None:
    try:
        number = float(value) if value is not None else 0.0
    except ValueError:
        return None
    return number if math.isfinite(number) and number > 0 else None


def _until(value: str, now: datetime) -> float | None:
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    seconds = (moment - now).total_seconds()
    return seconds if seconds > 0 else None


def _backoff_s(attempts: int, policy: RetryPolicy, salt: str) -> float:
    """Double from attempt to attempt, then take between half and all of it, by the salt."""
    full = min(policy.longest_backoff_s, policy.first_backoff_s * 2.0 ** (attempts - 1))
    share = int(sha256_hex(f"{salt}:{attempts}")[:8], 16) / 0xFFFFFFFF
    return full * (0.5 + share / 2)
