"""Degrading: which recipes there are, and pages after a recipe, made when first needed and kept by their key."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from fidelity_app.core.canonical import key_of
from fidelity_app.core.documents import Page
from fidelity_app.core.errors import ExternalError, UserError
from fidelity_app.core.recipes import CLEAN, UNPINNED, Recipe, recipe_from_json
from fidelity_app.services.library import page_pixels
from fidelity_app.services.previewing import proxy_of, rough
from fidelity_app.services.views import Variant
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import recipes as table

_NAMED = re.compile(r"(?P<name>.+?)(?::(?P<severity>\d+(?:\.\d+)?))?")


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
    if not recipe.name.strip() or re.search(r"[:/\\\n]", recipe.name):
        raise UserError(f"{recipe.name!r} is no name for a recipe: it needs letters, without a colon or a slash")
    return _pinned(recipe)


def save_recipe(ws: Workspace, recipe: Recipe) -> None:
    """Save a recipe, in place of one of the same name. Raises UserError for a name that could not be asked for."""
    exact = savable(recipe)
    with ws.store.write() as tx:
        table.save(tx, exact, at=ws.clock())


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
    match = _NAMED.fullmatch(text)
    if match is None or match["name"] not in known:
        raise UserError(f"there is no recipe {text!r}; there are: {', '.join(known)}, or name a file *.json")
    recipe = known[match["name"]]
    if match["severity"] is None:
        return recipe
    severity = float(match["severity"])
    if severity > 5:
        raise UserError(f"{text}: a severity is 0 to 5")
    return recipe.at(severity) if recipe.steps else recipe


def recipe_file(path: Path) -> Recipe:
    """Return the recipe of a file. Raises UserError naming the file and what is wrong with it."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise UserError(f"{path}: there is no such recipe file") from None
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: a recipe file is UTF-8 text ({error.reason} at byte {error.start})") from error
    except OSError as error:
        raise ExternalError(f"{path}: {error.strerror or error}") from error
    return _pinned(recipe_from_json(text, source=path.name))


def renewed(recipe: Recipe) -> Recipe:
    """Return the recipe with this version's operations; the same one when it has them. Raises UserError for unknown."""
    exact = _pinned(replace(recipe, steps=tuple(replace(step, version=UNPINNED) for step in recipe.steps)))
    return recipe if exact == recipe else exact


def _pinned(recipe: Recipe) -> Recipe:
    from fidelity_app.imaging.checking import pinned

    return pinned(recipe)


@dataclass(frozen=True, slots=True)
class Stored:
    """A variant that lies in the image store, without its pixels."""

    key: str
    sha: str
    pixel_sha: str
    width_px: int
    height_px: int


def variant_key(page: Page, recipe: Recipe, seed: int) -> str:
    """Return the sha256 of what decides a variant's pixels."""
    return key_of(
        {
            "pixels": page.pixel_sha,
            "turns": page.quarter_turns,
            "dpi": page.dpi,
            "recipe": (recipe if recipe.is_pinned else _pinned(recipe)).key,
            "seed": seed,
        }
    )


def stored_variant(ws: Workspace, page: Page, recipe: Recipe, *, seed: int = 0) -> Stored:
    """Return where a variant lies, making it first when it is not there; safe between threads."""
    key = variant_key(page, recipe, seed)
    found = _known(ws, key)
    return found if found is not None else _make(ws, page, recipe, seed=seed)[0]


def known_variant(ws: Workspace, page: Page, recipe: Recipe, *, seed: int = 0) -> Stored | None:
    """Return where a variant lies, or None when it was not made yet."""
    return _known(ws, variant_key(page, recipe, seed))


def variant(ws: Workspace, page: Page, recipe: Recipe, *, seed: int = 0) -> Variant:
    """Return a page after a recipe, with its geometry and the PNG that a model is sent.

    Made once and kept by its key. Raises ExternalError when the page's or the variant's file is missing or altered.
    """
    from fidelity_app.imaging.encoding import from_png

    found = _known(ws, variant_key(page, recipe, seed))
    if found is None:
        found, rgb, data = _make(ws, page, recipe, seed=seed)
    else:
        data = ws.store.blobs.get(found.sha)
        rgb = from_png(data)
        rgb.flags.writeable = False
    return Variant(
        page=page,
        recipe=recipe,
        seed=seed,
        key=found.key,
        sha=found.sha,
        pixel_sha=found.pixel_sha,
        rgb=rgb,
        page_map=page_map(page, recipe, seed=seed),
        data=data,
    )


def page_map(page: Page, recipe: Recipe, *, seed: int = 0) -> Any:
    """Return the geometry of a variant without making its pixels."""
    from fidelity_app.imaging import variants

    size = (page.width_px, page.height_px)
    return variants.page_map(recipe, size, seed=seed, identity=page.pixel_sha, dpi=page.dpi)


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
    small, exact = rough(proxy, recipe, seed=seed, identity=identity, dpi=dpi)
    return enlarge(small, exact.size), exact


def _known(ws: Workspace, key: str) -> Stored | None:
    record = table.variant(ws.store.read(), key)
    if record is None or record.image_sha not in ws.store.blobs:
        return None
    return Stored(key, record.image_sha, record.pixel_sha, record.width_px, record.height_px)


def _make(ws: Workspace, page: Page, recipe: Recipe, *, seed: int) -> tuple[Stored, Any, bytes]:
    from fidelity_app.imaging import variants
    from fidelity_app.imaging.encoding import pixel_sha, to_png

    key = variant_key(page, recipe, seed)
    made = variants.degrade(page_pixels(ws, page), recipe, seed=seed, identity=page.pixel_sha, dpi=page.dpi)
    data = to_png(made.rgb)
    height, width = made.rgb.shape[:2]
    record = table.VariantRecord(
        key=key,
        recipe_key=recipe.key,
        seed=seed,
        source_sha=page.pixel_sha,
        image_sha=ws.store.blobs.put(data),
        pixel_sha=pixel_sha(made.rgb),
        width_px=width,
        height_px=height,
    )
    with ws.store.write() as tx:
        table.put_variant(tx, record, at=ws.clock())
    return Stored(key, record.image_sha, record.pixel_sha, width, height), made.rgb, data
