"""How many documents would show a drop, and what drop the documents at hand can show."""

from __future__ import annotations

import math
from collections.abc import Sequence

from fidelity_app.core.statistics.mcnemar import mcnemar_pairs_needed
from fidelity_app.core.statistics.shares import LEVEL, check_lengths, design_effect

POWER = 0.8
"""A drop that is there is shown four times in five."""

_STEPS = 40
"""Halvings when a drop is looked for: far below a thousandth of a point."""


def documents_needed(
    hits: Sequence[float], totals: Sequence[float], drop: float, *, power: float = POWER, level: float = LEVEL
) -> int | None:
    """Return about how many documents like these show that a share fell by `drop` (0.02 is two points).

    The same documents are asked of both versions and compared by McNemar's test over slots (pairs after Connor 1987),
    times the design effect (Kish 1965), over the slots of a document. Errors of the two versions are taken to fall on
    slots independently of each other, which asks for more documents than when the new version's errors include the
    old one's. Where nothing varies, documents are taken to be right or wrong as a whole: the safe side. None when
    nothing is counted or when the share cannot fall that far. Raises ValueError for a drop of zero or less.
    """
    check_lengths(hits, totals)
    if drop <= 0:
        raise ValueError("a drop is above zero")
    slots, counted = sum(totals), sum(1 for total in totals if total)
    if not slots or sum(hits) / slots < drop:
        return None
    share, size = sum(hits) / slots, slots / counted
    effect = design_effect(hits, totals)
    clustered = size if effect is None else max(1.0, effect)
    after = share - drop
    pairs = mcnemar_pairs_needed(share * (1 - after), (1 - share) * after, power=power, level=level)
    return math.ceil(pairs * clustered / size)


def smallest_drop(
    hits: Sequence[float], totals: Sequence[float], *, power: float = POWER, level: float = LEVEL
) -> float | None:
    """Return the smallest drop that as many documents as these show (see `documents_needed`).

    None when nothing is counted or when not even a fall to zero would show.
    """
    documents = sum(1 for total in totals if total)
    most = sum(hits) / sum(totals) if documents else 0.0

    def shows(drop: float) -> bool:
        needed = documents_needed(hits, totals, drop, power=power, level=level)
        return needed is not None and needed <= documents

    if most <= 0 or not shows(most):
        return None
    low, high = 0.0, most
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if shows(middle) else (middle, high)
    return high
