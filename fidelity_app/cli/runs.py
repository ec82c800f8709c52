"""`fidelity run`, `resume`, `runs`: asking models, losing nothing."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from fidelity_app.cli.documents import WorkspaceArgument
from fidelity_app.cli.exits import Exit
from fidelity_app.cli.output import Heading, JsonOption, print_json, print_rows, say
from fidelity_app.cli.progress import live_progress
from fidelity_app.core.asks import Mode
from fidelity_app.core.errors import UserError

if TYPE_CHECKING:
    from fidelity_app.core.plans import RunRequest
    from fidelity_app.services.jobs import Progress
    from fidelity_app.services.views import Estimate, RunOutcome
    from fidelity_app.services.workspace import Workspace


def run(
    path: Path = WorkspaceArgument,
    model: list[str] = typer.Option(..., "--model", help="A model to ask; may be given several times."),
    recipe: list[str] = typer.Option(["clean"], "--recipe", metavar="NAME[:SEVERITY]|FILE.json"),
    repeats: int = typer.Option(1, "--repeats", min=1, help="How often each question is asked."),
    documents: str = typer.Option("", "--documents", help="Only documents whose name, tag or text holds this."),
    mode: Mode = typer.Option(Mode.EXTRACT, "--mode", help="How models are asked."),
    seed: int = typer.Option(0, "--seed", min=-(2**63), max=2**63 - 1, help="The seed of the degradations."),
    name: str = typer.Option("", "--name", help="What the run is called."),
    dry_run: bool = typer.Option(False, "--dry-run", help="Say what it would take, and ask nothing."),
    as_json: bool = JsonOption,
) -> int:
    """Ask models about documents under recipes; every reply is stored, then scored."""
    from fidelity_app.services import running
    from fidelity_app.services.workspace import open_workspace

    with open_workspace(path) as ws:
        request = _request(ws, documents, recipe, model, mode=mode, repeats=repeats, seed=seed, name=name)
        plan = running.plan_run(ws, request)
        estimate = plan.estimate
        if dry_run:
            _say_estimate(estimate, as_json=as_json)
            return Exit.DONE
        return _execute(ws, running.start_run(ws, plan), as_json=as_json)


def resume(
    path: Path = WorkspaceArgument,
    run_name: str = typer.Argument(..., metavar="RUN", help="The run's name or id."),
    as_json: bool = JsonOption,
) -> int:
    """Go on with a run that was stopped or killed; nothing answered is asked again."""
    from fidelity_app.services import running
    from fidelity_app.services.workspace import open_workspace

    with open_workspace(path) as ws:
        return _execute(ws, running.find_run(ws, run_name).id, as_json=as_json)


def runs(path: Path = WorkspaceArgument, as_json: bool = JsonOption) -> None:
    """List the runs of a workspace."""
    from fidelity_app.services import running
    from fidelity_app.services.workspace import open_workspace

    with open_workspace(path) as ws:
        rows = [
            {
                "id": row.id,
                "name": row.name,
                "state": row.state.value,
                "mode": row.mode.value,
                "models": list(row.models),
                "recipes": [recipe.label for recipe in row.recipes],
                "documents": row.documents,
                "trials": row.trials,
                "answered": row.answered,
                "reused": row.reused,
                "failed": row.failed,
                "open": row.open,
            }
            for row in running.runs(ws)
        ]
    numbers = ("documents", "trials", "answered", "failed", "open")
    headings = [Heading("Run", "name"), Heading("State", "state"), Heading("Models", "models")]
    headings += [Heading("Recipes", "recipes"), *(Heading(one.capitalize(), one, number=True) for one in numbers)]
    print_rows(rows, headings, as_json=as_json, empty=f"No runs. Next: fidelity run {path} --model rapidocr")


def _request(ws: Workspace, documents: str, recipes: list[str], models: list[str], **rest: Any) -> RunRequest:
    from fidelity_app.core.plans import RunRequest
    from fidelity_app.services import library, running
    from fidelity_app.store.rows import DocumentFilter

    found = library.documents(ws, DocumentFilter(text=documents))
    if not found:
        wanted = f" that match {documents!r}" if documents else ""
        raise UserError(f"{ws.path} has no documents{wanted}; see them with: fidelity documents {ws.path}")
    return RunRequest(
        document_ids=tuple(row.id for row in found),
        recipes=tuple(running.recipe_ref(ws, name) for name in recipes),
        model_names=tuple(models),
        **rest,
    )


def _execute(ws: Workspace, run_id: str, *, as_json: bool) -> int:
    from fidelity_app.cli.claims import claims_json, print_claims
    from fidelity_app.cli.report import headline_json, print_headline
    from fidelity_app.services import measuring, reporting

    with live_progress(quiet=as_json) as progress:
        outcome = asyncio.run(_until_done(ws, run_id, progress))
    rows = reporting.headline(ws, run_id)
    if as_json:
        claims = claims_json(ws, run_id)
        print_json({**_outcome_json(outcome), "headline": [headline_json(row) for row in rows], **claims})
    else:
        if not print_claims(ws, run_id):
            print_headline(rows, as_json=False)
        _say_outcome(outcome, ws.path)
        for failure in measuring.failures(ws, run_id):
            say(f"failed: {failure.model} on {failure.recipe}, {failure.trials} x {failure.outcome}: {failure.reason}")
    # Failures are rows, not an error; but when no trial at all was answered, the outside world failed.
    return Exit.OUTSIDE if outcome.failed and not outcome.answered else Exit.DONE


async def _until_done(ws: Workspace, run_id: str, progress: Progress) -> RunOutcome:
    """Execute a run; the first Ctrl+C starts nothing new, the second aborts what is under way."""
    from fidelity_app.services import running
    from fidelity_app.services.executing import RunControl

    control = RunControl()

    def interrupted() -> None:
        if control.stopping:
            control.abort()
        else:
            control.stop()

    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGINT, interrupted)
    try:
        return await running.execute_run(
            ws, run_id, control=control, progress=lambda now: progress(now.done, now.total, now.text)
        )
    finally:
        loop.remove_signal_handler(signal.SIGINT)


def _outcome_json(outcome: RunOutcome) -> dict[str, Any]:
    return {
        "run": outcome.run_id,
        "answered": outcome.answered,
        "reused": outcome.reused,
        "failed": outcome.failed,
        "open": outcome.open,
        "stopped": outcome.stopped,
        "drifted_pictures": outcome.drifted,
    }


def _say_outcome(outcome: RunOutcome, path: Path) -> None:
    from fidelity_app.services.drifting import sent_words

    say("")
    say(f"{outcome.answered} trials answered ({outcome.reused} from stored replies), {outcome.failed} failed")
    if outcome.drifted:
        say(f"note: {sent_words(outcome.drifted)}")
    if outcome.open:
        say(f"{outcome.open} still open; go on with: fidelity resume {path} {outcome.run_id}")


def _say_estimate(estimate: Estimate, *, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "trials": estimate.trials,
                "asks": estimate.asks,
                "reusable": estimate.reusable,
                "fee_usd": None if estimate.fee_usd is None else str(estimate.fee_usd),
                "seconds": estimate.seconds,
                "notes": list(estimate.notes),
            }
        )
        return
    fee = "unknown" if estimate.fee_usd is None else f"{estimate.fee_usd} USD"
    seconds = "unknown" if estimate.seconds is None else f"about {estimate.seconds:.0f} s"
    say(f"{estimate.trials} trials ({estimate.reusable} answered already), {estimate.asks} requests")
    say(f"fee {fee}, time {seconds}")
    for note in estimate.notes:
        say(f"note: {note}")
