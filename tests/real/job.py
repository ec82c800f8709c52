"""The main job over real receipts, by services only: import, run, score, headline per data set and over all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fidelity_app.core.canonical import key_of
from fidelity_app.core.plans import RunRequest
from fidelity_app.services import library, models, reporting, running
from fidelity_app.services.importing import import_paths
from fidelity_app.services.jobs import Progress, no_progress
from fidelity_app.services.views import HeadlineRow, Measure, RunOutcome, RunProgress
from fidelity_app.services.workspace import Workspace
from fidelity_app.store.rows import DocumentFilter

OVERALL = "all"
SEED = 1
PICTURES: Mapping[str, str] = {
    "sroie": "img/*.jpg",
    "wildreceipt": "img/*.jpeg",
    "german": "*.jpg",
    "latvian": "img/*.jpg",
}
"""The data sets by the name of their format, and where their pictures are."""


@dataclass(frozen=True, slots=True)
class Scored:
    """One run: over one data set, or over all of them together."""

    name: str
    run_id: str
    outcome: RunOutcome
    headline: tuple[HeadlineRow, ...]


def pictures(data: Path, *, limit: int | None = None) -> dict[str, tuple[Path, ...]]:
    """Return the pictures of each data set that is there, the first `limit` by name."""
    found = {name: tuple(sorted((data / name).glob(pattern))[:limit]) for name, pattern in PICTURES.items()}
    return {name: paths for name, paths in found.items() if paths}


def import_all(ws: Workspace, chosen: Mapping[str, Sequence[Path]], *, progress: Progress = no_progress) -> list[str]:
    """Import what is not there yet, tagged with its data set; return a line for everything that was left out."""
    said: list[str] = []
    for name, paths in chosen.items():
        there = {row.name for row in _documents(ws, name, paths)}
        missing = [path for path in paths if path.stem not in there]
        if missing:
            report = import_paths(ws, missing, format=name, tags=(name,), progress=progress)
            said += [f"{left.path.name}: {left.reason}" for left in report.left_out]
            said += [f"{same.path.name}: has the pixels of {same.document_name}" for same in report.duplicates]
    return said


def run_all(
    ws: Workspace,
    chosen: Mapping[str, Sequence[Path]],
    *,
    recipes: Sequence[str],
    model_names: Sequence[str] = (),
    progress: Progress = no_progress,
) -> list[Scored]:
    """Run each data set, then all of them together (which asks nothing again); no models named means all there are.

    Done again it goes on where it was stopped.
    """
    asked = tuple(model_names) or tuple(row.config.name for row in models.models(ws))
    parts = {name: tuple(row.id for row in _documents(ws, name, paths)) for name, paths in chosen.items()}
    parts = {name: ids for name, ids in parts.items() if ids}
    if len(parts) > 1:
        parts[OVERALL] = tuple(document_id for ids in parts.values() for document_id in ids)
    return [
        _scored(ws, name, ids, recipes=recipes, model_names=asked, progress=progress) for name, ids in parts.items()
    ]


def _documents(ws: Workspace, name: str, paths: Sequence[Path]) -> list[library.DocumentRow]:
    wanted = {path.stem for path in paths}
    return [row for row in library.documents(ws, DocumentFilter(tag=name)) if row.name in wanted]


def _scored(
    ws: Workspace,
    name: str,
    document_ids: tuple[str, ...],
    *,
    recipes: Sequence[str],
    model_names: tuple[str, ...],
    progress: Progress,
) -> Scored:
    refs = tuple(running.recipe_ref(ws, recipe) for recipe in recipes)
    identity = key_of({"documents": document_ids, "recipes": [ref.key for ref in refs], "models": model_names})
    run_name = f"{name} {identity[:8]}"
    known = next((row.id for row in running.runs(ws) if row.name == run_name), None)
    if known is None:
        request = RunRequest(document_ids, refs, model_names, seed=SEED, name=run_name)
        known = running.start_run(ws, running.plan_run(ws, request))

    def show(now: RunProgress) -> None:
        progress(now.done, now.total, f"{name}: {now.text}")

    outcome = asyncio.run(running.execute_run(ws, known, progress=show))
    return Scored(name, known, outcome, tuple(reporting.headline(ws, known)))


def markdown(scored: Sequence[Scored]) -> str:
    """Return the headlines as one Markdown table: shares with their 95 % intervals drawn by document."""
    head = ("Data", "Recipe", "Model", "Documents", "Values", "Value fidelity", "Digit errors", "Silent errors")
    head = (*head, "Documents all right", "Failed")
    rows = [_cells(part.name, row) for part in scored for row in part.headline]
    rule = ["---"] * 3 + ["---:"] * (len(head) - 3)
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (head, rule, *rows))


def _cells(name: str, row: HeadlineRow) -> tuple[str, ...]:
    shares = (row.value_fidelity, row.digit_error_rate, row.silent_error_rate, row.strict_document_rate)
    counts = (str(row.documents), str(row.slots))
    return (name, row.recipe_label, row.model, *counts, *(percent(share) for share in shares), str(row.failures))


def percent(share: Measure) -> str:
    """Return a share with its interval, a dash when nothing was counted."""
    if share.value is None:
        return "–"
    between = "" if share.low is None or share.high is None else f" ({100 * share.low:.1f}–{100 * share.high:.1f})"
    return f"{100 * share.value:.1f} %{between}"
