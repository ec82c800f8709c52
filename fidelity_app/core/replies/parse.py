"""From a stored reply to what it says: keyed values, lines, or a reason why not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from fidelity_app.core.asks import AskedField, Mode, Outcome, ParsedReply, ReadItem
from fidelity_app.core.documents import split_key
from fidelity_app.core.replies.ladder import Found, NotFound, climb
from fidelity_app.core.replies.lines import joined, parse_lines

CHAT = "chat"
"""The assistant's text of a model that is asked by prompt."""
LINES = "lines"
"""Located lines of a reader on this machine, as `lines_json` writes them."""

PLAIN_TEXT = "plain text"
_MAX_DEPTH = 16
_VALUE_KEYS = ("text", "value", "answer")


def parse_reply(reply_format: str, text: str, mode: Mode, asked: Sequence[AskedField]) -> ParsedReply:
    """Say what a reply says. Never raises on any text and never changes a character of a value.

    `asked` are the fields of the ask; in crop and verify mode the first is the one that was asked about. A null
    becomes an item with text None (the model says that it cannot read it). Raises ValueError for an unknown format.
    """
    if reply_format == LINES:
        return _from_lines(parse_lines(text), mode, asked)
    if reply_format != CHAT:
        raise ValueError(f"unknown reply format {reply_format!r}")
    found = climb(text)
    match mode:
        case Mode.EXTRACT:
            return _invalid(found) if isinstance(found, NotFound) else _extracted(found, asked)
        case Mode.TRANSCRIBE:
            return _transcribed(found)
        case Mode.CROP | Mode.VERIFY:
            return _single(found, asked[0].key)
    assert_never(mode)


def _from_lines(parsed: ParsedReply, mode: Mode, asked: Sequence[AskedField]) -> ParsedReply:
    if mode is not Mode.CROP or parsed.outcome is not Outcome.OK:
        return parsed
    item = joined(parsed.items, asked[0].key)
    return ParsedReply(Outcome.OK, "", parsed.rung, (item,) if item else (), True)


def _invalid(found: NotFound) -> ParsedReply:
    return ParsedReply(found.outcome, found.reason, found.rung, (), False)


def _violation(found: Found, reason: str) -> ParsedReply:
    return ParsedReply(Outcome.SCHEMA_VIOLATION, reason, found.rung, (), False)


def _extracted(found: Found, asked: Sequence[AskedField]) -> ParsedReply:
    if not isinstance(found.value, dict):
        return _violation(found, f"an object was asked for, not {_json_type(found.value)}")
    try:
        leaves = list(_flattened("", found.value))
    except _TooDeep:
        return _violation(found, f"nested more than {_MAX_DEPTH} deep")
    items: list[ReadItem] = []
    seen: set[str] = set()
    for key, value in leaves:
        for item in _items(key, value, asked):
            if item.key in seen:
                return ParsedReply(
                    Outcome.INVALID_JSON, f"the key {item.key!r} is answered twice", found.rung, (), False
                )
            seen.add(item.key or "")
            items.append(item)
    return ParsedReply(Outcome.OK, "", found.rung, tuple(items), True)


def _items(key: str, value: str | None, asked: Sequence[AskedField]) -> Iterator[ReadItem]:
    """Yield one item; a null for a whole list or row says "cannot read" of each of its asked cells."""
    cells = [field.key for field in asked if _stands_under(field.key, key)] if value is None else []
    for cell in cells or [key]:
        yield ReadItem(value, key=cell)


def _stands_under(key: str, container: str) -> bool:
    name, row, cell = split_key(key)
    return row is not None and (container == name or bool(cell and container == f"{name}[{row}]"))


class _TooDeep(ValueError):
    """No receipt is nested so deeply; following it would only exhaust the stack."""


def _flattened(prefix: str, value: object, *, depth: int = 0) -> Iterator[tuple[str, str | None]]:
    """Yield (key, text) of every leaf: `items[2].price` for lists of rows, `a.b` for nested objects."""
    if depth > _MAX_DEPTH:
        raise _TooDeep
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _flattened(f"{prefix}.{key}" if prefix else str(key), item, depth=depth + 1)
    elif isinstance(value, list):
        for row, item in enumerate(value):
            yield from _flattened(f"{prefix}[{row}]", item, depth=depth + 1)
    else:
        yield prefix, _text(value)


def _text(value: object) -> str | None:
    """Return a leaf as the model wrote it; a lone surrogate, which no file can hold, stays in its escaped form."""
    if value is None:
        return None
    text = ("true" if value else "false") if isinstance(value, bool) else str(value)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _transcribed(found: Found | NotFound) -> ParsedReply:
    if isinstance(found, NotFound):
        if found.outcome is Outcome.INVALID_JSON and found.rest and found.rest[0] not in "{[":
            return _unkeyed(found.rest.splitlines(), PLAIN_TEXT)
        return _invalid(found)
    value = found.value
    lines = value.get("lines") if isinstance(value, dict) else value
    if isinstance(lines, str):
        return _unkeyed(lines.splitlines(), found.rung)
    if not isinstance(lines, list) or not all(isinstance(line, str) or line is None for line in lines):
        return _violation(found, "a list of lines of text was asked for")
    return _unkeyed([line for line in lines if line is not None], found.rung)


def _unkeyed(lines: Sequence[str], rung: str) -> ParsedReply:
    items = tuple(ReadItem(_text(line)) for line in lines if line.strip())
    return ParsedReply(Outcome.OK, "", rung, items, False)


def _single(found: Found | NotFound, key: str) -> ParsedReply:
    """Read one value: `{"text": ...}`, `{"<key>": ...}`, a bare JSON value, or one line of plain text."""
    if isinstance(found, NotFound):
        if found.outcome is Outcome.INVALID_JSON and _is_one_line(found.rest):
            return ParsedReply(Outcome.OK, "", PLAIN_TEXT, (ReadItem(_text(found.rest), key=key),), True)
        return _invalid(found)
    value = found.value
    if isinstance(value, dict):
        names = [name for name in (key, *_VALUE_KEYS) if name in value]
        if len(names) != 1:
            return _violation(found, "one value was asked for")
        value = value[names[0]]
    if isinstance(value, (dict, list)):
        return _violation(found, f"one value was asked for, not {_json_type(value)}")
    return ParsedReply(Outcome.OK, "", found.rung, (ReadItem(_text(value), key=key),), True)


def _is_one_line(text: str) -> bool:
    return bool(text) and text[0] not in "{[" and len(text.splitlines()) == 1


def _json_type(value: object) -> str:
    if value is None:
        return "null"
    return {dict: "an object", list: "a list", str: "a single value", bool: "true or false"}[type(value)]
