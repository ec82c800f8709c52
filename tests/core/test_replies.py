"""Replies: the extraction ladder, what a reply says, and that nothing is ever repaired."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.asks import AskedField, Mode, Outcome, ParsedReply, ReadItem
from fidelity_app.core.documents import Kind
from fidelity_app.core.geometry import Quad
from fidelity_app.core.replies import lines_json, parse_reply

ASKED = (
    AskedField("total", Kind.AMOUNT),
    AskedField("items[0].name", Kind.OTHER),
    AskedField("items[0].price", Kind.AMOUNT),
    AskedField("items[1].price", Kind.AMOUNT),
)


def extract(text: str) -> ParsedReply:
    return parse_reply("chat", text, Mode.EXTRACT, ASKED)


def said(reply: ParsedReply) -> dict[str | None, str | None]:
    return {item.key: item.text for item in reply.items}


@pytest.mark.parametrize(
    ("text", "rung"),
    [
        ('{"total": "28.90"}', "as it is"),
        ('\ufeff  {"total": "28.90"}\n', "without BOM and white space"),
        ('{"total": "28.90"}' + " " * 600, "without BOM and white space"),
        ('Here you are:\n```json\n{"total": "28.90"}\n```\nAnything else?', "one fenced block"),
        ('```\n{"total": "28.90"}\n```', "one fenced block"),
        ('<think>it may be {"total": "23.90"}</think>\n{"total": "28.90"}', "after </think>"),
        ('<think>```json\n{"total": "23.90"}\n```</think>{"total": "28.90"}', "after </think>"),
        ('<think>a</think>b</think>```json\n{"total": "28.90"}\n```', "after </think>, one fenced block"),
    ],
)
def test_json_is_found_on_the_first_rung_that_holds_it(text: str, rung: str) -> None:
    reply = extract(text)
    assert (reply.outcome, reply.rung, said(reply)) == (Outcome.OK, rung, {"total": "28.90"})


@pytest.mark.parametrize(
    ("text", "outcome", "reason"),
    [
        ("", Outcome.EMPTY, "empty"),
        (" " * 600, Outcome.EMPTY, "empty"),
        ('{"total": "28.90"', Outcome.INVALID_JSON, "not JSON at character"),
        ('{"total": "28.90", "total": "23.90"}', Outcome.INVALID_JSON, "'total' occurs twice"),
        ('{"items": [{"price": "1", "price": "2"}]}', Outcome.INVALID_JSON, "'price' occurs twice"),
        ('{"total": "28.90"}\n{"total": "23.90"}', Outcome.INVALID_JSON, "two JSON values"),
        ('{"total": "28.90"} I hope this helps', Outcome.INVALID_JSON, "text follows"),
        ('The total is {"total": "28.90"}', Outcome.INVALID_JSON, "not JSON"),
        ('```\n{"total": "1"}\n```\nor\n```\n{"total": "2"}\n```', Outcome.INVALID_JSON, "2 fenced blocks"),
        ('<think>the total is {"total": "28.90"}', Outcome.INVALID_JSON, "nothing follows the reasoning"),
        ('["28.90"]', Outcome.SCHEMA_VIOLATION, "not a list"),
        ("28.90", Outcome.SCHEMA_VIOLATION, "not a single value"),
        ("null", Outcome.SCHEMA_VIOLATION, "not null"),
        ("[" * 100_000, Outcome.INVALID_JSON, "deep"),
        ('{"a":' * 900 + "1" + "}" * 900, Outcome.SCHEMA_VIOLATION, "deep"),
        ('{"items[0].price": "1", "items": [{"price": "2"}]}', Outcome.INVALID_JSON, "answered twice"),
    ],
)
def test_what_cannot_be_trusted_is_a_failure_with_its_reason(text: str, outcome: Outcome, reason: str) -> None:
    reply = extract(text)
    assert (reply.outcome, reply.items) == (outcome, ())
    assert reason in reply.reason


def test_numbers_keep_every_character_that_the_model_wrote() -> None:
    text = '{"a": 1250.00, "b": 123456789012345678901234567890, "c": 1E5, "d": -0.0, "e": NaN, "f": true}'
    expected = {"a": "1250.00", "b": "123456789012345678901234567890", "c": "1E5", "d": "-0.0", "e": "NaN", "f": "true"}
    assert said(extract(text)) == expected


@given(st.dictionaries(st.sampled_from(["total", "tax", "x y"]), st.none() | st.text(max_size=12)))
def test_text_comes_through_unchanged(values: dict[str, str | None]) -> None:
    assert said(extract(json.dumps(values))) == values


def test_rows_become_keys_of_their_cells() -> None:
    reply = extract('{"total": "3", "items": [{"name": "a", "price": "1"}, {"price": "2"}], "codes": ["x", "y"]}')
    assert list(said(reply)) == ["total", "items[0].name", "items[0].price", "items[1].price", "codes[0]", "codes[1]"]


def test_null_says_that_it_cannot_be_read_and_a_null_list_says_it_of_every_asked_cell() -> None:
    assert said(extract('{"total": null}')) == {"total": None}
    cells: dict[str | None, str | None] = {"items[0].name": None, "items[0].price": None, "items[1].price": None}
    assert said(extract('{"items": null}')) == cells
    assert said(extract('{"items": [null]}')) == {"items[0].name": None, "items[0].price": None}


def test_a_lone_surrogate_stays_in_its_escaped_form_because_no_file_can_hold_it() -> None:
    assert said(extract('{"total": "1\\ud8002"}')) == {"total": "1\\ud8002"}


@pytest.mark.parametrize(
    ("text", "rung"),
    [
        ('{"lines": ["TOTAL 28.90", "CASH  30.00"]}', "as it is"),
        ('["TOTAL 28.90", "CASH  30.00"]', "as it is"),
        ("TOTAL 28.90\n\nCASH  30.00", "plain text"),
        ("```text\nTOTAL 28.90\nCASH  30.00\n```", "plain text"),
        ("<think>28.9?</think>\nTOTAL 28.90\nCASH  30.00", "plain text"),
    ],
)
def test_a_transcription_is_lines_without_keys(text: str, rung: str) -> None:
    reply = parse_reply("chat", text, Mode.TRANSCRIBE, ASKED)
    assert (reply.keyed, reply.rung) == (False, rung)
    assert [item.text for item in reply.items] == ["TOTAL 28.90", "CASH  30.00"]


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ('{"lines": ["TOTAL 28.90", "CA', Outcome.INVALID_JSON),
        ('{"lines": [["TOTAL"]]}', Outcome.SCHEMA_VIOLATION),
        ("", Outcome.EMPTY),
        ("<think>TOTAL 28.90", Outcome.INVALID_JSON),
    ],
)
def test_a_cut_transcription_is_a_failure_not_a_text(text: str, outcome: Outcome) -> None:
    assert parse_reply("chat", text, Mode.TRANSCRIBE, ASKED).outcome is outcome


@pytest.mark.parametrize("text", ['{"text": "28.90"}', '{"total": 28.90}', '"28.90"', "28.90", " ```\n28.90\n```"])
def test_a_crop_has_one_value_under_the_key_that_was_asked(text: str) -> None:
    reply = parse_reply("chat", text, Mode.CROP, ASKED[:1])
    assert said(reply) == {"total": "28.90"} and reply.keyed


@pytest.mark.parametrize("text", ['{"text": "1", "total": "2"}', '{"text": ["1"]}', "{}", "one\ntwo"])
def test_a_crop_with_several_values_is_a_failure(text: str) -> None:
    assert parse_reply("chat", text, Mode.CROP, ASKED[:1]).outcome is not Outcome.OK


def test_a_verification_keeps_the_answer() -> None:
    assert said(parse_reply("chat", '{"answer": "no"}', Mode.VERIFY, ASKED[:1])) == {"total": "no"}


LINE = ReadItem("28", None, 1, Quad.rect(0, 0, 20, 10), (Quad.rect(0, 0, 9, 10), Quad.rect(10, 0, 20, 10)), 0.75)
OTHER = ReadItem("9", None, 1, Quad.rect(30, 0, 40, 12), (Quad.rect(30, 0, 40, 12),), 0.5)


def test_located_lines_come_back_as_they_were_written() -> None:
    reply = parse_reply("lines", lines_json([LINE, OTHER]), Mode.EXTRACT, ASKED)
    assert (reply.outcome, reply.keyed, reply.items) == (Outcome.OK, False, (LINE, OTHER))


def test_the_lines_of_a_crop_are_joined_with_a_glyph_for_every_character() -> None:
    reply = parse_reply("lines", lines_json([LINE, OTHER]), Mode.CROP, ASKED[:1])
    (item,) = reply.items
    assert (item.text, item.key, item.confidence, item.page_index) == ("28 9", "total", 0.5, 1)
    assert item.box == Quad.rect(0, 0, 40, 12) and len(item.glyphs) == 4


def test_an_empty_crop_reads_nothing() -> None:
    assert parse_reply("lines", "[]", Mode.CROP, ASKED[:1]).items == ()


@pytest.mark.parametrize(
    "text",
    ["", "{}", '[{"text": 1}]', '[{"text": "1", "box": [1]}]', '[{"text": "12", "glyphs": [[0,0,1,0,1,1,0,1]]}]'],
)
def test_stored_lines_that_do_not_parse_are_a_failure(text: str) -> None:
    assert parse_reply("lines", text, Mode.EXTRACT, ASKED).outcome is Outcome.INVALID_JSON


@given(st.text(), st.sampled_from(Mode), st.sampled_from(["chat", "lines"]))
def test_no_text_ever_raises(text: str, mode: Mode, reply_format: str) -> None:
    reply = parse_reply(reply_format, text, mode, ASKED)
    assert reply.outcome is Outcome.OK or (reply.reason and not reply.items)


def test_an_unknown_format_is_our_own_mistake() -> None:
    with pytest.raises(ValueError, match="telepathy"):
        parse_reply("telepathy", "", Mode.EXTRACT, ASKED)
