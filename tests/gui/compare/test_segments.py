"""A reading cut by its marks spells the reading, and each piece has its look."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.alignment import OpKind, align
from fidelity_app.core.columns import Mark
from fidelity_app.gui.compare.segments import Segment, segments
from fidelity_app.store.rows import Mark as StoredMark


def _marks(truth: str, reading: str) -> list[StoredMark]:
    alignment = align(truth, reading)
    return [
        StoredMark(
            op.kind,
            op.truth_start,
            op.truth_end,
            op.reading_start,
            op.reading_end,
            truth[op.truth_start : op.truth_end],
            reading[op.reading_start : op.reading_end],
        )
        for op in alignment.ops
        if op.kind is not OpKind.EQUAL
    ]


def _cut(truth: str, reading: str) -> tuple[Segment, ...]:
    return segments(reading, _marks(truth, reading))


def test_one_wrong_digit_is_one_marked_piece() -> None:
    assert _cut("28.9", "23.9") == (Segment("2", Mark.EQUAL), Segment("3", Mark.WRONG), Segment(".9", Mark.EQUAL))


def test_a_dropped_digit_is_shown_where_it_is_missing() -> None:
    assert Segment("0", Mark.MISSING) in _cut("1204", "124")


def test_a_lost_group_mark_is_not_shown_as_missing() -> None:
    assert all(piece.mark is not Mark.MISSING for piece in _cut("1,234.50", "1234.50"))


def test_a_swap_is_one_piece_of_two_characters() -> None:
    assert Segment("21", Mark.SWAPPED) in _cut("5128", "5218")


@given(st.text("0123456789.,- €", max_size=12), st.text("0123456789.,- €", max_size=12))
def test_the_pieces_spell_the_reading(truth: str, reading: str) -> None:
    pieces = _cut(truth, reading)
    assert "".join(piece.text for piece in pieces if piece.mark is not Mark.MISSING) == reading
