"""Comparing: the matrix of a run, one finding opened with its evidence, and every field's place on the picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from fidelity_app.core.alignment import Alignment
from fidelity_app.core.asks import Outcome
from fidelity_app.core.columns import stack
from fidelity_app.core.documents import Document, Field, Page
from fidelity_app.core.geometry import Quad
from fidelity_app.core.matching.flipped import WHOLE_REPLY_KINDS
from fidelity_app.core.reasons import reasons
from fidelity_app.core.recipes import Recipe
from fidelity_app.core.replies import parse_reply
from fidelity_app.core.verdicts import Judgement
from fidelity_app.core.words import explain
from fidelity_app.services.degrading import page_map, variant
from fidelity_app.services.glyph_boxes import field_glyphs, glyphs_of_fields, placed
from fidelity_app.services.judgements import judgement_of
from fidelity_app.services.scoring import marks_of
from fidelity_app.services.views import Finding, FindingModel, Inspection, Overlay
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import documents as document_table
from fidelity_app.store import readmodels as table
from fidelity_app.store import replies as reply_table
from fidelity_app.store import runs as run_table
from fidelity_app.store.rows import Cell, Matrix, MatrixFilter, MatrixRow, Slot

ALL = MatrixFilter()


def matrix(ws: Workspace, run_id: str, filter: MatrixFilter = ALL) -> Matrix:
    """Return a window of Compare: its rows, and how many every filter shows under the same search."""
    db = ws.store.read()
    models = _models(ws, run_id)
    counts = table.counts(db, run_id, filter)
    return Matrix(
        models=models,
        rows=table.window(db, run_id, filter, models=models),
        total=counts[filter.show],
        counts=counts,
        recipes=run_table.recipes_of(db, run_id),
    )


def position(ws: Workspace, run_id: str, slot: Slot | str, *, filter: MatrixFilter = ALL) -> int | None:
    """Return the row number of a slot under a filter, counted from 0, or None when it is not shown."""
    return table.position(ws.store.read(), run_id, _id(slot), wanted=filter)


def error_counts(ws: Workspace, run_id: str) -> Mapping[str, int]:
    """Return how often each error kind (or failure) is the label of a reading of the run, most frequent first."""
    return table.error_counts(ws.store.read(), run_id)


def slot_of_reading(ws: Workspace, reading_id: int) -> tuple[str, str]:
    """Return run id and slot id of a reading, to follow a link to it. Raises UserError when it is gone."""
    return table.slot_of_reading(ws.store.read(), reading_id)


def ladder(ws: Workspace, run_id: str, *, field_id: str) -> tuple[MatrixRow, ...]:
    """Return the same field under every recipe of the run, in their order."""
    return table.of_field(ws.store.read(), run_id, field_id, models=_models(ws, run_id))


def finding(ws: Workspace, run_id: str, slot: Slot | str) -> Finding:
    """Open a slot: its stacked columns, every model's answer in words, and its place on the degraded page.

    Raises UserError when the run has no such slot, ExternalError when a picture is missing or altered.
    """
    db = ws.store.read()
    row = table.one(db, run_id, _id(slot), models=_models(ws, run_id))
    document = document_table.get(db, row.slot.document_id)
    field = _field(document, row.slot.field_id)
    if field is not None:
        field = replace(field, legibility=row.legibility)  # as it was scored: it may be marked under this recipe
    recipe = _recipe(ws, run_id, row.slot.recipe_key)
    seed = run_table.row(db, run_id).seed
    cells = [cell for cell in row.cells if cell is not None]
    page = _page_of(document, field, cells)
    made = variant(ws, page, recipe, seed=seed)
    page_glyphs = () if field is None else field_glyphs(ws, page, field)
    glyphs = tuple(made.page_map.quad(quad) for quad in page_glyphs)
    repeats = table.repeats(db, run_id, row.slot.id)
    models = tuple(
        _answer(ws, cell, row, judgement_of(ws, cell, row, document, field=field), glyphs=glyphs, repeats=repeats)
        for cell in cells
    )
    return Finding(
        run_id=run_id,
        slot=row.slot,
        document=document,
        field=field,
        page=page,
        recipe=recipe,
        seed=seed,
        rows=stack(row.truth_text, [_stacked(row.truth_text, item) for item in models]),
        models=models,
        variant=made,
        box=None if field is None or field.box is None else made.page_map.quad(field.box),
        glyphs=glyphs,
        page_glyphs=page_glyphs,
    )


def overlays(ws: Workspace, run_id: str, slot: Slot, *, model: str = "") -> tuple[Overlay, ...]:
    """Return the places of all fields on the degraded page that a slot is on, for one model or all of them."""
    db = ws.store.read()
    document = document_table.get(db, slot.document_id)
    recipe = _recipe(ws, run_id, slot.recipe_key)
    models = (model,) if model else _models(ws, run_id)
    chosen = _field(document, slot.field_id)
    page = _page_of(document, chosen, ())
    mapped = page_map(page, recipe, seed=run_table.row(db, run_id).seed)
    rows = []
    for row in table.of_document(db, run_id, document.id, recipe_key=slot.recipe_key, models=models):
        field = _field(document, row.slot.field_id)
        if field is not None and field.box is not None and field.page_index == page.index:
            rows.append((row, field))
    glyphs = glyphs_of_fields(ws, page, [field for row, field in rows if _wrong(row) and row.truth_text == field.text])
    return tuple(_overlay(row, field, mapped, glyphs.get(field.id, ())) for row, field in rows)


def _wrong(row: MatrixRow) -> list[Cell]:
    return [cell for cell in row.cells if cell is not None and cell.wrong]


def _overlay(row: MatrixRow, field: Field, mapped: Any, glyphs: tuple[Quad, ...]) -> Overlay:
    assert field.box is not None, "a field without a box has no place"
    cells = _wrong(row)
    marks = tuple(
        placed(mark, glyphs, mapped.quad, is_seen=bool(cell.glyphs)) if glyphs else mark
        for cell in cells
        for mark in cell.marks
    )
    return Overlay(row.slot.id, field.key, mapped.quad(field.box), wrong=bool(cells), marks=marks)


def inspect(ws: Workspace, reading_id: int) -> Inspection:
    """Return the evidence of a reading: trial, replies raw and as understood, every request, the pictures' names."""
    from fidelity_app.store.decisions import place

    db = ws.store.read()
    trial = reply_table.trial(db, place(db, reading_id).trial_id)
    source = reply_table.trial(db, trial.answer_trial_id) if trial.answer_trial_id else trial
    reply = reply_table.reply(db, source.id)
    run = run_table.load_frozen(db, trial.run_id)
    asked = next((item.asked for item in run.documents if item.document_id == trial.document_id), ())
    wanted = tuple(item for item in asked if not trial.crop_key or item.key == trial.crop_key)
    rungs = () if reply is None else (parse_reply(reply.format, reply.text, run.mode, wanted).rung,)
    return Inspection(
        trial=trial,
        replies=() if reply is None else (reply,),
        rungs=rungs,
        attempts=tuple(reply_table.attempts(db, source.id)),
        image_shas=trial.image_shas,
        reused_from_run="" if source.run_id == trial.run_id else run_table.row(db, source.run_id).name,
    )


def _answer(
    ws: Workspace,
    cell: Cell,
    row: MatrixRow,
    judgement: Judgement | None,
    *,
    glyphs: tuple[Quad, ...],
    repeats: Mapping[str, Sequence[str | None]],
) -> FindingModel:
    alignment = None if judgement is None else judgement.alignment
    return FindingModel(
        reading_id=cell.reading_id,
        model=cell.model,
        text=cell.text,
        outcome=cell.outcome,
        verdict=cell.verdict,
        judgement=judgement,
        label=cell.label,
        words=failure_words(cell.outcome) if judgement is None else in_words(judgement),
        confidence=cell.confidence,
        page_index=cell.page_index,
        box=cell.box,
        glyphs=cell.glyphs,
        marks=marks_of(alignment, cell.page_index, truth_glyphs=glyphs, glyphs=cell.glyphs),
        decision=cell.decision,
        trial=reply_table.trial(ws.store.read(), cell.trial_id),
        repeats=tuple(repeats.get(cell.model, ())),
    )


def in_words(judgement: Judgement) -> str:
    """Say what was concluded, what it does to the page's sums, and what decided where two readings were possible."""
    flips = (words for kind, words in WHOLE_REPLY_KINDS.items() if kind in judgement.errors)
    return " ".join(filter(None, (explain(judgement), *flips, reasons(judgement))))


_FAILURES: Mapping[Outcome, str] = {
    Outcome.OK: "answered",
    Outcome.TRUNCATED: "The answer was cut off before it was complete.",
    Outcome.FILTERED: "The provider's content filter held the answer back.",
    Outcome.REFUSED: "The model refused to answer.",
    Outcome.EMPTY: "The answer was empty.",
    Outcome.INVALID_JSON: "The answer is not the JSON that was asked for, so nothing in it can be trusted.",
    Outcome.SCHEMA_VIOLATION: "The answer has another shape than was asked for.",
    Outcome.TRANSPORT: "The model could not be reached, or the connection broke.",
    Outcome.QUOTA: "The provider's quota is used up.",
    Outcome.AUTH: "The provider did not accept the key.",
    Outcome.UNSUPPORTED: "This model cannot be asked in this way.",
    Outcome.CANCELLED: "The request was cancelled before it was answered.",
}
assert set(_FAILURES) == set(Outcome), "every outcome is said in words"


def failure_words(outcome: Outcome | None) -> str:
    """Say in a sentence how a trial failed."""
    return "This has not been asked yet." if outcome is None else _FAILURES[outcome]


def _stacked(truth: str, answer: FindingModel) -> str | Alignment | None:
    alignment = None if answer.judgement is None else answer.judgement.alignment
    return alignment if alignment is not None and alignment.truth == truth else answer.text


def _page_of(document: Document, field: Field | None, cells: Sequence[Cell]) -> Page:
    index = field.page_index if field is not None else cells[0].page_index if cells else 0
    return next((page for page in document.pages if page.index == index), document.pages[0])


def _field(document: Document, field_id: str) -> Field | None:
    return next((item for item in document.fields if item.id == field_id), None)


def _recipe(ws: Workspace, run_id: str, key: str) -> Recipe:
    return next(item for item in run_table.recipes_of(ws.store.read(), run_id) if item.key == key)


def _models(ws: Workspace, run_id: str) -> tuple[str, ...]:
    return tuple(item.config.name for item in run_table.models_of(ws.store.read(), run_id))


def _id(slot: Slot | str) -> str:
    return slot if isinstance(slot, str) else slot.id
