"""Boxes for every character of a line, from engines that box only the inked ones."""

from __future__ import annotations

from fidelity_app.core.geometry import Quad


def glyphs_with_spaces(text: str, inked: list[Quad]) -> tuple[Quad, ...]:
    """Give every character of a text a quad, the spaces taking the gap between their neighbours.

    `inked` holds one quad per character that is no white space, in order. When the counts differ the engine's boxes
    cannot be trusted to belong to these characters, and none is returned.
    """
    marks = [index for index, char in enumerate(text) if not char.isspace()]
    if not marks or len(marks) != len(inked):
        return ()
    quads: list[Quad | None] = [None] * len(text)
    for index, quad in zip(marks, inked, strict=True):
        quads[index] = quad
    return tuple(quad if quad is not None else _gap(quads, index) for index, quad in enumerate(quads))


def _gap(quads: list[Quad | None], index: int) -> Quad:
    """Return the quad of the space at an index: its share of the gap between the inked characters around it."""
    before = next((i for i in range(index, -1, -1) if quads[i] is not None), None)
    after = next((i for i in range(index, len(quads)) if quads[i] is not None), None)
    left = quads[before] if before is not None else None
    right = quads[after] if after is not None else None
    if left is None or right is None:
        edge = left or right
        assert edge is not None
        return edge.slice(1.0, 1.0) if left is not None else edge.slice(0.0, 0.0)
    assert before is not None and after is not None
    whole = Quad((left.points[1], right.points[0], right.points[3], left.points[2]))
    count = after - before - 1
    return whole.slice((index - before - 1) / count, (index - before) / count)
