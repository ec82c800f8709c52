"""Reading what is written on a screen, as a person does who looks for a word to click on (by Tesseract)."""

from __future__ import annotations

import csv
import io
import os
import subprocess
from dataclasses import dataclass
from itertools import groupby

import cv2
import numpy as np
from PIL import Image

ENLARGED = 2


@dataclass(frozen=True, slots=True)
class Word:
    """One word, its line, and its box in screen pixels."""

    text: str
    line: tuple[str, str, str]
    left: float
    top: float
    right: float
    bottom: float


def words_on(screen: np.ndarray) -> list[Word]:
    """Return the words on a screen in reading order."""
    grey = cv2.cvtColor(screen, cv2.COLOR_RGB2GRAY)
    large = cv2.resize(grey, None, fx=ENLARGED, fy=ENLARGED, interpolation=cv2.INTER_CUBIC)
    buffer = io.BytesIO()
    Image.fromarray(large).save(buffer, "PNG", compress_level=1)
    table = subprocess.run(
        ["tesseract", "stdin", "stdout", "--psm", "11", "tsv"],
        input=buffer.getvalue(),
        capture_output=True,
        env={**os.environ, "OMP_THREAD_LIMIT": "1"},
        timeout=120,
        check=True,
    ).stdout.decode("utf-8")
    rows = csv.DictReader(io.StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE)
    return [_word(row) for row in rows if row["text"] and row["text"].strip()]


def where_is(screen: np.ndarray, text: str) -> tuple[int, int] | None:
    """Return the middle of adjoining words in one line that say this and nothing else, or None."""
    for _line, group in groupby(words_on(screen), key=lambda word: word.line):
        found = _run_of(list(group), _plain(text))
        if found is not None:
            first, last = found
            return round((first.left + last.right) / 2), round((first.top + first.bottom) / 2)
    return None


def _run_of(words: list[Word], wanted: str) -> tuple[Word, Word] | None:
    """Return the first and the last of adjoining words that together say what is wanted."""
    for first in range(len(words)):
        for last in range(first, len(words)):
            if _plain("".join(word.text for word in words[first : last + 1])) == wanted:
                return words[first], words[last]
    return None


def _word(row: dict[str, str]) -> Word:
    left, top, width, height = (float(row[name]) / ENLARGED for name in ("left", "top", "width", "height"))
    line = (row["block_num"], row["par_num"], row["line_num"])
    return Word(row["text"], line, left, top, left + width, top + height)


def _plain(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())
