"""Variants: pages after a recipe, made when first needed, kept by their key, and told when they come out otherwise.

The row that remembers a variant's pixels is written before its file, and outlives it. So a file that is removed is made
again and held against what was remembered (IMAGING section 3, rule 4); one that differs is kept beside, under a key of
its own, and says of itself that it has drifted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from fidelity_app.core.canonical import key_of, sha256_hex
from fidelity_app.core.documents import Page
from fidelity_app.core.errors import ExternalError
from fidelity_app.core.recipes import Recipe
from fidelity_app.services.library import page_pixels
from fidelity_app.services.views import Variant
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import recipes as table


@dataclass(frozen=True, slots=True)
class Stored:
    """A variant that lies in the image store, without its pixels.

    `drifted`: it was made again after its file was removed, and its pixels are not the ones remembered.
    """

    key: str
    sha: str
    pixel_sha: str
    width_px: int
    height_px: int
    drifted: bool = False


def variant_key(page: Page, recipe: Recipe, seed: int) -> str:
    """Return the sha256 of what decides a variant's pixels."""
    return key_of(
        {
            "pixels": page.pixel_sha,
            "turns": page.quarter_turns,
            "dpi": page.dpi,
            "recipe": pinned_key(recipe),
            "seed": seed,
        }
    )


def drift_key(key: str) -> str:
    """Return the key under which a making of a variant is kept that differs from the first one."""
    return key_of({"drifted": key})


def exact(recipe: Recipe) -> Recipe:
    """Return the recipe with the version of every operation. Raises UserError for one that cannot be carried out."""
    from fidelity_app.imaging.checking import pinned

    return pinned(recipe)


def pinned_key(recipe: Recipe) -> str:
    """Return the key of the recipe with its versions, those that it names or this program's."""
    return (recipe if recipe.is_pinned else exact(recipe)).key


def known_variant(ws: Workspace, page: Page, recipe: Recipe, *, seed: int = 0) -> Stored | None:
    """Return where a variant lies, or None when it was not made yet or its file was removed."""
    key = variant_key(page, recipe, seed)
    db = ws.store.read()
    for place in (key, drift_key(key)):
        record = table.variant(db, place)
        if record is None:
            return None
        if record.image_sha in ws.store.blobs:
            return _stored(record, key, drifted=place != key)
    return None


def stored_variant(ws: Workspace, page: Page, recipe: Recipe, *, seed: int = 0) -> Stored:
    """Return where a variant lies, making it first when it is not there; safe between threads."""
    found = known_variant(ws, page, recipe, seed=seed)
    return found if found is not None else _made(ws, page, recipe, seed=seed)[0]


def variant(ws: Workspace, page: Page, recipe: Recipe, *, seed: int = 0) -> Variant:
    """Return a page after a recipe, with its geometry and the PNG that a model is sent.

    Made once and kept by its key. Raises ExternalError when the page's or the variant's file is missing or altered.
    """
    from fidelity_app.imaging.encoding import from_png

    found = known_variant(ws, page, recipe, seed=seed)
    data = None if found is None else _read(ws, found)
    if found is None or data is None:
        found, rgb, data = _made(ws, page, recipe, seed=seed)
    else:
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
        drifted=found.drifted,
    )


def page_map(page: Page, recipe: Recipe, *, seed: int = 0) -> Any:
    """Return the geometry of a variant without making its pixels."""
    from fidelity_app.imaging import variants

    size = (page.width_px, page.height_px)
    return variants.page_map(recipe, size, seed=seed, identity=page.pixel_sha, dpi=page.dpi)


def drawn(pixels: Any, page: Page, recipe: Recipe, *, seed: int, cancel: Callable[[], bool] | None = None) -> Any:
    """Return a page's pixels (RGB uint8, H x W x 3) after a recipe; nothing is kept. Raises Cancelled when told to."""
    from fidelity_app.imaging import variants

    return variants.degrade(pixels, recipe, seed=seed, identity=page.pixel_sha, dpi=page.dpi, cancel=cancel).rgb


def keep(ws: Workspace, page: Page, recipe: Recipe, rgb: Any, *, seed: int) -> tuple[Stored, bytes]:
    """Store the pixels of a variant; return where they lie and the PNG. Raises ExternalError when the disk refuses."""
    from fidelity_app.imaging.encoding import pixel_sha, to_png

    key, data = variant_key(page, recipe, seed), to_png(rgb)
    height, width = rgb.shape[:2]
    record = table.VariantRecord(
        key=key,
        recipe_key=pinned_key(recipe),
        seed=seed,
        source_sha=page.pixel_sha,
        image_sha=sha256_hex(data),
        pixel_sha=pixel_sha(rgb),
        width_px=width,
        height_px=height,
    )
    with ws.store.write() as tx:
        remembered = table.variant(tx, key)
        drifted = remembered is not None and remembered.pixel_sha != record.pixel_sha
        table.put_variant(tx, replace(record, key=drift_key(key)) if drifted else record, at=ws.clock())
    ws.store.blobs.put(data)
    return _stored(record, key, drifted=drifted), data


def _read(ws: Workspace, found: Stored) -> bytes | None:
    """Return the PNG, None when it was removed since we looked (by another window or command)."""
    try:
        return ws.store.blobs.get(found.sha)
    except ExternalError:
        if found.sha in ws.store.blobs:
            raise
        return None


def _made(ws: Workspace, page: Page, recipe: Recipe, *, seed: int) -> tuple[Stored, Any, bytes]:
    rgb = drawn(page_pixels(ws, page), page, recipe, seed=seed)
    stored, data = keep(ws, page, recipe, rgb, seed=seed)
    return stored, rgb, data


def _stored(record: table.VariantRecord, key: str, *, drifted: bool) -> Stored:
    return Stored(key, record.image_sha, record.pixel_sha, record.width_px, record.height_px, drifted)
