"""Degrading: which recipes there are, their files, and what a recipe does to a picture while it is being tried out."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from fidelity_app.core.canonical import canonical_json
from fidelity_app.core.errors import Conflict, ExternalError, UserError
from fidelity_app.core.recipes import CLEAN, SEVERITIES, UNPINNED, Recipe, recipe_from_json
from fidelity_app.services.previewing import proxy_of, rough
from fidelity_app.services.variants import Stored as Stored
from fidelity_app.services.variants import exact
from fidelity_app.services.variants import known_variant as known_variant
from fidelity_app.services.variants import page_map as page_map
from fidelity_app.services.variants import stored_variant as stored_variant
from fidelity_app.services.variants import variant as variant
from fidelity_app.services.variants import variant_key as variant_key
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import recipes as table

LONGEST_NAME = 120
_SEVERITY = re.compile(r"[0-9]+(\.[0-9]+)?")


def recipes(ws: Workspace | None = None) -> list[Recipe]:
    """Return the recipes there are: clean, the presets, and those saved in the workspace (which come first by name)."""
    from fidelity_app.imaging.presets import PRESETS

    found = {recipe.name: recipe for recipe in (CLEAN, *PRESETS)}
    if ws is not None:
        found.update((recipe.name, recipe) for recipe in table.saved(ws.store.read()))
    return list(found.values())


def single_degradations() -> list[Recipe]:
    """Return a recipe for each degradation by itself; where a preset has the same name, a name means the preset."""
    from fidelity_app.imaging.presets import SINGLE

    return list(SINGLE.values())


def savable(recipe: Recipe) -> Recipe:
    """Return a recipe as it is saved: pinned. Raises UserError for a name that could not be asked for."""
    name = recipe.name
    if name != name.strip() or not name or not name.isprintable() or re.search(r"[:/\\]", name):
        raise UserError(f"{name!r} is no name for a recipe: it needs letters, without a colon or a slash")
    if name.endswith(".json") or len(name) > LONGEST_NAME:
        raise UserError(f"{name[:80]!r} is no name for a recipe: it would mean a file, or is too long to be read")
    return exact(recipe)


def save_recipe(ws: Workspace, recipe: Recipe) -> None:
    """Save a recipe, in place of one of the same name. Raises UserError for a name that could not be asked for."""
    saved = savable(recipe)
    with ws.store.write() as tx:
        table.save(tx, saved, at=ws.clock())


def remove_recipe(ws: Workspace, name: str) -> None:
    """Forget a saved recipe; runs keep their own copy. Raises UserError when there is none of that name."""
    with ws.store.write() as tx:
        if not table.remove(tx, name):
            raise UserError(f"there is no saved recipe {name!r}; presets cannot be removed")


def find_recipe(ws: Workspace | None, text: str) -> Recipe:
    """Return the recipe that `name`, `name:severity` (0..5) or a file `*.json` means.

    Raises UserError that lists the names there are, or says what is wrong with the file.
    """
    if text.endswith(".json"):
        return recipe_file(Path(text))
    known = {recipe.name: recipe for recipe in (*single_degradations(), *recipes(ws))}
    name, colon, number = text.partition(":")
    if name not in known:
        close = difflib.get_close_matches(name, known, n=1)
        meant = f"did you mean {close[0]!r}? There" if close else "there"
        raise UserError(f"there is no recipe {name!r}; {meant} are: {', '.join(known)}, or name a file *.json")
    recipe = known[name]
    if not colon:
        return recipe
    if not _SEVERITY.fullmatch(number) or float(number) > max(SEVERITIES):
        raise UserError(f"{text}: a severity is a number from 0 to 5, for example {name}:2")
    return recipe.at(float(number)) if recipe.steps else recipe


def recipe_file(path: Path) -> Recipe:
    """Return the recipe of a file. Raises UserError naming the file and what is wrong with it."""
    if path.is_dir():
        raise UserError(f"{path}: this is a folder; name a recipe file")
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise UserError(f"{path}: there is no such recipe file") from None
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: a recipe file is UTF-8 text ({error.reason} at byte {error.start})") from error
    except OSError as error:
        raise ExternalError(f"{path}: {error.strerror or error}") from error
    recipe = exact(recipe_from_json(text, source=str(path)))
    # A nameless one is called like its file, but without the ending that would make the name mean the file.
    return replace(recipe, name=path.stem) if recipe.name == str(path) else recipe


def export_recipe(recipe: Recipe, path: Path) -> None:
    """Write a recipe as canonical JSON with the version of every operation, so that it makes the same pixels elsewhere.

    An older file of that name is replaced as a whole. Raises UserError for a name that is no recipe file's or a folder,
    ExternalError when the disk refuses; then the old file is untouched.
    """
    from fidelity_app.reports.atomic import replaced

    if path.suffix != ".json" or path.is_dir():
        raise UserError(f"{path}: name a file that ends with .json, so that it can be asked for as a recipe")
    text = canonical_json(exact(recipe).as_json())
    with replaced(path, encoding="utf-8") as stream:
        stream.write(f"{text}\n")


def import_recipe(ws: Workspace, path: Path, *, name: str = "") -> Recipe:
    """Save the recipe of a file in the workspace, under its own name or another, and return it as it is asked for.

    One that is here already, or is a severity of one that is, is not saved again. Raises Conflict when the name means
    another recipe, UserError naming the file and what is wrong with it.
    """
    found = recipe_file(path)
    recipe = savable(replace(found, name=name) if name else found)
    with ws.store.write() as tx:
        known = {item.name: item for item in (*single_degradations(), *recipes(), *table.saved(tx))}
        there = known.get(recipe.name)
        if there is None:
            table.save(tx, recipe, at=ws.clock())
            return recipe
    # A ladder's level is asked for by its label, which rounds the severity.
    levels = (there, there.at(float(f"{recipe.severity:g}")))
    same = next((level for level in levels if level.key == recipe.key), None)
    if same is None:
        raise Conflict(
            f"{path}: another recipe is called {recipe.name!r} here; import it under another name, or remove that one"
        )
    return same


def renewed(recipe: Recipe) -> Recipe:
    """Return the recipe with this version's operations; the same one when it has them. Raises UserError for unknown."""
    anew = exact(replace(recipe, steps=tuple(replace(step, version=UNPINNED) for step in recipe.steps)))
    return recipe if anew == recipe else anew


def preview(
    rgb: Any,
    recipe: Recipe,
    *,
    seed: int,
    identity: str,
    dpi: float | None,
    cancel: Callable[[], bool] | None = None,
) -> tuple[Any, Any]:
    """Return pixels and geometry of a degraded picture, in memory only. Raises Cancelled when `cancel()` says so."""
    from fidelity_app.imaging import variants

    made = variants.degrade(rgb, recipe, seed=seed, identity=identity, dpi=dpi, cancel=cancel)
    return made.rgb, made.page_map


def rough_preview(rgb: Any, recipe: Recipe, *, seed: int, identity: str, dpi: float | None) -> tuple[Any, Any] | None:
    """Return about what `preview` will, soon: degraded small and enlarged to the exact size, with the exact geometry.

    None for a picture that is small enough to be shown exactly at once.
    """
    from fidelity_app.imaging.resample import enlarge

    proxy = proxy_of(rgb)
    if proxy is None:
        return None
    small, mapped = rough(proxy, recipe, seed=seed, identity=identity, dpi=dpi)
    return enlarge(small, mapped.size), mapped
