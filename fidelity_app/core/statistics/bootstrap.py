"""The document bootstrap: whole documents are drawn again, many measures of them at once.

The draws come from the raw stream of PCG64: its documentation guarantees that a seed always gives the same stream, and
NEP 19 promises no such thing of `multinomial` or `integers`. Counts are whole numbers that a float holds exactly. So
the same counts give the same interval, to the last digit, on every machine and with every version of numpy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from fidelity_app.core.statistics.shares import LEVEL, Interval, check_lengths

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Counts = NDArray[np.uint16]
    Floats = NDArray[np.float64]

RESAMPLES = 2000
_MOST_DRAWS = 4_000_000
"""Of documents at once, so that memory stays flat (8 MB) whatever the number of documents."""

Share = tuple[Sequence[float], Sequence[float]]
"""What is counted above and below the line, one entry per document."""


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

    One entry per document, in any order. None for fewer than two documents or when nothing is counted: one
    document says nothing about others. The same seed gives the same interval (Efron and Tibshirani 1993, chapter 13).
    """
    return bootstrap_intervals([(hits, totals)], seed=seed, resamples=resamples, level=level)[0]


def bootstrap_intervals(
    shares: Sequence[Share], *, seed: int, resamples: int = RESAMPLES, level: float = LEVEL
) -> list[Interval | None]:
    """Return the intervals of several shares of the same documents, each as `bootstrap_interval` gives it alone.

    Raises ValueError when two of them have another number of documents.
    """
    if not shares:
        return []
    for hits, totals in shares:
        check_lengths(hits, totals)
        check_lengths(hits, shares[0][0])
    if len(shares[0][0]) < 2:
        return [None] * len(shares)
    # In an order of their own, so that an interval depends on what was counted and not on the names of documents.
    ordered = [tuple(zip(*sorted(zip(*share, strict=True)), strict=True)) for share in shares]
    ratios = _resampled([(hits, totals) for hits, totals in ordered], seed=seed, resamples=resamples)
    return [_percentiles(ratios[:, place], level) if sum(totals) else None for place, (_, totals) in enumerate(shares)]


def paired_bootstrap(
    first: Share, second: Share, *, seed: int, resamples: int = RESAMPLES, level: float = LEVEL
) -> PairedDifference | None:
    """Compare two models over the same documents: each resample draws the same documents for both.

    Both arguments are (hits, totals) with one entry per document, the same documents in the same order. None for fewer
    than two documents or when one model has nothing to count.
    """
    check_lengths(*first)
    check_lengths(*second)
    check_lengths(first[0], second[0])
    if len(first[0]) < 2 or not sum(first[1]) or not sum(second[1]):
        return None
    one, of_one, other, of_other = zip(*sorted(zip(*first, *second, strict=True)), strict=True)
    ratios = _resampled([(one, of_one), (other, of_other)], seed=seed, resamples=resamples)
    differences = ratios[:, 0] - ratios[:, 1]
    interval = _percentiles(differences, level)
    if interval is None:
        return None
    observed = sum(first[0]) / sum(first[1]) - sum(second[0]) / sum(second[1])
    return PairedDifference(observed, interval.low, interval.high, float((differences > 0).mean()))


def _resampled(shares: Sequence[Share], *, seed: int, resamples: int) -> Floats:
    """Return each share (column) in each resample (row); NaN where it drew documents without anything to count."""
    import numpy as np

    columns = np.array([column for share in shares for column in share], dtype=np.float64).T
    sums = np.concatenate([block.astype(np.float64) @ columns for block in _blocks(len(columns), seed, resamples)])
    above, below = sums[:, 0::2], sums[:, 1::2]
    ratios: Floats = np.full(above.shape, np.nan)
    np.divide(above, below, out=ratios, where=below > 0)
    return ratios


def _blocks(count: int, seed: int, resamples: int) -> Iterator[Counts]:
    rows = max(1, _MOST_DRAWS // count)
    for start in range(0, resamples, rows):
        yield _drawn(count, seed, start, rows=min(rows, resamples - start))


@lru_cache(maxsize=4)
def _drawn(count: int, seed: int, start: int, *, rows: int) -> Counts:
    """Return how often each document is drawn in the resamples from `start` on: rows x documents."""
    import numpy as np

    raw = np.random.PCG64(seed).advance(start * count).random_raw(rows * count)
    # The upper half of each raw number, scaled to the documents; the bias is below count / 2**32.
    places = ((raw >> np.uint64(32)) * np.uint64(count) >> np.uint64(32)).astype(np.int64).reshape(rows, count)
    places += np.arange(rows, dtype=np.int64)[:, None] * count
    drawn = np.bincount(places.ravel(), minlength=rows * count).astype(np.uint16).reshape(rows, count)
    drawn.setflags(write=False)
    return drawn


def _percentiles(values: Floats, level: float) -> Interval | None:
    import numpy as np

    known = values[~np.isnan(values)]
    if not len(known):
        return None
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high))
