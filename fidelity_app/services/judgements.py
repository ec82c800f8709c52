"""The judgement behind a stored verdict: made again from the texts (it is pure), as scoring saw them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fidelity_app.core.differences import value_difference
from fidelity_app.core.documents import Document, Field, Kind, Legibility
from fidelity_app.core.matching import document_context, reading_context
from fidelity_app.core.matching.flipped import WHOLE_REPLY_KINDS
from fidelity_app.core.numbers import NumberContext, parse
from fidelity_app.core.replies import parse_reply
from fidelity_app.core.settling import unproven
from fidelity_app.core.verdicts import Judgement, Verdict, judge
from fidelity_app.services.workspace import Workspace
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
    printed = _printed(document, field, row.truth_text)
    texts = _Texts(printed, cell.text, Kind.OTHER if field is None else field.kind, row.legibility)
    return _again(ws, document, texts, stored=cell)


def judgement_from(ws: Workspace, reading: ScoredReading, document: Document) -> Judgement | None:
    """Return the judgement behind a stored reading, None when its trial failed."""
    if reading.verdict is None:
        return None
    field = next((item for item in document.truth if item.id == reading.field_id), None)
    printed = _printed(document, field, reading.truth_text)
    texts = _Texts(printed, reading.text, reading.kind, reading.legibility)
    return _again(ws, document, texts, stored=reading)


def _printed(document: Document, field: Field | None, stored: str) -> tuple[str, ...]:
    """Return the right texts of a slot, first the one it is stored with: a receipt may print its date twice."""
    others = () if field is None else (item.text for item in document.truth if item.key == field.key)
    return tuple(dict.fromkeys((stored, *others)))


@dataclass(frozen=True, slots=True)
class _Texts:
    printed: tuple[str, ...]
    reading: str | None
    kind: Kind
    legibility: Legibility


def _again(ws: Workspace, document: Document, texts: _Texts, *, stored: Cell | ScoredReading) -> Judgement:
    """Judge the texts again, under the verdict that was stored.

    A reply's other amounts and its sums may settle what a mark means. Few readings need them, so the whole reply is
    understood again only for a text whose mark may be either. Of several right texts it is the one that leads to what
    is stored. The stored verdict holds in any case, because only the whole reply tells that a value belongs to another
    field.
    """
    truth = document_context(document)
    bare = replace(unproven(truth), page_amounts=())
    if not _page_matters(texts, bare):
        found = [_judged(texts, printed, truth, bare, stored=stored) for printed in texts.printed]
    else:
        whole = _as_scored(ws, document, stored.trial_id, truth)
        found = [_judged(texts, printed, truth, whole, stored=stored) for printed in texts.printed]
    fresh = next((one for one in found if _agrees(one, stored)), found[0])
    return replace(fresh, verdict=stored.verdict or fresh.verdict, errors=stored.errors)


def _judged(
    texts: _Texts, printed: str, truth: NumberContext, reading: NumberContext, *, stored: Cell | ScoredReading
) -> Judgement:
    return judge(
        printed,
        texts.reading,
        texts.kind,
        truth_context=truth,
        reading_context=reading,
        abstained=stored.verdict is Verdict.ABSTAINED,
        legibility=texts.legibility,
    )


def _page_matters(texts: _Texts, bare: NumberContext) -> bool:
    """Say whether the other amounts of a reply can change how a text of it is read: whether its mark may be either."""
    if not texts.reading:
        return False
    pointed, with_comma = (parse(texts.reading, texts.kind, replace(bare, decimal_mark=mark)) for mark in ".,")
    return pointed.value != with_comma.value


def _agrees(fresh: Judgement, stored: Cell | ScoredReading) -> bool:
    """Say whether a judgement is the stored one, but for what only the whole reply tells."""
    mine = fresh.verdict, fresh.errors, _difference(fresh)
    told = tuple(kind for kind in stored.errors if kind not in WHOLE_REPLY_KINDS)
    return mine == (stored.verdict, told, stored.difference)


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
