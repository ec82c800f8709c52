"""One endpoint of one model: its client, its key, and one exchange at a time, kept whole and classified."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from fidelity_app.core.asks import ModelConfig, Outcome
from fidelity_app.core.canonical import Json
from fidelity_app.vision.adapters import Surroundings
from fidelity_app.vision.answers import read_chat, read_responses
from fidelity_app.vision.classified import Classified
from fidelity_app.vision.errorbody import load
from fidelity_app.vision.failures import failed_exception, failed_status, not_json
from fidelity_app.vision.limits import EndpointLimiter
from fidelity_app.vision.local import LocalFault
from fidelity_app.vision.settings_of import RESPONSES_API, EndpointSettings, endpoint_settings
from fidelity_app.vision.wire import (
    Capture,
    Timeouts,
    begin_capture,
    body_without_key,
    headers_without_key,
    http_client,
    without_key,
)

if TYPE_CHECKING:
    from openai import AsyncOpenAI

_NO_KEY_NEEDED = "no-key-needed"


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request and what came of it. `cancelled` is the cancellation that broke it off, to be raised again."""

    found: Classified
    status: int | None
    headers: Mapping[str, str]
    body: bytes
    sent_at: datetime
    first_byte_at: datetime | None
    ended_at: datetime
    cancelled: asyncio.CancelledError | None = None


class Endpoint:
    """Holds what all asks of a model share. The key is fetched when first needed and is in no text of this object."""

    def __init__(self, config: ModelConfig, around: Surroundings) -> None:
        self.config = config
        self.settings: EndpointSettings = endpoint_settings(config)
        self.clock = around.clock
        self.sleep = around.sleep
        self.limiter = around.limits.limiter(self.settings.base_url, self._new_limiter)
        self.adjustments: frozenset[str] = frozenset()
        self._secret = around.secret
        self._key: str | None = None
        self._client: AsyncOpenAI | None = None
        self._asked = False

    def _new_limiter(self) -> EndpointLimiter:
        per_minute = self.settings.requests_per_minute
        return EndpointLimiter(self.config.concurrency, requests_per_minute=per_minute, sleep=self.sleep)

    def first_time(self) -> bool:
        """Say once that nothing has been asked yet: a cold start."""
        first, self._asked = not self._asked, True
        return first

    async def exchange(self, body: Mapping[str, Json]) -> Exchange:
        """Send one request and classify what comes back; never raises for what an endpoint or network does.

        Raises LocalFault when the key is missing.
        """
        client = self._ready()
        sent_at = self.clock()
        capture = begin_capture()
        cancelled: asyncio.CancelledError | None = None
        content: bytes | None = None
        try:
            async with asyncio.timeout(self.config.timeout_s):
                content = await self._send(client, body)
            found = None
        except asyncio.CancelledError as error:
            cancelled = error
            found = Classified(Outcome.CANCELLED, "stopped before it was answered")
        except Exception as error:  # noqa: BLE001 - WIRE rule 1: every exception around the call is classified
            content = _content_of(error)
            found = None if content is not None else failed_exception(error)
        ended_at = self.clock()
        received = body_without_key(bytes(capture.body) if content is None else content, self._key)
        found = found or self._understood(capture, received)
        return Exchange(
            found=replace(found, reason=without_key(found.reason, self._key)),
            status=capture.status,
            headers=headers_without_key(capture.headers, self._key),
            body=received,
            sent_at=sent_at,
            first_byte_at=capture.first_byte_at,
            ended_at=ended_at,
            cancelled=cancelled,
        )

    async def _send(self, client: AsyncOpenAI, body: Mapping[str, Json]) -> bytes:
        """Send through the raw interface: nothing is parsed, so nothing can be misread or lost on the way."""
        from openai import Omit

        fields: dict[str, Any] = dict(body)
        model = fields.pop("model")
        # The client lets the header be left out per request only.
        headers = {"Authorization": Omit()} if self._key is None or self.settings.key_header else {}
        raw: Any
        if self.settings.api == RESPONSES_API:
            asked = fields.pop("input")
            raw = await client.responses.with_raw_response.create(
                model=model, input=asked, extra_headers=headers, extra_body=fields
            )
        else:
            messages = fields.pop("messages")
            raw = await client.chat.completions.with_raw_response.create(
                model=model, messages=messages, extra_headers=headers, extra_body=fields
            )
        content: bytes = raw.http_response.content
        return content

    def _understood(self, capture: Capture, body: bytes) -> Classified:
        try:
            return self._read(capture, body)
        except RecursionError:
            return Classified(Outcome.TRANSPORT, "the reply is nested too deeply to be an answer")

    def _read(self, capture: Capture, body: bytes) -> Classified:
        if capture.status is None or not 200 <= capture.status < 300:
            return failed_status(capture.status or 0, body)
        try:
            data = load(body)
        except ValueError as problem:
            return not_json(body, problem)
        read = read_responses if self.settings.api == RESPONSES_API else read_chat
        return read(data, reasoning_is_answer=self.settings.reasoning_is_answer)

    def _ready(self) -> AsyncOpenAI:
        if self._client is None:
            self._key = self._fetch_key()
            self._client = self._new_client(self._key)
        return self._client

    def _fetch_key(self) -> str | None:
        key = (self._secret() or "").strip()
        name = self.config.key_env
        if not key and name:
            raise LocalFault(
                Outcome.AUTH,
                f"model {self.config.name} has no key: set the environment variable {name}, "
                "or store the key in the keyring on the Models page",
            )
        if not (key.isascii() and key.isprintable()):
            raise LocalFault(Outcome.AUTH, f"the key of model {self.config.name} holds characters that no key has")
        return key or None

    def _new_client(self, key: str | None) -> AsyncOpenAI:
        from openai import AsyncOpenAI, Omit

        settings = self.settings
        # What the environment says about an OpenAI organisation must not travel to another endpoint.
        headers: dict[str, Any] = {"OpenAI-Organization": Omit(), "OpenAI-Project": Omit(), **settings.headers}
        headers["Accept-Encoding"] = "identity"
        if key is not None and settings.key_header:
            headers[settings.key_header] = key
        timeouts = Timeouts(settings.connect_timeout_s, settings.silence_timeout_s)
        return AsyncOpenAI(
            api_key=key or _NO_KEY_NEEDED,
            base_url=settings.base_url,
            max_retries=0,
            default_headers=headers,
            default_query=dict(settings.query),
            http_client=http_client(self.clock, timeouts, connections=max(1, self.config.concurrency)),
        )

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.close()


def _content_of(error: Exception) -> bytes | None:
    """Return the whole body of a status error; None for exceptions without a finished reply."""
    from openai import APIStatusError

    if not isinstance(error, APIStatusError):
        return None
    return error.response.content
