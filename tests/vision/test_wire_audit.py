"""What is stored of an exchange: everything, byte for byte, and never the key."""

from __future__ import annotations

import asyncio
import json
import threading

import pytest
from support.loopback_asks import FIELDS, Recorded, ask_of
from support.loopback_client import KEY, ask_server, config_for, with_reader
from support.loopback_pictures import ask_image, draw, receipt_image
from support.loopback_plays import ANSWER, CUT, READ, SILENT, Play, completion, failure, page
from support.loopback_server import LoopbackServer

from fidelity_app.core.asks import Ask, AskImage, Attempt, Mode, ModelConfig, Outcome, Reader, Reply
from fidelity_app.core.errors import UserError
from fidelity_app.core.prompts import prompt_for
from fidelity_app.vision import ADAPTERS, availability, make_reader

GOOD = completion()
ECHO = failure(401, f"Incorrect API key provided: {KEY}").with_headers(x_echo=f"Bearer {KEY}")


def said(attempt: Attempt) -> str:
    """Everything that is stored of an attempt, as one text."""
    return repr(attempt)


@pytest.mark.parametrize(
    "play",
    [GOOD, ECHO, page(502, f"<html>{KEY}</html>"), completion(f'{{"total": "{KEY}"}}'), CUT],
    ids=["good", "echo", "page", "model says it", "cut"],
)
def test_the_key_is_sent_and_is_nowhere_else(play: Play) -> None:
    with LoopbackServer(always=play) as server:
        asked = ask_server(config_for(server, parameters={"max_attempts": 2}))
    assert server.received[0].headers["authorization"] == f"Bearer {KEY}"
    assert KEY not in repr(asked.reply)
    assert all(KEY not in said(attempt) for attempt in asked.attempts)


def test_the_key_is_in_no_text_of_a_reader_or_of_its_parts() -> None:
    texts: list[str] = []

    async def use(reader: Reader) -> Reply:
        reply = await reader.ask(ask_of(), Recorded())
        texts.extend((repr(reader), str(reader)))
        return reply

    with LoopbackServer(always=GOOD) as server:
        with_reader(config_for(server), use)
    assert texts and all(KEY not in text for text in texts)


def test_a_key_that_cannot_be_sent_is_named_by_its_model_and_not_shown() -> None:
    with LoopbackServer(always=GOOD) as server:
        asked = ask_server(config_for(server), secret="sk-schlüssel")
    assert asked.reply.outcome is Outcome.AUTH and "schl" not in asked.reply.reason
    assert server.count == 0


def test_a_model_without_key_says_which_variable_to_set() -> None:
    with LoopbackServer(always=GOOD) as server:
        asked = ask_server(config_for(server, key_env="MY_KEY"), secret=None)
    assert asked.reply.outcome is Outcome.AUTH and "MY_KEY" in asked.reply.reason
    assert [attempt.outcome for attempt in asked.attempts] == [Outcome.AUTH]
    assert server.count == 0


def test_a_server_that_needs_no_key_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-another-house")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-of-another-house")
    with LoopbackServer(always=GOOD) as server:
        asked = ask_server(config_for(server, key_env=""), secret=None)
    assert asked.reply.outcome is Outcome.OK
    assert "another-house" not in json.dumps(server.received[0].headers)
    assert "authorization" not in server.received[0].headers


def test_a_key_goes_into_the_header_that_the_endpoint_wants() -> None:
    with LoopbackServer(always=GOOD) as server:
        ask_server(config_for(server, parameters={"key_header": "api-key", "query": {"api-version": "2025-01-01"}}))
    request = server.received[0]
    assert request.headers["api-key"] == KEY and "authorization" not in request.headers
    assert request.path.endswith("?api-version=2025-01-01")


def test_the_request_is_stored_with_the_picture_by_its_hash() -> None:
    image = receipt_image()
    with LoopbackServer(always=GOOD) as server:
        (attempt,) = ask_server(config_for(server, parameters={"temperature": 0, "top_p": 1}), ask_of(image)).attempts
    stored = json.dumps(attempt.request)
    assert f"sha256:{image.sha256}" in stored and "base64" not in stored
    assert attempt.request["body"]["temperature"] == 0  # type: ignore[index,call-overload]
    assert server.received[0].body["temperature"] == 0 and server.received[0].body["top_p"] == 1
    assert server.received[0].path == "/v1/chat/completions"


def test_the_reply_is_stored_byte_for_byte_with_status_headers_and_times() -> None:
    play = Play(body=b'\n {"choices": [ {"message":{"content":"\\u0037"}} ] }\n').with_headers(x_request_id="r-1")
    with LoopbackServer(always=play) as server:
        (attempt,) = ask_server(config_for(server)).attempts
    assert attempt.body == play.body
    assert attempt.status == 200 and attempt.headers["x-request-id"] == "r-1"
    assert attempt.first_byte_at is not None
    assert attempt.queued_at < attempt.first_byte_at < attempt.ended_at
    assert attempt.cold


def test_what_came_of_a_reply_that_broke_off_is_kept() -> None:
    with LoopbackServer(script=[CUT], always=GOOD) as server:
        first = ask_server(config_for(server)).attempts[0]
    assert CUT.body is not None and first.body == CUT.body[: len(CUT.body) // 2]
    assert first.status == 200 and first.outcome is Outcome.TRANSPORT


def test_a_cancelled_ask_is_recorded_as_cancelled_and_stays_cancelled() -> None:
    recorded = Recorded()

    async def use(reader: Reader) -> Reply:
        task = asyncio.ensure_future(reader.ask(ask_of(), recorded))
        await asyncio.to_thread(server.wait_for, 1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return Reply(Outcome.CANCELLED, "", "chat", "", 1)

    with LoopbackServer(script=[SILENT]) as server:
        with_reader(config_for(server), use)
    assert [attempt.outcome for attempt in recorded.attempts] == [Outcome.CANCELLED]
    assert server.count == 1


def test_an_attempt_is_recorded_before_the_next_is_sent() -> None:
    order: list[tuple[str, int]] = []

    async def record(attempt: Attempt) -> None:
        order.append(("recorded", server.count))

    with LoopbackServer(script=[failure(503, "down")] * 2, always=GOOD) as server:
        with_reader(config_for(server), lambda reader: reader.ask(ask_of(), record))
    assert order == [("recorded", 1), ("recorded", 2), ("recorded", 3)]


def test_a_picture_that_is_not_what_it_says_is_never_sent() -> None:
    png = receipt_image()
    liar = AskImage(0, "image/jpeg", png.data, png.sha256, png.width_px, png.height_px)
    with LoopbackServer(always=GOOD) as server:
        asked = ask_server(config_for(server), ask_of(liar))
    assert asked.reply.outcome is Outcome.UNSUPPORTED and server.count == 0
    assert [attempt.outcome for attempt in asked.attempts] == [Outcome.UNSUPPORTED]


SCHEMA = {
    "type": "object",
    "properties": {field.key: {"type": ["string", "null"]} for field in FIELDS},
    "required": [field.key for field in FIELDS],
    "additionalProperties": False,
}


def extracting() -> Ask:
    image = ask_image(draw(["SUBTOTAL     23.90", "TAX           2.39", "TOTAL        26.29"]))
    return Ask("e", Mode.EXTRACT, (image,), "Read these.", SCHEMA, FIELDS)


@pytest.mark.parametrize("api", ["chat", "responses"])
def test_a_real_endpoint_that_really_reads_gives_the_digits_that_are_printed(api: str) -> None:
    with LoopbackServer() as server:
        asked = ask_server(config_for(server, parameters={"api": api, "max_tokens": 300}), extracting())
    assert asked.reply.outcome is Outcome.OK
    assert json.loads(asked.reply.text) == {"subtotal": "23.90", "tax": "2.39", "total": "26.29"}
    assert asked.attempts[0].usage.input_tokens == 1200 and asked.attempts[0].served_model == "loopback"


@pytest.mark.parametrize(
    ("mode", "crop", "expected"),
    [
        (Mode.EXTRACT, "", {"subtotal": "28.90", "tax": "2.89", "total": "31.79"}),
        (Mode.CROP, "subtotal", {"text": "28.90"}),
    ],
)
@pytest.mark.parametrize("form", ["json_schema", "none"])
def test_the_prompts_of_the_product_are_understood_with_and_without_schema(
    mode: Mode, crop: str, expected: dict[str, str], form: str
) -> None:
    asked = tuple(field for field in FIELDS if not crop or field.key == crop)
    image = ask_image(draw(["28.90"], width_px=130)) if crop else receipt_image()
    made = prompt_for(mode, asked)
    ask = Ask("p", mode, (image,), made.text, made.schema, asked, crop)
    with LoopbackServer() as server:
        reply = ask_server(config_for(server, parameters={"schema": form}), ask).reply
    assert json.loads(reply.text) == expected


@pytest.mark.parametrize(("claim", "expected"), [("28.90", "yes"), ("23.90", "no")])
def test_a_one_digit_neighbour_is_not_confirmed(claim: str, expected: str) -> None:
    made = prompt_for(Mode.VERIFY, FIELDS[:1], claim=claim)
    ask = Ask("v", Mode.VERIFY, (receipt_image(),), made.text, made.schema, FIELDS[:1])
    with LoopbackServer() as server:
        reply = ask_server(config_for(server), ask).reply
    assert json.loads(reply.text) == {"answer": expected}


def test_a_transcript_is_read_line_by_line() -> None:
    with LoopbackServer(script=[READ]) as server:
        asked = ask_server(config_for(server))
    assert any("28.90" in line for line in json.loads(asked.reply.text)["lines"])


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ({"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}, "output": []}, "truncated"),
        ({"status": "incomplete", "incomplete_details": {"reason": "content_filter"}, "output": []}, "filtered"),
        ({"status": "failed", "error": {"message": "bad", "code": "400"}, "output": []}, "unsupported"),
        ({"status": "completed", "output": []}, "empty"),
        ({"output": [{"type": "message", "content": [{"type": "refusal", "refusal": "no"}]}]}, "refused"),
        ({"message": "wrong path", "code": 404}, "unsupported"),
    ],
)
def test_a_responses_reply_is_classified_like_a_chat_reply(answer: dict[str, object], outcome: str) -> None:
    with LoopbackServer(always=Play(body=json.dumps(answer).encode())) as server:
        asked = ask_server(config_for(server, parameters={"api": "responses"}))
    assert (asked.reply.outcome.value, server.count) == (outcome, 1)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"base_url": "ftp://x"}, "ftp://x"),
        ({"base_url": "http://user:pw@x/v1"}, "password"),
        ({"parameters": {"api": "soap"}}, "soap"),
        ({"parameters": {"headers": {"Authorization": "x"}}}, "key_env"),
        ({"parameters": {"max_attempts": "3"}}, "max_attempts"),
        ({"model_id": ""}, "model id"),
    ],
)
def test_a_model_that_cannot_work_says_why_before_it_is_asked(change: dict[str, object], named: str) -> None:
    settings: dict[str, object] = {"model_id": "m", "base_url": "http://127.0.0.1:1/v1", **change}
    config = ModelConfig("x", "openai", **settings)  # type: ignore[arg-type]
    assert named in (availability(config) or "")


def test_an_unknown_adapter_is_answered_with_the_list_of_those_there_are() -> None:
    with pytest.raises(UserError, match=", ".join(ADAPTERS)):
        make_reader(ModelConfig("x", "telepathy"), clock=lambda: None)  # type: ignore[arg-type,return-value]


def test_the_server_of_the_tests_leaves_no_thread_behind() -> None:
    with LoopbackServer(always=completion(ANSWER)) as server:
        ask_server(config_for(server))
    assert not [thread for thread in threading.enumerate() if thread.name == "loopback"]
