"""One test per fault of WIRE section 2: the outcome, the number of attempts, and what a person is told."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest
from support.loopback_client import ask_server, config_for
from support.loopback_plays import (
    ANSWER,
    BUSY,
    CUT,
    DRIBBLE,
    RESET,
    SILENT,
    Play,
    completion,
    failure,
    page,
    raw,
)
from support.loopback_server import LoopbackServer

from fidelity_app.core.asks import Outcome

GOOD = completion()
LENGTH_SPENT = {"prompt_tokens": 900, "completion_tokens": 4096, "total_tokens": 4996}


@dataclass(frozen=True, slots=True)
class Case:
    """A fault: the replies in order, and what must come of them."""

    name: str
    plays: tuple[Play, ...]
    outcome: Outcome
    attempts: int
    told: str = ""
    timeout_s: float = 20.0


def fault(
    name: str, *plays: Play, outcome: Outcome, told: str = "", attempts: int = 1, timeout_s: float = 20.0
) -> Case:
    return Case(name, plays, outcome, attempts, told, timeout_s)


ENVELOPE = (
    fault(
        "error in 200, choices null",
        raw(200, {"error": {"message": "Provider returned error"}, "choices": None}),
        outcome=Outcome.TRANSPORT,
        told="Provider returned error",
    ),
    fault(
        "error in 200, no choices",
        raw(200, {"error": {"message": "no credits", "code": 402}}),
        outcome=Outcome.QUOTA,
        told="no credits",
    ),
    fault(
        "error in 200, choices empty",
        raw(200, {"error": {"message": "bad key", "code": 401}, "choices": []}),
        outcome=Outcome.AUTH,
        told="bad key",
    ),
    fault(
        "429 in 200, then good",
        raw(200, {"error": {"message": "rate-limited", "code": 429}}),
        GOOD,
        outcome=Outcome.OK,
        attempts=2,
    ),
    fault(
        "502 in 200, then good",
        raw(200, {"error": {"message": "upstream", "code": "502"}}),
        GOOD,
        outcome=Outcome.OK,
        attempts=2,
    ),
    fault(
        "400 in 200 is not asked again",
        raw(200, {"error": {"message": "bad picture", "code": 400}}),
        outcome=Outcome.UNSUPPORTED,
        told="bad picture",
    ),
    fault(
        "error inside the choice",
        raw(200, {"choices": [{"error": {"message": "overloaded", "code": 503}, "finish_reason": "error"}]}),
        GOOD,
        outcome=Outcome.OK,
        attempts=2,
    ),
    fault("finish_reason error", completion("{", finish="error"), outcome=Outcome.TRANSPORT, told="broke off"),
    fault(
        "choices null without error",
        raw(200, {"choices": None, "model": "x"}),
        outcome=Outcome.EMPTY,
        told="no choices",
    ),
    fault("a list as the envelope", raw(200, [1, 2]), outcome=Outcome.TRANSPORT, told="list"),
    fault("a string as the envelope", raw(200, "busy"), outcome=Outcome.TRANSPORT, told="str"),
    fault("choices are strings", raw(200, {"choices": ["hello"]}), outcome=Outcome.EMPTY, told="no choices"),
    fault("message null", raw(200, {"choices": [{"finish_reason": "stop", "message": None}]}), outcome=Outcome.EMPTY),
)

CONTENT = (
    fault(
        "empty content, length, all spent on reasoning",
        completion("", finish="length", message={"reasoning_content": "hm"}, usage=LENGTH_SPENT),
        outcome=Outcome.TRUNCATED,
        told="spent before any answer",
    ),
    fault("content null, stop", completion(None), outcome=Outcome.EMPTY, told="finish_reason stop"),
    fault("600 spaces", completion(" " * 600), outcome=Outcome.EMPTY),
    fault(
        "runaway white space to the limit",
        completion('{"total": "31.79"' + " " * 4000, finish="length"),
        outcome=Outcome.TRUNCATED,
        told="token limit",
    ),
    fault(
        "JSON in reasoning_content, content null",
        completion(None, message={"reasoning_content": ANSWER}),
        outcome=Outcome.EMPTY,
        told="reasoning, which is no answer",
    ),
    fault("content filter as 200", completion(None, finish="content_filter"), outcome=Outcome.FILTERED),
    fault(
        "refusal field",
        completion(None, message={"refusal": "I cannot help with that."}),
        outcome=Outcome.REFUSED,
        told="I cannot help",
    ),
    fault("length with JSON cut", completion('{"total": "31', finish="length"), outcome=Outcome.TRUNCATED),
)

STATUSES = (
    fault(
        "deterministic 500 of llama.cpp",
        failure(
            500,
            "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj",
            code=500,
        ),
        outcome=Outcome.UNSUPPORTED,
        told="not supported",
    ),
    fault(
        "one-image limit",
        failure(400, "At most 1 image(s) may be provided in one request.", code=400),
        outcome=Outcome.UNSUPPORTED,
        told="At most 1 image",
    ),
    fault(
        "system message with image refused",
        failure(400, "System message not supported with images"),
        outcome=Outcome.UNSUPPORTED,
    ),
    fault(
        "http image URL refused",
        failure(400, "image URLs are not allowed", code="invalid_image_url"),
        outcome=Outcome.UNSUPPORTED,
    ),
    fault("webp refused", failure(400, "unsupported image type image/webp"), outcome=Outcome.UNSUPPORTED),
    fault("image over a pixel limit", failure(400, "image dimensions exceed 8000 pixels"), outcome=Outcome.UNSUPPORTED),
    fault(
        "insufficient_quota as 429",
        failure(429, "You exceeded your current quota", code="insufficient_quota"),
        outcome=Outcome.QUOTA,
        told="no quota left",
    ),
    fault("402", failure(402, "Payment required"), outcome=Outcome.QUOTA),
    fault("401", failure(401, "Incorrect API key provided", code="invalid_api_key"), outcome=Outcome.AUTH),
    fault("403", failure(403, "no access to model"), outcome=Outcome.AUTH),
    fault("404", failure(404, "The model `x` does not exist"), outcome=Outcome.UNSUPPORTED, told="/v1"),
    fault("413 with HTML", page(413), outcome=Outcome.UNSUPPORTED, told="too large"),
    fault(
        "422",
        raw(422, {"detail": [{"loc": ["body", "messages"], "msg": "field required"}]}),
        outcome=Outcome.UNSUPPORTED,
        told="field required",
    ),
    fault(
        "content filter as 400 with innererror",
        failure(
            400, "The response was filtered", code="content_filter", innererror={"code": "ResponsibleAIPolicyViolation"}
        ),
        outcome=Outcome.FILTERED,
    ),
    fault(
        "error as a list",
        raw(400, [{"error": {"code": 400, "message": "INVALID image", "status": "INVALID"}}]),
        outcome=Outcome.UNSUPPORTED,
        told="INVALID image",
    ),
    fault(
        "error as a flat object",
        raw(400, {"object": "error", "message": "too many tokens", "code": 400}),
        outcome=Outcome.UNSUPPORTED,
        told="too many tokens",
    ),
    fault("error as a string", raw(400, {"error": "context overflow"}), outcome=Outcome.UNSUPPORTED, told="overflow"),
    fault("error as an empty body", Play(status=400, body=b""), outcome=Outcome.UNSUPPORTED, told="an empty body"),
    *(
        fault(f"{status}, then good", failure(status, "try later"), GOOD, outcome=Outcome.OK, attempts=2)
        for status in (408, 409, 429, 500, 502, 503, 504, 529)
    ),
    fault("503 for ever", *[failure(503, "down")] * 9, outcome=Outcome.TRANSPORT, attempts=5, told="given up after 5"),
    fault("429 for ever", *[BUSY] * 9, outcome=Outcome.QUOTA, attempts=5, told="given up after 5"),
    fault("502 with HTML, then good", page(502), GOOD, outcome=Outcome.OK, attempts=2),
)

NETWORK = (
    fault(
        "silent server, twice at most for a local one",
        SILENT,
        SILENT,
        SILENT,
        outcome=Outcome.TRANSPORT,
        attempts=2,
        told="no answer in time",
        timeout_s=0.2,
    ),
    fault(
        "server that dribbles white space",
        DRIBBLE,
        DRIBBLE,
        outcome=Outcome.TRANSPORT,
        attempts=2,
        told="no answer in time",
        timeout_s=0.2,
    ),
    fault("body cut short of Content-Length, then good", CUT, GOOD, outcome=Outcome.OK, attempts=2),
    fault(
        "body cut with the right length",
        Play(body=(GOOD.body or b"")[:-40]),
        outcome=Outcome.TRANSPORT,
        told="not JSON",
    ),
    fault("TCP reset, then good", RESET, GOOD, outcome=Outcome.OK, attempts=2),
    fault("TCP reset for ever", *[RESET] * 9, outcome=Outcome.TRANSPORT, attempts=5, told="connection failed"),
    fault("200 with an HTML page", page(200), outcome=Outcome.TRANSPORT, told="/v1"),
    fault("200 without body", Play(body=b""), outcome=Outcome.EMPTY, told="no body"),
    fault("200 in another encoding", Play(body=b'{"choices": "\xff\xfe\xfa"}'), outcome=Outcome.TRANSPORT),
    fault("200 nested absurdly", Play(body=b"[" * 200_000), outcome=Outcome.TRANSPORT, told="not JSON"),
)


@pytest.mark.parametrize("case", (*ENVELOPE, *CONTENT, *STATUSES, *NETWORK), ids=lambda case: case.name)
def test_a_fault_is_classified_and_asked_again_only_where_that_helps(case: Case) -> None:
    with LoopbackServer(script=case.plays, always=GOOD) as server:
        asked = ask_server(config_for(server, timeout_s=case.timeout_s))
    assert (asked.reply.outcome, asked.reply.attempts) == (case.outcome, case.attempts), asked.reply.reason
    assert case.told in asked.reply.reason
    assert server.count == case.attempts == len(asked.attempts)
    assert [attempt.number for attempt in asked.attempts] == list(range(1, case.attempts + 1))
    assert asked.attempts[-1].outcome is case.outcome
    if case.outcome is not Outcome.OK:
        assert asked.reply.reason


HONEST = {
    "fenced": f"```json\n{ANSWER}\n```",
    "prose around": f"Here you are:\n{ANSWER}\nAnything else?",
    "think with other digits": f"<think>total 99.99?</think>{ANSWER}",
    "BOM": "\ufeff" + ANSWER,
    "duplicate key": '{"total": "31.79", "total": "31.19"}',
    "number instead of string": '{"total": 31.790}',
    "lone digit": "7",
}


@pytest.mark.parametrize("text", HONEST.values(), ids=HONEST.keys())
def test_what_a_model_says_is_handed_on_character_by_character(text: str) -> None:
    with LoopbackServer(always=completion(text)) as server:
        asked = ask_server(config_for(server))
    assert (asked.reply.outcome, asked.reply.format, asked.reply.text) == (Outcome.OK, "chat", text)


def test_a_lone_surrogate_is_handed_on_as_its_escape() -> None:
    with LoopbackServer(
        always=Play(body=b'{"choices": [{"message": {"content": "{\\"a\\": \\"\\ud83d\\"}"}}]}')
    ) as server:
        asked = ask_server(config_for(server))
    assert asked.reply.text == '{"a": "\\ud83d"}'
    assert asked.reply.text.encode()


@pytest.mark.parametrize(
    "play",
    [
        replace(GOOD, content_type="text/plain"),
        replace(GOOD, body=b"\xef\xbb\xbf" + (GOOD.body or b"")),
        replace(GOOD, body=b"\n  \n" + (GOOD.body or b"") + b"\r\n"),
        completion([{"type": "text", "text": ANSWER}]),
        completion([{"type": "thinking", "thinking": "99.99"}, {"type": "text", "text": ANSWER}]),
        completion(finish=None),
    ],
    ids=["text/plain", "BOM", "white space", "content parts", "thinking part", "no finish reason"],
)
def test_a_harmless_oddity_is_still_an_answer(play: Play) -> None:
    with LoopbackServer(always=play) as server:
        asked = ask_server(config_for(server))
    assert (asked.reply.outcome, asked.reply.text, server.count) == (Outcome.OK, ANSWER, 1)


def test_reasoning_is_the_answer_where_the_endpoint_is_set_so() -> None:
    with LoopbackServer(always=completion(None, message={"reasoning_content": ANSWER})) as server:
        asked = ask_server(config_for(server, parameters={"reasoning_is_answer": True}))
    assert (asked.reply.outcome, asked.reply.text) == (Outcome.OK, ANSWER)


@pytest.mark.parametrize(
    ("usage", "counted"),
    [
        (..., (None, None, None)),
        (None, (None, None, None)),
        ({"prompt_tokens": 1, "completion_tokens": 9}, (1, 9, None)),
        ({"prompt_tokens": "12", "completion_tokens": -1, "total_tokens": 1e9}, (None, None, None)),
    ],
    ids=["missing", "null", "one prompt token", "absurd"],
)
def test_missing_usage_is_unknown_and_never_zero(usage: Any, counted: tuple[int | None, ...]) -> None:
    with LoopbackServer(always=completion(usage=usage)) as server:
        (attempt,) = ask_server(config_for(server)).attempts
    assert (attempt.usage.input_tokens, attempt.usage.output_tokens, attempt.usage.total_tokens) == counted


def test_cached_tokens_are_kept_apart() -> None:
    usage = {"prompt_tokens": 1000, "completion_tokens": 9, "prompt_tokens_details": {"cached_tokens": 800}}
    with LoopbackServer(always=completion(usage=usage)) as server:
        (attempt,) = ask_server(config_for(server)).attempts
    assert (attempt.usage.input_tokens, attempt.usage.cached_tokens) == (1000, 800)


def test_another_served_model_is_noted_on_the_answer() -> None:
    with LoopbackServer(always=completion(model="cheaper-2", system_fingerprint="fp_1")) as server:
        asked = ask_server(config_for(server))
    assert asked.attempts[0].served_model == "cheaper-2" and asked.attempts[0].system_fingerprint == "fp_1"
    assert "served by cheaper-2" in asked.reply.reason and asked.reply.outcome is Outcome.OK


def test_a_prompt_that_was_cut_is_noted_on_the_answer() -> None:
    from support.loopback_asks import ask_of

    with LoopbackServer(always=completion(usage={"prompt_tokens": 12})) as server:
        asked = ask_server(config_for(server), ask_of(prompt="Read all the amounts on this receipt. " * 200))
    assert "was it cut?" in asked.reply.reason
