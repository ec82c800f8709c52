"""What happened to single characters, in words: `8 read as 3 in the ones`, `7 missing in the run 77`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from fidelity_app.core.alignment import Alignment, CharOp, OpKind
from fidelity_app.core.clusters import Cluster, clusters
from fidelity_app.core.documents import Kind
from fidelity_app.core.faults.roles import settled_roles
from fidelity_app.core.numbers.value import Parsed, Role
from fidelity_app.core.verdicts import Judgement

_WHOLE_PLACES = (
    "ones",
    "tens",
    "hundreds",
    "thousands",
    "ten thousands",
    "hundred thousands",
    "millions",
    "ten millions",
    "hundred millions",
)
_FRACTION_PLACES = ("tenths", "hundredths", "thousandths", "ten-thousandths", "hundred-thousandths", "millionths")
_NAMES = {
    ".": "a point",
    ",": "a comma",
    ":": "a colon",
    ";": "a semicolon",
    "-": "a hyphen",
    "\u2212": "a minus",
    "'": "an apostrophe",
    "\u2019": "an apostrophe",
    "/": "a slash",
    " ": "a space",
}
"""Marks that would be lost between the words of a sentence."""

_RUN_KINDS = frozenset({"run_collapsed", "run_expanded"})
_DATED = frozenset({Kind.DATE, Kind.TIME})
_NUMERIC = frozenset({Kind.AMOUNT, Kind.QUANTITY, Kind.PERCENT})
_LAST_WORD = re.compile(r"[\w.,'\u2019:/-]*\w")
_LONGEST_NEIGHBOUR = 8


def place_name(power: int) -> str:
    """Name the decimal place of 10^power: 0 is the ones, -1 the tenths."""
    if 0 <= power < len(_WHOLE_PLACES):
        return _WHOLE_PLACES[power]
    if power < 0 and -power <= len(_FRACTION_PLACES):
        return _FRACTION_PLACES[-power - 1]
    return f"place of 10^{power}"


def clauses(judgement: Judgement, alignment: Alignment) -> Iterator[str]:
    """Say of each wrong character, or of several that are missing or added together, what became of it and where."""
    places = _places(judgement)
    names = _NAMES | ({"-": "a minus"} if judgement.truth.kind in _NUMERIC else {})
    for ops in _joined(alignment, judgement.truth.kind):
        truth = "".join(map(alignment.truth_text, ops)).strip() or " "
        reading = "".join(map(alignment.reading_text, ops)).strip() or " "
        match _kind(ops):
            case OpKind.SUBSTITUTE:
                yield f"{names.get(truth, truth)} read as {names.get(reading, reading)}{_where(ops[0], places)}"
            case OpKind.SWAP:
                yield f"{truth} read as {reading}, two neighbours swapped{_where(ops[0], places)}"
            case OpKind.DELETE:
                place = _where(ops[0], places) if len(ops) == 1 else _beside(alignment.truth, ops[0].truth_start)
                yield f"{names.get(truth, truth)} missing{_run(judgement, alignment, ops) or place}"
            case OpKind.INSERT:
                place = _beside(alignment.reading, ops[0].reading_start)
                yield f"{names.get(reading, reading)} added{_run(judgement, alignment, ops) or place}"
            case OpKind.EQUAL | OpKind.NOTATION:
                pass


def _joined(alignment: Alignment, kind: Kind) -> Iterator[tuple[CharOp, ...]]:
    """Yield the faults; what is missing or added side by side is one, and so are a missing and an added neighbour.

    Digits of a date or time that are misread side by side are one component.
    """
    alone = (OpKind.SUBSTITUTE,) if kind in _DATED else ()
    pending: tuple[CharOp, ...] = ()
    for op in alignment.ops:
        together = pending and (_belongs(pending, op) or {op.kind, *(one.kind for one in pending)} == {*alone})
        if _is_fault(op) and together:
            pending = (*pending, op)
            continue
        if pending:
            yield pending
        pending = (op,) if _is_fault(op) else ()
    if pending:
        yield pending


def _is_fault(op: CharOp) -> bool:
    return op.kind not in (OpKind.EQUAL, OpKind.NOTATION)


def _belongs(before: tuple[CharOp, ...], op: CharOp) -> bool:
    loose = (OpKind.DELETE, OpKind.INSERT)
    if op.kind not in loose or any(one.kind not in loose for one in before):
        return False
    kinds = {one.kind for one in before}
    return kinds == {op.kind} or (len(before) == 1 and op.kind not in kinds)


def _kind(ops: tuple[CharOp, ...]) -> OpKind:
    return ops[0].kind if len({op.kind for op in ops}) == 1 else OpKind.SUBSTITUTE


def _where(op: CharOp, places: Mapping[int, str]) -> str:
    place = places.get(op.truth_start)
    return f" {place}" if place else ""


def _run(judgement: Judgement, alignment: Alignment, ops: Sequence[CharOp]) -> str:
    """Name the run of equal digits that a dropped or added one belongs to: its place in it cannot be told."""
    if not _RUN_KINDS & set(judgement.errors) or len(ops) > 1:
        return ""
    dropped = ops[0].kind is OpKind.DELETE
    text, start = (alignment.truth, ops[0].truth_start) if dropped else (alignment.reading, ops[0].reading_start)
    parts = clusters(text, _roles(judgement.truth if dropped else judgement.reading))
    kept = [part for part in parts if part.role in (Role.DIGIT, Role.DECIMAL)]
    for _, group in groupby(kept, key=lambda part: part.key):
        run = list(group)
        if len(run) > 1 and any(part.start == start for part in run):
            return f" in the run {''.join(part.text for part in run)}"
    return ""


def _roles(parsed: Parsed | None) -> Sequence[Role] | None:
    return parsed.roles if parsed is not None else None


def _beside(text: str, index: int) -> str:
    """Say behind which characters a place of a text is; at its beginning, "in front"."""
    words = _LAST_WORD.findall(text[:index])
    if not words:
        return " in front"
    last = words[-1] if len(words[-1]) <= _LONGEST_NEIGHBOUR else "\u2026" + words[-1][-_LONGEST_NEIGHBOUR:]
    return f" after {last}"


def _places(judgement: Judgement) -> Mapping[int, str]:
    """Map the truth's code points to the names of their places: of a number's digits, or the count of characters."""
    truth = judgement.truth
    parts = clusters(truth.raw, settled_roles(truth, truth.number))
    if truth.kind in _NUMERIC and truth.number is not None:
        return _decimal_places(parts)
    if truth.kind in _DATED:
        return _dated_places(parts, judgement)
    counted = [part for part in parts if part.role not in (Role.SPACE, Role.GROUP)]
    return {part.start: f"at character {index}" for index, part in enumerate(counted, 1)}


def _decimal_places(parts: Sequence[Cluster]) -> Mapping[int, str]:
    digits = [part for part in parts if part.role is Role.DIGIT]
    marks = [part.start for part in parts if part.role is Role.DECIMAL]
    whole = sum(digit.start < marks[0] for digit in digits) if marks else len(digits)
    return {digit.start: f"in the {place_name(whole - 1 - index)}" for index, digit in enumerate(digits)}


def _dated_places(parts: Sequence[Cluster], judgement: Judgement) -> Mapping[int, str]:
    wrong = [kind.split(":")[1] for kind in judgement.errors if "_component_wrong:" in kind]
    if len(wrong) != 1:
        return {}
    return {part.start: f"in the {wrong[0]}" for part in parts if part.role is Role.DIGIT}
