"""The figures that SCORING section 3 promises, measured with fixed seeds against rapidfuzz's plain operations."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from rapidfuzz.distance import Levenshtein

from fidelity_app.core.alignment import OpKind, align

Cell = tuple[int, str, str]
"""A place of the printed number, its digit, and the digit that was read."""

TRIALS = 6000
LENGTH = 10
PROMISED = 0.994


def misread(seed: int, count: int) -> Iterator[tuple[str, str, set[Cell]]]:
    """Yield numbers of ten digits with some digits read as others, and the cells of the confusion matrix they make."""
    rng = np.random.default_rng(seed)
    for _ in range(TRIALS):
        truth = rng.integers(0, 10, LENGTH)
        reading = truth.copy()
        places = rng.permutation(LENGTH)[:count]
        reading[places] = (truth[places] + rng.integers(1, 10, count)) % 10
        texts = ["".join(map(str, digits)) for digits in (truth, reading)]
        yield texts[0], texts[1], {(int(at), texts[0][at], texts[1][at]) for at in places}


def cells(truth: str, reading: str) -> set[Cell]:
    found = align(truth, reading)
    return {
        (op.truth_start, found.truth_text(op), found.reading_text(op))
        for op in found.differences
        if op.kind is OpKind.SUBSTITUTE
    }


def plain_cells(truth: str, reading: str) -> set[Cell]:
    operations = Levenshtein.editops(truth, reading)
    return {(op.src_pos, truth[op.src_pos], reading[op.dest_pos]) for op in operations if op.tag == "replace"}


def test_three_substitutions_give_the_true_cells_of_the_confusion_matrix() -> None:
    pairs = list(misread(seed=7, count=3))
    true = sum(len(wrong) for *_, wrong in pairs)
    ours = sum(len(wrong & cells(truth, reading)) for truth, reading, wrong in pairs) / true
    peer = sum(len(wrong & plain_cells(truth, reading)) for truth, reading, wrong in pairs) / true
    assert ours >= PROMISED
    assert round(peer, 3) == 0.947


def test_one_substitution_is_always_its_own_cell() -> None:
    assert all(cells(truth, reading) == wrong for truth, reading, wrong in misread(seed=11, count=1))


def test_every_neighbour_swap_is_seen_and_plain_operations_see_none() -> None:
    rng = np.random.default_rng(13)
    for _ in range(TRIALS):
        truth = "".join(map(str, rng.integers(0, 10, LENGTH)))
        places = [at for at in range(LENGTH - 1) if truth[at] != truth[at + 1]]
        at = places[rng.integers(len(places))]
        reading = truth[:at] + truth[at + 1] + truth[at] + truth[at + 2 :]
        (op,) = align(truth, reading).differences
        assert (op.kind, op.truth_start, op.reading_start) == (OpKind.SWAP, at, at)
        assert len(Levenshtein.editops(truth, reading)) == 2


def test_the_pair_of_the_specification_is_two_substitutions_where_plain_operations_insert_and_delete() -> None:
    assert [op.kind for op in align("6099", "6609").differences] == [OpKind.SUBSTITUTE, OpKind.SUBSTITUTE]
    assert {op.tag for op in Levenshtein.editops("6099", "6609")} == {"insert", "delete"}
