"""Characters that are drawn alike: which digit a letter is taken for."""

from __future__ import annotations

from collections.abc import Mapping

_SHAPES = {
    "0": "OoQDØøОоΟοⓞ○⓪",
    "1": "lIi|!ıІіΙι∣",
    "2": "Zz",
    "3": "ЗзƷ",
    "4": "Ahч",
    "5": "Ss§Ѕѕ",
    "6": "Gbб",
    "7": "T",
    "8": "BВß&",
    "9": "gqɡ",
}

DIGIT_SHAPE: Mapping[str, str] = {letter: digit for digit, letters in _SHAPES.items() for letter in letters}


def drawn_alike(truth: str, reading: str) -> bool:
    """Say whether two different characters share a shape and at least one of them is no digit."""
    one, other = DIGIT_SHAPE.get(truth, truth), DIGIT_SHAPE.get(reading, reading)
    return truth != reading and one == other and (truth in DIGIT_SHAPE or reading in DIGIT_SHAPE)
