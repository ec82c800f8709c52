"""`fidelity recipes` and `degrade`: pictures made worse, in graded and reproducible ways."""

from __future__ import annotations

from pathlib import Path

import typer

from fidelity_app.cli.output import Heading, JsonOption, print_json, print_rows, say


def recipes(
    path: Path | None = typer.Argument(None, metavar="[WS]", help="A workspace, to list its own recipes too."),
    as_json: bool = JsonOption,
) -> None:
    """List the recipes: presets named after situations, and every single degradation."""
    from fidelity_app.services import degrading
    from fidelity_app.services.workspace import open_workspace

    if path is None:
        found = degrading.builtin_recipes()
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

    made = degrading.degrade_file(image, recipe, seed=seed, output=output)
    if as_json:
        print_json(
            {
                "output": str(output),
                "recipe": made.recipe.as_json(),
                "seed": seed,
                "sha256": made.sha,
                "pixels_sha256": made.pixel_sha,
                "notes": list(made.notes),
            }
        )
        return
    for note in made.notes:
        say(f"note: {note}")
    say(f"{output}: {made.recipe.label}, seed {seed}, sha256 {made.sha[:16]}")
