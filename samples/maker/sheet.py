"""A sheet of ink: text set character by character, every marked value remembered with the box of each character."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from fidelity_app.core.documents import Kind
from maker.faces import Face, Mask


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text in one style; with a key it is a value of the truth."""

    text: str
    key: str = ""
    kind: Kind = Kind.OTHER
    wide: int = 1
    tall: int = 1
    bold: bool = False
    face: Face | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """A printed value with one quad per character: array (characters, 4 corners, xy), in sheet units."""

    key: str
    kind: Kind
    text: str
    quads: NDArray[np.float64]


class Sheet:
    """Ink (1 = full) on an empty sheet, and the marks of what was set."""

    def __init__(self, width: int, height: int) -> None:
        self.ink: Mask = np.zeros((height, width), np.float32)
        self.marks: list[Mark] = []

    @property
    def width(self) -> int:
        return int(self.ink.shape[1])

    def cut(self, height: int) -> None:
        """Shorten the sheet to a height."""
        self.ink = self.ink[:height]

    def set(self, runs: Iterable[Run], x: float, y: float, face: Face, *, align: str = "l") -> float:
        """Set runs one after the other from x (or ending at x for "r", about x for "c"), top at y; return the end."""
        pieces = [(run, _glyphs(run, run.face or face)) for run in runs]
        length = sum(glyph.shape[1] for _, glyphs in pieces for glyph in glyphs)
        pen: int = round(x - {"l": 0.0, "r": float(length), "c": length / 2}[align])
        base = max((run.face or face).height * run.tall for run, _ in pieces)
        for run, glyphs in pieces:
            # Every style stands on the same foot line as the tallest in the row.
            pen = self._set_run(run, glyphs, pen, round(y) + base - (run.face or face).height * run.tall)
        return pen

    def _set_run(self, run: Run, glyphs: list[Mask], pen: int, top: int) -> int:
        spans: list[tuple[int, int]] = []
        rows: list[int] = []
        for glyph in glyphs:
            self._stamp(glyph, pen, top)
            rows.extend(np.flatnonzero(glyph.max(axis=1) > 0.3).tolist())
            spans.append((pen, pen + glyph.shape[1]))
            pen += glyph.shape[1]
        if run.key and run.text:
            upper, lower = (min(rows) - 1, max(rows) + 2) if rows else (0, 1)
            quads = [_rect(left, top + upper, right, top + lower) for left, right in spans]
            self.marks.append(Mark(run.key, run.kind, run.text, np.array(quads, np.float64)))
        return pen

    def _stamp(self, glyph: Mask, x: int, y: int) -> None:
        height, width = glyph.shape
        if x < 0 or y < 0 or x + width > self.width or y + height > self.ink.shape[0]:
            raise ValueError(f"ink at {x},{y} ({width}x{height}) would leave the sheet {self.ink.shape[::-1]}")
        part = self.ink[y : y + height, x : x + width]
        np.maximum(part, glyph, out=part)

    def rule(self, x0: float, y0: float, x1: float, y1: float, strength: float = 1.0) -> None:
        """Fill a rectangle: a rule, a bar, a box."""
        part = self.ink[round(y0) : round(y1), round(x0) : round(x1)]
        np.maximum(part, np.float32(strength), out=part)

    def frame(self, x0: float, y0: float, x1: float, y1: float, *, line: float = 2, strength: float = 1.0) -> None:
        """Draw the four sides of a box."""
        for a, b, c, d in ((x0, y0, x1, y0 + line), (x0, y1 - line, x1, y1)):
            self.rule(a, b, c, d, strength)
        for a, b, c, d in ((x0, y0, x0 + line, y1), (x1 - line, y0, x1, y1)):
            self.rule(a, b, c, d, strength)

    def bars(self, text: str, x: float, y: float, *, unit: int, height: float) -> float:
        """Draw bars that look like a one-dimensional code (start, two widths, stop) and return their end."""
        pen = round(x)
        for char in f"*{text}*":
            code = (ord(char) * 2654435761) & 0xFFFFFFFF
            for bit in range(6):
                bar, gap = 1 + ((code >> bit) & 1) * 2, 1 + ((code >> (bit + 9)) & 1)
                self.rule(pen, y, pen + bar * unit, y + height)
                pen += (bar + gap) * unit
        return pen


def styled(text: str | Run, **style: object) -> Run:
    """Return a run with style changed, from a text or a run."""
    run = Run(text) if isinstance(text, str) else text
    return replace(run, **style)  # type: ignore[arg-type]


def _glyphs(run: Run, face: Face) -> list[Mask]:
    glyphs = [face.glyph(char) for char in run.text]
    if run.bold:
        glyphs = [_embolden(glyph) for glyph in glyphs]
    if run.wide > 1 or run.tall > 1:
        glyphs = [np.kron(glyph, np.ones((run.tall, run.wide), np.float32)) for glyph in glyphs]
    return glyphs


def _embolden(glyph: Mask) -> Mask:
    """Strike twice, one dot apart, as a till's emphasised print does."""
    shifted = np.zeros_like(glyph)
    shifted[:, 1:] = glyph[:, :-1]
    return np.maximum(glyph, shifted)


def _rect(left: float, top: float, right: float, bottom: float) -> list[list[float]]:
    return [[left, top], [right, top], [right, bottom], [left, bottom]]
