"""Intervals and comparisons: clustered by document, seeded, checked against published examples.

Errors cluster by document: a blurred receipt is wrong in many places at once. So documents are drawn again, never
slots; Wilson's interval is given for comparison and is too narrow (SCORING section 5).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Counts = NDArray[np.int64]
    Floats = NDArray[np.float64]

LEVEL = 0.95
RESAMPLES = 2000


@dataclass(frozen=True, slots=True)
class Interval:
    """Both ends of a confidence interval."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """Share of the first minus share of the second, over the same documents, with its interval.

    `share_above_zero` is the share of resamples in which the first is larger.
    """

    difference: float
    low: float
    high: float
    share_above_zero: float

    @property
    def excludes_zero(self) -> bool:
        """Say whether the interval lies on one side of zero."""
        return self.low > 0 or self.high < 0


def bootstrap_interval(
    hits: Sequence[float], totals: Sequence[float], *, seed: int, resamples: int = RESAMPLES, level: float = LEVEL
) -> Interval | None:
    """Return the percentile interval of sum(hits) / sum(totals), drawing whole documents with replacement.

    One entry per document, in a fixed order. None for fewer than two documents or when nothing is counted: one
    document says nothing about others. The same seed gives the same interval (Efron and Tibshirani 1993, chapter 13).
    """
    _check_lengths(hits, totals)
    if len(hits) < 2 or sum(totals) == 0:
        return None
    ratios = _resampled(hits, totals, _draws(len(hits), seed, resamples))
    return _percentiles(ratios, level)


def paired_bootstrap(
    first: tuple[Sequence[float], Sequence[float]],
    second: tuple[Sequence[float], Sequence[float]],
    *,
    seed: int,
    resamples: int = RESAMPLES,
    level: float = LEVEL,
) -> PairedDifference | None:
    """Compare two models over the same documents: each resample draws the same documents for both.

    Both arguments are (hits, totals) with one entry per document, the same documents in the same order. None for fewer
    than two documents or when one model has nothing to count.
    """
    _check_lengths(*first)
    _check_lengths(*second)
    _check_lengths(first[0], second[0])
    if len(first[0]) < 2 or not sum(first[1]) or not sum(second[1]):
        return None
    draws = _draws(len(first[0]), seed, resamples)
    differences = _resampled(*first, draws) - _resampled(*second, draws)
    interval = _percentiles(differences, level)
    if interval is None:
        return None
    observed = sum(first[0]) / sum(first[1]) - sum(second[0]) / sum(second[1])
    return PairedDifference(observed, interval.low, interval.high, float((differences > 0).mean()))


def mcnemar_exact(only_first: int, only_second: int) -> float:
    """Return the exact two-sided p-value of McNemar's test from the two discordant counts.

    Under the null either is binomial with one half; sums of integers, exact for any counts (Fay 2010, R Journal 2/1).
    """
    if only_first < 0 or only_second < 0:
        raise ValueError("counts are zero or more")
    total, fewer = only_first + only_second, min(only_first, only_second)
    tail = sum(math.comb(total, count) for count in range(fewer + 1))
    return float(min(1.0, 2 * tail / 2**total))


def wilson(hits: int, total: int, *, level: float = LEVEL) -> Interval | None:
    """Return Wilson's score interval of a share (1927), which takes every slot for independent; None for no slots."""
    if not 0 <= hits <= total:
        raise ValueError(f"{hits} of {total} is no share")
    if total == 0:
        return None
    z = NormalDist().inv_cdf(0.5 + level / 2)
    share, z2 = hits / total, z * z
    middle = share + z2 / (2 * total)
    half = z * math.sqrt(share * (1 - share) / total + z2 / (4 * total * total))
    scale = 1 + z2 / total
    return Interval(max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale))


def design_effect(hits: Sequence[float], totals: Sequence[float]) -> float | None:
    """Return how many times larger the variance is than if slots were independent (Kish 1965; ratio estimator).

    None for fewer than two documents, or for a share of 0 or 1, where nothing varies.
    """
    _check_lengths(hits, totals)
    count, slots = len(hits), sum(totals)
    if count < 2 or not 0 < sum(hits) < slots:
        return None
    share = sum(hits) / slots
    spread = sum((hit - share * total) ** 2 for hit, total in zip(hits, totals, strict=True))
    clustered = count / (count - 1) * spread / slots**2
    return clustered / (share * (1 - share) / slots)


def mcnemar_power(pairs: int, only_first: float, only_second: float, *, level: float = LEVEL) -> float:
    """Return the exact power of McNemar's test on a number of pairs, given both discordant probabilities.

    Sums over every number of discordant pairs and every split of it. Raises ValueError for impossible probabilities.
    """
    if pairs < 1 or min(only_first, only_second) < 0 or not 0 < only_first + only_second <= 1:
        raise ValueError("at least one pair, and discordant probabilities that make a probability")
    from scipy.stats import binom

    discordant = only_first + only_second
    power = 0.0
    for count in range(1, pairs + 1):
        weight = float(binom.pmf(count, pairs, discordant))
        critical = _critical(count, level)
        if weight < 1e-15 or critical < 0:
            continue
        split = binom(count, only_first / discordant)
        power += weight * float(split.cdf(critical) + split.sf(count - critical - 1))
    return power


def mcnemar_pairs_needed(only_first: float, only_second: float, *, power: float = 0.8, level: float = LEVEL) -> int:
    """Return about how many pairs show a difference with a given power (Connor 1987, Biometrics 43:207).

    Pairs are slots taken for independent: multiply by the design effect for documents.
    """
    discordant, difference = only_first + only_second, only_first - only_second
    if not 0 < discordant <= 1 or difference == 0:
        raise ValueError("two different discordant probabilities that make a probability")
    z_alpha, z_beta = NormalDist().inv_cdf(0.5 + level / 2), NormalDist().inv_cdf(power)
    root = z_alpha * math.sqrt(discordant) + z_beta * math.sqrt(discordant - difference**2)
    return math.ceil((root / difference) ** 2)


def _critical(count: int, level: float) -> int:
    """Return the largest smaller discordant count that is significant, -1 when none is."""
    critical = -1
    while 2 * (critical + 1) < count and mcnemar_exact(critical + 1, count - critical - 1) <= 1 - level:
        critical += 1
    return critical


def _check_lengths(one: Sequence[float], other: Sequence[float]) -> None:
    if len(one) != len(other):
        raise ValueError(f"one entry per document on both sides, not {len(one)} and {len(other)}")


def _draws(count: int, seed: int, resamples: int) -> Counts:
    """Return how often each document is drawn: resamples x documents."""
    import numpy as np

    generator = np.random.Generator(np.random.PCG64(seed))
    return generator.multinomial(count, np.full(count, 1 / count), size=resamples)


def _resampled(hits: Sequence[float], totals: Sequence[float], draws: Counts) -> Floats:
    """Return the ratio of each resample; NaN where it drew documents without anything to count."""
    import numpy as np

    above = draws @ np.asarray(hits, dtype=np.float64)
    below = draws @ np.asarray(totals, dtype=np.float64)
    ratios: Floats = np.full(len(below), np.nan)
    np.divide(above, below, out=ratios, where=below > 0)
    return ratios


def _percentiles(values: Floats, level: float) -> Interval | None:
    import numpy as np

    known = values[~np.isnan(values)]
    if not len(known):
        return None
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high))
