"""Character alignment of a truth and a reading (SCORING section 3).

Spaces and group marks are set aside, the rest is aligned by weights (`core.osa`), and what was set aside is put back,
so that the operations cover both raw texts exactly once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from fidelity_app.core.clusters import MINUS_KEY, Cluster, clusters
from fidelity_app.core.numbers.value import Role
from fidelity_app.core.osa import Move, moves
from fidelity_app.core.swift import swift


class OpKind(StrEnum):
    EQUAL = "equal"
    SUBSTITUTE = "substitute"
    INSERT = "insert"
    DELETE = "delete"
    SWAP = "swap"
    NOTATION = "notation"


@dataclass(frozen=True, slots=True)
class CharOp:
    """One operation, with half-open code-point spans into both raw texts.

    INSERT has an empty truth span, DELETE an empty reading span, SWAP covers two characters on both sides.
    NOTATION marks characters that differ without changing the value (group marks, spaces, script, currency sign);
    either of its spans may be empty. EQUAL may cover a run; every other operation is about one visible character
    (SWAP about two), which can be several code points.
    """

    kind: OpKind
    truth_start: int
    truth_end: int
    reading_start: int
    reading_end: int


@dataclass(frozen=True, slots=True)
class Alignment:
    """All operations in order; together they cover both raw texts exactly once."""

    truth: str
    reading: str
    ops: tuple[CharOp, ...]

    @property
    def differences(self) -> tuple[CharOp, ...]:
        """Return the operations that change the value: neither EQUAL nor NOTATION."""
        return tuple(op for op in self.ops if op.kind not in (OpKind.EQUAL, OpKind.NOTATION))

    def truth_text(self, op: CharOp) -> str:
        """Return the truth's characters of an operation."""
        return self.truth[op.truth_start : op.truth_end]

    def reading_text(self, op: CharOp) -> str:
        """Return the reading's characters of an operation."""
        return self.reading[op.reading_start : op.reading_end]


new_alignment = swift(Alignment)
new_op = swift(CharOp)
_EQUAL, _PAIR = OpKind.EQUAL, Move.PAIR  # looking a member up takes longer than comparing it
SET_ASIDE = frozenset({Role.SPACE, Role.GROUP})
_MAY_BE_LEFT_OUT = frozenset({Role.CURRENCY, Role.UNIT})


def align(
    truth: str,
    reading: str,
    truth_roles: Sequence[Role] | None = None,
    reading_roles: Sequence[Role] | None = None,
    *,
    marks_apart: bool = False,
) -> Alignment:
    """Align two raw texts, character by visible character, always with the same result.

    Roles (one per code point, from `numbers.parse`) say which marks group and which are decimal; without them the
    character classes decide. `marks_apart` aligns the digits alone and then looks at the decimal marks, for pairs
    whose only fault is a mark: 150.00 against 1.50 has no digit misread.
    """
    if truth == reading and (
        truth_roles is None or reading_roles is None or tuple(truth_roles) == tuple(reading_roles)
    ):
        return new_alignment(truth, reading, unchanged(len(truth)))
    left, right = clusters(truth, truth_roles), clusters(reading, reading_roles)
    return Alignment(truth, reading, aligned_ops(left, right, marks_apart=marks_apart))


@lru_cache(maxsize=256)
def unchanged(length: int) -> tuple[CharOp, ...]:
    """Return the operations of a text of so many code points against itself."""
    return (CharOp(OpKind.EQUAL, 0, length, 0, length),) if length else ()


def aligned_ops(left: Sequence[Cluster], right: Sequence[Cluster], *, marks_apart: bool = False) -> tuple[CharOp, ...]:
    """Return the operations of `align` for characters that are cut already."""
    aside = SET_ASIDE | {Role.DECIMAL} if marks_apart else SET_ASIDE
    core_left = [index for index, cluster in enumerate(left) if cluster.role not in aside]
    core_right = [index for index, cluster in enumerate(right) if cluster.role not in aside]
    steps = moves([left[index] for index in core_left], [right[index] for index in core_right])
    pairs = _with_set_aside(steps, (core_left, len(left)), (core_right, len(right)))
    return tuple(_ops(_joined_marks(pairs, left, right), left, right))


_Pair = tuple[tuple[int, ...], tuple[int, ...]]
"""Indices of the clusters that stand against each other: one and one, one and none, or two and two for a swap (a group
mark between the two swapped characters stays inside the swap's span)."""


def _with_set_aside(steps: list[Move], left: tuple[list[int], int], right: tuple[list[int], int]) -> list[_Pair]:
    """Put the spaces and group marks back between the aligned clusters, side by side as far as they go."""
    (left_core, left_end), (right_core, right_end) = left, right
    pairs: list[_Pair] = []
    i = j = at_left = at_right = 0
    for step in steps:
        if step is _PAIR:
            a, b = left_core[i], right_core[j]
            if a > at_left or b > at_right:
                pairs += _aside(range(at_left, a), range(at_right, b))
            pairs.append(((a,), (b,)))
            i, j, at_left, at_right = i + 1, j + 1, a + 1, b + 1
            continue
        takes = 2 if step is Move.SWAP else 1
        mine = tuple(left_core[i : i + takes]) if step is not Move.INSERT else ()
        theirs = tuple(right_core[j : j + takes]) if step is not Move.DELETE else ()
        left_gap = range(at_left, mine[0]) if mine else range(0)
        right_gap = range(at_right, theirs[0]) if theirs else range(0)
        if left_gap and not theirs:
            right_gap = _waiting(at_right, right, j, len(left_gap))
            at_right += len(right_gap)
        elif right_gap and not mine:
            left_gap = _waiting(at_left, left, i, len(right_gap))
            at_left += len(left_gap)
        if left_gap or right_gap:
            pairs += _aside(left_gap, right_gap)
        pairs.append((mine, theirs))
        at_left = mine[-1] + 1 if mine else at_left
        at_right = theirs[-1] + 1 if theirs else at_right
        i, j = i + len(mine), j + len(theirs)
    return pairs + _aside(range(at_left, left_end), range(at_right, right_end))


def _waiting(at: int, side: tuple[list[int], int], step: int, count: int) -> range:
    """Return the spaces and group marks that stand before a side's next character, as many as the other side has.

    `1.5 kg` and `1.5 g` have one space, before what is missing and before what is not.
    """
    core, end = side
    return range(at, min(at + count, core[step] if step < len(core) else end))


def _aside(left: range, right: range) -> list[_Pair]:
    shared = min(len(left), len(right))
    paired: list[_Pair] = [((a,), (b,)) for a, b in zip(left, right, strict=False)]
    paired += [((a,), ()) for a in left[shared:]]
    return paired + [((), (b,)) for b in right[shared:]]


def _joined_marks(pairs: list[_Pair], left: Sequence[Cluster], right: Sequence[Cluster]) -> list[_Pair]:
    """Put a decimal mark of one side against the digit or group mark that the other side has in its place.

    The weights forbid that pair, so that marks never tempt digits away; but where it is what remains, it is one fault.
    """
    if all(mine and theirs for mine, theirs in pairs):
        return pairs
    joined: list[_Pair] = []
    for pair in pairs:
        if joined and _are_one_mark(joined[-1], pair, left, right):
            before = joined.pop()
            joined.append((before[0] or pair[0], before[1] or pair[1]))
        else:
            joined.append(pair)
    return joined


def _are_one_mark(first: _Pair, second: _Pair, left: Sequence[Cluster], right: Sequence[Cluster]) -> bool:
    mine, theirs = first[0] + second[0], first[1] + second[1]
    if len(mine) != 1 or len(theirs) != 1:
        return False
    roles = {left[mine[0]].role, right[theirs[0]].role}
    return Role.DECIMAL in roles and bool(roles & {Role.GROUP, Role.DIGIT})


def _ops(pairs: list[_Pair], left: Sequence[Cluster], right: Sequence[Cluster]) -> list[CharOp]:
    both_negative = _has_minus(left) and _has_minus(right)
    ops: list[CharOp] = []
    truth_at = reading_at = 0
    run: tuple[int, int] | None = None  # where the characters began that are equal so far
    for mine, theirs in pairs:
        if len(mine) == 1 == len(theirs):
            one, other = left[mine[0]], right[theirs[0]]
            truth_end, reading_end, kind = one.end, other.end, _paired_kind(one, other)
        else:
            truth_end = left[mine[-1]].end if mine else truth_at
            reading_end = right[theirs[-1]].end if theirs else reading_at
            kind = _kind([left[a] for a in mine], [right[b] for b in theirs], both_negative=both_negative)
        if kind is _EQUAL:
            run = run or (truth_at, reading_at)
        else:
            if run is not None:
                ops.append(new_op(_EQUAL, run[0], truth_at, run[1], reading_at))
                run = None
            ops.append(new_op(kind, truth_at, truth_end, reading_at, reading_end))
        truth_at, reading_at = truth_end, reading_end
    if run is not None:
        ops.append(new_op(_EQUAL, run[0], truth_at, run[1], reading_at))
    return ops


def _has_minus(side: Sequence[Cluster]) -> bool:
    return any(cluster.role is Role.SIGN and cluster.key == MINUS_KEY for cluster in side)


def _kind(mine: Sequence[Cluster], theirs: Sequence[Cluster], *, both_negative: bool) -> OpKind:
    if len(mine) == 2:
        return OpKind.SWAP
    alone = (mine or theirs)[0]
    sign_is_elsewhere = alone.role is Role.SIGN and (both_negative or alone.key == "+")
    if alone.role in SET_ASIDE or alone.role in _MAY_BE_LEFT_OUT or sign_is_elsewhere:
        return OpKind.NOTATION
    return OpKind.DELETE if mine else OpKind.INSERT


def _paired_kind(mine: Cluster, theirs: Cluster) -> OpKind:
    same_text = mine.text == theirs.text
    if same_text and mine.role is theirs.role:
        return _EQUAL
    if {mine.role, theirs.role} == {Role.GROUP, Role.DECIMAL}:
        return OpKind.SUBSTITUTE
    if same_text:
        return _EQUAL
    both_aside = mine.role in SET_ASIDE and theirs.role in SET_ASIDE
    return OpKind.NOTATION if both_aside or mine.key == theirs.key else OpKind.SUBSTITUTE
