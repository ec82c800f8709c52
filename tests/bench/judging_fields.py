"""Judging fields of every kind, equal and with one fault; the peers only align characters."""

from __future__ import annotations

import importlib.util

from rapidfuzz.distance import Levenshtein

from fidelity_app.core.verdicts import judge
from tests.bench.field_pairs import field_pairs
from tests.bench.racing import Entrant, Result, race

PAIRS = 100_000


def bench() -> list[Result]:
    """Race parse, alignment and verdict of a fixed mix of fields against bare character alignment."""
    made = field_pairs(PAIRS)
    truths, readings = [truth for truth, _, _ in made], [reading for _, reading, _ in made]
    entrants = [
        Entrant("Fidelity: judge", lambda: [judge(*pair) for pair in made]),
        Entrant(
            "rapidfuzz: editops", lambda: [Levenshtein.editops(*pair) for pair in zip(truths, readings, strict=True)]
        ),
    ]
    if importlib.util.find_spec("jiwer") is not None:
        import jiwer

        entrants.append(Entrant("jiwer: process_characters", lambda: jiwer.process_characters(truths, readings)))
    return [race("Judge fields of every kind", entrants, unit="pairs", units=len(made))]
