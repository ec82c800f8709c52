"""How a race is run: the same work by several entrants in turns, on one core; medians of the ratios of their turns.

Time is processor time: what other programs of the machine do meanwhile is not counted.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

LONG_S, VERY_LONG_S = 2.0, 20.0


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who does the work. The first of a race is ours, the others are what we are measured against."""

    name: str
    work: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Result:
    """The processor seconds of each entrant over `units` pieces of work: its name, and a figure for each round.

    `fastest`: each entrant counts by its fastest round, not by the median of the rounds' ratios. For work that is the
    same to the byte in every round, what is slower was the machine.
    """

    race: str
    unit: str
    units: int
    rounds_s: tuple[tuple[str, tuple[float, ...]], ...]
    fastest: bool = False

    def rows(self) -> list[tuple[str, str, str, str]]:
        """Return a table row per entrant: race, name, units per second, and our time as a multiple of theirs."""
        return [
            (
                self.race if number == 0 else "",
                name,
                f"{three_digits(self.units / self._taken_s(taken_s))} {self.unit}/s",
                "1" if number == 0 else three_digits(self.ratio(number)),
            )
            for number, (name, taken_s) in enumerate(self.rounds_s)
        ]

    def ratio(self, entrant: int) -> float:
        """Return our time as a multiple of the time of entrant 1, 2, ...; below one, ours is the faster."""
        ours_s, theirs_s = self.rounds_s[0][1], self.rounds_s[entrant][1]
        return min(ours_s) / min(theirs_s) if self.fastest else _ratio(ours_s, theirs_s)

    def _taken_s(self, rounds_s: Sequence[float]) -> float:
        return min(rounds_s) if self.fastest else median(rounds_s)


def _ratio(ours_s: Sequence[float], theirs_s: Sequence[float]) -> float:
    """Return the median over the rounds: both took their turns beside each other, on a machine as busy or as slow."""
    return median(ours / theirs for ours, theirs in zip(ours_s, theirs_s, strict=True))


def race(
    name: str, entrants: Sequence[Entrant], *, unit: str, units: int, rounds: int = 3, fastest: bool = False
) -> Result:
    """Let the entrants work in turns, `rounds` times after one warm-up each; twice or once when a turn takes long."""
    rounds_s: dict[str, list[float]] = {entrant.name: [] for entrant in entrants}
    longest_s = max(timed(entrant.work) for entrant in entrants)
    for _ in range(rounds if longest_s < LONG_S else 2 if longest_s < VERY_LONG_S else 1):
        for entrant in entrants:
            rounds_s[entrant.name].append(timed(entrant.work))
    return Result(name, unit, units, tuple((who, tuple(taken_s)) for who, taken_s in rounds_s.items()), fastest)


def timed(work: Callable[[], object]) -> float:
    """Return the processor seconds of one turn; what it leaves is thrown away after the clock has stopped."""
    gc.collect()
    started_s = time.process_time()
    result = work()
    taken_s = time.process_time() - started_s
    del result
    return taken_s


def three_digits(number: float) -> str:
    decimals = 0 if number >= 100 else 1 if number >= 10 else 2 if number >= 1 else 3
    return f"{number:,.{decimals}f}"
