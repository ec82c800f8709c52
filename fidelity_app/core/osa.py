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
_PAIR, _SWAP, _DELETE, _INSERT = Move  # a member is looked up slowly, and there are many cells
_FAR = 1 << 60


def substitution_cost(truth: Cluster, reading: Cluster) -> int:
    """Return the weight of reading one character as another; 0 when they share a key."""
    return 0 if truth.key == reading.key else _WEIGHTS[truth.role][reading.role]


def _weight(truth: Role, reading: Role) -> int:
    """Return the weight of reading a character of one role as another one of another."""
    if (truth is Role.DECIMAL) != (reading is Role.DECIMAL):
        return ACROSS_CLASSES
    one_digit = (truth is Role.DIGIT) != (reading is Role.DIGIT)
    other = reading if truth is Role.DIGIT else truth
    return SYMBOL_TO_DIGIT if one_digit and other in _SYMBOLS else SUBSTITUTION


_WEIGHTS = {truth: {reading: _weight(truth, reading) for reading in Role} for truth in Role}


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
    """Return the cheapest steps by dynamic programming over the cells that a cheapest path can pass.

    With d plain operations the weights are at most those of 2d insertions and deletions. A path through diagonal k
    inserts and deletes at least |k| + |k - last| characters, so no cheapest path passes where that is more than 2d (see
    Ukkonen 1985). What is outside the band is no cheapest way to a cell that one passes: the steps are the same.
    """
    truth_keys, reading_keys = [part.key for part in truth], [part.key for part in reading]
    reading_roles = [part.role for part in reading]
    columns = len(reading) + 1
    low, high = _band(truth_keys, reading_keys)
    row = [INDEL * j for j in range(columns)]
    before, above = row, row
    steps = [[_INSERT] * columns]
    for i, part in enumerate(truth, 1):
        key, weights = part.key, _WEIGHTS[part.role]
        key_before, may_swap = truth_keys[i - 2], i > 1 and _may_swap(truth, i)
        before, above, row = above, row, [_FAR] * columns
        step_row = [_DELETE] * columns
        start = max(i + low, 1)
        if start == 1:
            row[0] = INDEL * i
        last = row[start - 1]
        for j in range(start, min(i + high, columns - 1) + 1):
            other = reading_keys[j - 1]
            best, step = (
                (above[j - 1], _PAIR) if key == other else (above[j - 1] + weights[reading_roles[j - 1]], _PAIR)
            )
            if (
                may_swap
                and other == key_before
                and j > 1
                and key == reading_keys[j - 2]
                and before[j - 2] + SWAP < best
            ):
                best, step = before[j - 2] + SWAP, _SWAP
            if above[j] + INDEL < best:
                best, step = above[j] + INDEL, _DELETE
            if last + INDEL < best:
                best, step = last + INDEL, _INSERT
            row[j] = last = best
            step_row[j] = step
        steps.append(step_row)
    return _traced(steps, len(truth), len(reading))


def _band(truth: list[str], reading: list[str]) -> tuple[int, int]:
    """Return the lowest and highest diagonal (reading's place minus truth's) that a cheapest path can pass."""
    last = len(reading) - len(truth)
    reach = (2 * Levenshtein.distance(truth, reading) - abs(last)) // 2
    return min(0, last) - reach, max(0, last) + reach


def _may_swap(truth: Sequence[Cluster], i: int) -> bool:
    """Say whether the two before i may change places: they differ, and marks do not swap with digits."""
    first, second = truth[i - 2], truth[i - 1]
    return first.key != second.key and first.role is not Role.DECIMAL and second.role is not Role.DECIMAL


def _traced(steps: list[list[Move]], i: int, j: int) -> Moves:
    backwards: Moves = []
    while i or j:
        move = steps[i][j]
        backwards.append(move)
        i -= _TRUTH_STEP[move]
        j -= _READING_STEP[move]
    backwards.reverse()
    return backwards
