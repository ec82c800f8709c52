"""How long we wait, whom a 429 holds back, and when we stop asking."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.loopback_asks import Recorded, TickingClock, ask_of
from support.loopback_client import ask_server, config_for, with_reader
from support.loopback_plays import BUSY, completion, failure
from support.loopback_server import LoopbackServer

from fidelity_app.core.asks import Outcome, Reader, Reply
from fidelity_app.vision import EndpointLimits, make_reader
from fidelity_app.vision.classified import Again, Classified
from fidelity_app.vision.limits import EndpointLimiter
from fidelity_app.vision.retry import GiveUp, RetryPolicy, Wait, decide, retry_after_s

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
GOOD = completion()


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after-ms": "250", "retry-after": "7"}, 0.25),
        ({"retry-after": format_datetime(NOW + timedelta(seconds=30), usegmt=True)}, 30.0),
        ({"retry-after": format_datetime(NOW - timedelta(seconds=30), usegmt=True)}, None),
        ({"retry-after": "0"}, None),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after-ms": "-5", "retry-after": "3"}, 3.0),
        ({"x-ratelimit-reset-requests": "-1", "x-ratelimit-remaining-requests": "0"}, None),
        ({}, None),
    ],
)
def test_retry_after_is_read_in_all_its_forms(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after_s(headers, NOW) == seconds


@given(st.text(max_size=30))
def test_no_retry_after_text_ever_raises_or_is_negative(text: str) -> None:
    seconds = retry_after_s({"retry-after": text, "retry-after-ms": text}, NOW)
    assert seconds is None or seconds > 0


@pytest.mark.parametrize(("value", "named"), [("121", "121 s"), ("86400", "2026-01-03 03:04:0")])
def test_a_wait_beyond_the_cap_fails_at_once_with_the_time_named(value: str, named: str) -> None:
    with LoopbackServer(script=[BUSY.with_headers(retry_after=value)], always=GOOD) as server:
        asked = ask_server(config_for(server))
    assert asked.reply.outcome is Outcome.QUOTA and named in asked.reply.reason
    assert (server.count, asked.slept_s) == (1, [])


def test_the_server_decides_how_long_we_wait() -> None:
    with LoopbackServer(script=[failure(503, "down").with_headers(retry_after="7")], always=GOOD) as server:
        asked = ask_server(config_for(server))
    assert asked.slept_s == [7.0]
    assert [attempt.backoff_s for attempt in asked.attempts] == [0.0, 7.0]


def test_our_own_waits_grow_and_stay_bounded() -> None:
    with LoopbackServer(always=failure(503, "down")) as server:
        slept = ask_server(config_for(server, parameters={"max_attempts": 9})).slept_s
    assert len(slept) == 8 and slept[0] <= 0.5
    assert all(0 < wait <= 30 for wait in slept) and slept[4] > slept[0]


def test_waits_of_siblings_differ_and_repeat_exactly() -> None:
    def wait(salt: str) -> float:
        failure = Classified(Outcome.TRANSPORT, "down", again=Again.YES)
        decision = decide(failure, {}, attempts=3, timeouts=0, policy=RetryPolicy(), now=NOW, salt=salt)
        assert isinstance(decision, Wait)
        return decision.delay_s

    assert len({wait(str(number)) for number in range(20)}) == 20
    assert wait("a") == wait("a")


def test_what_cannot_help_is_never_asked_again() -> None:
    failure = Classified(Outcome.AUTH, "no")
    assert decide(failure, {}, attempts=1, timeouts=0, policy=RetryPolicy(), now=NOW, salt="") == GiveUp()


def test_a_429_holds_its_siblings_back_as_well() -> None:
    slept: list[float] = []

    async def use(reader: Reader) -> Reply:
        recorded = Recorded()
        await reader.ask(ask_of(key="first"), recorded)
        return await reader.ask(ask_of(key="sibling"), recorded)

    # The clock of the limiter is the real one: the pause of 60 s is still on when the sibling asks.
    with LoopbackServer(script=[BUSY.with_headers(retry_after="60")], always=GOOD) as server:
        with_reader(config_for(server), use, slept_s=slept)
    assert len(slept) == 2 and all(59 < wait <= 60 for wait in slept)


def test_models_of_one_endpoint_share_its_pause() -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def main(server: LoopbackServer) -> None:
        limits = EndpointLimits()
        readers = [
            make_reader(config_for(server, model_id=name), secret="k", clock=TickingClock(), sleep=sleep, limits=limits)
            for name in ("one", "two")
        ]
        for reader in readers:
            await reader.ask(ask_of(), Recorded())
            await reader.close()

    with LoopbackServer(script=[BUSY.with_headers(retry_after="60")], always=GOOD) as server:
        asyncio.run(main(server))
    assert len(slept) == 2


def test_no_more_ask_at_once_than_the_model_allows() -> None:
    async def use(reader: Reader) -> Reply:
        replies = await asyncio.gather(*(reader.ask(ask_of(key=str(n)), Recorded()) for n in range(12)))
        return replies[0]

    with LoopbackServer(always=completion()) as server:
        with_reader(config_for(server, concurrency=3), use)
        assert server.count == 12
        assert 1 <= server.most_at_once <= 3


def test_complaints_halve_the_turns_and_successes_win_them_back() -> None:
    async def main() -> list[int]:
        limiter = EndpointLimiter(8)
        seen = [limiter.allowed]
        limiter.pause(0.0)
        seen.append(limiter.allowed)
        for _success in range(8):
            await limiter.succeeded()
        seen.append(limiter.allowed)
        return seen

    assert asyncio.run(main()) == [8, 4, 5]


def test_requests_per_minute_are_kept() -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def main() -> None:
        limiter = EndpointLimiter(1, requests_per_minute=2, sleep=sleep, monotonic=lambda: 100.0)
        for _ask in range(5):
            async with limiter.turn():
                pass

    asyncio.run(main())
    assert slept == [60.0, 60.0, 120.0]


def test_a_sibling_that_leaves_the_queue_hands_its_turn_on() -> None:
    async def main() -> str:
        limiter = EndpointLimiter(1)
        reached = asyncio.Event()

        async def wait_for_turn() -> None:
            async with limiter.turn():
                reached.set()

        async with limiter.turn():
            leaving, staying = asyncio.ensure_future(wait_for_turn()), asyncio.ensure_future(wait_for_turn())
            await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.gather(leaving, staying, return_exceptions=True)
        await asyncio.wait_for(reached.wait(), 5)
        return "went on"

    assert asyncio.run(main()) == "went on"


def test_an_endpoint_that_is_down_says_so() -> None:
    with LoopbackServer() as server:
        base_url = server.base_url
    asked = ask_server(config_for(server, base_url=base_url, parameters={"max_attempts": 2}))
    assert asked.reply.outcome is Outcome.TRANSPORT and "connection failed" in asked.reply.reason
    assert [attempt.status for attempt in asked.attempts] == [None, None]
