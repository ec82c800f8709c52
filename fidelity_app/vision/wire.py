"""What crosses the wire, kept as it comes: status, headers, bytes and times, even when a reply breaks off."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from fidelity_app.vision.local import Clock

if TYPE_CHECKING:
    import httpx2

MAX_BODY_BYTES = 32 * 1024 * 1024
_REMOVED = "[key removed]"


class BodyTooLarge(Exception):
    """The server sent more than any reading can be; reading on would only fill memory."""


@dataclass(slots=True)
class Capture:
    """One exchange. `body` holds the bytes received so far; `complete` says whether the reply came to its end."""

    status: int | None = None
    headers: dict[str, str] = field(default_factory=dict)
    body: bytearray = field(default_factory=bytearray)
    first_byte_at: datetime | None = None
    complete: bool = False


_current: ContextVar[Capture | None] = ContextVar("fidelity_capture", default=None)


def begin_capture() -> Capture:
    """Start capturing the exchange that the current task is about to make."""
    capture = Capture()
    _current.set(capture)
    return capture


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds: to connect, to wait for the next bytes. The total is the caller's `asyncio.timeout`."""

    connect_s: float
    silence_s: float


def http_client(clock: Clock, timeouts: Timeouts, *, connections: int) -> httpx2.AsyncClient:
    """Make the HTTP client: certificates checked, proxies from the environment, every reply captured."""
    import httpx2
    from openai import DefaultAsyncHttpxClient

    class Tee(httpx2.AsyncByteStream):
        """Hands bytes on and keeps a copy, so that a reply that breaks off is not lost."""

        def __init__(self, inner: httpx2.AsyncByteStream, capture: Capture) -> None:
            self._inner = inner
            self._capture = capture

        async def __aiter__(self) -> AsyncIterator[bytes]:
            async for chunk in self._inner:
                self._capture.body += chunk
                if len(self._capture.body) > MAX_BODY_BYTES:
                    raise BodyTooLarge(f"more than {MAX_BODY_BYTES // 2**20} MB")
                yield chunk

        async def aclose(self) -> None:
            await self._inner.aclose()

    async def on_response(response: httpx2.Response) -> None:
        capture = _current.get()
        if capture is None:
            return
        capture.status = response.status_code
        capture.headers = {name.lower(): value for name, value in response.headers.items()}
        capture.body.clear()
        capture.first_byte_at = clock()
        inner = response.stream
        assert isinstance(inner, httpx2.AsyncByteStream)
        response.stream = Tee(inner, capture)

    return DefaultAsyncHttpxClient(
        event_hooks={"response": [on_response]},
        timeout=httpx2.Timeout(timeouts.silence_s, connect=timeouts.connect_s, pool=None),
        limits=httpx2.Limits(max_connections=connections, max_keepalive_connections=connections),
    )


def without_key(text: str, key: str | None) -> str:
    """Remove the key from a text that came back from outside."""
    return text.replace(key, _REMOVED) if key else text


def body_without_key(body: bytes, key: str | None) -> bytes:
    """Remove the key from bytes that a server echoed; all other bytes stay as they came."""
    return body.replace(key.encode(), _REMOVED.encode()) if key else body


def headers_without_key(headers: Mapping[str, str], key: str | None) -> dict[str, str]:
    """Return headers to be stored: cookies dropped, the key removed."""
    kept = {name: without_key(value, key) for name, value in headers.items()}
    return {name: value for name, value in kept.items() if name not in {"set-cookie", "authorization"}}
