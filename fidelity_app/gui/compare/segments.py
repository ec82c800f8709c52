"""A reading cut into pieces that are drawn alike: what is right, and each kind of difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fidelity_app.core.alignment import OpKind
from fidelity_app.core.columns import Mark
from fidelity_app.store.rows import Mark as StoredMark

LOOKS: dict[OpKind, Mark] = {
    OpKind.EQUAL: Mark.EQUAL,
    OpKind.SUBSTITUTE: Mark.WRONG,
    OpKind.DELETE: Mark.MISSING,
    OpKind.INSERT: Mark.INSERTED,
    OpKind.SWAP: Mark.SWAPPED,
    OpKind.NOTATION: Mark.NOTATION,
}
assert set(LOOKS) == set(OpKind)


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a drawn reading. A MISSING piece shows the truth's characters that the reading does not have."""

    text: str
    mark: Mark


def segments(text: str, marks: Sequence[StoredMark]) -> tuple[Segment, ...]:
    """Cut a reading by its marks; without the missing pieces the segments spell the reading exactly."""
    made: list[Segment] = []
    at = 0
    for mark in sorted(marks, key=lambda one: (one.reading_start, one.reading_end)):
        start, end = max(at, mark.reading_start), min(len(text), mark.reading_end)
        if start > at:
            made.append(Segment(text[at:start], Mark.EQUAL))
        look = LOOKS[mark.kind]
        if end > start:
            made.append(Segment(text[start:end], look))
        elif mark.truth_text:
            # A dropped group mark is a matter of notation: nothing that the reader has to look at is missing.
            made += [] if look is Mark.NOTATION else [Segment(mark.truth_text, Mark.MISSING)]
        at = max(at, end)
    if at < len(text):
        made.append(Segment(text[at:], Mark.EQUAL))
    return tuple(made)
