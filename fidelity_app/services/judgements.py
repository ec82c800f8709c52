"""The judgement behind a stored verdict: made again from the texts (it is pure), as scoring saw them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from fidelity_app.core.differences import value_difference
from fidelity_app.core.documents import Document, Field, Kind, Legibility
from fidelity_app.core.matching import document_context, reading_context
from fidelity_app.core.numbers.value import NumberContext
from fidelity_app.core.replies import parse_reply
from fidelity_app.core.verdicts import Judgement, Verdict, judge
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import readmodels as table
from fidelity_app.store import replies as reply_table
from fidelity_app.store import runs as run_table
from fidelity_app.store.readmodels import ScoredReading
from fidelity_app.store.rows import Cell, MatrixRow


def judgement_of(
    ws: Workspace, cell: Cell, row: MatrixRow, document: Document, *, field: Field | None
) -> Judgement | None:
    """Return the judgement behind a cell, None when its trial failed."""
    if cell.verdict is None:
        return None
    texts = _Texts(row.truth_text, cell.text, Kind.OTHER if field is None else field.kind, row.legibility)
    return _again(ws, document, texts, stored=cell)


def judgement_from(ws: Workspace, reading: ScoredReading, document: Document) -> Judgement | None:
    """Return the judgement behind a stored reading, None when its trial failed."""
    if reading.verdict is None:
        return None
    texts = _Texts(reading.truth_text, reading.text, reading.kind, reading.legibility)
    return _again(ws, document, texts, stored=reading)


@dataclass(frozen=True, slots=True)
class _Texts:
    truth: str
    reading: str | None
    kind: Kind
    legibility: Legibility


def _again(ws: Workspace, document: Document, texts: _Texts, *, stored: Cell | ScoredReading) -> Judgement:
    """Judge the texts again, under the verdict that was stored.

    A reply's other amounts may settle what a mark means. Most readings need none of them, so the whole reply is only
    understood again when less of it does not lead to what is stored. The stored verdict holds in any case, because
    only the whole reply tells that a value belongs to another field.
    """
    truth = document_context(document)
    ways: tuple[Callable[[], NumberContext], ...] = (
        partial(replace, truth, page_amounts=()),
        lambda: replace(truth, page_amounts=table.amounts_read(ws.store.read(), stored.trial_id)),
        lambda: _as_scored(ws, document, stored.trial_id, truth),
    )
    for context in ways:
        fresh = judge(
            texts.truth,
            texts.reading,
            texts.kind,
            truth_context=truth,
            reading_context=context(),
            abstained=stored.verdict is Verdict.ABSTAINED,
            legibility=texts.legibility,
        )
        if _agrees(fresh, stored):
            return fresh
    return replace(fresh, verdict=stored.verdict or fresh.verdict, errors=stored.errors)


def _agrees(fresh: Judgement, stored: Cell | ScoredReading) -> bool:
    return (fresh.verdict, fresh.errors, _difference(fresh)) == (stored.verdict, stored.errors, stored.difference)


def _difference(judgement: Judgement) -> str:
    printed, read = judgement.truth.value, judgement.reading.value if judgement.reading is not None else None
    if not isinstance(printed, str) or not isinstance(read, str):
        return ""
    return value_difference(read, printed, judgement.truth.kind)


def _as_scored(ws: Workspace, document: Document, trial_id: str, truth: NumberContext) -> NumberContext:
    """Return the context of a trial's whole reply, as scoring had it."""
    db = ws.store.read()
    trial = reply_table.trial(db, trial_id)
    reply = reply_table.reply(db, trial.answer_trial_id or trial.id)
    if reply is None:
        return replace(truth, page_amounts=())
    run = run_table.load_frozen(db, trial.run_id)
    asked = next((item.asked for item in run.documents if item.document_id == trial.document_id), ())
    wanted = tuple(item for item in asked if not trial.crop_key or item.key == trial.crop_key)
    fields = [item for item in document.truth if not trial.crop_key or item.key == trial.crop_key]
    return reading_context(fields, parse_reply(reply.format, reply.text, run.mode, wanted), truth)
