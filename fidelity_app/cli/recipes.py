"""`fidelity recipes`: what can be done to a picture."""

from __future__ import annotations

from pathlib import Path

import typer

from fidelity_app.cli.output import Heading, JsonOption, print_rows


def recipes(
    path: Path | None = typer.Argument(None, metavar="[WS]", help="A workspace, to list its own recipes too."),
    as_json: bool = JsonOption,
) -> None:
    """List the recipes: presets named after situations, and every single degradation."""
    from fidelity_app.services import degrading
    from fidelity_app.services.workspace import open_workspace

    if path is None:
        named = degrading.recipes()
    else:
        with open_workspace(path) as ws:
            named = degrading.recipes(ws)
    names = {recipe.name for recipe in named}
    found = [*named, *(recipe for recipe in degrading.single_degradations() if recipe.name not in names)]
    rows = [
        {
            "name": recipe.name,
            "title": recipe.title,
            "severity": recipe.severity,
            "steps": [step.op for step in recipe.steps],
            "key": recipe.key,
        }
        for recipe in found
    ]
    headings = [Heading("Recipe", "name"), Heading("What it is", "title"), Heading("Steps", "steps")]
    print_rows(rows, headings, as_json=as_json, empty="No recipes.")
