"""`fidelity demo`: the main job on the shipped samples, with the models that need no key and no network."""

from __future__ import annotations

from pathlib import Path

import typer

from fidelity_app.cli.output import JsonOption, print_json, say
from fidelity_app.cli.progress import live_progress
from fidelity_app.cli.report import headline_json, print_headline


def demo(
    path: Path = typer.Argument(..., metavar="DIR", help="The folder to make, or one made by an earlier demo."),
    everything: bool = typer.Option(False, "--all", help="All samples and all presets; takes much longer."),
    as_json: bool = JsonOption,
) -> None:
    """Import the samples, degrade them, ask the local models, score, and write report.csv and report.html."""
    from fidelity_app.services.demo import run_demo

    with live_progress(quiet=as_json) as progress:
        made = run_demo(path, everything=everything, progress=progress)
    outcome = made.outcome
    if as_json:
        print_json(
            {
                "workspace": str(made.workspace),
                "run": made.run_id,
                "asked": outcome.answered - outcome.reused,
                "reused": outcome.reused,
                "failed": outcome.failed,
                "csv": str(made.csv),
                "html": str(made.html),
                "headline": [headline_json(row) for row in made.headline],
            }
        )
        return
    print_headline(made.headline, as_json=False)
    say("")
    asked = outcome.answered - outcome.reused
    say(f"{asked} trials asked now, {outcome.reused} answered before, {outcome.failed} failed")
    say(f"every reading   {made.csv}")
    say(f"the report      {made.html}")
    say(f"look at it      fidelity-app --page compare {made.workspace}")
