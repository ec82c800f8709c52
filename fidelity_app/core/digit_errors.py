"""What one judgement adds to the digit error rate and to the confusion matrix (SCORING section 5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from fidelity_app.core.alignment import OpKind
from fidelity_app.core.clusters import Cluster
from fidelity_app.core.documents import Kind
from fidelity_app.core.faults.calendar import same_layout
from fidelity_app.core.faults.evidence import Change, Evidence, changes_of, gather
from fidelity_app.core.numbers.value import Role
from fidelity_app.core.verdicts import Judgement, Verdict

NOTHING = "nothing"

MATRIX_CLASS: Mapping[str, str] = {
    **{digit: digit for digit in "0123456789"},
    "decimal": "decimal",
    "sign": "sign",
    "letter": "letter",
    "currency": "symbol",
    "percent": "symbol",
    "other": "symbol",
    NOTHING: NOTHING,
}
"""The confusion matrix's row or column of each class; currency and percent stay apart in the table of classes."""

_CLASS = {
    Role.DECIMAL: "decimal",
    Role.SIGN: "sign",
    Role.CURRENCY: "currency",
    Role.PERCENT: "percent",
    Role.UNIT: "letter",
    Role.LETTER: "letter",
    Role.OTHER: "other",
}


@dataclass(frozen=True, slots=True)
class Confusion:
    """One printed character and what was read for it: a digit, a class of `MATRIX_CLASS`, or nothing."""

    truth: str
    reading: str


@dataclass(frozen=True, slots=True)
class DigitCounts:
    """The counts of one judgement. `matched` False: no comparable pair, everything is zero and nothing is counted.

    `cells` hold every printed digit, decimal mark, sign and symbol, right ones too, and every invented digit. A swapped
    digit was read right, in the wrong place: it is counted in `swaps` and stands on the diagonal. `blocks` are
    neighbouring faults taken together, as `("46", "64")`.
    """

    matched: bool = False
    truth_digits: int = 0
    substitutions: int = 0
    deletions: int = 0
    insertions: int = 0
    swaps: int = 0
    cells: tuple[Confusion, ...] = ()
    blocks: tuple[tuple[str, str], ...] = ()

    @property
    def errors(self) -> int:
        """Return S + D + I + T."""
        return self.substitutions + self.deletions + self.insertions + self.swaps

    @property
    def confusions(self) -> tuple[Confusion, ...]:
        """Return the cells off the diagonal."""
        return tuple(cell for cell in self.cells if cell.truth != cell.reading)


_SAME_VALUE = frozenset({Verdict.EXACT, Verdict.LAYOUT_ONLY, Verdict.PRECISION_CHANGED})
_COUNTED = _SAME_VALUE | {Verdict.MISMATCH, Verdict.UNPARSABLE}


def digit_counts(judgement: Judgement) -> DigitCounts:
    """Count the digit faults of a judgement over its matched pair.

    Equal values have none, whatever their notation. Not comparable, and so not counted, are pairs without an answer,
    ambiguous ones, another field's value, and dates that are laid out differently or have day and month swapped.
    """
    if judgement.verdict not in _COUNTED or judgement.reading is None or judgement.alignment is None:
        return DigitCounts()
    evidence = gather(judgement.truth, judgement.reading)
    if judgement.verdict in _SAME_VALUE:
        return _all_right(evidence)
    if not _comparable(judgement, evidence):
        return DigitCounts()
    changes = changes_of(judgement.alignment, evidence.truth.parts, evidence.reading.parts)
    return _counted(evidence, tuple(changes))


def _all_right(evidence: Evidence) -> DigitCounts:
    cells = tuple(Confusion(name, name) for part in evidence.truth.parts if (name := _printed(part)))
    return DigitCounts(matched=True, truth_digits=len(evidence.truth.digits), cells=cells)


def _comparable(judgement: Judgement, evidence: Evidence) -> bool:
    if judgement.truth.kind in (Kind.DATE, Kind.TIME):
        return same_layout(evidence) and "date_order_swapped" not in judgement.errors
    return not {"wrong_field", "rotated_text", "scientific_notation"} & set(judgement.errors)


def _counted(evidence: Evidence, changes: Sequence[Change]) -> DigitCounts:
    faults = [change for change in changes if change.op is not OpKind.NOTATION]
    touched = {part.start for change in changes if change.op is not OpKind.SWAP for part in change.truth}
    right = [part for part in evidence.truth.parts if part.start not in touched]
    cells = [Confusion(name, name) for part in right if (name := _printed(part))]
    cells += [cell for change in changes for cell in _cells(change)]
    return DigitCounts(
        matched=True,
        truth_digits=len(evidence.truth.digits),
        substitutions=sum(change.op is OpKind.SUBSTITUTE and change.roles[0] is Role.DIGIT for change in faults),
        deletions=sum(change.op is OpKind.DELETE and change.roles[0] is Role.DIGIT for change in faults),
        insertions=sum(change.roles[1] is Role.DIGIT and change.roles[0] is not Role.DIGIT for change in faults),
        swaps=sum(change.op is OpKind.SWAP for change in faults),
        cells=tuple(cells),
        blocks=tuple(_blocks(faults)),
    )


def _cells(change: Change) -> Iterator[Confusion]:
    if change.op is OpKind.SWAP:
        return
    truth = _name(change.truth)
    reading = _name(change.reading)
    if change.op is OpKind.NOTATION and truth != NOTHING and reading != NOTHING:
        reading = truth
    if (truth, reading) != (NOTHING, NOTHING):
        yield Confusion(truth, reading)


def _name(parts: Sequence[Cluster]) -> str:
    return (_printed(parts[0]) or NOTHING) if parts else NOTHING


def _printed(part: Cluster) -> str | None:
    """Return the row of a printed character, None for what is not counted: spaces and group marks."""
    return part.key if part.role is Role.DIGIT else _CLASS.get(part.role)


def _blocks(faults: Sequence[Change]) -> Iterator[tuple[str, str]]:
    """Join faults that stand beside each other on both sides into one block confusion."""
    groups: list[list[Change]] = []
    for change in faults:
        if groups and _beside(groups[-1], change):
            groups[-1].append(change)
        else:
            groups.append([change])
    for group in groups:
        truth = "".join(part.text for change in group for part in change.truth)
        reading = "".join(part.text for change in group for part in change.reading)
        if len(truth) > 1 or len(reading) > 1:
            yield truth, reading


def _beside(group: Sequence[Change], change: Change) -> bool:
    """Say whether a fault follows a group with nothing right between them."""
    truth_ends = [part.end for before in group for part in before.truth]
    reading_ends = [part.end for before in group for part in before.reading]
    truth_meets = not truth_ends or not change.truth or truth_ends[-1] == change.truth[0].start
    reading_meets = not reading_ends or not change.reading or reading_ends[-1] == change.reading[0].start
    return truth_meets and reading_meets
