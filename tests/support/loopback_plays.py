"""What the loopback server can be told to do instead of answering: every fault of WIRE section 2, and more."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any


class Ending(StrEnum):
    """How a reply ends on the wire."""

    WHOLE = "whole"
    RESET = "reset"
    CUT = "cut"
    """Fewer bytes than Content-Length promised."""
    SILENCE = "silence"
    """Nothing at all is sent."""
    DRIBBLE = "dribble"
    """White space, one character at a time, until the client leaves."""


@dataclass(frozen=True, slots=True)
class Play:
    """One scripted reply. `body` None means: really read the picture, then apply the rest."""

    status: int = 200
    body: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = "application/json"
    ending: Ending = Ending.WHOLE
    delay_s: float = 0.0

    def with_headers(self, **headers: str) -> Play:
        return replace(self, headers={name.replace("_", "-"): value for name, value in headers.items()})


ANSWER = '{"subtotal": "28.90", "tax": "2.89", "total": "31.79"}'
USAGE = {"prompt_tokens": 1200, "completion_tokens": 30, "total_tokens": 1230}


def as_bytes(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def completion(
    content: Any = ANSWER, *, finish: str | None = "stop", message: Mapping[str, Any] | None = None, **top: Any
) -> Play:
    """Return a chat completion with this content; `message` adds to the message, other names to the envelope."""
    choice = {
        "index": 0,
        "finish_reason": finish,
        "message": {"role": "assistant", "content": content, **(message or {})},
    }
    envelope = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1767323045,
        "model": "loopback",
        "choices": [choice],
        "usage": USAGE,
        **top,
    }
    return Play(body=as_bytes({name: value for name, value in envelope.items() if value is not ...}))


def failure(status: int, message: str, *, code: Any = None, param: str | None = None, **more: Any) -> Play:
    """Return an error in OpenAI's own shape."""
    error = {"message": message, "type": "invalid_request_error", "param": param, "code": code, **more}
    return Play(status=status, body=as_bytes({"error": error}))


def raw(status: int, value: Any) -> Play:
    """Return any JSON as the body."""
    return Play(status=status, body=as_bytes(value))


def page(status: int, text: str = "<!DOCTYPE html><html><body><h1>Welcome</h1></body></html>") -> Play:
    """Return an HTML page."""
    return Play(status=status, body=text.encode(), content_type="text/html")


SILENT = Play(ending=Ending.SILENCE)
RESET = Play(ending=Ending.RESET)
DRIBBLE = Play(ending=Ending.DRIBBLE)
CUT = replace(completion(), ending=Ending.CUT)
BUSY = failure(429, "Rate limit reached", code="rate_limit_exceeded")
READ = Play()
