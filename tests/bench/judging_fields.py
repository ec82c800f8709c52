"""Judging fields, equal and with one fault: parse both sides, align them, give verdict and kinds. The peers only align.

Amounts alone and fields of every kind, each warm (the second time in one process) and cold: the first texts that a new
process sees, every printed text another one.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable

from rapidfuzz.distance import Levenshtein

from fidelity_app.core.documents import Kind
from fidelity_app.core.verdicts import judge
from tests.bench.field_pairs import Pair, amount_pairs, field_pairs
from tests.bench.racing import Entrant, Result, race, timed

PAIRS = 100_000
ROUNDS, COLD_ROUNDS = 5, 3
MIXES: dict[str, Callable[..., list[Pair]]] = {"amounts": amount_pairs, "fields of every kind": field_pairs}


def bench() -> list[Result]:
    """Race parse, alignment and verdict against bare character alignment."""
    results = []
    for mix, make in MIXES.items():
        results.append(race(f"Judge {mix}", _entrants(make(PAIRS)), unit="pairs", units=PAIRS, rounds=ROUNDS))
        results.append(_cold(mix, make(PAIRS, distinct=True)))
    return results


def _entrants(made: list[Pair]) -> list[Entrant]:
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
    return entrants


def _cold(mix: str, pairs: list[Pair]) -> Result:
    """Race in a new process for each round, without a warm-up."""
    command, rows = [sys.executable, "-m", "tests.bench.judging_fields"], json.dumps(pairs)
    rounds_s: dict[str, list[float]] = {}
    for _ in range(COLD_ROUNDS):
        done = subprocess.run(command, input=rows, text=True, capture_output=True, check=True)
        for name, taken_s in json.loads(done.stdout).items():
            rounds_s.setdefault(name, []).append(taken_s)
    return Result(
        f"Judge {mix}, cold", "pairs", len(pairs), tuple((name, tuple(row)) for name, row in rounds_s.items())
    )


def _first_turns() -> dict[str, float]:
    """Return the processor seconds of each entrant's first turn in this process, over the pairs of its input."""
    made = [(truth, reading, Kind(kind)) for truth, reading, kind in json.load(sys.stdin)]
    return {entrant.name: timed(entrant.work) for entrant in _entrants(made)}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(_first_turns()))
