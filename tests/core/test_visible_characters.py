"""Operations map to what a person sees as one character, in every script, and back to the raw texts of both sides."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.alignment import OpKind, align
from fidelity_app.core.clusters import clusters
from fidelity_app.core.columns import columns
from fidelity_app.core.documents import Kind
from fidelity_app.core.verdicts import judge

ODD = "\u0301\u0305\u200d\u200e\u200f\u202b\ufe0f\u20e3\ud800\U0001f468\U0001d7cf１٣۴५๕〇一½²-−.,٫٬ 'aé"
TEXTS = st.text(alphabet="0123456789" + ODD, max_size=10) | st.text(max_size=8)


def operations(truth: str, reading: str) -> list[tuple[str, str, str]]:
    aligned = align(truth, reading)
    return [(op.kind.value, aligned.truth_text(op), aligned.reading_text(op)) for op in aligned.ops]


@given(TEXTS, TEXTS)
def test_no_operation_cuts_a_visible_character(truth: str, reading: str) -> None:
    starts = [{part.start for part in clusters(text)} | {len(text)} for text in (truth, reading)]
    for op in align(truth, reading).ops:
        assert {op.truth_start, op.truth_end} <= starts[0]
        assert {op.reading_start, op.reading_end} <= starts[1]


@given(TEXTS)
def test_visible_characters_are_the_text_and_never_begin_with_a_mark(text: str) -> None:
    parts = clusters(text)
    assert "".join(part.text for part in parts) == text
    assert not any(unicodedata.combining(part.text[0]) for part in parts[1:])


@given(TEXTS, TEXTS, st.sampled_from(list(Kind)))
def test_the_same_pair_is_always_aligned_and_drawn_alike(truth: str, reading: str, kind: Kind) -> None:
    first, again = (judge(truth, reading, kind).alignment for _ in range(2))
    assert first == again
    if first is not None:
        assert columns(first) == columns(again or first)


@pytest.mark.parametrize(
    ("truth", "reading", "expected"),
    [
        ("١٢٫٥", "١٣٫٥", [("equal", "١", "١"), ("substitute", "٢", "٣"), ("equal", "٫٥", "٫٥")]),
        ("\u200f١٢", "13", [("notation", "\u200f", ""), ("notation", "١", "1"), ("substitute", "٢", "3")]),
        ("１２", "13", [("notation", "１", "1"), ("substitute", "２", "3")]),
        ("𝟏𝟐", "13", [("notation", "𝟏", "1"), ("substitute", "𝟐", "3")]),
        ("1\u03052", "7\u03052", [("substitute", "1\u0305", "7\u0305"), ("equal", "2", "2")]),
        ("1\u200d2", "13", [("notation", "1\u200d", "1"), ("substitute", "2", "3")]),
        ("👨\u200d👩5", "👨\u200d👩6", [("equal", "👨\u200d👩", "👨\u200d👩"), ("substitute", "5", "6")]),
        ("\ud8005", "\ud8006", [("equal", "\ud800", "\ud800"), ("substitute", "5", "6")]),
        ("\u202b12\u202c", "12", [("notation", "\u202b", ""), ("equal", "12", "12"), ("notation", "\u202c", "")]),
    ],
)
def test_scripts_directions_and_joined_characters(
    truth: str, reading: str, expected: list[tuple[str, str, str]]
) -> None:
    assert operations(truth, reading) == expected


@pytest.mark.parametrize(("unit", "other"), [("kg", "g"), ("g", "kg"), ("ml", "l"), ("l", "ml"), ("kg", "lb")])
def test_a_changed_unit_blames_no_space(unit: str, other: str) -> None:
    aligned = judge(f"1.5 {unit}", f"1.5 {other}", Kind.QUANTITY).alignment
    assert aligned is not None
    assert " " not in "".join(aligned.truth_text(op) + aligned.reading_text(op) for op in aligned.differences)
    assert (OpKind.EQUAL, "1.5 ") in [(op.kind, aligned.truth_text(op)) for op in aligned.ops]


def test_money_read_as_a_measure_blames_the_currency_and_the_unit() -> None:
    aligned = judge("$28.90", "28.90 kg", Kind.AMOUNT).alignment
    assert aligned is not None
    blamed = [aligned.truth_text(op) + aligned.reading_text(op) for op in aligned.differences]
    assert blamed == ["$", "k", "g"]
