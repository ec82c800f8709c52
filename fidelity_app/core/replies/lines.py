"""The reply format of readers on this machine: located lines as canonical JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence

from fidelity_app.core.asks import Outcome, ParsedReply, ReadItem
from fidelity_app.core.canonical import Json, canonical_json
from fidelity_app.core.geometry import Quad

RUNG = "located lines"


def lines_json(items: Sequence[ReadItem]) -> str:
    """Serialise located lines, for an adapter to store. Coordinates are rounded to 1e-6 px; digits are untouched."""
    return canonical_json([_line(item) for item in items])


def _line(item: ReadItem) -> dict[str, Json]:
    line: dict[str, Json] = {"text": item.text, "page_index": item.page_index, "confidence": item.confidence}
    if item.box is not None:
        line["box"] = item.box.flat()
    if item.glyphs:
        line["glyphs"] = [glyph.flat() for glyph in item.glyphs]
    return line


def parse_lines(text: str) -> ParsedReply:
    """Read located lines back. What does not parse is an invalid reply with the line named, never an exception."""
    try:
        data = json.loads(text)
        if not isinstance(data, list):
            raise ValueError("a list of lines was expected")
        items = tuple(_item(line, number) for number, line in enumerate(data, 1))
    except (ValueError, TypeError, RecursionError) as error:
        return ParsedReply(Outcome.INVALID_JSON, f"stored lines: {error}", "", (), False)
    return ParsedReply(Outcome.OK, "", RUNG, items, False)


def _item(line: object, number: int) -> ReadItem:
    if not isinstance(line, dict) or not isinstance(line.get("text"), str):
        raise ValueError(f"line {number} has no text")
    text: str = line["text"]
    glyphs = tuple(Quad.from_flat(glyph) for glyph in line.get("glyphs") or ())
    if glyphs and len(glyphs) != len(text):
        raise ValueError(f"line {number} has {len(glyphs)} glyphs for {len(text)} characters")
    confidence = line.get("confidence")
    return ReadItem(
        text,
        page_index=int(line.get("page_index", 0)),
        box=Quad.from_flat(line["box"]) if line.get("box") is not None else None,
        glyphs=glyphs,
        confidence=None if confidence is None else float(confidence),
    )


def joined(items: Sequence[ReadItem], key: str) -> ReadItem | None:
    """Join the lines of a crop into the one value that was asked for; None when nothing was read."""
    read = [item for item in items if item.text]
    if not read:
        return None
    text = " ".join(item.text or "" for item in read)
    boxes = [item.box for item in read if item.box is not None]
    confidences = [item.confidence for item in read if item.confidence is not None]
    box = boxes[0] if len(boxes) == 1 else Quad.hull(boxes) if boxes else None
    return ReadItem(text, key, read[0].page_index, box, _joined_glyphs(read), min(confidences) if confidences else None)


def _joined_glyphs(items: Sequence[ReadItem]) -> tuple[Quad, ...]:
    """Chain the glyphs, an empty one for each joining space; none when a line has none."""
    if not all(item.glyphs for item in items):
        return ()
    glyphs = list(items[0].glyphs)
    for item in items[1:]:
        glyphs.append(glyphs[-1].slice(1, 1))
        glyphs.extend(item.glyphs)
    return tuple(glyphs)
