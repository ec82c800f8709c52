"""Optimal string alignment with SCORING section 3's weights: ties fall to substitution, and swaps are seen."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from rapidfuzz.distance import Levenshtein, Postfix, Prefix

from fidelity_app.core.clusters import Cluster
from fidelity_app.core.numbers.value import Role

SUBSTITUTION = 1000
SWAP = 1000
INDEL = 1010
ACROSS_CLASSES = 2500
SYMBOL_TO_DIGIT = 1500

_WHOLE_TABLE_CELLS = 160_000
_ANCHOR_LENGTH = 6
_LARGEST_TABLE_CELLS = 640_000

_SYMBOLS = frozenset({Role.SIGN, Role.CURRENCY, Role.PERCENT, Role.UNIT, Role.OTHER})


class Move(IntEnum):
    """What one step of an alignment consumes: one of each, two of each, or one of one side."""

    PAIR = 0
    SWAP = 1
    DELETE = 2
    INSERT = 3


Moves = list[Move]


def substitution_cost(truth: Cluster, reading: Cluster) -> int:
    """Return the weight of reading one character as another; 0 when they share a key."""
    if truth.key == reading.key:
        return 0
    if (truth.role is Role.DECIMAL) != (reading.role is Role.DECIMAL):
        return ACROSS_CLASSES
    one_digit = (truth.role is Role.DIGIT) != (reading.role is Role.DIGIT)
    other = reading.role if truth.role is Role.DIGIT else truth.role
    return SYMBOL_TO_DIGIT if one_digit and other in _SYMBOLS else SUBSTITUTION


def moves(truth: Sequence[Cluster], reading: Sequence[Cluster]) -> Moves:
    """Return the cheapest steps from truth to reading; of equally cheap ones always the same.

    Equal ends are taken off first, so one edit costs no table; a page is cut at long equal stretches before the
    tables are made, which keeps a page linear in practice.
    """
    truth_keys, reading_keys = _keys(truth), _keys(reading)
    head = Prefix.similarity(truth_keys, reading_keys)
    tail = Postfix.similarity(truth_keys[head:], reading_keys[head:])
    inner_truth = truth[head : len(truth) - tail]
    inner_reading = reading[head : len(reading) - tail]
    return [Move.PAIR] * head + _inner(inner_truth, inner_reading) + [Move.PAIR] * tail


def cost(truth: Sequence[Cluster], reading: Sequence[Cluster]) -> int:
    """Return the weight of the cheapest alignment."""
    total, i, j = 0, 0, 0
    for move in moves(truth, reading):
        if move is Move.PAIR:
            total += substitution_cost(truth[i], reading[j])
        else:
            total += SWAP if move is Move.SWAP else INDEL
        i += _TRUTH_STEP[move]
        j += _READING_STEP[move]
    return total


_TRUTH_STEP = {Move.PAIR: 1, Move.SWAP: 2, Move.DELETE: 1, Move.INSERT: 0}
_READING_STEP = {Move.PAIR: 1, Move.SWAP: 2, Move.DELETE: 0, Move.INSERT: 1}


def _keys(side: Sequence[Cluster]) -> str | list[str]:
    keys = [cluster.key for cluster in side]
    joined = "".join(keys)
    return joined if len(joined) == len(keys) else keys


def _inner(truth: Sequence[Cluster], reading: Sequence[Cluster]) -> Moves:
    if not truth or not reading:
        return [Move.DELETE] * len(truth) + [Move.INSERT] * len(reading)
    if len(truth) == len(reading) == 1 and substitution_cost(truth[0], reading[0]) < 2 * INDEL:
        return [Move.PAIR]
    if len(truth) * len(reading) > _WHOLE_TABLE_CELLS:
        return _by_anchors(truth, reading)
    return _by_table(truth, reading)


def _by_anchors(truth: Sequence[Cluster], reading: Sequence[Cluster]) -> Moves:
    """Cut a long pair at rapidfuzz's long equal stretches and align what lies between."""
    result: Moves = []
    i = j = 0
    for block in Levenshtein.opcodes(_keys(truth), _keys(reading)):
        length = block.src_end - block.src_start
        if block.tag == "equal" and length >= _ANCHOR_LENGTH:
            result += _between(truth[i : block.src_start], reading[j : block.dest_start]) + [Move.PAIR] * length
            i, j = block.src_end, block.dest_end
    return result + _between(truth[i:], reading[j:])


def _between(truth: Sequence[Cluster], reading: Sequence[Cluster]) -> Moves:
    if len(truth) * len(reading) > _LARGEST_TABLE_CELLS:
        return _by_opcodes(truth, reading)
    if truth and reading:
        return _by_table(truth, reading)
    return [Move.DELETE] * len(truth) + [Move.INSERT] * len(reading)


def _by_opcodes(truth: Sequence[Cluster], reading: Sequence[Cluster]) -> Moves:
    """Take rapidfuzz's plain operations where two long stretches have nothing in common: weights tell nothing there."""
    result: Moves = []
    for block in Levenshtein.opcodes(_keys(truth), _keys(reading)):
        both = min(block.src_end - block.src_start, block.dest_end - block.dest_start)
        result += [Move.PAIR] * both
        result += [Move.DELETE] * (block.src_end - block.src_start - both)
        result += [Move.INSERT] * (block.dest_end - block.dest_start - both)
    return result


def _by_table(truth: Sequence[Cluster], reading: Sequence[Cluster]) -> Moves:
    rows, columns = len(truth) + 1, len(reading) + 1
    table = [[0] * columns for _ in range(rows)]
    steps = [[Move.INSERT] * columns for _ in range(rows)]
    table[0] = [INDEL * j for j in range(columns)]
    for i in range(1, rows):
        table[i][0], steps[i][0] = INDEL * i, Move.DELETE
        above, row, step_row, left_char = table[i - 1], table[i], steps[i], truth[i - 1]
        for j in range(1, columns):
            best, step = above[j - 1] + substitution_cost(left_char, reading[j - 1]), Move.PAIR
            if i > 1 and j > 1 and _swapped(truth, i, reading, j) and table[i - 2][j - 2] + SWAP < best:
                best, step = table[i - 2][j - 2] + SWAP, Move.SWAP
            if above[j] + INDEL < best:
                best, step = above[j] + INDEL, Move.DELETE
            if row[j - 1] + INDEL < best:
                best, step = row[j - 1] + INDEL, Move.INSERT
            row[j], step_row[j] = best, step
    return _traced(steps, len(truth), len(reading))


def _swapped(truth: Sequence[Cluster], i: int, reading: Sequence[Cluster], j: int) -> bool:
    """Say whether the two before i and j are neighbours that changed places; marks do not swap with digits."""
    first, second = truth[i - 2], truth[i - 1]
    if first.key != reading[j - 1].key or second.key != reading[j - 2].key or first.key == second.key:
        return False
    return first.role is not Role.DECIMAL and second.role is not Role.DECIMAL


def _traced(steps: list[list[Move]], i: int, j: int) -> Moves:
    backwards: Moves = []
    while i or j:
        move = steps[i][j]
        backwards.append(move)
        i -= _TRUTH_STEP[move]
        j -= _READING_STEP[move]
    backwards.reverse()
    return backwards
