"""Deciding: what a person concludes about a reading, written beside the verdict and kept through every rescore."""

from __future__ import annotations

from dataclasses import replace

from fidelity_app.core.documents import Field, Legibility
from fidelity_app.core.edits import ChangeField
from fidelity_app.services import annotating, scoring
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import decisions as table
from fidelity_app.store import documents as document_table
from fidelity_app.store import history as history_table
from fidelity_app.store.rows import Decided, DecisionRow


def decide(ws: Workspace, reading_id: int, decision: Decided, *, note: str = "", who: str = "") -> DecisionRow:
    """Write a decision about a reading, in place of an earlier one.

    "Illegible" marks the field so, and its document is judged again at once: a confident answer becomes an invention,
    an abstention becomes right. Raises UserError when there is no such reading.
    """
    row = DecisionRow(ws.new_id(), decision, note, who or ws.options.reviewer, ws.clock())
    with ws.store.write() as tx:
        where = table.place(tx, reading_id)
        table.insert(tx, where, row)
    if decision is Decided.ILLEGIBLE and where.field_id:
        _mark(ws, where, Legibility.ILLEGIBLE, who=row.who)
    return row


def undecide(ws: Workspace, reading_id: int) -> bool:
    """Take the decision about a reading back, and what it did to the field; say whether there was one."""
    with ws.store.write() as tx:
        where = table.place(tx, reading_id)
        was = table.current(tx, where)
        undone = table.undo(tx, where, at=ws.clock())
    if was is Decided.ILLEGIBLE and where.field_id:
        _mark(ws, where, _legibility_before(ws, where), who=ws.options.reviewer)
    return undone


def rescore(ws: Workspace, run_id: str, document_id: str) -> int:
    """Judge one document of a run again after its truth was mended; nobody is asked. Returns the number of readings."""
    return scoring.score_run(ws, run_id, document_ids=(document_id,))


def _mark(ws: Workspace, where: table.Place, legibility: Legibility, *, who: str) -> None:
    field = _field(ws, where)
    if field is not None and field.legibility is not legibility:
        annotating.apply(ws, ChangeField(field, replace(field, legibility=legibility)), who=who)
        rescore(ws, where.run_id, where.document_id)


def _field(ws: Workspace, where: table.Place) -> Field | None:
    document = document_table.get(ws.store.read(), where.document_id)
    return next((item for item in document.fields if item.id == where.field_id), None)


def _legibility_before(ws: Workspace, where: table.Place) -> Legibility:
    """Return how legible the field was before it was last marked illegible."""
    for row in reversed(history_table.of_document(ws.store.read(), where.document_id)):
        if row.thing_id != where.field_id or row.before is None or row.after is None:
            continue
        if row.after["legibility"] == Legibility.ILLEGIBLE.value != row.before["legibility"]:
            return Legibility(str(row.before["legibility"]))
    return Legibility.CLEAR
