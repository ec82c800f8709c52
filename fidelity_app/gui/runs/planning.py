"""From what a person chose to a run request, its estimate, and the words for it. No widget here."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from fidelity_app.core.asks import Mode, ModelConfig
from fidelity_app.core.errors import UserError
from fidelity_app.core.plans import RunRequest
from fidelity_app.core.recipes import Recipe
from fidelity_app.services import degrading, library, models, running
from fidelity_app.services.models import why_not
from fidelity_app.services.views import Estimate
from fidelity_app.store.rows import DocumentFilter

if TYPE_CHECKING:
    from fidelity_app.services.workspace import Workspace

MODE_TITLES = (
    (Mode.EXTRACT, "Extract", "The model sees the whole document and is asked for every annotated value by its name."),
    (Mode.TRANSCRIBE, "Transcribe", "The model sees the whole document and writes down all that is printed."),
    (Mode.CROP, "Crop", "The model sees each annotated value cut out by itself, one question per value."),
    (
        Mode.VERIFY,
        "Verify",
        "The model is told a value and asked if it is printed: each value once as it is and once with one fault.",
    ),
)
assert {mode for mode, _, _ in MODE_TITLES} == set(Mode)


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model that a run may ask; `missing` says what keeps it from running here, None when nothing does."""

    name: str
    detail: str
    missing: str | None


@dataclass(frozen=True, slots=True)
class PlanChoices:
    """What there is to choose from."""

    models: tuple[ModelChoice, ...]
    recipes: tuple[Recipe, ...]
    tags: tuple[str, ...]
    documents: int


@dataclass(frozen=True, slots=True)
class PlanDraft:
    """What is chosen so far. `recipes` are names with their severity 0..5."""

    text: str = ""
    tag: str = ""
    models: tuple[str, ...] = ()
    recipes: tuple[tuple[str, float], ...] = ()
    mode: Mode = Mode.EXTRACT
    repeats: int = 1
    seed: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Planned:
    """A draft thought through: its documents counted, and its estimate or what is missing."""

    documents: int
    estimate: Estimate | None
    problem: str = ""


def choices(ws: Workspace) -> PlanChoices:
    """Return what a run may be made of. May start a program or read files: call it in a job."""
    offered = [_choice(ws, row.config) for row in models.models(ws)]
    return PlanChoices(
        models=tuple(offered),
        recipes=tuple(degrading.recipes(ws)),
        tags=tuple(library.facets(ws).get("tag", ())),
        documents=library.count(ws),
    )


def _choice(ws: Workspace, config: ModelConfig) -> ModelChoice:
    titles = {name: title for name, title, _ in models.adapters()}
    detail = config.model_id or titles.get(config.adapter, config.adapter)
    return ModelChoice(config.name, detail, why_not(ws, config))


def request_of(ws: Workspace, draft: PlanDraft) -> RunRequest:
    """Return the request that a draft means now. Raises UserError that says what is not chosen yet."""
    wanted = DocumentFilter(text=draft.text, tag=draft.tag)
    return RunRequest(
        document_ids=tuple(row.id for row in library.documents(ws, wanted)),
        recipes=tuple(running.recipe_ref(ws, _recipe_words(ws, name, severity)) for name, severity in draft.recipes),
        model_names=draft.models,
        mode=draft.mode,
        repeats=draft.repeats,
        seed=draft.seed,
        name=draft.name,
    )


def _recipe_words(ws: Workspace, name: str, severity: float) -> str:
    recipe = degrading.find_recipe(ws, name)
    return f"{name}:{severity:g}" if recipe.steps else name


def think_through(ws: Workspace, draft: PlanDraft) -> Planned:
    """Count a draft's documents and estimate it; what is missing comes back as words, not as an error."""
    documents = library.count(ws, DocumentFilter(text=draft.text, tag=draft.tag))
    problem = _missing_words(draft, documents)
    if problem:
        return Planned(documents, None, problem)
    try:
        return Planned(documents, running.plan_run(ws, request_of(ws, draft)).estimate)
    except UserError as error:
        return Planned(documents, None, str(error))


def _missing_words(draft: PlanDraft, documents: int) -> str:
    if not documents:
        return "No document matches; change the filter above."
    if not draft.models:
        return "Choose at least one model."
    if not draft.recipes:
        return "Choose at least one recipe; “clean” asks about the documents as they are."
    return ""


def estimate_words(estimate: Estimate) -> tuple[str, str]:
    """Return the trials of an estimate in bold words, and what they take in plain ones. Unknown is said, never 0."""
    trials = f"{count_words(estimate.trials, 'trial')} · {estimate.asks:,} to ask"
    reused = f"{estimate.reusable:,} answered here before" if estimate.reusable else "none answered here before"
    return trials, f"{reused} · {fee_words(estimate.fee_usd)} · {time_words(estimate.seconds)}"


def fee_words(fee_usd: Decimal | None) -> str:
    """Return a fee in words."""
    if fee_usd is None:
        return "cost unknown"
    return f"{fee_usd:f} USD" if fee_usd else "no fee"


def time_words(seconds: float | None) -> str:
    """Return a duration in words that promise no more than an estimate can."""
    if seconds is None:
        return "time unknown"
    if seconds < 1:
        return "less than a second"
    for limit, unit_s, unit in ((90, 1, "s"), (90 * 60, 60, "min")):
        if seconds < limit:
            return f"about {seconds / unit_s:.0f} {unit}"
    return f"about {seconds / 3600:.1f} h"


def count_words(number: int, noun: str) -> str:
    """Return `1 trial` or `2 trials`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
