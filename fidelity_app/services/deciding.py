"""Deciding: what a person concludes about a reading, written beside the verdict and kept through every rescore."""

from __future__ import annotations

from dataclasses import replace

from fidelity_app.core.documents import Field, Legibility
from fidelity_app.core.edits import ChangeField
from fidelity_app.core.illegible import holding
from fidelity_app.core.recipes import Recipe
from fidelity_app.services import annotating, illegible, scoring
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import decisions as table
from fidelity_app.store import documents as document_table
from fidelity_app.store import history as history_table
from fidelity_app.store import readmodels
from fidelity_app.store import runs as run_table
from fidelity_app.store.rows import Decided, DecisionRow


def decide(ws: Workspace, reading_id: int, decision: Decided, *, note: str = "", who: str = "") -> DecisionRow:
    """Write a decision about a reading, in place of an earlier one.

    "Illegible" marks the field so under the recipe that was looked at (services.illegible), on a clean page the field
    itself, and its document is judged again at once: a confident answer becomes an invention, an abstention becomes
    right. Raises UserError when there is no such reading.
    """
    row = DecisionRow(ws.new_id(), decision, note, who or ws.options.reviewer, ws.clock())
    with ws.store.write() as tx:
        where = table.place(tx, reading_id)
        table.insert(tx, where, row)
    if decision is Decided.ILLEGIBLE and where.field_id:
        _make_illegible(ws, where, row)
    return row


def undecide(ws: Workspace, reading_id: int) -> bool:
    """Take the decision about a reading back, and what it did to the field; say whether there was one."""
    with ws.store.write() as tx:
        where = table.place(tx, reading_id)
        was = table.current(tx, where)
        undone = table.undo(tx, where, at=ws.clock())
    if was is Decided.ILLEGIBLE and where.field_id:
        _make_legible(ws, where)
    return undone


def rescore(ws: Workspace, run_id: str, document_id: str) -> int:
    """Judge one document of a run again after its truth was mended; nobody is asked. Returns the number of readings."""
    return scoring.score_run(ws, run_id, document_ids=(document_id,))


def _make_illegible(ws: Workspace, where: table.Place, row: DecisionRow) -> None:
    recipe, seed = _looked_at(ws, where)
    if recipe.is_identity:
        _mark(ws, where, Legibility.ILLEGIBLE, who=row.who)
        return
    field = _field(ws, where)
    known = holding(illegible.marks_of(ws, where.document_id), recipe, seed=seed)
    if field is not None and field.text.strip() and field.id not in known:
        illegible.mark(ws, where.document_id, field.id, recipe, seed=seed, note=row.note, who=row.who)
        rescore(ws, where.run_id, where.document_id)


def _make_legible(ws: Workspace, where: table.Place) -> None:
    recipe, seed = _looked_at(ws, where)
    marks = [
        one
        for one in illegible.marks_of(ws, where.document_id)
        if one.field_id == where.field_id and one.recipe.key == recipe.key and one.seed == seed
    ]
    if marks:
        illegible.take_back(ws, marks)
        rescore(ws, where.run_id, where.document_id)
    else:
        _mark(ws, where, _legibility_before(ws, where), who=ws.options.reviewer)


def _looked_at(ws: Workspace, where: table.Place) -> tuple[Recipe, int]:
    """Return the recipe and the seed of the picture that a reading is of."""
    db = ws.store.read()
    key = readmodels.one(db, where.run_id, where.slot, models=()).slot.recipe_key
    recipe = next(recipe for recipe in run_table.recipes_of(db, where.run_id) if recipe.key == key)
    return recipe, run_table.row(db, where.run_id).seed


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
