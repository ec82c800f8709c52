"""Runs: planned, estimated, frozen when started, executed, resumed. What was answered once is never asked again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from fidelity_app.core.asks import AskedField, Mode, Outcome
from fidelity_app.core.canonical import Json
from fidelity_app.core.documents import Document
from fidelity_app.core.errors import UserError
from fidelity_app.core.plans import PER_FIELD_MODES, Cell, RecipeRef, RunRequest, cells
from fidelity_app.core.recipes import Recipe
from fidelity_app.services import claiming, scoring
from fidelity_app.services.degrading import find_recipe, import_recipe
from fidelity_app.services.desk import Desk
from fidelity_app.services.executing import Executor, LocalExecutor
from fidelity_app.services.executing import RunControl as RunControl
from fidelity_app.services.tally import RunTally
from fidelity_app.services.views import Estimate, RunOutcome, RunProgress
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import documents as document_table
from fidelity_app.store import models as model_table
from fidelity_app.store import replies as reply_table
from fidelity_app.store import runs as table
from fidelity_app.store.locks import exclusive, run_lock
from fidelity_app.store.rows import RunRow, RunState, TrialRow

TRY_AGAIN = (Outcome.TRANSPORT, Outcome.QUOTA, Outcome.AUTH, Outcome.UNSUPPORTED, Outcome.CANCELLED)
"""Failures of the way to the model, not of the model: a resume asks these again. The others are its answers."""


@dataclass(frozen=True, slots=True)
class RunPlan:
    """A run that is not started: what it will ask, frozen, and what that takes."""

    request: RunRequest
    frozen: table.FrozenRun
    estimate: Estimate


def recipe_ref(ws: Workspace, text: str) -> RecipeRef:
    """Return the recipe that a name, `name:severity` or a file means, as a run names it; one of a file is saved first.

    Raises UserError when there is none, Conflict when the name in a file means another recipe here.
    """
    if not text.endswith(".json"):
        recipe = find_recipe(ws, text)
        return RecipeRef(recipe.key, recipe.label)
    recipe = import_recipe(ws, Path(text))
    alone = find_recipe(ws, recipe.name).key == recipe.key
    return RecipeRef(recipe.key, recipe.name if alone else recipe.label)


def plan_run(ws: Workspace, request: RunRequest) -> RunPlan:
    """Freeze what a request means now and estimate it; nothing is written.

    Raises UserError for a document, model or recipe that is not there, or when a document has nothing to ask for.
    """
    db = ws.store.read()
    found = document_table.get_many(db, request.document_ids)
    if len(found) != len(request.document_ids):
        raise UserError("a document of this run is not in the workspace any more; choose the documents again")
    configs = [model_table.get(db, name) for name in request.model_names]
    if request.mode is Mode.VERIFY:
        claiming.check_models([row.config for row in configs])
    documents = tuple(_frozen(item, request) for item in found)
    frozen = table.FrozenRun(
        id=ws.new_id(),
        name=request.name,
        mode=request.mode,
        repeats=request.repeats,
        seed=request.seed,
        request=_request_json(request),
        documents=documents,
        models=tuple(table.FrozenModel(row.config, row.key) for row in configs),
        recipes=tuple({ref.key: _recipe(ws, ref) for ref in request.recipes}.values()),
    )
    if request.mode in PER_FIELD_MODES and not any(item.asked for item in documents):
        raise UserError("these documents have no annotated fields, so there is nothing to cut out and ask for")
    if request.mode is Mode.VERIFY and not any(item.claims for item in documents):
        raise UserError("no value of these documents is typed and legible, so there is nothing to claim and ask about")
    return RunPlan(request, frozen, _estimate(ws, request, frozen, notes=_notes(found, documents)))


def _frozen(document: Document, request: RunRequest) -> table.FrozenDocument:
    """Freeze what a document is asked for: its fields, and in verify mode what is claimed about them."""
    claims = claiming.claims_about(document, seed=request.seed) if request.mode is Mode.VERIFY else ()
    return table.FrozenDocument(document.id, asked_fields(document), claims)


def _recipe(ws: Workspace, ref: RecipeRef) -> Recipe:
    recipe = find_recipe(ws, ref.label)
    if recipe.key != ref.key:
        raise UserError(f"the recipe {ref.label} is not the one that was chosen any more; choose it again")
    return recipe


def asked_fields(document: Document) -> tuple[AskedField, ...]:
    """Return the fields a model is asked for: each key once, in the order of annotation."""
    return tuple({field.key: AskedField(field.key, field.kind) for field in document.truth}.values())


def _request_json(request: RunRequest) -> Json:
    return {
        "documents": list(request.document_ids),
        "recipes": [[ref.key, ref.label] for ref in request.recipes],
        "models": list(request.model_names),
        "mode": request.mode.value,
        "repeats": request.repeats,
        "seed": request.seed,
        "name": request.name,
    }


def _cells(request: RunRequest, frozen: table.FrozenRun) -> list[Cell]:
    fields = {item.document_id: [(asked.key, "") for asked in item.asked] for item in frozen.documents}
    claims = {item.document_id: item.claims for item in frozen.documents}
    return list(cells(request, claims if request.mode is Mode.VERIFY else fields))


def _notes(documents: Sequence[Document], frozen: Sequence[table.FrozenDocument]) -> tuple[str, ...]:
    """Say what is left out, and in verify mode how many claims are put before each model."""
    claims = sum(len(item.claims) for item in frozen)
    told = f"{claims} claims about {sum(len(item.asked) for item in frozen)} fields: each as printed and with one fault"
    return (*((told,) if claims else ()), *_untyped(documents))


def _untyped(documents: Sequence[Document]) -> tuple[str, ...]:
    """Name the fields that are left out because nobody has typed their text yet."""
    found = ((item.name, [field.key for field in item.fields if not field.typed]) for item in documents)
    return tuple(f"{name}: {', '.join(keys)} left out, their text is not typed yet" for name, keys in found if keys)


def _estimate(ws: Workspace, request: RunRequest, frozen: table.FrozenRun, *, notes: tuple[str, ...]) -> Estimate:
    """Count trials and those with a stored answer; money and time are unknown until a model has been asked here."""
    from fidelity_app.services.estimating import known_keys, seconds_per_trial

    planned = _cells(request, frozen)
    reusable = known_keys(ws, frozen, planned)
    to_ask: dict[str, int] = {}
    for cell, known in zip(planned, reusable, strict=True):
        to_ask[cell.model_name] = to_ask.get(cell.model_name, 0) + (not known)
    paces = {name: seconds_per_trial(ws, name) for name, count in to_ask.items() if count}
    unknown = sorted(name for name, pace in paces.items() if pace is None)
    times = [pace * to_ask[name] for name, pace in paces.items() if pace is not None]
    asked = [item.config for item in frozen.models if to_ask.get(item.config.name)]
    charged = [config for config in asked if not _is_local(config.adapter)]
    return Estimate(
        trials=len(planned),
        asks=sum(to_ask.values()),
        reusable=sum(reusable),
        fee_usd=None if charged else Decimal(0),
        seconds=None if unknown else max(times, default=0.0),
        notes=(*notes, *(f"{name} was not asked here before, so its time is unknown" for name in unknown)),
    )


def _is_local(adapter: str) -> bool:
    from fidelity_app.vision import find_adapter

    return find_adapter(adapter).local


def start_run(ws: Workspace, plan: RunPlan) -> str:
    """Freeze a plan as a run with all its trials open, and return its id."""
    planned = _cells(plan.request, plan.frozen)
    with ws.store.write() as tx:
        table.insert(tx, plan.frozen, at=ws.clock())
        ids = ((ws.new_id(), cell) for cell in planned)
        reply_table.insert_trials(tx, plan.frozen.id, ids, seed=plan.request.seed)
    return plan.frozen.id


def same_run(ws: Workspace, plan: RunPlan) -> str | None:
    """Return the newest run that asks exactly what a plan asks, of models configured alike, if there is one."""
    db = ws.store.read()
    for row in table.rows(db):
        frozen = table.load_frozen(db, row.id)
        if (frozen.request, frozen.models, frozen.documents) == (
            plan.frozen.request,
            plan.frozen.models,
            plan.frozen.documents,
        ):
            return row.id
    return None


async def execute_run(
    ws: Workspace,
    run_id: str,
    *,
    control: RunControl | None = None,
    progress: Callable[[RunProgress], None] | None = None,
    executor: Executor | None = None,
    retry_failed: bool = True,
) -> RunOutcome:
    """Ask what is open, score what is answered, and return how it ended. Call it again to resume.

    With `retry_failed`, trials that failed on the way to the model are asked again; their attempts stay on record.
    Raises Conflict when another process is executing this run, ExternalError when the disk refuses; what was answered
    is kept.
    """
    control = control or RunControl()
    busy = "this run is being executed by another window or command; wait for it, or stop it there"
    with exclusive(run_lock(ws.path, run_id), busy=busy):
        frozen = table.load_frozen(ws.store.read(), run_id)
        trials = _open(ws, run_id, retry_failed=retry_failed)
        tally = RunTally(table.row(ws.store.read(), run_id), progress, ws.monotonic)
        desk = Desk(ws, frozen)
        try:
            await (executor or LocalExecutor()).execute(trials, desk, control=control, ended=tally.ended)
        finally:
            # Not awaited in pieces: a cancelled run must still say that it stopped.
            await asyncio.shield(asyncio.to_thread(_close, ws, run_id, desk))
        tally.scoring()
        await asyncio.to_thread(scoring.score_run, ws, run_id)
        tally.finished()
        row = table.row(ws.store.read(), run_id)
    return RunOutcome(
        run_id=run_id,
        answered=row.answered,
        reused=row.answered - tally.asked_ok,
        failed=row.failed,
        open=row.open,
        stopped=control.stopping,
        drifted=len(desk.drifted),
    )


def _open(ws: Workspace, run_id: str, *, retry_failed: bool) -> Sequence[TrialRow]:
    with ws.store.write() as tx:
        if retry_failed:
            reply_table.reopen(tx, run_id, TRY_AGAIN)
        table.set_state(tx, run_id, RunState.RUNNING, at=ws.clock())
        return reply_table.open_trials(tx, run_id)


def _close(ws: Workspace, run_id: str, desk: Desk) -> None:
    desk.close()
    with ws.store.write() as tx:
        done = not reply_table.open_trials(tx, run_id)
        table.set_state(tx, run_id, RunState.DONE if done else RunState.STOPPED, at=ws.clock())


def runs(ws: Workspace) -> list[RunRow]:
    """Return the runs, newest first."""
    return table.rows(ws.store.read())


def run(ws: Workspace, run_id: str) -> RunRow:
    """Return one run. Raises UserError when there is none."""
    return table.row(ws.store.read(), run_id)


def find_run(ws: Workspace, text: str) -> RunRow:
    """Return the run that a number, name, id, the beginning of an id, or `last` means. Raises UserError otherwise."""
    ids = table.ids_like(ws.store.read(), text)
    if len(ids) == 1:
        return run(ws, ids[0])
    known = ", ".join(f"{row.number} ({row.name})" for row in runs(ws)[:20]) or "none yet"
    problem = "means several runs" if ids else "is no run"
    raise UserError(f"{text!r} {problem} of this workspace; there are: {known}")


def archive_run(ws: Workspace, run_id: str) -> None:
    """Take a run off the list; nothing of it is deleted."""
    with ws.store.write() as tx:
        table.archive(tx, run_id, at=ws.clock())
