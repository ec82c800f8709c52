"""Changes of the recipes that a workspace keeps: whole before and after, so that each can be taken back exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fidelity_app.core.errors import Conflict, UserError
from fidelity_app.core.recipes import Recipe
from fidelity_app.services.degrading import recipes, savable, single_degradations
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import recipes as table


@dataclass(frozen=True, slots=True)
class SavedChange:
    """What is kept under one name, before and after; None is nothing."""

    name: str
    before: Recipe | None
    after: Recipe | None


def saved(ws: Workspace) -> dict[str, Recipe]:
    """Return the saved recipes by name."""
    return {recipe.name: recipe for recipe in table.saved(ws.store.read())}


def saving(ws: Workspace, recipe: Recipe) -> tuple[SavedChange, ...]:
    """Return the change that saves a recipe, in place of one of its name. Raises UserError for a name that is none."""
    exact = savable(recipe)
    return (SavedChange(exact.name, saved(ws).get(exact.name), exact),)


def bringing_in(ws: Workspace, recipe: Recipe) -> tuple[SavedChange, ...]:
    """Return the change that keeps a recipe from elsewhere: under a free name, and none when it is here already.

    A name is free when neither a saved recipe nor a preset has it. Raises UserError for a recipe that is none here.
    """
    name = recipe.name.removesuffix(".json")
    exact = savable(replace(recipe, name=name))
    known = {one.name: one for one in (*single_degradations(), *recipes(ws))}
    if name in known and known[name].key == exact.key:
        return ()
    number = 2
    while exact.name in known:
        exact, number = replace(exact, name=f"{name}-{number}"), number + 1
    return (SavedChange(exact.name, None, exact),)


def renaming(ws: Workspace, name: str, new_name: str) -> tuple[SavedChange, ...]:
    """Return the change that renames a saved recipe; runs keep the name that they were made with.

    Raises UserError when there is none of that name, or when another recipe has the new one.
    """
    recipe = _known(ws, name)
    if new_name == name:
        return ()
    savable(replace(recipe, name=new_name, steps=()))
    if new_name in {one.name for one in (*single_degradations(), *recipes(ws))}:
        raise UserError(f"there is a recipe {new_name!r} already; choose another name, or delete that one first")
    return SavedChange(name, recipe, None), SavedChange(new_name, None, replace(recipe, name=new_name))


def removing(ws: Workspace, name: str) -> tuple[SavedChange, ...]:
    """Return the change that forgets a saved recipe. Raises UserError when there is none of that name."""
    return (SavedChange(name, _known(ws, name), None),)


def inverse(changes: Sequence[SavedChange]) -> tuple[SavedChange, ...]:
    """Return what takes changes back."""
    return tuple(SavedChange(one.name, one.after, one.before) for one in reversed(changes))


def change_saved(ws: Workspace, changes: Sequence[SavedChange], *, wait_s: float = 0.5) -> None:
    """Make all changes, or none. Raises Conflict when what is kept is not what the change was made from.

    Raises ExternalError when another process holds the database longer than `wait_s`.
    """
    with ws.store.write(wait_s=wait_s) as tx:
        known = {recipe.name: recipe for recipe in table.saved(tx)}
        for change in changes:
            if known.get(change.name) != change.before:
                raise Conflict(f"the saved recipe {change.name!r} was changed elsewhere meanwhile; nothing was done")
            if change.after is None:
                table.remove(tx, change.name)
                known.pop(change.name, None)
            else:
                table.save(tx, change.after, at=ws.clock())
                known[change.name] = change.after


def _known(ws: Workspace, name: str) -> Recipe:
    found = saved(ws).get(name)
    if found is None:
        raise UserError(f"there is no saved recipe {name!r}; presets cannot be changed, save a copy instead")
    return found
