"""Answers from replies stored in a file: a run without network, and the model every installation has."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from fidelity_app.core.asks import Ask, ModelConfig, Outcome, Recorder, Reply
from fidelity_app.core.canonical import Json, key_of, sha256_hex
from fidelity_app.core.errors import UserError
from fidelity_app.core.replies import CHAT, LINES
from fidelity_app.vision.local import Clock, LocalAnswer, LocalFault, answer_locally

FORMATS = (CHAT, LINES)


@dataclass(frozen=True, slots=True)
class StoredReply:
    """One stored answer: how its text must be read, and the text."""

    format: str
    text: str


def picture_key(ask: Ask) -> str:
    """Return what names an ask by its content: mode, crop and the sha256 of its pictures."""
    return key_of({"mode": ask.mode.value, "crop": ask.crop_key, "images": [image.sha256 for image in ask.images]})


def read_replies(path: Path) -> dict[str, StoredReply]:
    """Read a file of JSON lines: {"key": ..., "format": "chat" or "lines", "text": ...}.

    `key` is the ask's key, its `picture_key`, the sha256 of its only picture, or "*" for any other ask.
    Raises UserError naming the file and the line.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: cannot be read as replies: {error}") from error
    replies: dict[str, StoredReply] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            key, reply = _row(line, f"{path}, line {number}")
            if key in replies and replies[key] != reply:
                raise UserError(f"{path}, line {number}: the key {key} has another reply further up; keep one")
            replies[key] = reply
    return replies


def write_replies(path: Path, replies: Mapping[str, StoredReply]) -> None:
    """Write stored replies as the file that `read_replies` reads."""
    rows = [{"key": key, "format": reply.format, "text": reply.text} for key, reply in replies.items()]
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def _row(line: str, where: str) -> tuple[str, StoredReply]:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise UserError(f"{where}: not JSON at column {error.colno}: {error.msg}") from error
    if not isinstance(row, dict) or not isinstance(row.get("key"), str) or not isinstance(row.get("text"), str):
        raise UserError(f'{where}: a stored reply is an object with the texts "key" and "text"')
    reply_format = row.get("format", CHAT)
    if reply_format not in FORMATS:
        raise UserError(f"{where}: format {reply_format!r} is not one of {', '.join(FORMATS)}")
    return row["key"], StoredReply(reply_format, row["text"])


def replay_version(parameters: Mapping[str, Json]) -> str:
    """Return the hash of the replies file, for the trial key."""
    path = Path(str(parameters.get("file", "")))
    return f"replay {sha256_hex(path.read_bytes())[:12]}" if path.is_file() else "replay without file"


def why_not(parameters: Mapping[str, Json]) -> str | None:
    """Say why the file named in the parameter `file` cannot be replayed, or None when it can."""
    name = parameters.get("file")
    if not isinstance(name, str) or not name:
        return 'a replay model needs the parameter "file": the JSON lines file with its replies'
    try:
        read_replies(Path(name))
    except UserError as error:
        return str(error)
    return None


class ReplayReader:
    """Looks an ask up by its key, then by its pictures, then by the wildcard."""

    def __init__(self, replies: Mapping[str, StoredReply], *, clock: Clock, version: str = "replay") -> None:
        self._replies = replies
        self._clock = clock
        self._version = version

    @classmethod
    def from_config(cls, config: ModelConfig, *, clock: Clock) -> ReplayReader:
        """Read the file named in the parameter `file`. Raises UserError naming the file and the line."""
        if reason := why_not(config.parameters):
            raise UserError(f"model {config.name}: {reason}")
        path = Path(str(config.parameters["file"]))
        return cls(read_replies(path), clock=clock, version=replay_version(config.parameters))

    async def ask(self, ask: Ask, record: Recorder) -> Reply:
        """Return the stored reply; an ask that is not in the file is unsupported."""
        return await answer_locally(
            ask,
            record,
            engine={"adapter": "replay", "version": self._version},
            produce=lambda _started: self._produce(ask),
            clock=self._clock,
            timeout_s=60.0,
        )

    async def _produce(self, ask: Ask) -> LocalAnswer:
        keys = [ask.key, picture_key(ask), *([ask.images[0].sha256] if len(ask.images) == 1 else []), "*"]
        for key in keys:
            if (reply := self._replies.get(key)) is not None:
                return LocalAnswer(reply.text, reply.text.encode(), format=reply.format)
        raise LocalFault(Outcome.UNSUPPORTED, f"the replies file has no answer for ask {ask.key[:12]}")

    async def close(self) -> None:
        """Nothing is held between asks."""
