"""Verify mode: which claims a run asks about, how each fared, and the rates. A confirmed fault is what matters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fidelity_app.core.asks import Mode, ModelConfig, Outcome, ParsedReply
from fidelity_app.core.claims import Answered, Claim, Verified, answer_of, claims_of, is_printed, verified, verify_rates
from fidelity_app.core.documents import Document, Field
from fidelity_app.core.errors import UserError
from fidelity_app.core.illegible import IllegibleMark, as_legible_as
from fidelity_app.core.matching import document_context
from fidelity_app.core.recipes import Recipe
from fidelity_app.core.replies import parse_reply
from fidelity_app.core.verdicts import judge
from fidelity_app.services.asking import no_answers_words
from fidelity_app.services.measuring import measured
from fidelity_app.services.views import Measure
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import claims as table
from fidelity_app.store import legibility as legibility_table
from fidelity_app.store import replies as reply_table
from fidelity_app.store import runs as run_table
from fidelity_app.store.claims import ClaimRow, NewClaim
from fidelity_app.store.rows import TrialRow
from fidelity_app.store.runs import FrozenRun


@dataclass(frozen=True, slots=True)
class ClaimRates:
    """How one model under one recipe answered claims.

    `false_confirmations` are false values confirmed, of all false values asked: the dangerous ones.
    `false_rejections` are printed values refused, of all printed values asked. `right_answers` are both sorts answered
    right, of all asked. Abstentions and failures stay below each line; `undecided` claims stand in no share.
    """

    model: str
    recipe_key: str
    recipe_label: str
    severity: float
    documents: int
    claims: int
    false_confirmations: Measure
    false_rejections: Measure
    right_answers: Measure
    abstained: int
    failed: int
    undecided: int


def check_models(configs: Iterable[ModelConfig]) -> None:
    """Raise UserError when a model takes no prompt: it cannot be told what to look for."""
    from fidelity_app.vision import find_adapter

    for config in configs:
        if find_adapter(config.adapter).local:
            raise UserError(no_answers_words(config.name))


def claims_about(document: Document, *, seed: int) -> tuple[tuple[str, str], ...]:
    """Return what a run claims about a document: each key once, as printed and with one fault, by the run's seed."""
    first: dict[str, Field] = {}
    for item in document.truth:
        first.setdefault(item.key, item)
    context = document_context(document)
    made = (claims_of(item, seed=seed, context=context, others=document.truth) for item in first.values())
    return tuple((claim.key, claim.text) for claims in made for claim in claims)


def score_claims(ws: Workspace, run: FrozenRun, document: Document) -> int:
    """Say from the stored replies how each claim about a document fared, and return how many; 0 in other modes.

    A claim is true or false by what is annotated now, so that mended truth is judged again without asking. What nobody
    can read under a recipe leaves it open.
    """
    if run.mode is not Mode.VERIFY:
        return 0
    db = ws.store.read()
    trials = [
        trial for trial in reply_table.trials_of(db, run.id, document_id=document.id) if trial.outcome is not None
    ]
    marks = legibility_table.marks_of(db, document.id)
    found = [_judged(ws, run, _seen(run, document, trial, marks), trial) for trial in trials]
    with ws.store.write() as tx:
        return table.replace_document(tx, run.id, document.id, found)


def _seen(run: FrozenRun, document: Document, trial: TrialRow, marks: Sequence[IllegibleMark]) -> Document:
    """Return the document as a person can read it under a trial's recipe."""
    recipe = next(recipe for recipe in run.recipes if recipe.key == trial.recipe_key)
    return as_legible_as(document, marks, recipe, seed=run.seed)


def _judged(ws: Workspace, run: FrozenRun, document: Document, trial: TrialRow) -> NewClaim:
    context = document_context(document)
    fields = [item for item in document.truth if item.key == trial.crop_key]
    is_true = is_printed(trial.claim, fields, context=context) if trial.claim else None
    field = fields[0] if fields else None
    reply = _reply(ws, run, trial)
    said = answer_of(reply)
    outcome = Verified.UNDECIDED
    if is_true is not None:
        outcome = verified(Claim("" if field is None else field.id, trial.crop_key, trial.claim, is_true), reply)
    fault = ""
    if field is not None and is_true is False:
        fault = judge(field.text, trial.claim, field.kind, truth_context=context, reading_context=context).label
    return NewClaim(
        trial_id=trial.id,
        field_id="" if field is None else field.id,
        printed="" if field is None else field.text,
        is_true=is_true,
        fault=fault,
        answer="" if said is None else "yes" if said else "no",
        outcome=outcome,
        failure="" if reply.outcome is Outcome.OK else reply.outcome.value,
        reason=reply.reason or ("the answer is neither yes nor no" if outcome is Verified.FAILED else ""),
    )


def _reply(ws: Workspace, run: FrozenRun, trial: TrialRow) -> ParsedReply:
    if trial.outcome is not None and trial.outcome is not Outcome.OK:
        return ParsedReply(trial.outcome, trial.reason, "", (), keyed=False)
    reply = reply_table.reply(ws.store.read(), trial.answer_trial_id or trial.id)
    if reply is None:
        return ParsedReply(Outcome.EMPTY, "no reply is stored", "", (), keyed=False)
    asked = next(item.asked for item in run.documents if item.document_id == trial.document_id)
    return parse_reply(reply.format, reply.text, Mode.VERIFY, [item for item in asked if item.key == trial.crop_key])


def claim_rows(ws: Workspace, run_id: str) -> list[ClaimRow]:
    """Return every claim of a run with its outcome, in the order of the run; empty in other modes."""
    return list(table.rows(ws.store.read(), run_id))


def claim_rates(ws: Workspace, run_id: str) -> list[ClaimRates]:
    """Return one row per recipe and model, in the order of the run; empty while nothing is scored."""
    db = ws.store.read()
    groups: dict[tuple[str, str], list[ClaimRow]] = {}
    for row in table.rows(db, run_id):
        groups.setdefault((row.recipe_key, row.model), []).append(row)
    models = [item.config.name for item in run_table.models_of(db, run_id)]
    return [
        _rates(model, recipe, groups[recipe.key, model])
        for recipe in run_table.recipes_of(db, run_id)
        for model in models
        if (recipe.key, model) in groups
    ]


def _rates(model: str, recipe: Recipe, rows: Sequence[ClaimRow]) -> ClaimRates:
    rates = verify_rates(
        Answered(row.document_id, Claim("", row.key, row.claim, bool(row.is_true)), row.outcome) for row in rows
    )
    false, rejected, right = measured([rates.false_confirmations, rates.false_rejections, rates.right_answers])
    return ClaimRates(
        model=model,
        recipe_key=recipe.key,
        recipe_label=recipe.label,
        severity=recipe.severity if recipe.steps else 0.0,
        documents=len({row.document_id for row in rows}),
        claims=len(rows),
        false_confirmations=false,
        false_rejections=rejected,
        right_answers=right,
        abstained=rates.outcomes[Verified.ABSTAINED],
        failed=rates.outcomes[Verified.FAILED],
        undecided=rates.outcomes[Verified.UNDECIDED],
    )
