"""A parameter that an endpoint refuses is adjusted once, counted, and never changed in silence."""

from __future__ import annotations

from typing import Any

import pytest
from support.loopback_asks import Recorded, ask_of
from support.loopback_client import ask_server, config_for, with_reader
from support.loopback_plays import Play, completion, failure, raw
from support.loopback_server import LoopbackServer

from fidelity_app.core.asks import Ask, Outcome, Reader, Reply

GOOD = completion()
SCHEMA = {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": {}}


def with_schema() -> Ask:
    plain = ask_of()
    return Ask(plain.key, plain.mode, plain.images, plain.prompt, SCHEMA, plain.fields)


CASES: dict[str, tuple[Play, dict[str, Any], str, str | None]] = {
    "max_tokens refused": (
        failure(
            400,
            "Unsupported parameter: 'max_tokens' is not supported here. Use 'max_completion_tokens' instead.",
            param="max_tokens",
            code="unsupported_parameter",
        ),
        {"max_tokens": 500},
        "max_tokens",
        "max_completion_tokens",
    ),
    "max_completion_tokens refused": (
        raw(422, {"detail": [{"loc": ["body", "max_completion_tokens"], "msg": "Extra inputs are not permitted"}]}),
        {"max_completion_tokens": 500},
        "max_completion_tokens",
        "max_tokens",
    ),
    "temperature 0 refused": (
        failure(
            400,
            "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) is supported.",
            param="temperature",
        ),
        {"temperature": 0},
        "temperature",
        None,
    ),
    "json_object refused with a string error": (
        raw(400, {"error": "'response_format.type' must be 'json_schema' or 'text'"}),
        {"schema": "json_object"},
        "response_format",
        None,
    ),
    "unknown field $schema": (
        raw(400, [{"error": {"code": 400, "message": 'Invalid JSON payload received. Unknown name "json_schema"'}}]),
        {},
        "response_format",
        None,
    ),
    "an unknown field by name": (
        failure(400, "Unrecognized request argument supplied: seed", param="seed"),
        {"seed": 7},
        "seed",
        None,
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_one_parameter_is_adjusted_once_and_recorded(case: tuple[Play, dict[str, Any], str, str | None]) -> None:
    refusal, parameters, old, new = case
    with LoopbackServer(script=[refusal], always=GOOD) as server:
        asked = ask_server(config_for(server, parameters=parameters), with_schema())
    first, second = (request.body for request in server.received)
    assert asked.reply.outcome is Outcome.OK and asked.reply.attempts == 2
    assert old in first and old not in second
    assert new is None or second[new] == first[old]
    unchanged = {name: value for name, value in first.items() if name != old}
    assert {name: value for name, value in second.items() if name != new} == unchanged
    assert "asked again" in asked.attempts[0].reason
    assert asked.attempts[0].request["adjustments"] == [] and asked.attempts[1].request["adjustments"]


def test_the_next_ask_starts_adjusted_and_says_so() -> None:
    recorded = Recorded()

    async def use(reader: Reader) -> Reply:
        await reader.ask(ask_of(), recorded)
        return await reader.ask(ask_of(), recorded)

    refusal = CASES["temperature 0 refused"][0]
    with LoopbackServer(script=[refusal], always=GOOD) as server:
        with_reader(config_for(server, parameters={"temperature": 0}), use)
    assert server.count == 3
    assert recorded.attempts[-1].request["adjustments"] == ["without temperature"]


def test_the_same_refusal_twice_is_a_failure_and_no_endless_loop() -> None:
    refusal = CASES["max_tokens refused"][0]
    with LoopbackServer(always=refusal) as server:
        asked = ask_server(config_for(server, parameters={"max_tokens": 500}))
    assert (asked.reply.outcome, server.count) == (Outcome.UNSUPPORTED, 2)


def test_renaming_does_not_go_round_in_circles() -> None:
    there = CASES["max_tokens refused"][0]
    back = failure(400, "Unknown parameter max_completion_tokens", param="max_completion_tokens")
    with LoopbackServer(script=[there, back, there, back], always=GOOD) as server:
        asked = ask_server(config_for(server, parameters={"max_tokens": 500}))
    assert (asked.reply.outcome, server.count) == (Outcome.UNSUPPORTED, 2)


def test_a_refusal_that_names_nothing_of_ours_changes_nothing() -> None:
    with LoopbackServer(always=failure(400, "image is not supported", param="messages")) as server:
        asked = ask_server(config_for(server, parameters={"temperature": 0}))
    assert (asked.reply.outcome, server.count) == (Outcome.UNSUPPORTED, 1)


def test_the_schema_travels_without_the_mark_that_endpoints_refuse() -> None:
    with LoopbackServer(always=GOOD) as server:
        ask_server(config_for(server), with_schema())
    sent = server.received[0].body["response_format"]["json_schema"]
    assert "$schema" not in sent["schema"] and sent["strict"] is True
