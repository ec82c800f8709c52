"""Saved recipes, and the cache of variants."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from sqlite3 import Connection

from fidelity_app.core.recipes import Recipe, recipe_from_json
from fidelity_app.store.codec import dump, time_out


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
