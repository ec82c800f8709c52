"""`fidelity recipes` and `degrade`: pictures made worse, in graded and reproducible ways."""

from __future__ import annotations

from pathlib import Path

import typer

from fidelity_app.cli.output import Heading, JsonOption, print_json, print_rows, say
from fidelity_app.core.canonical import sha256_hex


def recipes(
    path: Path | None = typer.Argument(None, metavar="[WS]", help="A workspace, to list its own recipes too."),
    as_json: bool = JsonOption,
) -> None:
    """List the recipes: presets named after situations, and every single degradation."""
    from fidelity_app.services import degrading
    from fidelity_app.services.workspace import open_workspace

    if path is None:
        found = degrading.recipes()
    else:
        with open_workspace(path) as ws:
            found = degrading.recipes(ws)
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


def degrade(
    image: Path = typer.Argument(..., metavar="IMAGE", help="A picture or PDF; its first page is taken."),
    recipe: str = typer.Option(..., "--recipe", metavar="NAME[:SEVERITY]|FILE.json", help="What to do to it."),
    output: Path = typer.Option(..., "-o", "--output", help="The PNG to write."),
    seed: int = typer.Option(0, "--seed", help="The same seed gives the same bytes."),
    as_json: bool = JsonOption,
) -> None:
    """Degrade one picture into a PNG file."""
    from fidelity_app.services import degrading

    chosen = degrading.find_recipe(None, recipe)
    degrading.degrade_file(image, chosen, output, seed=seed)
    sha = sha256_hex(output.read_bytes())
    if as_json:
        print_json({"output": str(output), "recipe": chosen.as_json(), "seed": seed, "sha256": sha})
    else:
        say(f"{output}: {chosen.label}, seed {seed}, sha256 {sha[:16]}")
