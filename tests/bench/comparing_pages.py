"""A page of 3,000 characters against its transcription: two text files in, HTML out, as dinglehopper's report."""

from __future__ import annotations

import importlib.util
import tempfile
from pathlib import Path

import numpy as np

from fidelity_app.services.transcripts import compare_files
from tests.bench.racing import Entrant, Result, race

CHARACTERS = 3_000
MISREAD = 0.03
SEED = 5
ROUNDS = 9
WORDS = ("Milch", "Brot", "Butter", "Kaffee", "Zucker", "SUMME", "EUR", "MwSt", "Datum", "Uhrzeit", "Beleg", "Rabatt")

Draw = np.random.Generator


def page(draw: Draw) -> str:
    """Return the lines of a long receipt."""
    lines: list[str] = []
    while sum(len(line) + 1 for line in lines) < CHARACTERS:
        words = " ".join(draw.choice(WORDS, size=int(draw.integers(1, 5))))
        lines.append(f"{words}{' ' * int(draw.integers(1, 7))}{draw.integers(1, 3000)},{draw.integers(100):02d}")
    return "\n".join(lines)[:CHARACTERS]


def transcription(text: str, draw: Draw) -> str:
    """Return the page with three characters of a hundred misread, lost, invented or swapped."""
    out: list[str] = []
    rest = list(text)
    while rest:
        char, fault = rest.pop(0), draw.random() / MISREAD
        if fault < 0.6:
            char = str(draw.choice([*"0123456789abcdelIO.,"]))
        elif fault < 0.75:
            char = ""
        elif fault < 0.9:
            char += str(draw.choice([*"0123456789 "]))
        elif fault < 1 and rest:
            char = rest.pop(0) + char
        out.append(char)
    return "".join(out)


def bench() -> list[Result]:
    """Race both over the same two files, HTML written on both sides."""
    draw = np.random.default_rng(SEED)
    printed = page(draw)
    read = transcription(printed, draw)
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder, "printed.txt"), Path(folder, "read.txt")
        for file, text in zip(files, (printed, read), strict=True):
            file.write_text(text, encoding="utf-8")
        entrants = [
            Entrant("Fidelity: score --page --html", lambda: compare_files(*files, html=Path(folder, "o.html")))
        ]
        if importlib.util.find_spec("dinglehopper") is not None:
            from dinglehopper.cli import process

            def report() -> None:
                process(*map(str, files), "report", folder, plain_encoding="utf-8")

            entrants.append(Entrant("dinglehopper: report", report))
        return [race("Compare a page of 3,000 characters", entrants, unit="pages", units=1, rounds=ROUNDS)]
