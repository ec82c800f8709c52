"""Faults of single characters: misread, missing, invented, swapped, or a letter of the same shape."""

from __future__ import annotations

from collections.abc import Iterator

from fidelity_app.core.alignment import OpKind
from fidelity_app.core.clusters import Cluster
from fidelity_app.core.documents import Kind
from fidelity_app.core.faults.evidence import Change, Evidence
from fidelity_app.core.faults.wholes import CHARACTER_KINDS
from fidelity_app.core.numbers.lookalikes import digit_like
from fidelity_app.core.numbers.value import Role

_WORDS = frozenset({Role.LETTER, Role.OTHER, Role.UNIT})
_STRANGE = frozenset({Role.LETTER, Role.OTHER})
_MARKS = _WORDS | {Role.SIGN, Role.DECIMAL}


def drawn_alike(truth: Cluster, reading: Cluster) -> bool:
    """Say whether two different characters share a shape and at least one of them is no digit."""
    one, other = _shape(truth), _shape(reading)
    return one == other and truth.key != reading.key


def _shape(part: Cluster) -> str:
    if part.role is Role.DIGIT or len(part.text) > 1:
        return part.key
    return digit_like(part.text) or part.text


def character_kinds(evidence: Evidence) -> Iterator[str]:
    """Name what happened to single characters, each kind once."""
    for change in evidence.differences:
        match change.op:
            case OpKind.SWAP:
                yield "transposition"
            case OpKind.SUBSTITUTE:
                yield from _substituted(change, evidence.kind)
            case OpKind.DELETE | OpKind.INSERT:
                yield from _come_or_gone(change, evidence)
            case OpKind.EQUAL | OpKind.NOTATION:
                pass


def recognisable(evidence: Evidence) -> bool:
    """Say whether at least half of the printed digits came back, as themselves or as a letter of their shape."""
    changed = {part.start: change for change in evidence.differences for part in change.truth}
    digits = [part for part in evidence.truth.parts if part.role is Role.DIGIT]
    alike = sum(part.start not in changed or _shape_kept(changed[part.start]) for part in digits)
    return 2 * alike >= len(digits)


def _shape_kept(change: Change) -> bool:
    return change.op is OpKind.SUBSTITUTE and drawn_alike(change.truth[0], change.reading[0])


def _substituted(change: Change, kind: Kind) -> Iterator[str]:
    truth, reading = change.truth[0], change.reading[0]
    one_digit = Role.DIGIT in change.roles
    if truth.role is Role.DIGIT and reading.role is Role.DIGIT:
        yield "substitution"
    elif kind in CHARACTER_KINDS and truth.text.casefold() == reading.text.casefold():
        yield "case_changed"
    elif (one_digit or kind in CHARACTER_KINDS) and drawn_alike(truth, reading):
        yield "lookalike"
    elif (kind in CHARACTER_KINDS and _both_spelled(truth, reading)) or (
        truth.role is Role.DIGIT and reading.role in _WORDS
    ):
        yield "substitution"


def _both_spelled(truth: Cluster, reading: Cluster) -> bool:
    """Say whether both are letters, digits or marks of an identifier; symbols and digits have names of their own."""
    spelled = _WORDS | {Role.DIGIT}
    as_digit = reading.role is Role.DIGIT and truth.role is Role.OTHER
    return truth.role in spelled and reading.role in spelled and not as_digit


def _come_or_gone(change: Change, evidence: Evidence) -> Iterator[str]:
    dropped = change.op is OpKind.DELETE
    character = (change.truth or change.reading)[0]
    if character.role is Role.DIGIT:
        yield "digit_dropped" if dropped else "digit_inserted"
        if _run_has_others(change, evidence):
            yield "run_collapsed" if dropped else "run_expanded"
    elif character.role in (_MARKS if evidence.kind in CHARACTER_KINDS else _STRANGE):
        yield "character_dropped" if dropped else "character_inserted"


def _run_has_others(change: Change, evidence: Evidence) -> bool:
    """Say whether the digit belongs to a run of equal digits of which some stand on the other side too."""
    dropped = change.op is OpKind.DELETE
    side = evidence.truth if dropped else evidence.reading
    character = (change.truth or change.reading)[0]
    alone = {
        part.start
        for other in evidence.differences
        if other.op is change.op
        for part in (other.truth if dropped else other.reading)
    }
    digits = [part for part in side.parts if part.role in (Role.DIGIT, Role.DECIMAL)]  # a run ends at the mark
    at = digits.index(character)
    first = last = at
    while first > 0 and digits[first - 1].key == character.key:
        first -= 1
    while last + 1 < len(digits) and digits[last + 1].key == character.key:
        last += 1
    return any(part.start not in alone for part in digits[first : last + 1])
