"""Saved recipes, and the cache of variants."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from sqlite3 import Connection

from fidelity_app.core.recipes import Recipe, recipe_from_json
from fidelity_app.store.codec import dump, load, time_out

_SHA = re.compile(r"\b[0-9a-f]{64}\b")


@dataclass(frozen=True, slots=True)
class VariantRecord:
    """A variant that was made: where its PNG is and what its pixels are."""

    key: str
    recipe_key: str
    seed: int
    source_sha: str
    image_sha: str
    pixel_sha: str
    width_px: int
    height_px: int


def save(tx: Connection, recipe: Recipe, *, at: datetime) -> None:
    """Save a recipe under its name, in place of an earlier one."""
    tx.execute(
        "INSERT INTO recipes (name, key, recipe, saved_at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (name) DO UPDATE SET key = excluded.key, recipe = excluded.recipe, saved_at = excluded.saved_at",
        (recipe.name, recipe.key, dump(recipe.as_json()), time_out(at)),
    )


def remove(tx: Connection, name: str) -> bool:
    """Forget a saved recipe; say whether there was one. Runs keep their own copy."""
    return tx.execute("DELETE FROM recipes WHERE name = ?", (name,)).rowcount > 0


def saved(db: Connection) -> list[Recipe]:
    """Return the saved recipes by name."""
    rows = db.execute("SELECT name, recipe FROM recipes ORDER BY name")
    return [recipe_from_json(row["recipe"], source=row["name"]) for row in rows]


def variant(db: Connection, key: str) -> VariantRecord | None:
    """Return the record of a variant, if it was made."""
    row = db.execute("SELECT * FROM variants WHERE key = ?", (key,)).fetchone()
    if row is None:
        return None
    return VariantRecord(**{name: row[name] for name in VariantRecord.__slots__})


def put_variant(tx: Connection, record: VariantRecord, *, at: datetime) -> None:
    """Remember a variant; the newest making of it holds."""
    names = (*VariantRecord.__slots__, "made_at")
    marks = ", ".join("?" * len(names))
    values = (*(getattr(record, name) for name in VariantRecord.__slots__), time_out(at))
    tx.execute(f"INSERT OR REPLACE INTO variants ({', '.join(names)}) VALUES ({marks})", values)


def variants(db: Connection) -> list[VariantRecord]:
    """Return the records of all variants that were ever made, whether their files are there or not."""
    rows = db.execute("SELECT * FROM variants ORDER BY recipe_key, source_sha, seed, key")
    return [VariantRecord(**{name: row[name] for name in VariantRecord.__slots__}) for row in rows]


def other_pictures(db: Connection, recipe_key: str | None) -> set[str]:
    """Return the pictures of the variants of other recipes than one; None is no recipe, so of all."""
    return {row[0] for row in db.execute("SELECT image_sha FROM variants WHERE recipe_key IS NOT ?", (recipe_key,))}


def run_recipes(db: Connection) -> dict[str, Recipe]:
    """Return the recipes that any run has, by key."""
    rows = db.execute("SELECT key, label, recipe FROM run_recipes GROUP BY key")
    return {row["key"]: recipe_from_json(row["recipe"], source=row["label"]) for row in rows}


def page_pictures(db: Connection) -> set[str]:
    """Return the files that pages are made of, those of archived documents too."""
    return {row[0] for row in db.execute("SELECT image_sha FROM pages UNION SELECT source_sha FROM pages")}


def asked_pictures(db: Connection) -> set[str]:
    """Return the pictures that any trial of any run is about."""
    return {sha for row in db.execute("SELECT DISTINCT image_shas FROM trials") for sha in load(row[0])}


def sent_pictures(db: Connection, *, after: int = 0) -> tuple[set[str], int]:
    """Return the pictures that the requests after an attempt's id name, and the last attempt's id.

    A trial that is asked again after its pixels changed names only the new ones; its first request still names the old.
    """
    found: set[str] = set()
    for row in db.execute("SELECT id, request FROM attempts WHERE id > ? ORDER BY id", (after,)):
        found.update(_SHA.findall(row["request"]))
        after = row["id"]
    return found, after
