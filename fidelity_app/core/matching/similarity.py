"""How alike two texts are, for pairing only: never for a verdict."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from rapidfuzz.distance import OSA

from fidelity_app.core.documents import Kind
from fidelity_app.core.matching.tokens import NUMERIC_KINDS
from fidelity_app.core.numbers.lookalikes import digit_like

GATE = 0.5
"""SCORING section 4: below this likeness two numbers are not the same slot read badly, they are different slots."""

_WRITTEN_IN_MANY_WAYS = frozenset({Kind.DATE, Kind.TIME})
_FAINTLY = 0.3


@lru_cache(maxsize=32_768)
def essence(text: str, kind: Kind) -> str:
    """Return what counts for likeness: a number's digits (look-alikes taken for digits), else letters and digits."""
    if kind not in NUMERIC_KINDS:
        return "".join(char for char in unicodedata.normalize("NFKC", text).casefold() if char.isalnum())
    return "".join(_digit(char) for char in text)


def likeness(truth: str, reading: str, kind: Kind) -> float:
    """Return 0..1: the share of characters that two texts have in common by edit distance (swaps are one edit)."""
    mine, theirs = essence(truth, kind), essence(reading, kind)
    if not mine or not theirs:
        return 0.0
    return float(OSA.normalized_similarity(mine, theirs))


def same_digits(truth: str, reading: str, kind: Kind) -> bool:
    """Say whether two texts may have the same value: numbers but for zeros at the ends, words but for their marks.

    Dates and times are written in too many ways to be compared so: anything faintly alike may be the same.
    """
    if kind in _WRITTEN_IN_MANY_WAYS:
        return likeness(truth, reading, kind) >= _FAINTLY
    if kind not in NUMERIC_KINDS:
        return essence(truth, kind) == essence(reading, kind)
    return essence(truth, kind).strip("0") == essence(reading, kind).strip("0")


def _digit(char: str) -> str:
    value = unicodedata.decimal(char, None)
    if value is not None:
        return str(value)
    return digit_like(char) if char.isalpha() else ""
