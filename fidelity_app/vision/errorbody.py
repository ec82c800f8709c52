"""Error bodies: every server shapes them its own way, and all of them say a message, a code and a parameter."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

_SHOWN = 400
_FILTERS = {"content_filter", "responsibleaipolicyviolation", "content_policy_violation", "moderation_blocked"}


@dataclass(frozen=True, slots=True)
class ErrorBody:
    """What a server says went wrong. `status` is a status carried inside the body, `param` the parameter it names."""

    message: str
    code: str = ""
    type: str = ""
    param: str = ""
    status: int | None = None
    filtered: bool = False

    @property
    def words(self) -> str:
        """Return everything it says, in lower case, for matching."""
        return " ".join((self.message, self.code, self.type, self.param)).lower()


def load(body: bytes) -> object:
    """Read a body as JSON, with or without a byte-order mark.

    Raises ValueError for anything that is not JSON (wrong encoding and absurd nesting included).
    """
    try:
        return json.loads(body)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def error_of(body: bytes) -> ErrorBody:
    """Understand an error body: an object, an object in a list, a flat object, a text, an HTML page, or nothing."""
    try:
        data = load(body)
    except ValueError:
        return ErrorBody(_plain(body))
    return error_in(data) or ErrorBody(_plain(body))


def error_in(data: object) -> ErrorBody | None:
    """Find the error in a parsed body, or None when there is none."""
    if isinstance(data, list):
        return next((found for item in data if (found := error_in(item))), None)
    if isinstance(data, str):
        return ErrorBody(data[:_SHOWN]) if data.strip() else None
    if not isinstance(data, Mapping):
        return None
    for name in ("error", "errors", "detail"):
        inner = data.get(name)
        if isinstance(inner, Mapping):
            return _from_object(inner)
        if inner:
            return error_in(inner) or ErrorBody(str(inner)[:_SHOWN], code=_text(data.get("code")))
    return _from_object(data) if _looks_like_error(data) else None


def _looks_like_error(data: Mapping[str, object]) -> bool:
    """Say whether a flat object is an error: it has a message and nothing of an answer."""
    has_message = any(isinstance(data.get(name), str) for name in ("message", "msg"))
    return has_message and not {"choices", "output"} & set(data)


def _from_object(error: Mapping[str, object]) -> ErrorBody:
    inner = error.get("innererror")
    inner_code = _text(inner.get("code")) if isinstance(inner, Mapping) else ""
    metadata = error.get("metadata")
    raw = _text(metadata.get("raw")) if isinstance(metadata, Mapping) else ""
    code = _text(error.get("code"))
    message = _text(error.get("message")) or _text(error.get("msg")) or json.dumps(dict(error), default=str)
    kind = _text(error.get("type"))
    return ErrorBody(
        message=f"{message} ({raw})"[:_SHOWN] if raw else message[:_SHOWN],
        code=code,
        type=kind,
        param=_param(error),
        status=_status(code) or _status(_text(error.get("status"))),
        filtered=bool({code.lower(), inner_code.lower(), kind.lower()} & _FILTERS),
    )


def _param(error: Mapping[str, object]) -> str:
    """Return the parameter's name: `param`, or the last part of a validation error's `loc`."""
    location = error.get("loc")
    if isinstance(location, list) and location:
        return ".".join(str(part) for part in location if part != "body")
    return _text(error.get("param"))


def _status(code: str) -> int | None:
    return int(code) if len(code) == 3 and code.isascii() and code.isdigit() else None


def _text(value: object) -> str:
    return "" if value is None or isinstance(value, (dict, list)) else str(value)


def _plain(body: bytes) -> str:
    """Return what a person would see of a body that is no JSON."""
    text = " ".join(body[:4096].decode("utf-8", "replace").split())
    return text[:_SHOWN] or "an empty body"


def is_html(body: bytes) -> bool:
    """Say whether a body is a web page."""
    head = body[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    return head.startswith((b"<!doctype html", b"<html", b"<head", b"<body"))
