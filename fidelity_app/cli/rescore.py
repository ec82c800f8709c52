"""`fidelity rescore`: verdicts made again from stored replies, and which of them changed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from fidelity_app.cli.documents import WorkspaceArgument
from fidelity_app.cli.output import Heading, JsonOption, print_json, print_rows, say
from fidelity_app.cli.progress import live_progress

if TYPE_CHECKING:
    from fidelity_app.services.rescoring import Judged, Rescored, VerdictChange

_HEADINGS = (
    Heading("Document", "document"),
    Heading("Field", "field"),
    Heading("Recipe", "recipe"),
    Heading("Model", "model"),
    Heading("Printed", "truth"),
    Heading("Read", "text"),
    Heading("Before", "before"),
    Heading("Now", "after"),
    Heading("Because of", "cause"),
    Heading("Decided", "decision"),
)


def rescore(
    path: Path = WorkspaceArgument,
    run: str | None = typer.Argument(None, metavar="[RUN]", help="The run's name or id; all runs when left out."),
    as_json: bool = JsonOption,
) -> None:
    """Judge stored replies anew and list the verdicts that changed; nobody is asked, decisions are kept."""
    from fidelity_app.services import rescoring, running
    from fidelity_app.services.workspace import open_workspace

    with open_workspace(path) as ws, live_progress(quiet=as_json) as progress:
        ids = rescoring.rescorable(ws) if run is None else (running.find_run(ws, run).id,)
        done = [rescoring.rescore_run(ws, run_id, progress=progress) for run_id in ids]
    if as_json:
        print_json({"runs": [_rescored_json(one) for one in done]})
        return
    if not done:
        say(f"No runs to score. Next: fidelity run {path} --model rapidocr")
    for one in done:
        _show(one)


def _show(one: Rescored) -> None:
    versions = f"scorer {one.from_version or 'none'} -> {one.to_version}"
    say(f"{one.run_name or one.run_id}: {versions}, {_counted(one.readings, 'reading')}, {_told(one)}")
    if one.orphaned:
        say(f"{_counted(one.orphaned, 'decision')} stood on readings that are no more; they stay on record")
    if one.changes:
        print_rows(_rows(one.changes), _HEADINGS, as_json=False, empty="")
        say("")


def _told(one: Rescored) -> str:
    changed = _counted(len(one.changes), "verdict") if one.changes else "no verdict"
    return f"{changed} changed, {_counted(one.decisions, 'decision')} kept"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _rows(changes: Iterable[VerdictChange]) -> list[dict[str, Any]]:
    return [
        {
            "document": change.document_name,
            "field": change.key,
            "recipe": change.recipe_label,
            "model": change.model if not change.repeat else f"{change.model} (repeat {change.repeat + 1})",
            "truth": change.truth_text,
            "text": _text(change),
            "before": _words(change.before),
            "after": _words(change.after),
            "cause": change.cause.value,
            "decision": change.decision or None,
        }
        for change in changes
    ]


def _text(change: VerdictChange) -> str | None:
    shown = change.after or change.before
    return None if shown is None else shown.text


def _words(judged: Judged | None) -> str | None:
    if judged is None:
        return None
    if judged.verdict is None:
        return f"failed: {judged.outcome.value}"
    verdict = judged.verdict.value
    return verdict if judged.label == verdict else f"{verdict}: {judged.label}"


def _rescored_json(one: Rescored) -> dict[str, Any]:
    return {
        "run": one.run_id,
        "name": one.run_name,
        "from_version": one.from_version or None,
        "to_version": one.to_version,
        "readings": one.readings,
        "decisions": one.decisions,
        "orphaned_decisions": one.orphaned,
        "changes": [_change_json(change) for change in one.changes],
    }


def _change_json(change: VerdictChange) -> dict[str, Any]:
    return {
        "document": change.document_name,
        "document_id": change.document_id,
        "field": change.key,
        "recipe": change.recipe_label,
        "model": change.model,
        "repeat": change.repeat,
        "truth": change.truth_text,
        "before": _judged_json(change.before),
        "after": _judged_json(change.after),
        "cause": change.cause.value,
        "decision": change.decision or None,
    }


def _judged_json(judged: Judged | None) -> dict[str, Any] | None:
    if judged is None:
        return None
    return {
        "text": judged.text,
        "verdict": None if judged.verdict is None else judged.verdict.value,
        "label": judged.label,
        "errors": list(judged.errors),
        "outcome": judged.outcome.value,
    }
