"""One share: Wilson's interval, and how much wider than that the clusters make it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

LEVEL = 0.95
"""Of every interval and test here: 95 %, two-sided."""


@dataclass(frozen=True, slots=True)
class Interval:
    """Both ends of a confidence interval."""

    low: float
    high: float


def wilson(hits: int, total: int, *, level: float = LEVEL) -> Interval | None:
    """Return Wilson's score interval of a share (1927), which takes every slot for independent; None for no slots.

    Checked against table I of Newcombe 1998 (Statistics in Medicine 17:857). Raises ValueError for what is no share.
    """
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
    check_lengths(hits, totals)
    count, slots = len(hits), sum(totals)
    if count < 2 or not 0 < sum(hits) < slots:
        return None
    share = sum(hits) / slots
    spread = sum((hit - share * total) ** 2 for hit, total in zip(hits, totals, strict=True))
    clustered = count / (count - 1) * spread / slots**2
    return clustered / (share * (1 - share) / slots)


def check_lengths(one: Sequence[float], other: Sequence[float]) -> None:
    """Raise ValueError unless both sides have one entry per document."""
    if len(one) != len(other):
        raise ValueError(f"one entry per document on both sides, not {len(one)} and {len(other)}")
