"""`fidelity recipes [WS] ...`: what can be done to a picture, and how a recipe gets from one workspace to another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from fidelity_app.cli.groups import ListingGroup
from fidelity_app.cli.output import Heading, JsonOption, print_json, print_rows, say
from fidelity_app.core.errors import UserError

if TYPE_CHECKING:
    from fidelity_app.core.recipes import Recipe
    from fidelity_app.services.workspace import Workspace

group = typer.Typer(
    cls=ListingGroup,
    help="List the recipes, and bring them from one workspace to another as files.",
    rich_markup_mode=None,
)

NameArgument = typer.Argument(..., metavar="NAME[:SEVERITY]", help="The recipe.")


@group.callback()
def _workspace(
    context: typer.Context,
    path: str = typer.Argument("", metavar="WS", help="A workspace, for its own recipes too.", show_default=False),
) -> None:
    context.obj = Path(path) if path else None


@contextmanager
def _opened(path: Path | None) -> Iterator[Workspace | None]:
    from fidelity_app.services.workspace import open_workspace

    if path is None:
        yield None
        return
    with open_workspace(path) as ws:
        yield ws


@group.command("list")
def list_(context: typer.Context, as_json: bool = JsonOption) -> None:
    """List the recipes: presets named after situations, those saved here, and every single degradation."""
    from fidelity_app.services import degrading

    with _opened(context.obj) as ws:
        named = degrading.recipes(ws)
    names = {recipe.name for recipe in named}
    found = [*named, *(recipe for recipe in degrading.single_degradations() if recipe.name not in names)]
    headings = [Heading("Recipe", "name"), Heading("What it is", "title"), Heading("Steps", "steps")]
    print_rows([_row(recipe) for recipe in found], headings, as_json=as_json, empty="No recipes.")


def _row(recipe: Recipe) -> dict[str, Any]:
    return {
        "name": recipe.name,
        "title": recipe.title,
        "severity": recipe.severity,
        "steps": [step.op for step in recipe.steps],
        "key": recipe.key,
    }


@group.command("export")
def export(
    context: typer.Context,
    name: str = NameArgument,
    file: Path = typer.Argument(..., metavar="FILE.json", help="The file to write."),
    force: bool = typer.Option(False, "--force", help="Replace a file that is there."),
    as_json: bool = JsonOption,
) -> None:
    """Write a recipe into a file, with the versions of its operations, so that it makes the same pixels elsewhere."""
    from fidelity_app.services import degrading

    if file.is_file() and not force:
        raise UserError(f"{file}: there is a file already; name another, or say --force to replace it")
    with _opened(context.obj) as ws:
        recipe = degrading.find_recipe(ws, name)
    degrading.export_recipe(recipe, file)
    if as_json:
        print_json({"file": str(file), **_row(recipe)})
    else:
        say(f"{file}: {recipe.label}")


@group.command("import")
def import_(
    context: typer.Context,
    file: Path = typer.Argument(..., metavar="FILE.json", help="A recipe's file."),
    name: str = typer.Option("", "--name", help="Save it under this name instead of its own."),
    as_json: bool = JsonOption,
) -> None:
    """Save the recipe of a file in the workspace; refused when its name means another recipe there."""
    from fidelity_app.services import degrading
    from fidelity_app.services.workspace import open_workspace

    with open_workspace(_needed(context, f"import {file}")) as ws:
        recipe = degrading.import_recipe(ws, file, name=name)
    if as_json:
        print_json(_row(recipe))
    else:
        say(f"recipe {recipe.name} is here; ask with it: fidelity run {context.obj} --recipe {recipe.name}")


@group.command("remove")
def remove(context: typer.Context, name: str = typer.Argument(..., metavar="NAME", help="A saved recipe.")) -> None:
    """Forget a saved recipe; runs keep their own copy, and its variants stay."""
    from fidelity_app.services import degrading
    from fidelity_app.services.workspace import open_workspace

    with open_workspace(_needed(context, f"remove {name}")) as ws:
        degrading.remove_recipe(ws, name)
    say(f"recipe {name} removed; its runs and variants stay")


def _needed(context: typer.Context, rest: str) -> Path:
    if context.obj is None:
        raise UserError(f"say in which workspace: fidelity recipes WS {rest}")
    return Path(context.obj)
