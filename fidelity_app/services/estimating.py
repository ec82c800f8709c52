"""What a run would take: which questions have an answer already, and how long a model took so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fidelity_app.core.asks import Mode, Outcome
from fidelity_app.core.documents import Document
from fidelity_app.core.plans import Cell, trial_key
from fidelity_app.core.recipes import Recipe
from fidelity_app.services import asking
from fidelity_app.services.degrading import known_variant
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import documents as document_table
from fidelity_app.store import replies as reply_table
from fidelity_app.store.runs import FrozenRun


def known_keys(ws: Workspace, run: FrozenRun, planned: Sequence[Cell]) -> list[bool]:
    """Say for every cell whether its question was answered before.

    Only variants that are made already can be known; a crop is cut when it is asked, so none is counted.
    """
    db = ws.store.read()
    answered = reply_table.answered_keys(db, (Outcome.OK, Outcome.EMPTY))
    if not answered:
        return [False] * len(planned)
    documents = {item.id: item for item in document_table.get_many(db, [d.document_id for d in run.documents])}
    recipes = {recipe.key: recipe for recipe in run.recipes}
    pixels: dict[tuple[str, str], list[str] | None] = {}
    versions = {item.config.name: _version(item.config.adapter, item.config.parameters) for item in run.models}
    known: list[bool] = []
    for cell in planned:
        place = (cell.document_id, cell.recipe_key)
        if place not in pixels:
            document, recipe = documents[cell.document_id], recipes[cell.recipe_key]
            pixels[place] = None if run.mode is Mode.CROP else _pixel_shas(ws, document, recipe, run.seed)
        shas = pixels[place]
        key = None if shas is None else _key(run, documents[cell.document_id], cell, shas=shas, versions=versions)
        known.append(key in answered)
    return known


def _pixel_shas(ws: Workspace, document: Document, recipe: Recipe, seed: int) -> list[str] | None:
    found = [known_variant(ws, page, recipe, seed=seed) for page in document.pages]
    return None if None in found else [item.pixel_sha for item in found if item is not None]


def _version(adapter: str, parameters: Mapping[str, object]) -> str:
    from fidelity_app.core.errors import UserError
    from fidelity_app.vision import adapter_version

    try:
        return adapter_version(adapter, parameters)  # type: ignore[arg-type]
    except UserError:
        return ""


def _key(
    run: FrozenRun, document: Document, cell: Cell, *, shas: Sequence[str], versions: Mapping[str, str]
) -> str | None:
    config = next(item.config for item in run.models if item.config.name == cell.model_name)
    asked = next(item.asked for item in run.documents if item.document_id == cell.document_id)
    recipe = next(item for item in run.recipes if item.key == cell.recipe_key)
    prompt, schema = asking.words(
        asking.Cell(document, recipe, run.seed, config, run.mode, asked, cell.repeat, cell.crop_key, cell.claim)
    )
    return trial_key(
        shas,
        prompt,
        schema=schema,
        model=config,
        mode=run.mode,
        repeat=cell.repeat,
        adapter_version=versions[cell.model_name],
    )


def seconds_per_trial(ws: Workspace, model_name: str) -> float | None:
    """Return how long a trial of a model took here so far, None when it was never asked."""
    return reply_table.mean_seconds(ws.store.read(), model_name)
