"""A box for each character of a field: the text says how many and how wide, the ink says where."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from fidelity_app.core.geometry import Point, Quad
from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.crops import Inked, find_ink, upright

Floats = npt.NDArray[np.float64]

# Advance widths relative to a digit's, of a typical sans serif till font.
_NARROW = {**dict.fromkeys(".,:;'`|!ilIj·’", 0.5), **dict.fromkeys('-()[]{}/\\ftr"*', 0.65), " ": 0.55}
_WIDE = {**dict.fromkeys("mMwW%@", 1.5), **dict.fromkeys("ABCDEGHKNOQRUVXYZ€&+=#", 1.15)}
_WIDTHS = {**_NARROW, **_WIDE, **dict.fromkeys("\u00a0\u202f\u2009", 0.45)}

_CUT_COST = 3.0  # through a full-height stroke, in squared relative width errors
_EMPTY_COST = 4.0  # a character without ink
_SPACE_INK_COST = 6.0
_FINEST_PX = 600  # wider crops are analysed at this width


def glyph_quads(rgb: Rgb, box: Quad, text: str) -> tuple[Quad, ...]:
    """Return one quad for each character of `text` (spaces too), in page coordinates, left to right.

    Cuts are placed by dynamic programming over the ink's projection profile; on a blank or tiny box they are
    proportional to the characters' usual widths.
    """
    if not text:
        return ()
    widths = np.array([_width(char) for char in text])
    inked = find_ink(upright(rgb, box))
    if not inked.found or inked.mask.shape[1] < 2 * len(text):
        shares: list[float] = [0.0, *(np.cumsum(widths) / widths.sum()).tolist()]
        return tuple(box.slice(a, b) for a, b in pairwise(shares))
    top, bottom = _extent(inked.mask, axis=1)
    height = inked.mask.shape[0]
    return tuple(_part(box, a, b, top / height, bottom / height) for a, b in pairwise(_cuts(inked, text, widths)))


def _width(char: str) -> float:
    return _WIDTHS.get(char, 2.0 if ord(char) > 0x2E80 else 1.0)


def _extent(mask: npt.NDArray[np.bool_], *, axis: int) -> tuple[int, int]:
    at = np.flatnonzero(mask.any(axis=axis))
    return int(at[0]), int(at[-1]) + 1


def _cuts(inked: Inked, text: str, widths: Floats) -> list[float]:
    """Return the edges between characters as shares (0..1) of the box's width."""
    column_ink = inked.mask.mean(axis=0)
    left, right = _extent(inked.mask, axis=0)
    while right - left < len(text):
        left, right = max(0, left - 1), min(len(column_ink), right + 1)
    total = len(column_ink)
    part = column_ink[left:right]
    step = max(1, -(-len(part) // _FINEST_PX))
    cells = np.add.reduceat(part, np.arange(0, len(part), step)) / step
    profile = cells / max(1e-9, float(cells.max()))
    monospaced = np.maximum(1.0, np.floor(widths))
    guesses = (_best_edges(profile, text, guess * (len(cells) / guess.sum())) for guess in (widths, monospaced))
    _, edges = min(guesses)
    return [min(right, left + edge * step) / total for edge in edges]


def _best_edges(profile: Floats, text: str, expected: Floats) -> tuple[float, list[int]]:
    """Return the cheapest edges and their cost: little ink at a cut, widths as expected, ink in all but spaces."""
    columns = len(profile)
    padded = np.concatenate([[0.0], profile, [0.0]])
    cut = np.minimum(padded[:-1], padded[1:]) * _CUT_COST
    ink = np.concatenate([[0.0], np.cumsum(profile)])
    unit = float(np.median(expected))
    cost = np.full(columns + 1, np.inf)
    cost[0] = 0.0
    back = np.zeros((len(text), columns + 1), np.int64)
    starts = np.arange(columns + 1)
    for index, char in enumerate(text):
        width = starts[None, :] - starts[:, None]  # [from, to]
        amount = ink[None, :] - ink[:, None]
        price = ((width - expected[index]) / max(1.0, unit)) ** 2
        blot = _SPACE_INK_COST * amount / max(1.0, unit)
        price = price + (blot if char.isspace() else np.where(amount > 0.02 * unit, 0.0, _EMPTY_COST))
        price = np.where(width > 0, price + cost[:, None], np.inf)
        back[index] = np.argmin(price, axis=0)
        cost = price[back[index], starts] + cut
    edges = [columns]
    for index in range(len(text) - 1, -1, -1):
        edges.append(int(back[index][edges[-1]]))
    return float(cost[columns]), edges[::-1]


def _part(box: Quad, left: float, right: float, top: float, bottom: float) -> Quad:
    def at(u: float, v: float) -> Point:
        (tl, tr, br, bl) = box.points
        a, b, c, d = (1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v
        return (
            tl[0] * a + tr[0] * b + br[0] * c + bl[0] * d,
            tl[1] * a + tr[1] * b + br[1] * c + bl[1] * d,
        )

    return Quad((at(left, top), at(right, top), at(right, bottom), at(left, bottom)))
