"""Letter shapes: a till's own dot characters, and outline fonts set in dots or in grey."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

FONTS = Path(__file__).resolve().parents[1] / "fonts"
Mask = NDArray[np.float32]


class Face(Protocol):
    """A source of letters. A glyph is a mask (rows x columns, 1 = ink); its width is the advance."""

    height: int

    def glyph(self, char: str) -> Mask:
        """Return one character's mask, `height` rows."""
        ...


class DotFace:
    """A till's built-in characters, dot by dot, from a .hex file; `plain_zero` prints 0 without its slash."""

    def __init__(self, name: str, width: int, height: int, *, plain_zero: bool = False) -> None:
        self.width, self.height, self._plain_zero = width, height, plain_zero
        self._rows = _hex_rows(name)

    def glyph(self, char: str) -> Mask:
        """Return the character's dots. Raises KeyError for a character that this till does not have."""
        char = "O" if self._plain_zero and char == "0" else char
        if char not in self._rows:
            raise KeyError(f"this till has no {char!r}")
        return self._rows[char][:, : self.width].astype(np.float32)


@cache
def _hex_rows(name: str) -> dict[str, NDArray[np.uint8]]:
    rows: dict[str, NDArray[np.uint8]] = {}
    for line in (FONTS / name).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            code, _, data = line.partition(":")
            rows[chr(int(code, 16))] = np.unpackbits(np.frombuffer(bytes.fromhex(data), np.uint8)[:, None], axis=1)
    return rows


class OutlineFace:
    """An outline font set so that capitals are `cap` dots high.

    `cell` fixes the advance (a till's narrow monospaced letters), else the font's own widths are used. `threshold`
    turns grey into dots as a print head does; None keeps the grey of a laser printer.
    """

    def __init__(self, file: str, cap: float, *, cell: int | None = None, threshold: float | None = None) -> None:
        self._big = _font(file, 160)
        _, top, _, bottom = self._big.getbbox("H", anchor="ls")
        self._scale_y = cap / (bottom - top)
        self._scale_x = self._scale_y if cell is None else cell / self._big.getlength("n")
        self._cell, self._threshold = cell, threshold
        self._above, self._below = round(cap * 1.28), round(cap * 0.34)
        self.height = self._above + self._below

    @lru_cache(maxsize=512)  # noqa: B019  faces live as long as the process
    def glyph(self, char: str) -> Mask:
        """Return the character's mask, set from its outline."""
        advance = self._big.getlength(char)
        width = self._cell or max(1, round(advance * self._scale_x))
        big = Image.new("L", (max(1, round(width / self._scale_x)), round(self.height / self._scale_y)), 0)
        ImageDraw.Draw(big).text((0, self._above / self._scale_y), char, font=self._big, fill=255, anchor="ls")
        grey = np.asarray(big.resize((width, self.height), Image.Resampling.BOX), np.float32) / 255
        return grey.astype(np.float32) if self._threshold is None else (grey > self._threshold).astype(np.float32)


@cache
def _font(file: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / file, size, layout_engine=ImageFont.Layout.BASIC)
