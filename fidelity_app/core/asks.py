"""What is asked of a model and what comes back, before anything is understood."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from fidelity_app.core.canonical import Json
from fidelity_app.core.documents import Kind
from fidelity_app.core.geometry import Quad


class Mode(StrEnum):
    """How a model is asked (WIRE section 3)."""

    EXTRACT = "extract"
    TRANSCRIBE = "transcribe"
    CROP = "crop"
    VERIFY = "verify"


class Outcome(StrEnum):
    """How an attempt ended, before scoring; all but `ok` stay in the denominator as failures (WIRE rule 5)."""

    OK = "ok"
    TRUNCATED = "truncated"
    FILTERED = "filtered"
    REFUSED = "refused"
    EMPTY = "empty"
    INVALID_JSON = "invalid_json"
    SCHEMA_VIOLATION = "schema_violation"
    TRANSPORT = "transport"
    QUOTA = "quota"
    AUTH = "auth"
    UNSUPPORTED = "unsupported"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """A configured reader, pinned. `key_env` names where the key comes from; the key itself is nowhere here.

    `adapter` is one of `fidelity_app.vision.ADAPTERS`. `parameters` are passed to the adapter (temperature, psm, ...).
    `prices` are USD per million tokens: `input`, `cached_input`, `output`; and `hourly_rate_usd` for local machines,
    as decimal text. An absent price is unknown, never zero.
    """

    name: str
    adapter: str
    model_id: str = ""
    base_url: str = ""
    key_env: str = ""
    parameters: Mapping[str, Json] = field(default_factory=dict)
    prices: Mapping[str, str] = field(default_factory=dict)
    concurrency: int = 4
    timeout_s: float = 120.0


@dataclass(frozen=True, slots=True)
class AskedField:
    """A field the model is asked for: its key and kind, never its value."""

    key: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class AskImage:
    """The encoded picture exactly as it is sent: PNG or JPEG, its MIME equal to its magic bytes."""

    page_index: int
    media_type: str
    data: bytes
    sha256: str
    width_px: int
    height_px: int


@dataclass(frozen=True, slots=True)
class Ask:
    """One question: one trial's pictures, prompt and schema. `crop_key` names the field in crop mode."""

    key: str
    mode: Mode
    images: tuple[AskImage, ...]
    prompt: str
    schema: Mapping[str, Json] | None
    fields: tuple[AskedField, ...]
    crop_key: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """What the provider says it counted; None is unknown, never zero."""

    input_tokens: int | None = None
    cached_tokens: int | None = None
    output_tokens: int | None = None
    total_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Attempt:
    """One HTTP request or one local inference, stored before its reply is parsed (WIRE rule 2).

    `request` is the request without the key and with images as their sha256. `body` is the reply byte for byte.
    """

    number: int
    request: Mapping[str, Json]
    status: int | None
    headers: Mapping[str, str]
    body: bytes
    outcome: Outcome
    reason: str
    queued_at: datetime
    first_byte_at: datetime | None
    ended_at: datetime
    backoff_s: float = 0.0
    usage: Usage = Usage()
    served_model: str = ""
    system_fingerprint: str = ""
    cold: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """The accepted (or last) attempt's answer. `format` says how `core.replies` must read `text`."""

    outcome: Outcome
    reason: str
    format: str
    text: str
    attempts: int


Recorder = Callable[[Attempt], Awaitable[None]]
"""Called once per attempt, before its body is understood; returns when the attempt is safe on disk."""


class Reader(Protocol):
    """A model that can be asked. It touches neither the database nor the workspace."""

    async def ask(self, ask: Ask, record: Recorder) -> Reply:
        """Answer one ask, recording every attempt. Never raises for what a provider does; it classifies."""
        ...

    async def close(self) -> None:
        """Release connections, sessions and threads."""
        ...


@dataclass(frozen=True, slots=True)
class ReadItem:
    """One thing a reply says: a keyed value, or a located line or word.

    `box` and `glyphs` are in pixels of the picture that was sent. `text` None means the model said that it cannot
    read it (JSON null). `confidence` is 0..1 where the reader gives one.
    """

    text: str | None
    key: str | None = None
    page_index: int = 0
    box: Quad | None = None
    glyphs: tuple[Quad, ...] = ()
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class ParsedReply:
    """A reply understood: what it says, and on which rung of the extraction ladder it was found."""

    outcome: Outcome
    reason: str
    rung: str
    items: tuple[ReadItem, ...]
    keyed: bool
