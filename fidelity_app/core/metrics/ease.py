"""How hard values were, in classes: by the height of their digits, and by thirds of how easy they are to see."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fidelity_app.core.metrics.ratios import Ratio

EDGES_PX = (8.0, 12.0, 17.0, 25.0)
"""Where one class of heights ends and the next begins: 17 px is print at 150 dpi (IMAGING section 2)."""
HEIGHTS = ("<8", "8-12", "12-17", "17-25", ">=25")
"""The classes of heights in px, lowest first; the lower edge belongs to a class, the upper one to the next."""
THIRDS = ("hardest", "middle", "easiest")
UNKNOWN = "unknown"
"""The class of what could not be measured; it stays in the table, so that its rows add up."""


def height_class(height_px: float | None) -> str:
    """Return the class of a digit height in px, "unknown" for None."""
    return UNKNOWN if height_px is None else HEIGHTS[bisect_right(EDGES_PX, height_px)]


def thirds(eases: Iterable[float]) -> tuple[float, float]:
    """Return the greatest ease of the hardest third and of the middle one; of nothing (0, 0).

    Equal ones stay together, so that the thirds may differ in size.
    """
    ordered = sorted(eases)
    if not ordered:
        return 0.0, 0.0
    first, second = (-(-len(ordered) * part // 3) - 1 for part in (1, 2))
    return ordered[first], ordered[second]


def third_of(ease: float | None, ends: tuple[float, float]) -> str:
    """Return in which third an ease lies, "unknown" for None."""
    if ease is None:
        return UNKNOWN
    return THIRDS[0] if ease <= ends[0] else THIRDS[1] if ease <= ends[1] else THIRDS[2]


@dataclass(frozen=True, slots=True)
class Cliff:
    """A height below which a model reads worse than above it: the edge in px, and the shares on both sides."""

    edge_px: float
    below: Ratio
    above: Ratio


def cliff(by_height: Mapping[str, Ratio], *, seed: int) -> Cliff | None:
    """Return the edge of heights at which a share falls furthest, None where no fall is shown.

    A fall is shown when the intervals of both sides (document bootstrap with `seed`) lie apart.
    """
    found: list[tuple[float, Cliff]] = []
    for place, edge in enumerate(EDGES_PX, 1):
        below, above = (
            together([by_height[name] for name in names if name in by_height])
            for names in (HEIGHTS[:place], HEIGHTS[place:])
        )
        low, high = below.interval(seed=seed), above.interval(seed=seed)
        if below.value is None or above.value is None or low is None or high is None:
            continue
        if low.high < high.low:
            found.append((above.value - below.value, Cliff(edge, below, above)))
    return max(found, key=lambda item: item[0])[1] if found else None


def together(shares: Sequence[Ratio]) -> Ratio:
    """Return several shares as one, document by document."""
    sums: dict[str, list[int]] = {}
    for share in shares:
        for document_id, above, below in share.by_document:
            counts = sums.setdefault(document_id, [0, 0])
            counts[0] += above
            counts[1] += below
    return Ratio(tuple((name, counts[0], counts[1]) for name, counts in sorted(sums.items())))
