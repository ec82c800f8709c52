"""How a race is run: the same work by several entrants in turns, in one process, on one core; ratios of their best."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who does the work. The first of a race is ours, the others are what we are measured against."""

    name: str
    work: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Result:
    """The best time of each entrant over `units` pieces of work, in the order they were entered."""

    race: str
    unit: str
    units: int
    best_s: tuple[tuple[str, float], ...]

    def rows(self) -> list[tuple[str, str, str, str]]:
        """Return a table row per entrant: race, name, units per second, and our time as a multiple of theirs."""
        ours_s = self.best_s[0][1]
        return [
            (
                self.race if number == 0 else "",
                name,
                f"{_three_digits(self.units / taken_s)} {self.unit}/s",
                "1" if number == 0 else _three_digits(ours_s / taken_s),
            )
            for number, (name, taken_s) in enumerate(self.best_s)
        ]


def race(name: str, entrants: Sequence[Entrant], *, unit: str, units: int, rounds: int = 3) -> Result:
    """Let the entrants work in turns, `rounds` times after one warm-up each, and keep the best time of each.

    The turns alternate, so that a machine that slows down slows everybody; the best is the least disturbed.
    """
    best_s = {entrant.name: float("inf") for entrant in entrants}
    for entrant in entrants:
        entrant.work()
    for _ in range(rounds):
        for entrant in entrants:
            best_s[entrant.name] = min(best_s[entrant.name], _timed(entrant.work))
    return Result(name, unit, units, tuple(best_s.items()))


def _timed(work: Callable[[], object]) -> float:
    gc.collect()
    started_s = time.perf_counter()
    work()
    return time.perf_counter() - started_s


def _three_digits(number: float) -> str:
    decimals = 0 if number >= 100 else 1 if number >= 10 else 2 if number >= 1 else 3
    return f"{number:,.{decimals}f}"
