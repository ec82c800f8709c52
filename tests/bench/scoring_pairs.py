"""Judging a field: parse both sides, align them, give the verdict and the kinds; the peers only align."""

from __future__ import annotations

import importlib.util
from decimal import Decimal

import numpy as np
from rapidfuzz.distance import Levenshtein

from fidelity_app.core.documents import Kind
from fidelity_app.core.verdicts import judge
from tests.bench.racing import Entrant, Result, race

PAIRS = 2_000
SEED = 7
STYLES = (
    lambda value: f"{value:.2f}",
    lambda value: f"{value:,.2f}",
    lambda value: f"{value:,.2f}".translate(str.maketrans(",.", ".,")),
    lambda value: f"${value:,.2f}",
    lambda value: f"{value:.2f} EUR",
)


def pairs(count: int = PAIRS) -> list[tuple[str, str]]:
    """Return truths and readings in several notations: every other one equal, the rest with one wrong digit."""
    draw = np.random.default_rng(SEED)
    made = []
    for number in range(count):
        cents = int(draw.integers(100, 10 ** int(draw.integers(3, 8))))
        truth = STYLES[number % len(STYLES)](Decimal(cents) / 100)
        made.append((truth, truth if number % 2 == 0 else _misread(truth, draw)))
    return made


def _misread(truth: str, draw: np.random.Generator) -> str:
    places = [place for place, character in enumerate(truth) if character.isdigit()]
    place = places[int(draw.integers(len(places)))]
    wrong = str((int(truth[place]) + int(draw.integers(1, 10))) % 10)
    return truth[:place] + wrong + truth[place + 1 :]


def bench() -> list[Result]:
    """Race judging against bare character alignment."""
    made = pairs()
    truths, readings = [truth for truth, _ in made], [reading for _, reading in made]
    entrants = [
        Entrant("Fidelity: judge", lambda: [judge(truth, reading, Kind.AMOUNT) for truth, reading in made]),
        Entrant("rapidfuzz: editops", lambda: [Levenshtein.editops(truth, reading) for truth, reading in made]),
    ]
    if importlib.util.find_spec("jiwer") is not None:
        import jiwer

        entrants.append(Entrant("jiwer: process_characters", lambda: jiwer.process_characters(truths, readings)))
    return [race("Judge a field", entrants, unit="pairs", units=len(made))]
