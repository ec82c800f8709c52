"""The demonstration: the main job on the shipped samples, with the models that come with the installation."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from fidelity_app.core.asks import Mode
from fidelity_app.core.errors import UserError
from fidelity_app.core.plans import RunRequest
from fidelity_app.services import degrading, library, models, reporting, running
from fidelity_app.services.importing import import_paths
from fidelity_app.services.jobs import CancelToken, Progress, no_progress
from fidelity_app.services.views import DemoReport, RunOutcome, RunProgress
from fidelity_app.services.workspace import Workspace, create_workspace, is_workspace, open_workspace
from fidelity_app.settings.paths import samples_dir
from fidelity_app.store.rows import DocumentFilter, DocumentRow

RUN_NAME = "demo"
SEED = 1
TAG = "sample"
DOCUMENTS = ("noodle-bar-sg", "kiosk-de", "konbini-jp", "petrol-my", "baeckerei-de")
RECIPES = ("clean", "phone-in-a-hurry:2", "faded-thermal:3", "too-far-away:4")
"""A telling selection: five print styles, three situations from mild to hard, done in three minutes on two cores."""


def run_demo(
    folder: Path,
    *,
    everything: bool = False,
    progress: Progress = no_progress,
    cancel: CancelToken | None = None,
) -> DemoReport:
    """Make (or reopen) a workspace of the samples, ask, score, and write report.csv, measures.csv and report.html.

    Done twice, the second asks nothing again. `everything` takes all samples and all presets. Raises UserError when no
    model of the installation can be asked here.
    """
    with open_workspace(folder) if is_workspace(folder) else create_workspace(folder) as ws:
        import_paths(ws, [samples_dir()], progress=progress, cancel=cancel)
        chosen = _documents(ws, everything=everything)
        outcome = _asked(ws, _request(ws, chosen, everything=everything), progress=progress, cancel=cancel)
        csv, html = folder / "report.csv", folder / "report.html"
        reporting.export_csv(ws, outcome.run_id, csv)
        measures = reporting.run_measures(ws, outcome.run_id)
        reporting.export_measures_csv(ws, outcome.run_id, reporting.measures_path(csv), measures=measures)
        reporting.export_html(ws, outcome.run_id, html, measures=measures)
        return DemoReport(
            workspace=folder,
            run_id=outcome.run_id,
            csv=csv,
            html=html,
            headline=tuple(reporting.headline(ws, outcome.run_id)),
            imported=chosen,
            outcome=outcome,
            mode=Mode.EXTRACT,
        )


def _documents(ws: Workspace, *, everything: bool) -> tuple[DocumentRow, ...]:
    """Return the samples that are asked about, by name."""
    rows = library.documents(ws, DocumentFilter(tag=TAG))
    return tuple(row for row in rows if everything or row.name in DOCUMENTS)


def _request(ws: Workspace, documents: Sequence[DocumentRow], *, everything: bool) -> RunRequest:
    recipes = [recipe.name for recipe in degrading.recipes()] if everything else RECIPES
    known = {row.config.name for row in models.models(ws)}
    names = tuple(config.name for config in models.EMBEDDED if config.name in known and models.missing(config) is None)
    if not names:
        raise UserError("no model of this installation can be asked (RapidOCR's files are missing); install it again")
    return RunRequest(
        document_ids=tuple(row.id for row in documents),
        recipes=tuple(running.recipe_ref(ws, name) for name in recipes),
        model_names=names,
        mode=Mode.EXTRACT,
        seed=SEED,
        name=RUN_NAME,
    )


def _asked(ws: Workspace, request: RunRequest, *, progress: Progress, cancel: CancelToken | None) -> RunOutcome:
    """Execute the run of an earlier demonstration if it asks the same, else a new one."""
    plan = running.plan_run(ws, request)
    run_id = running.same_run(ws, plan) or running.start_run(ws, plan)
    control = running.RunControl()

    def show(now: RunProgress) -> None:
        if cancel is not None and cancel.cancelled:
            control.stop()
        progress(now.done, now.total, now.text)

    return asyncio.run(running.execute_run(ws, run_id, control=control, progress=show))
