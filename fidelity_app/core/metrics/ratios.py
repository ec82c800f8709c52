"""Shares that remember their documents, so that their interval can be drawn by document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from fidelity_app.core.metrics.records import Record
from fidelity_app.core.statistics import Interval, bootstrap_intervals, wilson


@dataclass(frozen=True, slots=True)
class Ratio:
    """A share: what is counted above and below, per document (id, above, below), in a fixed order of documents."""

    by_document: tuple[tuple[str, int, int], ...]

    @property
    def hits(self) -> int:
        """Return the numerator."""
        return sum(above for _, above, _ in self.by_document)

    @property
    def total(self) -> int:
        """Return the denominator."""
        return sum(below for _, _, below in self.by_document)

    @property
    def value(self) -> float | None:
        """Return the share, None when nothing is counted: undefined is not zero."""
        return self.hits / self.total if self.total else None

    def interval(self, *, seed: int) -> Interval | None:
        """Return the document bootstrap's interval, None when there are too few documents."""
        return intervals([self], seed=seed)[0]

    @property
    def naive_interval(self) -> Interval | None:
        """Return Wilson's interval, for comparison: too narrow. None for what is no share (several errors a digit)."""
        return wilson(self.hits, self.total) if self.hits <= self.total else None


def intervals(shares: Sequence[Ratio], *, seed: int) -> list[Interval | None]:
    """Return the interval of each share as `Ratio.interval` gives it; those of as many documents share the draws."""
    found: list[Interval | None] = [None] * len(shares)
    columns = [_columns(share) for share in shares]
    sizes: dict[int, list[int]] = {}
    for place, (above, _) in enumerate(columns):
        sizes.setdefault(len(above), []).append(place)
    for places in sizes.values():
        drawn = bootstrap_intervals([columns[place] for place in places], seed=seed)
        for place, interval in zip(places, drawn, strict=True):
            found[place] = interval
    return found


def _columns(share: Ratio) -> tuple[list[int], list[int]]:
    """Return what is counted, without the documents that have nothing to count: they say nothing about others."""
    counted = [(above, below) for _, above, below in share.by_document if above or below]
    return [above for above, _ in counted], [below for _, below in counted]


def ratio(
    records: Iterable[Record], above: Callable[[Record], int], below: Callable[[Record], int] = lambda record: 1
) -> Ratio:
    """Count two figures per record and sum them by document."""
    sums: dict[str, list[int]] = {}
    for record in records:
        counts = sums.setdefault(record.document_id, [0, 0])
        counts[0] += above(record)
        counts[1] += below(record)
    return Ratio(tuple((document, counts[0], counts[1]) for document, counts in sorted(sums.items())))


def f1(precision: float | None, recall: float | None) -> float | None:
    """Return the harmonic mean, None when a side is undefined, 0 when both are zero."""
    if precision is None or recall is None:
        return None
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
