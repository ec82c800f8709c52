"""Reconciliation counted: what readings do to the arithmetic of their documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fidelity_app.core.reconciliation import FLIP_NAMES, Flip


@dataclass(frozen=True, slots=True)
class FlipCounts:
    """The four flips and what cannot be checked, over all sums of all documents."""

    counts: Mapping[str, int]

    @property
    def flipped(self) -> int:
        """Return the sums that changed their state, in either direction."""
        return self.counts["holds_breaks"] + self.counts["breaks_holds"]

    @property
    def checkable(self) -> int:
        """Return the sums that can be checked in truth and reading."""
        return sum(self.counts.values()) - self.counts["not_checkable"]


def flip_counts(found: Iterable[Flip]) -> FlipCounts:
    """Count flips by name; every name is there, also with zero."""
    counted = Counter(flip.name for flip in found)
    return FlipCounts({name: counted[name] for name in FLIP_NAMES})
