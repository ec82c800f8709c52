"""McNemar's test of two models over the same slots: exact, with its exact power and the pairs it needs."""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

from fidelity_app.core.statistics.shares import LEVEL


def mcnemar_exact(only_first: int, only_second: int) -> float:
    """Return the exact conditional two-sided p-value of McNemar's test from the two discordant counts.

    Under the null either is binomial with one half: twice the lower tail, at most 1 (Fay 2010, R Journal 2/1;
    Fagerland, Lydersen and Laake 2013, BMC Medical Research Methodology 13:91). Sums of integers, exact for any
    counts. Raises ValueError for counts below zero.
    """
    if only_first < 0 or only_second < 0:
        raise ValueError("counts are zero or more")
    total, fewer = only_first + only_second, min(only_first, only_second)
    tail, term = 0, 1
    for count in range(fewer + 1):
        tail += term
        term = term * (total - count) // (count + 1)
    # Python divides whole numbers of any length correctly; only the quotient is a float.
    return min(1.0, float(2 * tail / 2**total))


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

    Pairs are slots taken for independent: multiply by the design effect for documents. Raises ValueError for equal or
    impossible probabilities.
    """
    discordant, difference = only_first + only_second, only_first - only_second
    if not 0 < discordant <= 1 or difference == 0:
        raise ValueError("two different discordant probabilities that make a probability")
    z_alpha, z_beta = NormalDist().inv_cdf(0.5 + level / 2), NormalDist().inv_cdf(power)
    root = z_alpha * math.sqrt(discordant) + z_beta * math.sqrt(discordant - difference**2)
    return math.ceil((root / difference) ** 2)


@lru_cache(maxsize=4096)
def _critical(count: int, level: float) -> int:
    """Return the largest smaller discordant count that is significant, -1 when none is."""
    critical = -1
    while 2 * (critical + 1) < count and mcnemar_exact(critical + 1, count - critical - 1) <= 1 - level:
        critical += 1
    return critical
