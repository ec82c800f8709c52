"""Tesseract's hOCR output understood: words with confidence, and a box for every character."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

from fidelity_app.core.asks import ReadItem
from fidelity_app.core.geometry import Quad
from fidelity_app.vision.glyphs import glyphs_with_spaces

WIDE_GAP = 1.5
"""Words further apart than this many line heights belong to different columns (a label and its amount)."""

_BOX = re.compile(r"\b(?:x_bboxes|bbox)\s+(-?\d+)\s+(-?\d+)\s+(-?\d+)\s+(-?\d+)")
_CONFIDENCE = re.compile(r"\bx_wconf\s+(-?[\d.]+)")
_LINES = {"ocr_line", "ocr_header", "ocr_caption", "ocr_textfloat"}


@dataclass(slots=True)
class Word:
    """One word: its characters, each with its box, and Tesseract's confidence 0..1."""

    box: Quad
    confidence: float | None
    text: str = ""
    glyphs: list[Quad] = field(default_factory=list)


class _Reader(HTMLParser):
    """Collects lines of words; anything the document says stays text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[list[Word]] = []
        self._glyph: Quad | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        title = values.get("title") or ""
        box = _box(title)
        match values.get("class"):
            case "ocrx_word" if box is not None:
                if not self.lines:
                    self.lines.append([])
                self.lines[-1].append(Word(box, _confidence(title)))
            case "ocrx_cinfo":
                self._glyph = box
            case name if name in _LINES:
                self.lines.append([])
            case _:
                pass

    def handle_endtag(self, tag: str) -> None:
        self._glyph = None

    def handle_data(self, data: str) -> None:
        text = data.strip()
        if not text or not self.lines or not self.lines[-1]:
            return
        word = self.lines[-1][-1]
        word.text += text
        if self._glyph is not None:
            # A ligature is one box for several characters; they share it.
            word.glyphs += [self._glyph.slice(i / len(text), (i + 1) / len(text)) for i in range(len(text))]


def read_hocr(text: str, page_index: int) -> list[ReadItem]:
    """Read hOCR into located segments: the words of a line, parted where a wide gap says that a new column begins."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    segments: list[ReadItem] = []
    for words in reader.lines:
        segments += [_segment(part, page_index) for part in _parts([word for word in words if word.text])]
    return segments


def _parts(words: list[Word]) -> list[list[Word]]:
    parts: list[list[Word]] = []
    height = max((word.box.bounds[3] - word.box.bounds[1] for word in words), default=0.0)
    for word in words:
        gap = word.box.bounds[0] - parts[-1][-1].box.bounds[2] if parts else 0.0
        if parts and gap <= WIDE_GAP * height:
            parts[-1].append(word)
        else:
            parts.append([word])
    return parts


def _segment(words: list[Word], page_index: int) -> ReadItem:
    text = " ".join(word.text for word in words)
    known = [word.confidence for word in words if word.confidence is not None]
    return ReadItem(
        text=text,
        box=Quad.hull(word.box for word in words),
        confidence=min(known) if known else None,
        page_index=page_index,
        glyphs=glyphs_with_spaces(text, [glyph for word in words for glyph in word.glyphs]),
    )


def _box(title: str) -> Quad | None:
    match = _BOX.search(title)
    return Quad.rect(*(float(value) for value in match.groups())) if match else None


def _confidence(title: str) -> float | None:
    match = _CONFIDENCE.search(title)
    return max(0.0, min(1.0, float(match[1]) / 100)) if match else None
