"""Whatever a server sends, understanding it never raises and never makes an answer out of nothing."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.loopback_client import ask_server, config_for
from support.loopback_plays import Play, completion
from support.loopback_server import LoopbackServer

from fidelity_app.core.asks import Outcome
from fidelity_app.vision.answers import read_chat, read_responses
from fidelity_app.vision.errorbody import error_of
from fidelity_app.vision.failures import failed_status

NAMES = st.sampled_from(
    [
        "error",
        "choices",
        "message",
        "content",
        "finish_reason",
        "refusal",
        "usage",
        "output",
        "type",
        "text",
        "code",
        "param",
        "status",
        "model",
        "incomplete_details",
        "reason",
        "details",
        "detail",
        "errors",
        "loc",
        "msg",
        "metadata",
        "raw",
        "innererror",
        "prompt_tokens",
    ]
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=5),
    max_leaves=25,
)


@given(JSON)
def test_no_envelope_ever_raises_and_ok_always_has_text(data: Any) -> None:
    for read in (read_chat, read_responses):
        found = read(data)
        assert found.outcome is not Outcome.OK or found.text.strip()
        assert found.outcome is Outcome.OK or found.reason


@given(JSON, st.sampled_from([301, 400, 401, 404, 418, 429, 500, 503, 599]))
def test_no_error_body_ever_raises_or_passes_for_an_answer(data: Any, status: int) -> None:
    found = failed_status(status, json.dumps(data).encode())
    assert found.outcome not in (Outcome.OK, Outcome.EMPTY) and found.reason


@given(st.binary(max_size=200))
def test_no_bytes_ever_raise(body: bytes) -> None:
    assert error_of(body).message
    assert failed_status(500, body).reason


UNLISTED = {
    "server-sent events instead of JSON": Play(body=b"data: {}\n\ndata: [DONE]\n\n", content_type="text/event-stream"),
    "redirect to nowhere": Play(status=302, body=b""),
    "not modified": Play(status=304, body=b""),
    "teapot": Play(status=418, body=b"short and stout"),
    "broken gzip": Play(body=b"\x1f\x8b broken").with_headers(Content_Encoding="gzip"),
    "deeply nested content": Play(
        body=b'{"choices": [{"message": {"content": ' + b'[{"text": ' * 400 + b'"1"' + b"}]" * 400 + b"}}]}"
    ),
    "a number too long": Play(body=b'{"choices": ' + b"1" * 5000 + b"}"),
    "NaN": Play(body=b'{"choices": NaN}'),
}


@pytest.mark.parametrize("play", UNLISTED.values(), ids=UNLISTED.keys())
def test_a_fault_that_nobody_listed_is_a_classified_failure_too(play: Play) -> None:
    with LoopbackServer(always=play) as server:
        asked = ask_server(config_for(server, parameters={"max_attempts": 2}))
    assert asked.reply.outcome not in (Outcome.OK, Outcome.CANCELLED) or asked.reply.text == "1"
    assert asked.reply.reason or asked.reply.outcome is Outcome.OK
    assert len(asked.attempts) == server.count


def test_a_compressed_reply_is_stored_as_the_text_that_it_is() -> None:
    plain = completion().body or b""
    play = Play(body=gzip.compress(plain)).with_headers(Content_Encoding="gzip")
    with LoopbackServer(always=play) as server:
        asked = ask_server(config_for(server))
    assert asked.reply.outcome is Outcome.OK and asked.attempts[0].body == plain
