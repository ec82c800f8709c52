"""A real HTTP server on loopback that speaks the OpenAI protocol, really reads pictures, and plays faults on demand."""

from __future__ import annotations

import contextlib
import json
import socket
import struct
import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from support.loopback_plays import Ending, Play, as_bytes, completion, failure
from support.loopback_reading import BadPicture, answer, decode

_PATIENCE_S = 30.0
Answer = Callable[[dict[str, Any]], Play]


@dataclass(frozen=True, slots=True)
class Received:
    """One request as it arrived."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


@dataclass(slots=True)
class LoopbackServer:
    """Answers on 127.0.0.1 between `with` and its end; the script is played first, then it reads for real.

    `misreads` are characters that its real reading takes for others, such as `{"8": "3"}`.

    `always` replaces the real reading where a test wants the same play each time. `most_at_once` is the largest number
    of requests that were being answered at the same time.
    """

    script: Iterable[Play] = ()
    always: Play | None = None
    model: str = "loopback"
    misreads: Mapping[str, str] = field(default_factory=dict)
    received: list[Received] = field(default_factory=list)
    most_at_once: int = 0
    _at_once: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _plays: deque[Play] = field(default_factory=deque)
    _closing: threading.Event = field(default_factory=threading.Event)
    _arrived: threading.Condition = field(default_factory=threading.Condition)
    _server: ThreadingHTTPServer | None = None
    _thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        self._plays = deque(self.script)
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, name="loopback", daemon=True
        )
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None and self._thread is not None
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(_PATIENCE_S)

    @property
    def base_url(self) -> str:
        """Return the URL to configure a model with."""
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def count(self) -> int:
        """Return how many asks arrived."""
        return len(self.received)

    def wait_for(self, count: int) -> bool:
        """Block until that many asks have arrived; False when they did not in time."""
        with self._arrived:
            return self._arrived.wait_for(lambda: len(self.received) >= count, _PATIENCE_S)

    def next_play(self, request: Received) -> Play:
        with self._arrived:
            self.received.append(request)
            play = self._plays.popleft() if self._plays else self.always
            self._arrived.notify_all()
        return play or Play()

    def busy(self, change: int) -> None:
        with self._lock:
            self._at_once += change
            self.most_at_once = max(self.most_at_once, self._at_once)

    def pause(self, seconds: float) -> bool:
        """Wait, but no longer than the server lives; True when it is closing."""
        return self._closing.wait(seconds)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that hang up are part of the tests; nothing is printed."""


def _handler(server: LoopbackServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing; the tests look at `received`."""

        def do_GET(self) -> None:
            if self.path == "/v1/models":
                model = {"id": server.model, "object": "model", "created": 0, "owned_by": "loopback"}
                self._send(Play(body=as_bytes({"object": "list", "data": [model]})))
            else:
                self._send(failure(404, f"Unknown path {self.path}"))

        def do_POST(self) -> None:
            length = int(self.headers.get("content-length") or 0)
            try:
                body = json.loads(self.rfile.read(length))
            except ValueError:
                body = {}
            request = Received(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            play = server.next_play(request)
            server.busy(+1)
            try:
                if play.delay_s and server.pause(play.delay_s):
                    return
                if play.body is None and play.ending in (Ending.WHOLE, Ending.CUT):
                    play = _really_read(server, request)
                self._send(play)
            finally:
                server.busy(-1)

        def _send(self, play: Play) -> None:
            with contextlib.suppress(OSError):
                _ENDINGS[play.ending](self, play, server)

    return Handler


def _whole(handler: BaseHTTPRequestHandler, play: Play, server: LoopbackServer, promised: int | None = None) -> None:
    body = play.body or b""
    handler.send_response(play.status)
    handler.send_header("Content-Type", play.content_type)
    handler.send_header("Content-Length", str(len(body) if promised is None else promised))
    for name, value in play.headers.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(body)


def _cut(handler: BaseHTTPRequestHandler, play: Play, server: LoopbackServer) -> None:
    body = play.body or b""
    short = Play(play.status, body[: len(body) // 2], play.headers, play.content_type)
    _whole(handler, short, server, promised=len(body))
    handler.close_connection = True


def _reset(handler: BaseHTTPRequestHandler, play: Play, server: LoopbackServer) -> None:
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.close_connection = True
    handler.connection.close()


def _silence(handler: BaseHTTPRequestHandler, play: Play, server: LoopbackServer) -> None:
    server.pause(_PATIENCE_S)
    handler.close_connection = True


def _dribble(handler: BaseHTTPRequestHandler, play: Play, server: LoopbackServer) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "1000000")
    handler.end_headers()
    for _character in range(100_000):
        handler.wfile.write(b" ")
        if server.pause(0.01):
            break
    handler.close_connection = True


_ENDINGS: dict[Ending, Callable[[BaseHTTPRequestHandler, Play, LoopbackServer], None]] = {
    Ending.WHOLE: _whole,
    Ending.CUT: _cut,
    Ending.RESET: _reset,
    Ending.SILENCE: _silence,
    Ending.DRIBBLE: _dribble,
}


def _really_read(server: LoopbackServer, request: Received) -> Play:
    """Answer by reading the pictures of the request, in the protocol it came by."""
    is_chat = request.path.endswith("/chat/completions")
    if not is_chat and not request.path.endswith("/responses"):
        return failure(404, f"Unknown path {request.path}")
    try:
        prompt, urls = _content(request.body.get("messages" if is_chat else "input"))
        text = answer([decode(url) for url in urls], prompt, _schema(request.body), server.misreads)
    except BadPicture as error:
        return failure(400, str(error), code="invalid_image_url")
    return completion(text, model=server.model) if is_chat else _response(text, server.model)


def _content(messages: Any) -> tuple[str, list[str]]:
    texts: list[str] = []
    urls: list[str] = []
    for message in messages if isinstance(messages, list) else []:
        content = message.get("content")
        for part in content if isinstance(content, list) else [{"type": "text", "text": content}]:
            if "image_url" in part:
                picture = part["image_url"]
                urls.append(str(picture["url"] if isinstance(picture, dict) else picture))
            else:
                texts.append(str(part.get("text") or ""))
    return "\n".join(texts), urls


def _schema(body: dict[str, Any]) -> dict[str, Any] | None:
    chat = (body.get("response_format") or {}).get("json_schema") or {}
    responses = (body.get("text") or {}).get("format") or {}
    schema = chat.get("schema") or responses.get("schema")
    return schema if isinstance(schema, dict) else None


def _response(text: str, model: str) -> Play:
    item = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}
    usage = {"input_tokens": 1200, "output_tokens": 30, "total_tokens": 1230}
    return Play(
        body=as_bytes({"id": "resp_1", "status": "completed", "model": model, "output": [item], "usage": usage})
    )
