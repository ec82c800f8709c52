"""A box for each character of a field: the text says how many and how wide, the ink says where."""

from __future__ import annotations

import unicodedata
from itertools import accumulate, pairwise

import numpy as np

from fidelity_app.core.bidi import visual_order
from fidelity_app.core.geometry import Point, Quad
from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.crops import upright
from fidelity_app.imaging.glyph_cuts import cut_line, width_of
from fidelity_app.imaging.glyph_ink import Density, ink_density, only_text

_RULE_CHARS = frozenset("-_=—– ")
_LINE_SEARCH = 0.3  # of a line's height: how far from its share the gap between two lines is looked for


def glyph_quads(rgb: Rgb, box: Quad, text: str) -> tuple[Quad, ...]:
    """Return one quad for each character of `text` (spaces too), in the text's order, in page coordinates.

    Cuts are placed by the ink's projection, guided by the characters' usual widths and shapes; on a blank or tiny box
    they are proportional to the widths. Characters that are printed from the right have their boxes there (UAX #9); a
    combining mark has its letter's; a line break has none of its own: its box has no width. Lines of a text that has
    several share the box's height.
    """
    if not text:
        return ()
    density = ink_density(upright(rgb, box))
    lines = text.split("\n")
    rows = _line_edges(density, len(lines))
    quads: list[Quad] = []
    for line, (top, bottom) in zip(lines, pairwise(rows), strict=True):
        if quads:
            quads.append(_part(box, 1.0, 1.0, top, bottom))
        quads += _line_quads(density, box, line, top=top, bottom=bottom)
    return tuple(quads)


def _line_edges(density: Density, count: int) -> list[float]:
    """Return the shares of the height between which each line stands: even, but moved to the emptiest row nearby."""
    height = len(density)
    rows = density.mean(axis=1)
    reach = _LINE_SEARCH * height / count
    edges = [0.0]
    for index in range(1, count):
        even = index * height / count
        start, end = round(even - reach), round(even + reach) + 1
        near = np.arange(max(0, start), min(height, end))
        # Of rows that are equally empty the one nearest to the even share.
        best = min(near, key=lambda row: (round(float(rows[row]), 3), abs(row + 0.5 - even)), default=int(even))
        edges.append(max(edges[-1], (best + 0.5) / height))
    return [*edges, 1.0]


def _line_quads(density: Density, box: Quad, line: str, *, top: float, bottom: float) -> list[Quad]:
    if not line:
        return []
    owners = _owners(line)
    order = list(dict.fromkeys(owners[index] for index in visual_order(line)))
    chars = [line[owner] for owner in order]
    height = len(density)
    strip = density[round(top * height) : max(round(top * height) + 1, round(bottom * height))]
    edges = None
    if strip.any():
        strip, first, last = only_text(strip, keep_rules=set(line) <= _RULE_CHARS)
        edges = cut_line(strip[first:last], chars)
    if edges is None:
        widths = [width_of(char) for char in chars]
        edges = [0.0, *(share / sum(widths) for share in accumulate(widths))]
    else:
        top, bottom = top + first / height, top + last / height
    cells = {
        owner: _part(box, left, right, top, bottom) for owner, (left, right) in zip(order, pairwise(edges), strict=True)
    }
    return [cells[owner] for owner in owners]


def _owners(line: str) -> list[int]:
    """Return for each character the index of the one whose cell it shares: itself, or the letter that it marks."""
    owners: list[int] = []
    for index, char in enumerate(line):
        marks = index > 0 and unicodedata.category(char) in ("Mn", "Me", "Cf")
        owners.append(owners[-1] if marks else index)
    return owners


def _part(box: Quad, left: float, right: float, top: float, bottom: float) -> Quad:
    def at(u: float, v: float) -> Point:
        (tl, tr, br, bl) = box.points
        a, b, c, d = (1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v
        return (
            tl[0] * a + tr[0] * b + br[0] * c + bl[0] * d,
            tl[1] * a + tr[1] * b + br[1] * c + bl[1] * d,
        )

    return Quad((at(left, top), at(right, top), at(right, bottom), at(left, bottom)))
