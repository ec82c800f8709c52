"""Columns spell both texts, and every row of a stack has the same number of cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.alignment import align
from fidelity_app.core.columns import Mark, columns, stack
from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers.value import Role
from fidelity_app.core.verdicts import judge

TEXTS = st.text(alphabet="0123456789.,- €٣３\u0301", max_size=9)


@given(TEXTS, TEXTS)
def test_columns_spell_both_raw_texts(truth: str, reading: str) -> None:
    made = columns(align(truth, reading))
    assert "".join(column.truth_text for column in made) == truth
    assert "".join(column.reading_text for column in made) == reading
    for column in made:
        assert truth[column.truth_start : column.truth_end] == column.truth_text
        assert reading[column.reading_start : column.reading_end] == column.reading_text


@given(TEXTS, TEXTS)
def test_a_stack_of_one_reading_draws_what_the_columns_draw(truth: str, reading: str) -> None:
    aligned = align(truth, reading)
    drawn = [(column.reading_text, column.mark) for column in columns(aligned)]
    _, row = stack(truth, [aligned])
    assert [(cell.text, cell.mark) for cell in row.cells] == drawn


def test_a_misread_digit_is_one_wrong_column() -> None:
    made = columns(align("28.9", "23.9"))
    assert [column.mark for column in made] == [Mark.EQUAL, Mark.WRONG, Mark.EQUAL, Mark.EQUAL]
    assert (made[1].truth_text, made[1].reading_text, made[1].truth_start) == ("8", "3", 1)


def test_a_swap_is_two_columns() -> None:
    made = columns(align("1234", "1324"))
    assert [(c.truth_text, c.reading_text, c.mark.value) for c in made[1:3]] == [
        ("2", "3", "swapped"),
        ("3", "2", "swapped"),
    ]


def test_a_group_mark_inside_a_swap_stands_alone() -> None:
    roles = (Role.DIGIT, Role.GROUP, Role.DIGIT, Role.DIGIT, Role.DIGIT)
    made = columns(align("1,234", "2134", roles, (Role.DIGIT,) * 4))
    assert [(c.truth_text, c.reading_text, c.mark.value) for c in made[:3]] == [
        ("1", "2", "swapped"),
        (",", "", "notation"),
        ("2", "1", "swapped"),
    ]


@given(TEXTS, st.lists(st.none() | TEXTS, max_size=4))
def test_a_stack_has_equal_rows_that_spell_their_texts(truth: str, readings: list[str | None]) -> None:
    rows = stack(truth, readings)
    assert len({len(row.cells) for row in rows}) == 1
    assert [row.text for row in rows] == [truth, *readings]
    for row in rows:
        assert "".join(cell.text for cell in row.cells) == (row.text or "")
        for cell in row.cells:
            assert (row.text or "")[cell.start : cell.end] == cell.text


@given(TEXTS, st.lists(TEXTS, min_size=1, max_size=4))
def test_cells_of_a_stack_stand_over_their_truth_character(truth: str, readings: list[str]) -> None:
    top, *others = stack(truth, readings)
    for row in others:
        for above, cell in zip(top.cells, row.cells, strict=True):
            assert cell.truth_index == above.truth_index


def test_insertions_of_one_row_make_gaps_in_the_others() -> None:
    top, first, second = stack("50", ["150", "5"])
    assert [cell.text for cell in top.cells] == ["", "5", "0"]
    assert [(cell.text, cell.mark.value) for cell in first.cells] == [("1", "inserted"), ("5", "equal"), ("0", "equal")]
    assert [(cell.text, cell.mark.value) for cell in second.cells] == [("", "equal"), ("5", "equal"), ("", "missing")]


def test_no_answer_is_a_row_of_missing_cells() -> None:
    _, row = stack("50", [None])
    assert [(cell.text, cell.mark) for cell in row.cells] == [("", Mark.MISSING), ("", Mark.MISSING)]


def test_an_alignment_of_another_truth_is_refused() -> None:
    with pytest.raises(ValueError, match="not about"):
        stack("12", [align("13", "12")])


def test_a_truth_alone_has_no_gaps() -> None:
    assert [cell.text for cell in stack("12", [])[0].cells] == ["1", "2"]


def test_a_gap_stands_where_the_text_before_it_ends() -> None:
    truth, one, two, nothing = stack("12", ["x12", "xy12z", None])
    assert [(c.start, c.end) for c in truth.cells] == [(0, 0), (0, 0), (0, 1), (1, 2), (2, 2)]
    assert [(c.start, c.end) for c in one.cells] == [(0, 1), (1, 1), (1, 2), (2, 3), (3, 3)]
    assert [(c.start, c.end) for c in two.cells] == [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]
    assert {(c.start, c.end) for c in nothing.cells} == {(0, 0)}
    assert [(c.start, c.end) for c in stack("12", ["12", "x12"])[1].cells] == [(0, 0), (0, 1), (1, 2)]


def test_nothing_printed_has_only_gaps() -> None:
    truth, read, nothing = stack("", ["1", None])
    assert [(c.text, c.start, c.end) for c in truth.cells] == [("", 0, 0)]
    assert [(c.text, c.mark, c.truth_index) for c in read.cells] == [("1", Mark.INSERTED, None)]
    assert [(c.text, c.mark) for c in nothing.cells] == [("", Mark.EQUAL)]


@pytest.mark.parametrize(
    ("printed", "read", "mark_spans"),
    [
        ("1,234.50", "2,134.50", (1, 2, 1, 2)),
        ("1,234.50", "2134.50", (1, 2, 1, 1)),
        ("1234.50", "2,134.50", (1, 1, 1, 2)),
    ],
)
def test_a_group_mark_inside_a_swap_stands_between_the_digits_on_either_side(
    printed: str, read: str, mark_spans: tuple[int, int, int, int]
) -> None:
    first, mark, second = columns(judge(printed, read, Kind.AMOUNT).alignment)[:3]
    assert (first.truth_text, first.reading_text, first.mark) == ("1", "2", Mark.SWAPPED)
    assert mark.mark is Mark.NOTATION
    assert (mark.truth_start, mark.truth_end, mark.reading_start, mark.reading_end) == mark_spans
    assert (second.truth_text, second.reading_text, second.mark) == ("2", "1", Mark.SWAPPED)


def test_the_refusal_of_another_alignment_names_both_texts() -> None:
    with pytest.raises(ValueError, match=r"^the alignment is about '12', not about '13'$"):
        stack("13", [align("12", "12")])
