"""Recipes by their key: which of those that are known here a stored variant was made with."""

from __future__ import annotations

from fidelity_app.core.recipes import SEVERITIES, Recipe
from fidelity_app.services.degrading import find_recipe, recipes, single_degradations
from fidelity_app.services.variants import pinned_key
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import recipes as table

LEAST_OF_KEY = 8


def known_recipes(ws: Workspace) -> dict[str, Recipe]:
    """Return the recipes that have a name here, each at every severity, and those of all runs, by their key."""
    return {**table.run_recipes(ws.store.read()), **_recipes_today(ws)}


def labels(ws: Workspace) -> dict[str, str]:
    """Return what known recipes are called, by key; a run may have asked with an earlier version of one."""
    today = {key: recipe.label for key, recipe in _recipes_today(ws).items()}
    of_runs = {key: recipe.label for key, recipe in table.run_recipes(ws.store.read()).items()}
    names = set(today.values())
    earlier = {key: f"{label}, earlier version" if label in names else label for key, label in of_runs.items()}
    return {**earlier, **today}


def recipe_key(ws: Workspace, text: str) -> str:
    """Return the key of the recipe that a name, `name:severity`, a file, or a key's first 8 or more characters mean.

    Raises UserError when they mean none.
    """
    keys = {record.recipe_key for record in table.variants(ws.store.read())}
    begun = [key for key in keys if len(text) >= LEAST_OF_KEY and key.startswith(text)]
    return begun[0] if len(begun) == 1 else pinned_key(find_recipe(ws, text))


def _recipes_today(ws: Workspace) -> dict[str, Recipe]:
    found: dict[str, Recipe] = {}
    for recipe in (*single_degradations(), *recipes(ws)):
        for severity in (*SEVERITIES, recipe.severity):
            level = recipe.at(severity) if recipe.steps else recipe
            found[pinned_key(level)] = level
    return found
