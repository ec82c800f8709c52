"""The weights of SCORING section 3, exhaustively on short texts and at the seams of long pages."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

import pytest

from fidelity_app.core.alignment import Alignment, OpKind, align
from fidelity_app.core.clusters import Cluster, clusters
from fidelity_app.core.numbers import Role
from fidelity_app.core.osa import INDEL, SWAP, Move, cost, moves, substitution_cost

TAKES = {Move.PAIR: (1, 1), Move.SWAP: (2, 2), Move.DELETE: (1, 0), Move.INSERT: (0, 1)}


def cluster(text: str, role: Role) -> Cluster:
    return clusters(text, [role])[0]


@pytest.mark.parametrize(
    ("truth", "reading", "weight"),
    [
        (("1", Role.DIGIT), ("1", Role.DIGIT), 0),
        (("1", Role.DIGIT), ("7", Role.DIGIT), 1000),
        (("-", Role.SIGN), ("1", Role.DIGIT), 1500),
        (("€", Role.CURRENCY), ("6", Role.DIGIT), 1500),
        (("%", Role.PERCENT), ("9", Role.DIGIT), 1500),
        (("1", Role.DIGIT), ("l", Role.LETTER), 1000),
        (("€", Role.CURRENCY), ("£", Role.CURRENCY), 1000),
        ((".", Role.DECIMAL), ("8", Role.DIGIT), 2500),
        ((".", Role.DECIMAL), ("-", Role.SIGN), 2500),
        ((".", Role.DECIMAL), (",", Role.DECIMAL), 0),
    ],
)
def test_a_character_costs_what_its_class_says_on_either_side(
    truth: tuple[str, Role], reading: tuple[str, Role], weight: int
) -> None:
    mine, theirs = cluster(*truth), cluster(*reading)
    assert substitution_cost(mine, theirs) == substitution_cost(theirs, mine) == weight


def cheapest(truth: tuple[Cluster, ...], reading: tuple[Cluster, ...]) -> int:
    """Return the least weight by its definition, trying everything."""

    @cache
    def rest(i: int, j: int) -> int:
        if i == len(truth) or j == len(reading):
            return INDEL * (len(truth) - i + len(reading) - j)
        ways = [
            substitution_cost(truth[i], reading[j]) + rest(i + 1, j + 1),
            INDEL + rest(i + 1, j),
            INDEL + rest(i, j + 1),
        ]
        if _is_swap(truth[i : i + 2], reading[j : j + 2]):
            ways.append(SWAP + rest(i + 2, j + 2))
        return min(ways)

    return rest(0, 0)


def _is_swap(mine: tuple[Cluster, ...], theirs: tuple[Cluster, ...]) -> bool:
    if len(mine) < 2 or len(theirs) < 2 or Role.DECIMAL in (mine[0].role, mine[1].role):
        return False
    return mine[0].key == theirs[1].key and mine[1].key == theirs[0].key and mine[0].key != mine[1].key


SHORT = [clusters("".join(chars)) for size in range(5) for chars in product("12.", repeat=size)]


@pytest.mark.parametrize("truth", SHORT, ids=lambda one: "".join(part.text for part in one) or "nothing")
def test_no_short_text_has_a_cheaper_alignment_than_the_one_found(truth: tuple[Cluster, ...]) -> None:
    for reading in SHORT:
        assert cost(truth, reading) == cheapest(truth, reading)
        taken = [TAKES[move] for move in moves(truth, reading)]
        assert (sum(a for a, _ in taken), sum(b for _, b in taken)) == (len(truth), len(reading))


@pytest.mark.parametrize(("truth", "reading", "weight"), [("12", "21", 1000), ("12", "1", 1010), ("1", "12", 1010)])
def test_a_swap_costs_as_a_misread_digit_and_one_too_many_or_too_few_a_little_more(
    truth: str, reading: str, weight: int
) -> None:
    assert cost(clusters(truth), clusters(reading)) == weight


@pytest.mark.parametrize(
    ("truth", "reading"),
    [
        ("122112122", "211"),
        ("2232211131", "32"),
        ("1221122122221", "2111"),
        ("221112221222", "1122111211"),
        ("2111111222212", "1211112222112"),
    ],
)
def test_repeated_digits_hide_no_cheaper_alignment(truth: str, reading: str) -> None:
    mine, theirs = tuple(clusters(truth)), tuple(clusters(reading))
    steps = moves(mine, theirs)
    assert cost(mine, theirs) == cheapest(mine, theirs)
    assert tuple(map(sum, zip(*(TAKES[step] for step in steps), strict=True))) == (len(truth), len(reading))


@pytest.mark.parametrize("tail", ["12", "21", "1", "2", "11"])
def test_a_long_text_against_a_short_one_is_aligned_as_cheaply(tail: str) -> None:
    for head in product("123", repeat=4):
        truth = clusters("".join(head) + tail)
        for reading in (clusters("".join(chars)) for size in (2, 3) for chars in product("123", repeat=size)):
            assert cost(truth, reading) == cheapest(truth, reading)
            assert cost(reading, truth) == cheapest(reading, truth)


@pytest.mark.parametrize(("truth", "reading"), [("1.25", "12.5"), ("12.5", "1.25"), ("5.0", "50.")])
def test_a_decimal_mark_never_swaps_with_a_digit(truth: str, reading: str) -> None:
    digit, mark = Role.DIGIT, Role.DECIMAL
    sides = [clusters(text, [mark if char == "." else digit for char in text]) for text in (truth, reading)]
    assert Move.SWAP not in moves(*sides)


def differences(aligned: Alignment) -> list[tuple[OpKind, str, str]]:
    return [(op.kind, aligned.truth_text(op), aligned.reading_text(op)) for op in aligned.differences]


def page(lines: int) -> str:
    return "\n".join(f"article {number * 7919 % 100_000:05d} x{number}" for number in range(lines))


def test_faults_far_apart_on_a_page_are_found_as_what_they_are() -> None:
    truth = page(120)
    swapped = truth.replace("23757 x3\n", "27357 x3\n", 1)
    assert swapped != truth
    reading = swapped.replace("x118", "x178", 1).replace("x60", "x6", 1)
    assert differences(align(truth, reading)) == [
        (OpKind.SWAP, "37", "73"),
        (OpKind.DELETE, "0", ""),
        (OpKind.SUBSTITUTE, "1", "7"),
    ]


def test_an_equal_stretch_of_six_is_an_anchor_between_strange_texts() -> None:
    truth, reading = "a" * 500 + "123456" + "b" * 500, "c" * 500 + "123456" + "d" * 480
    aligned = align(truth, reading)
    (equal,) = [op for op in aligned.ops if op.kind is OpKind.EQUAL]
    assert aligned.truth_text(equal) == aligned.reading_text(equal) == "123456"


@pytest.mark.parametrize(("left", "right"), [(900, 850), (850, 900), (1500, 600), (600, 1500)])
def test_long_strange_texts_around_a_common_letter_are_covered_once(left: int, right: int) -> None:
    truth, reading = "a" * left + "x" + "b" * right, "c" * right + "x" + "d" * left
    truth_at = reading_at = 0
    for op in align(truth, reading).ops:
        assert (op.truth_start, op.reading_start) == (truth_at, reading_at)
        truth_at, reading_at = op.truth_end, op.reading_end
    assert (truth_at, reading_at) == (len(truth), len(reading))


@pytest.mark.parametrize(("mine", "theirs", "rest"), [(400, 800, OpKind.INSERT), (800, 400, OpKind.DELETE)])
def test_long_strange_texts_are_paired_as_far_as_the_shorter_one_goes(mine: int, theirs: int, rest: OpKind) -> None:
    aligned = align("a" * 900 + "x" + "b" * mine + "y" + "e" * 900, "c" * 900 + "x" + "d" * theirs + "y" + "f" * 900)
    assert Counter(op.kind for op in aligned.ops) == {OpKind.EQUAL: 2, OpKind.SUBSTITUTE: 2200, rest: 400}


@pytest.mark.parametrize(
    ("truth", "reading", "steps"),
    [
        ("212", "121", [Move.SWAP, Move.PAIR]),
        ("111", ".1.", [Move.INSERT, Move.PAIR, Move.INSERT, Move.DELETE, Move.DELETE]),
        ("....", "2.21", [Move.INSERT, Move.PAIR, Move.INSERT, Move.INSERT, *[Move.DELETE] * 3]),
    ],
)
def test_of_equally_cheap_steps_swaps_and_insertions_come_first(truth: str, reading: str, steps: list[Move]) -> None:
    roles = {".": Role.DECIMAL}
    left, right = (clusters(text, [roles.get(char, Role.DIGIT) for char in text]) for text in (truth, reading))
    assert moves(left, right) == steps
