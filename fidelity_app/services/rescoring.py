"""Rescoring: all verdicts of a run made again from its stored replies, and what that changed. Nobody is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from fidelity_app.core.asks import Outcome
from fidelity_app.core.documents import Legibility
from fidelity_app.core.verdicts import SCORER_VERSION, Verdict
from fidelity_app.services import scoring
from fidelity_app.services.jobs import CancelToken, Progress, no_progress
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import readmodels, scorer_versions
from fidelity_app.store import runs as run_table
from fidelity_app.store.readmodels import ScoredReading


class Cause(StrEnum):
    """Why a verdict is another one: what is printed was mended, the trial was answered since, or the rules changed."""

    TRUTH = "truth"
    REPLY = "reply"
    SCORER = "scorer"


@dataclass(frozen=True, slots=True)
class Judged:
    """What was concluded about one reading. `verdict` is None for a failed trial (`outcome` says how)."""

    text: str | None
    verdict: Verdict | None
    label: str
    errors: tuple[str, ...]
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class VerdictChange:
    """One reading of which the verdict or its label changed.

    `before` is None for a reading that was not there, `after` for one that is no more (it is matched to another slot
    now). `decision` is what a person decided about it, empty when nobody did: it stands as it was.
    """

    document_id: str
    document_name: str
    key: str
    recipe_label: str
    model: str
    repeat: int
    truth_text: str
    before: Judged | None
    after: Judged | None
    cause: Cause
    decision: str


@dataclass(frozen=True, slots=True)
class Rescored:
    """What rescoring one run did. `from_version` is empty when the run was never scored: then nothing has changed.

    `changes` are in the order of the run; `decisions` counts the decisions of people that the run has now, and
    `orphaned` those that stood on a reading which is no more: they stay on record, and count again if it returns.
    """

    run_id: str
    run_name: str
    from_version: str
    to_version: str
    readings: int
    changes: tuple[VerdictChange, ...]
    decisions: int
    orphaned: int


@dataclass(frozen=True, slots=True)
class _Seen:
    """One reading as it is stored, with what can explain that it changes."""

    row: ScoredReading
    judged: Judged

    @property
    def truth(self) -> tuple[str, Legibility]:
        return self.row.truth_text, self.row.legibility


_Place = tuple[str, str]  # slot and trial: what a reading and its decision hang on


def rescore_run(
    ws: Workspace, run_id: str, *, progress: Progress = no_progress, cancel: CancelToken | None = None
) -> Rescored:
    """Make all verdicts of a run again from its stored replies and say which changed.

    Readings keep their ids, decisions are kept. Raises UserError when there is no such run, Cancelled when it was
    stopped between two documents: the documents before are scored anew, the others stay as they were.
    """
    run = run_table.load_frozen(ws.store.read(), run_id)
    from_version = scorer_versions.version_of(ws.store.read(), run_id)
    before = _seen(ws, run_id)
    total = scoring.score_run(ws, run_id, progress=progress, cancel=cancel)
    after = _seen(ws, run_id)
    return Rescored(
        run_id=run_id,
        run_name=run.name,
        from_version=from_version,
        to_version=SCORER_VERSION,
        readings=total,
        changes=tuple(_changes(before, after)) if from_version else (),
        decisions=sum(bool(one.row.decision) for one in after.values()),
        orphaned=sum(bool(one.row.decision) and place not in after for place, one in before.items()),
    )


def rescorable(ws: Workspace) -> tuple[str, ...]:
    """Return the ids of the runs that have something to score, oldest first; archived runs are left alone."""
    rows = run_table.rows(ws.store.read())
    return tuple(row.id for row in reversed(rows) if row.answered or row.failed)


def _seen(ws: Workspace, run_id: str) -> dict[_Place, _Seen]:
    return {
        (row.slot, row.trial_id): _Seen(row, Judged(row.text, row.verdict, row.label, row.errors, row.outcome))
        for row in readmodels.readings(ws.store.read(), run_id)
    }


def _changes(before: Mapping[_Place, _Seen], after: Mapping[_Place, _Seen]) -> Iterator[VerdictChange]:
    """Yield what changed in the order of the run, what is no more at the end."""
    known, answered = _field_ids(before), {trial_id for _, trial_id in before}
    for place, now in after.items():
        was = before.get(place)
        if was is None:
            moved = Cause.SCORER if now.row.field_id in known else Cause.TRUTH
            yield _change(now, None, now.judged, cause=moved if place[1] in answered else Cause.REPLY)
        elif _conclusion(was.judged) != _conclusion(now.judged):
            yield _change(now, was.judged, now.judged, cause=_cause(was, now))
    left = _field_ids(after)
    for place, was in before.items():
        if place not in after:
            cause = Cause.SCORER if was.row.field_id in left else Cause.TRUTH
            yield _change(was, was.judged, None, cause=cause)


def _field_ids(seen: Mapping[_Place, _Seen]) -> frozenset[str]:
    """Return the annotated fields that have readings; the empty id stands for what models invented."""
    return frozenset(one.row.field_id for one in seen.values()) | {""}


def _conclusion(judged: Judged) -> tuple[Verdict | None, str]:
    return judged.verdict, judged.label


def _cause(was: _Seen, now: _Seen) -> Cause:
    """Name the plainest cause: rules are to blame only where the same truth met the same answer."""
    if was.truth != now.truth:
        return Cause.TRUTH
    return Cause.SCORER if was.judged.outcome is now.judged.outcome else Cause.REPLY


def _change(seen: _Seen, before: Judged | None, after: Judged | None, *, cause: Cause) -> VerdictChange:
    row = seen.row
    return VerdictChange(
        document_id=row.document_id,
        document_name=row.document_name,
        key=row.key,
        recipe_label=row.recipe_label,
        model=row.model,
        repeat=row.repeat,
        truth_text=row.truth_text,
        before=before,
        after=after,
        cause=cause,
        decision=row.decision,
    )
