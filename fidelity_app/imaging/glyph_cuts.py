"""Where to cut a line of print between its characters: the cheapest way by dynamic programming."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fidelity_app.imaging.cv import cv2
from fidelity_app.imaging.glyph_ink import Density, runs

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

# Advance widths relative to a digit's, between Helvetica's and DejaVu's; all others have a digit's.
_GROUPS: dict[float, str] = {
    0.42: "ijl'|!`’·",
    0.5: ".,:; ftI[]/\\",
    0.6: 'r()-"{}*°\u00a0\u202f',
    0.9: "cksvxyzJ?",
    1.1: "FLTZ",
    1.2: "ABEKPSVXY&=+<>~",
    1.3: "CDHNRUw€£#",
    1.42: "GOQM",
    1.55: "mW%@",
}
_WIDTHS = {char: width for width, chars in _GROUPS.items() for char in chars}
_LOW = frozenset(".,_…٫")
# One piece of ink each: a gap inside one of them is a gap between two characters.
_ONE_PIECE = frozenset("0123456789.,-()/ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghklmnopqrstuvwxyz€$+")

# Prices, in squared errors of a width relative to a digit's. Chosen by trial on the shipped samples straight and in
# perspective, on PDFs with a text layer, and on drawn lines in five fonts, with rules, frames and neighbours.
_WIDTH = 9.0
_CUT = 3.0  # through a column as full as a stem
_EMPTY = 3.0  # a character without ink
_SPACE_INK = 6.0
_SPACE_STRETCH = 0.03  # of the price of width: blanks on receipts are as wide as the column wants
_SKIP = 4.0  # ink at the box's ends that belongs to no character
_PIECES = 0.75  # each further piece inside one character
_HIGH_POINT = 3.0  # ink in the upper half of a point or comma
_NOT_HIGH = 2.0  # none in the upper half of a digit or letter

_COLUMNS_PER_DIGIT = 14
_UPPER = 0.55  # of the line's height
_SCALES = (1.0, 0.9)  # less than the ink's extent, where something else is inked at the ends
_BLANK = 0.08
_PIECE_LEVEL = 0.12
_PIECE_GAP = 0.12  # of a digit's width: narrower gaps are between the dots of one character


def width_of(char: str) -> float:
    """Return a character's usual advance width, 1 being that of a digit and of a letter that is not known."""
    wide = 2.0 if unicodedata.east_asian_width(char) in "WF" else 1.0
    return _WIDTHS.get(unicodedata.normalize("NFD", char)[0], wide)


def cut_line(density: Density, chars: Sequence[str]) -> list[float] | None:
    """Return the edges around `chars` (left to right) as shares of the width, one more than characters.

    Tries a proportional and a monospaced font at several widths of a digit, and takes the cheapest. None when there is
    no ink or no room to cut.
    """
    widths = np.array([width_of(char) for char in chars])
    profile = _profile(density, round(_COLUMNS_PER_DIGIT * max(3.0, float(widths.sum()))))
    if profile is None or len(profile.ink) < 2 * len(chars):
        return None
    inked = np.flatnonzero(profile.ink > _BLANK)
    extent = inked[-1] + 1 - inked[0]
    best: tuple[float, list[int]] | None = None
    for shape in (widths, np.where(widths >= 2, 2.0, 1.0)):
        for scale in _SCALES:
            digit = scale * extent / float(shape.sum())
            found = _cheapest(profile, chars, shape * digit, digit=digit)
            if best is None or found[0] < best[0]:
                best = found
    assert best is not None, "at least one width was tried"
    return [edge / len(profile.ink) for edge in best[1]]


@dataclass(frozen=True, slots=True, eq=False)
class _Profile:
    """The ink of each column, and of its upper part, 1 being that of a stem."""

    ink: Floats
    upper: Floats


def _profile(density: Density, columns: int) -> _Profile | None:
    height, width = density.shape
    if columns < width:
        density = np.asarray(cv2.resize(density, (columns, height), interpolation=cv2.INTER_AREA))
    filled = density.mean(axis=0, dtype=np.float64)
    # Blur leaves ink in every gap.
    low, high = np.percentile(filled, (2, 95))
    if high - low < 1e-3:
        return None
    upper = density[: round(height * _UPPER)].sum(axis=0, dtype=np.float64) / height
    return _Profile(np.clip((filled - low) / (high - low), 0, 1.5), np.clip(upper / high, 0, 1.5))


def _cheapest(profile: _Profile, chars: Sequence[str], expected: Floats, *, digit: float) -> tuple[float, list[int]]:
    """Return the price of the cheapest cuts and their edges, in columns."""
    columns = np.arange(len(profile.ink) + 1)
    padded = np.concatenate([[0.0], profile.ink, [0.0]])
    cut = np.minimum(padded[:-1], padded[1:]) * _CUT
    spans = _Spans(profile, digit)
    cost = _SKIP * spans.ink / digit
    back: list[Ints] = []
    for char, width in zip(chars, expected, strict=True):
        most = min(len(profile.ink), math.ceil((4.0 if char.isspace() else 1.6) * width + 0.4 * digit))
        tried = np.arange(1, most + 1)[:, None]
        start = columns[None, :] - tried
        cell = _width_price(tried, char, width, digit=digit) + spans.price(char, np.maximum(start, 0), columns)
        total = np.where(start >= 0, cell + cost[np.maximum(start, 0)], np.inf)
        choice = np.argmin(total, axis=0)
        back.append(columns - choice - 1)
        cost = total[choice, columns] + cut
    cost = cost + _SKIP * (spans.ink[-1] - spans.ink) / digit
    edges = [int(np.argmin(cost))]
    price = float(cost[edges[0]])
    for starts in reversed(back):
        edges.append(int(starts[edges[-1]]))
    return price, edges[::-1]


def _width_price(tried: Ints, char: str, width: float, *, digit: float) -> Floats:
    error = (tried - width) / digit
    factor = np.where(error > 0, _SPACE_STRETCH, 1.0) if char.isspace() else 1.0
    return np.asarray(_WIDTH * factor * error**2)


class _Spans:
    """What the ink between two columns says about the character that may stand there."""

    def __init__(self, profile: _Profile, digit: float) -> None:
        self.ink = np.concatenate([[0.0], np.cumsum(profile.ink)])
        self._upper = np.concatenate([[0.0], np.cumsum(profile.upper)])
        self._digit = digit
        solid = profile.ink > _PIECE_LEVEL
        for start, end in runs(~solid):
            if end - start < max(1, round(_PIECE_GAP * digit)):
                solid[start:end] = True
        before = np.concatenate([[False], solid])
        self._begun = np.concatenate([[0], np.cumsum(solid & ~before[:-1])])
        self._cuts_a_piece = before & np.concatenate([solid, [False]])

    def price(self, char: str, start: Ints, end: Ints) -> Floats:
        """Return what it costs that `char` stands between two edges: arrays that broadcast together."""
        amount = (self.ink[end] - self.ink[start]) / self._digit
        if char.isspace():
            return np.asarray(_SPACE_INK * amount)
        price = np.where(amount > 0.02, 0.0, _EMPTY)
        upper = (self._upper[end] - self._upper[start]) / self._digit
        if char in _LOW:
            price += _HIGH_POINT * upper
        elif char.isalnum():
            price += np.where(upper > 0.04, 0.0, _NOT_HIGH)
        if char in _ONE_PIECE:
            pieces = self._begun[end] - self._begun[start] + self._cuts_a_piece[start]
            price += _PIECES * np.maximum(0, pieces - 1)
        return np.asarray(price)
