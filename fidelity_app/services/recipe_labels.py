"""Recipes by their key: which of those that are known here a stored variant was made with."""

from __future__ import annotations

from fidelity_app.core.errors import UserError
from fidelity_app.core.recipes import SEVERITIES, Recipe
from fidelity_app.services.degrading import find_recipe, recipes, single_degradations
from fidelity_app.services.variants import exact
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import recipes as table


def known_recipes(ws: Workspace) -> dict[str, Recipe]:
    """Return the recipes that have a name here, each at every severity, and those of all runs, by their key."""
    found = dict(table.run_recipes(ws.store.read()))
    for recipe in (*single_degradations(), *recipes(ws)):
        for severity in (recipe.severity, *SEVERITIES):
            rung = recipe.at(severity) if recipe.steps else recipe
            try:
                found[exact(rung).key] = rung
            except UserError:
                # Saved by another version: it can be seen and made anew, but not carried out.
                continue
    return found


def recipe_key(ws: Workspace, text: str) -> str:
    """Return the key of the recipe that a name, `name:severity`, a file, or the beginning of a variant's recipe means.

    Raises UserError when it means none.
    """
    keys = {record.recipe_key for record in table.variants(ws.store.read())}
    begun = [key for key in keys if len(text) >= 8 and key.startswith(text)]
    return begun[0] if len(begun) == 1 else exact(find_recipe(ws, text)).key
