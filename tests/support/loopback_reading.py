"""The mind behind the loopback server: it really reads the picture that it was sent, and answers what was asked."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import threading
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from PIL import Image

from fidelity_app.core.asks import AskImage, ReadItem
from fidelity_app.vision.rapidocr import Engine
from fidelity_app.vision.rapidocr_models import model_files

_DATA_URL = re.compile(r"^data:(image/(?:png|jpeg));base64,(.+)$", re.DOTALL)
_NUMBER = re.compile(r"[-+(]?[^\w\s]?\d[\d.,' ]*\d\)?%?|\d")
_DATE = re.compile(r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}")
_KEY_LINE = re.compile(r"^\s*[-*]\s*[\"'`]?([A-Za-z_][\w.\[\]]*)[\"'`]?", re.MULTILINE)
_WRITE_AS = re.compile(r'as "(text)"')
_CLAIM = re.compile(r"^[^\n]+ \([^()\n]+\): (?P<claim>[^\n]+)$", re.MULTILINE)
_busy = threading.Lock()


class BadPicture(ValueError):
    """What was sent is no PNG or JPEG data URL."""


@lru_cache(maxsize=1)
def _engine() -> Engine:
    return Engine(model_files({}), text_score=0.5, use_cls=False, threads=1)


def decode(url: str) -> AskImage:
    """Decode a data URL into a picture. Raises BadPicture, as strict endpoints do for http and webp."""
    match = _DATA_URL.match(url)
    if match is None:
        raise BadPicture(f"Invalid image_url: expected a base64-encoded PNG or JPEG, got {url[:40]}")
    data = base64.b64decode(match[2])
    try:
        with Image.open(io.BytesIO(data)) as picture:
            width, height = picture.size
    except OSError as error:
        raise BadPicture(f"Invalid image: {error}") from error
    return AskImage(0, match[1], data, hashlib.sha256(data).hexdigest(), width, height)


def answer(
    pictures: Sequence[AskImage], prompt: str, schema: Mapping[str, Any] | None, misreads: Mapping[str, str]
) -> str:
    """Read the pictures and answer in the shape that the schema, or else the prompt, asks for.

    `misreads` are characters that are taken for others wherever they stand, as by a reader with a fault.
    """
    with _busy:
        lines = [line for picture in pictures for line in _engine().read_page(picture)]
    rows = [row.translate(str.maketrans(dict(misreads))) for row in _rows(lines)]
    properties = dict((schema or {}).get("properties") or {})
    if not properties and (name := _WRITE_AS.search(prompt)):
        properties = {name[1]: {"type": "string"}}
    if not properties and (keys := _KEY_LINE.findall(prompt)):
        properties = {key: {"type": "string"} for key in keys}
    if not properties or set(properties) == {"lines"}:
        return json.dumps({"lines": rows}, ensure_ascii=False)
    if set(properties) == {"answer"}:
        return json.dumps({"answer": _confirmed(prompt, rows)})
    if set(properties) == {"text"}:
        return json.dumps({"text": " ".join(rows) or None}, ensure_ascii=False)
    return json.dumps({key: _value(key, kind, rows) for key, kind in properties.items()}, ensure_ascii=False)


def _confirmed(prompt: str, rows: Sequence[str]) -> str | None:
    """Say whether the claimed value stands on the page in whole words, or null when no claim was made."""
    claim = _CLAIM.search(prompt)
    if claim is None:
        return None
    claimed = " ".join(claim["claim"].split())
    return "yes" if any(f" {claimed} " in f" {' '.join(row.split())} " for row in rows) else "no"


def _rows(lines: Sequence[ReadItem]) -> list[str]:
    """Join what stands at one height, left to right."""
    placed = sorted((line.box.bounds, line.text or "") for line in lines if line.box)
    placed.sort(key=lambda item: (item[0][1] + item[0][3]) / 2)
    rows: list[list[tuple[float, str]]] = []
    last = -1e9
    for (left, top, _right, bottom), text in placed:
        middle = (top + bottom) / 2
        if middle - last > (bottom - top) / 2:
            rows.append([])
            last = middle
        rows[-1].append((left, text))
    return ["  ".join(text for _left, text in sorted(row)) for row in rows]


def _value(key: str, kind: Any, rows: Sequence[str]) -> Any:
    if isinstance(kind, Mapping) and kind.get("type") == "array":
        return []
    if isinstance(kind, Mapping) and kind.get("type") == "object":
        return {name: _value(name, inner, rows) for name, inner in dict(kind.get("properties") or {}).items()}
    if "date" in key.lower():
        return next((found[0] for row in rows if (found := _DATE.search(row))), None)
    words = [word for word in re.split(r"[^a-z]+", key.lower()) if word]
    for row in reversed(rows):
        label = row.lower()
        if words and all(re.search(rf"(?<![a-z]){word}(?![a-z])", label) for word in words):
            numbers = _NUMBER.findall(row)
            return numbers[-1].strip() if numbers else None
    return None
