"""Prose against a document: where each number of a text, or of a run's transcriptions, is printed, if it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fidelity_app.core.asks import Mode, Outcome
from fidelity_app.core.claims import ProseClaim, ProseReport, Support, check_prose, hallucination_rates
from fidelity_app.core.documents import Document
from fidelity_app.core.errors import UserError
from fidelity_app.core.matching import document_context
from fidelity_app.core.replies import parse_reply
from fidelity_app.services import library
from fidelity_app.services.measuring import measured
from fidelity_app.services.views import Measure
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import documents as document_table
from fidelity_app.store import replies as reply_table
from fidelity_app.store import runs as run_table


@dataclass(frozen=True, slots=True)
class ReplyProse:
    """One transcription of a run with its claims; `report` is None where the trial has no answer."""

    document_id: str
    document_name: str
    model: str
    recipe_label: str
    repeat: int
    report: ProseReport | None


@dataclass(frozen=True, slots=True)
class ProseRates:
    """How often one model under one recipe wrote numbers that are not printed, per claim and per document.

    `failed` transcriptions claim nothing; they are counted here, and stand in no share.
    """

    model: str
    recipe_label: str
    per_claim: Measure
    per_document: Measure
    left_out: int
    failed: int


def find_document(ws: Workspace, text: str) -> Document:
    """Return the document that a name, an id or the beginning of an id means. Raises UserError otherwise."""
    rows = library.documents(ws)
    exact = [row for row in rows if text in (row.id, row.name)]
    found = exact or [row for row in rows if text and row.id.startswith(text)]
    if len(found) == 1:
        return library.document(ws, found[0].id)
    known = ", ".join(row.name for row in rows[:20]) or "none yet"
    problem = "means several documents; give its id" if found else "is no document of this workspace"
    raise UserError(f"{text!r} {problem}; there are: {known}")


def check_text(document: Document, text: str) -> ProseReport:
    """Check every number of a text against a document's fields. Raises UserError when it has none to check against."""
    if not any(field.text.strip() for field in document.truth):
        raise UserError(
            f"{document.name} has no annotated text, so there is nothing to find; annotate its numbers first"
        )
    return check_prose(text, document.truth, context=document_context(document))


def claim_words(claim: ProseClaim) -> str:
    """Say in words where a number stands, or that it is not printed and what it resembles."""
    places = ", ".join(f"{field.key} (page {field.page_index + 1})" for field in claim.fields)
    match claim.support:
        case Support.PRINTED:
            return f"printed: {places}"
        case Support.SAME_VALUE:
            return f"printed in another notation: {places}: {claim.fields[0].text}"
        case Support.UNDECIDED:
            return f"may be printed, its separator can be read in two ways: {places}"
        case Support.DERIVED:
            return f"not printed, derived: {claim.derivation}"
        case Support.DENIED:
            return "taken back by the text" + (f"; printed: {places}" if places else "; not printed")
        case Support.HALLUCINATED if claim.near is not None:
            fault = claim.fault.replace("_", " ")
            return f"not printed; nearest: {claim.near.text} in {claim.near.key} ({fault})" + (
                f"; could be {claim.derivation}" if claim.derivation else ""
            )
    return "not printed"


def run_prose(ws: Workspace, run_id: str, *, document_id: str = "") -> Iterator[ReplyProse]:
    """Yield the transcriptions of a run with their claims, in the order of the run.

    Raises UserError when the run did not ask for transcriptions.
    """
    run = run_table.load_frozen(ws.store.read(), run_id)
    if run.mode is not Mode.TRANSCRIBE:
        raise UserError(f"{run.name} asked in mode {run.mode.value}; only transcriptions are prose to be checked")
    labels = {recipe.key: recipe.label for recipe in run.recipes}
    for frozen in run.documents:
        if document_id and frozen.document_id != document_id:
            continue
        document = document_table.get(ws.store.read(), frozen.document_id)
        for trial in reply_table.trials_of(ws.store.read(), run_id, document_id=document.id):
            if trial.outcome is None:
                continue
            text = _transcription(ws, trial.answer_trial_id or trial.id) if trial.outcome is Outcome.OK else None
            report = None if text is None else check_text(document, text)
            yield ReplyProse(document.id, document.name, trial.model, labels[trial.recipe_key], trial.repeat, report)


def _transcription(ws: Workspace, trial_id: str) -> str | None:
    reply = reply_table.reply(ws.store.read(), trial_id)
    parsed = None if reply is None else parse_reply(reply.format, reply.text, Mode.TRANSCRIBE, ())
    if parsed is None or parsed.outcome is not Outcome.OK:
        return None
    return "\n".join(item.text for item in parsed.items if item.text)


def prose_rates(found: list[ReplyProse]) -> list[ProseRates]:
    """Return one row per model and recipe, in the order of their first transcription."""
    groups: dict[tuple[str, str], list[ReplyProse]] = {}
    for one in found:
        groups.setdefault((one.model, one.recipe_label), []).append(one)
    return [_rates(model, recipe, rows) for (model, recipe), rows in groups.items()]


def _rates(model: str, recipe: str, rows: list[ReplyProse]) -> ProseRates:
    rates = hallucination_rates((row.document_id, row.report) for row in rows if row.report is not None)
    per_claim, per_document = measured([rates.per_claim, rates.per_document])
    failed = sum(row.report is None for row in rows)
    return ProseRates(model, recipe, per_claim, per_document, rates.undecided, failed)
