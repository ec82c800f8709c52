"""A page is aligned in parts, at the weight that the whole would have."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidelity_app.core.alignment import OpKind
from fidelity_app.core.clusters import Cluster, class_roles, clusters
from fidelity_app.core.numbers import Role
from fidelity_app.core.osa import INDEL, SWAP, cost, substitution_cost
from fidelity_app.core.pages import _aligned, _side, _spans, compare_pages

WORDS = ("Milch", "Brot", "Butter", "Kaffee", "SUMME", "EUR", "MwSt", "Datum", "Pfand", "Äpfel", "........", "-------")
DRAWS = st.integers(0, 2**32 - 1).map(np.random.default_rng)


def receipt(draw: np.random.Generator, characters: int) -> str:
    lines: list[str] = []
    while sum(map(len, lines)) < characters:
        words = " ".join(draw.choice(WORDS, size=draw.integers(1, 5)))
        lines.append(f"{words}{' ' * int(draw.integers(1, 7))}{draw.integers(1, 3000)},{draw.integers(0, 100):02d}")
    return "\n".join(lines)


def misread(text: str, draw: np.random.Generator, share: float) -> str:
    """Return a text with characters misread, lost, invented and swapped, and now and then a line lost."""
    out: list[str] = []
    for line in text.splitlines():
        if draw.random() < share / 2:
            continue
        chars = list(line)
        for at in range(len(chars) - 1):
            fault = draw.random() / share
            if fault < 0.4:
                chars[at] = str(draw.choice([*"0123456789aelIO.,- "]))
            elif fault < 0.6:
                chars[at] = ""
            elif fault < 0.8:
                chars[at] += str(draw.choice([*"0123456789."]))
            elif fault < 1:
                chars[at], chars[at + 1] = chars[at + 1], chars[at]
        out.append("".join(chars))
    return "\n".join(out)


def core(text: str, roles: Sequence[Role]) -> list[Cluster]:
    return [part for part in clusters(text, roles) if part.role not in (Role.SPACE, Role.GROUP)]


def plain_cost(truth: list[Cluster], reading: list[Cluster]) -> int:
    """Return the least weight by the plain table of all cells."""
    rows: list[list[int]] = [[INDEL * j for j in range(len(reading) + 1)]]
    for i, mine in enumerate(truth, 1):
        row = [INDEL * i]
        for j, theirs in enumerate(reading, 1):
            ways = [
                rows[i - 1][j - 1] + substitution_cost(mine, theirs),
                rows[i - 1][j] + INDEL,
                row[j - 1] + INDEL,
            ]
            if i > 1 and j > 1 and _swapped(truth[i - 2 : i], reading[j - 2 : j]):
                ways.append(rows[i - 2][j - 2] + SWAP)
            row.append(min(ways))
        rows.append(row)
    return rows[-1][-1]


def _swapped(mine: list[Cluster], theirs: list[Cluster]) -> bool:
    if mine[0].key != theirs[1].key or mine[1].key != theirs[0].key or mine[0].key == mine[1].key:
        return False
    return Role.DECIMAL not in (mine[0].role, mine[1].role)


def page_cost(truth: str, reading: str) -> int:
    """Return the weight of the parts that a page is aligned in."""
    mine, theirs = _side(truth), _side(reading)
    return sum(
        cost(core(truth[i:i_end], mine.roles[i:i_end]), core(reading[j:j_end], theirs.roles[j:j_end]))
        for i, i_end, j, j_end in _spans(mine, theirs)
    )


@settings(max_examples=25)
@given(DRAWS, st.integers(100, 450), st.sampled_from([0.005, 0.02, 0.06, 0.15]))
def test_the_parts_weigh_what_the_plain_table_of_the_whole_page_weighs(
    draw: np.random.Generator, characters: int, share: float
) -> None:
    truth = receipt(draw, characters)
    reading = misread(truth, draw, share)
    mine, theirs = _side(truth), _side(reading)
    whole = plain_cost(core(truth, mine.roles), core(reading, theirs.roles))
    assert page_cost(truth, reading) == whole


@settings(max_examples=200)
@given(st.text("0159.,aO- ", max_size=40), st.text("0159.,aO- ", max_size=40))
def test_the_band_of_the_table_holds_the_cheapest_path(truth: str, reading: str) -> None:
    mine, theirs = core(truth, class_roles(truth)), core(reading, class_roles(reading))
    assert cost(mine, theirs) == plain_cost(mine, theirs)


@given(DRAWS, st.sampled_from([0.0, 0.02, 0.2]))
def test_the_operations_cover_both_pages_once(draw: np.random.Generator, share: float) -> None:
    truth = receipt(draw, 400)
    reading = misread(truth, draw, share) if share else truth
    ops = compare_pages(truth, reading).alignment.ops
    assert [op.truth_start for op in ops[1:]] == [op.truth_end for op in ops[:-1]]
    assert [op.reading_start for op in ops[1:]] == [op.reading_end for op in ops[:-1]]
    assert (ops[0].truth_start, ops[0].reading_start) == (0, 0)
    assert (ops[-1].truth_end, ops[-1].reading_end) == (len(truth), len(reading))
    equal = [op for op in ops if op.kind is OpKind.EQUAL]
    assert all(truth[op.truth_start : op.truth_end] == reading[op.reading_start : op.reading_end] for op in equal)
    assert all(one.kind is not OpKind.EQUAL or two.kind is not OpKind.EQUAL for one, two in pairwise(ops))


def test_one_wrong_digit_of_a_page_is_one_difference() -> None:
    truth = receipt(np.random.default_rng(1), 2000) + "\nTotal 28.90\n" + receipt(np.random.default_rng(2), 1000)
    found = compare_pages(truth, truth.replace("Total 28.90", "Total 23.90"))
    (difference,) = found.alignment.differences
    assert (found.alignment.truth_text(difference), found.alignment.reading_text(difference)) == ("8", "3")
    assert (found.errors, found.digit_errors) == (1, 1)


def test_a_lost_decimal_mark_is_a_difference_on_a_page_of_many_numbers() -> None:
    found = compare_pages("Tax 2.00\nTotal 28.90\nPaid 30.00", "Tax 2.00\nTotal 2890\nPaid 30.00")
    assert [op.kind for op in found.alignment.differences] == [OpKind.DELETE]


@pytest.mark.parametrize("reading", ["Total  1234,50\nPaid", "Total 1.234,50 Paid", "Total\n1 234,50\nPaid"])
def test_spaces_line_ends_and_group_marks_are_layout(reading: str) -> None:
    found = compare_pages("Total 1.234,50\nPaid", reading)
    assert (found.errors, found.digit_errors) == (0, 0)


def test_pages_without_anything_in_common_and_empty_ones_are_aligned() -> None:
    assert compare_pages("", "").alignment.ops == ()
    assert compare_pages("12", "").errors == 2
    assert compare_pages("", "ab").errors == 2
    assert compare_pages("ก\u0e33 ٣٫٥", "ก\u0e33 3.5").errors == 0


def test_a_page_read_twice_is_aligned_the_same_way() -> None:
    truth = receipt(np.random.default_rng(3), 1500)
    reading = misread(truth, np.random.default_rng(4), 0.05)
    assert compare_pages(truth, reading) == compare_pages(truth, reading)
    assert list(_aligned(_side(truth), _side(reading)))
