"""Where a line runs on from one field into the next without a space: `29/12/202511:41` is a date and a time.

Readers drop narrow spaces. Two neighbouring digits are parted only where each stands clearly in a box of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from fidelity_app.core.asks import ReadItem
from fidelity_app.core.geometry import Quad
from fidelity_app.core.matching.frame import Frame

_MIDDLE = (0.15, 0.85)
"""A character's middle stands in a box of its own line, not at the rim of the box above or below."""


def seams_of(item: ReadItem, frames: Sequence[Frame]) -> frozenset[int]:
    """Return the places of a line with character boxes between two digits that belong to two fields."""
    text = item.text or ""
    if len(item.glyphs) != len(text):
        return frozenset()
    runs = [at for at in range(1, len(text)) if text[at].isdecimal() and text[at - 1].isdecimal()]
    if not runs:
        return frozenset()
    needed = sorted({*runs, *(at - 1 for at in runs)})
    owners = {at: _owners(item.glyphs[at], frames) for at in needed}
    return frozenset(at for at in runs if owners[at - 1] - owners[at] and owners[at] - owners[at - 1])


def _owners(glyph: Quad, frames: Sequence[Frame]) -> frozenset[int]:
    return frozenset(index for index, frame in enumerate(frames) if _is_in(glyph, frame))


def _is_in(glyph: Quad, frame: Frame) -> bool:
    left, right, top, bottom = frame.extent(glyph)
    return 0 <= (left + right) / 2 <= 1 and _MIDDLE[0] <= (top + bottom) / 2 <= _MIDDLE[1]
