"""Stored replies are given back byte for byte, and what is not stored is not invented."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from support.loopback_asks import Recorded, TickingClock, ask_of
from support.loopback_pictures import receipt_image

from fidelity_app.core.asks import Ask, ModelConfig, Outcome, Reply
from fidelity_app.core.errors import UserError
from fidelity_app.vision import availability, make_reader
from fidelity_app.vision.replay import StoredReply, picture_key, read_replies, write_replies


def replayed(path: Path, ask: Ask, recorded: Recorded | None = None) -> Reply:
    reader = make_reader(ModelConfig("r", "replay", parameters={"file": str(path)}), clock=TickingClock())
    return asyncio.run(reader.ask(ask, recorded or Recorded()))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "key", ["ask-1", picture_key(ask_of()), receipt_image().sha256, "*"], ids=["ask", "pictures", "picture", "any"]
)
def test_a_reply_is_found_by_ask_by_pictures_or_by_the_wildcard(tmp_path: Path, key: str) -> None:
    path = tmp_path / "replies.jsonl"
    stored = StoredReply("chat", '{"total": "31.79"}\n  Preis: 5 €')
    write_replies(path, {key: stored})
    recorded = Recorded()
    reply = replayed(path, ask_of(), recorded)
    assert (reply.outcome, reply.format, reply.text) == (Outcome.OK, "chat", stored.text)
    assert recorded.attempts[0].body == stored.text.encode()


def test_an_ask_that_is_not_stored_is_unsupported(tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    write_replies(path, {"another": StoredReply("lines", "[]")})
    reply = replayed(path, ask_of())
    assert reply.outcome is Outcome.UNSUPPORTED and "ask-1" in reply.reason


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('{"key": "a", "text": "x"}\nnot json', "line 2"),
        ('{"key": "a"}', "line 1"),
        ('{"key": "a", "text": "x", "format": "xml"}', "xml"),
        ('{"key": "a", "text": "x"}\n{"key": "a", "text": "y"}', "line 2"),
    ],
)
def test_a_file_that_cannot_be_replayed_names_the_line(tmp_path: Path, text: str, named: str) -> None:
    path = tmp_path / "replies.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=named):
        read_replies(path)
    config = ModelConfig("r", "replay", parameters={"file": str(path)})
    assert named in (availability(config) or "")
    with pytest.raises(UserError, match=named):
        make_reader(config, clock=TickingClock())


def test_a_replay_model_without_file_says_what_it_needs() -> None:
    assert '"file"' in (availability(ModelConfig("r", "replay")) or "")
