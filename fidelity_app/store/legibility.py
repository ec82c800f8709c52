"""Legibility: marks of what a person cannot read under a recipe, and the cache of how hard each field was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from sqlite3 import Connection, Row

from fidelity_app.core.geometry import Quad
from fidelity_app.core.illegible import IllegibleMark, ladder_key
from fidelity_app.core.recipes import recipe_from_json
from fidelity_app.store.codec import dump, maybe_time_in, quad_in, quad_out, time_in, time_out


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured inside a box of a variant; None is unknown."""

    contrast: float | None = None
    sharpness: float | None = None
    digit_height_px: float | None = None


UNKNOWN = Measured()


def add_marks(tx: Connection, marks: Iterable[IllegibleMark]) -> None:
    """Store marks that are new."""
    tx.executemany(
        "INSERT INTO illegible_marks (id, document_id, field_id, recipe, ladder_key, severity, seed, note, who, at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                mark.id,
                mark.document_id,
                mark.field_id,
                dump(mark.recipe.as_json()),
                ladder_key(mark.recipe),
                mark.recipe.severity,
                mark.seed,
                mark.note,
                mark.who,
                time_out(mark.at),
            )
            for mark in marks
        ],
    )


def take_back(tx: Connection, mark_ids: Iterable[str], *, who: str, at: datetime) -> int:
    """Take marks back by a stamp; those taken back before stay as they are. Returns how many stood."""
    sql = "UPDATE illegible_marks SET taken_back_by = ?, taken_back_at = ? WHERE id = ? AND taken_back_at IS NULL"
    return sum(tx.execute(sql, (who, time_out(at), mark_id)).rowcount for mark_id in mark_ids)


def marks_of(db: Connection, document_id: str, *, taken_back: bool = False) -> tuple[IllegibleMark, ...]:
    """Return the marks of a document that stand, oldest first; with `taken_back` all there ever were."""
    condition = "" if taken_back else " AND taken_back_at IS NULL"
    sql = f"SELECT * FROM illegible_marks WHERE document_id = ?{condition} ORDER BY at, rowid"
    return tuple(_mark(row) for row in db.execute(sql, (document_id,)))


def _mark(row: Row) -> IllegibleMark:
    return IllegibleMark(
        id=row["id"],
        document_id=row["document_id"],
        field_id=row["field_id"],
        recipe=recipe_from_json(row["recipe"], source=f"illegible mark {row['id']}"),
        seed=row["seed"],
        who=row["who"],
        at=time_in(row["at"]),
        note=row["note"],
        taken_back_at=maybe_time_in(row["taken_back_at"]),
        taken_back_by=row["taken_back_by"],
    )


def measures(db: Connection, variant_key: str, *, method: int) -> dict[Quad, Measured]:
    """Return what is known of a variant, by box on the page, as far as it was measured by this method."""
    sql = (
        "SELECT box, contrast, sharpness, digit_height_px FROM legibility_measures WHERE variant_key = ? AND method = ?"
    )
    found: dict[Quad, Measured] = {}
    for box, *figures in db.execute(sql, (variant_key, method)):
        quad = quad_in(box)
        if quad is not None:
            found[quad] = Measured(*figures)
    return found


def put_measures(tx: Connection, variant_key: str, found: Mapping[Quad, Measured], *, method: int) -> None:
    """Keep what was measured on a variant; the newest holds."""
    tx.executemany(
        "INSERT OR REPLACE INTO legibility_measures (variant_key, box, method, contrast, sharpness, digit_height_px)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        [
            (variant_key, quad_out(box), method, one.contrast, one.sharpness, one.digit_height_px)
            for box, one in found.items()
        ],
    )


def scored_under(db: Connection, document_id: str, field_id: str) -> list[tuple[str, str, int, str, str]]:
    """Return id, name and seed of the runs with findings of a field, the recipe as JSON, and its legibility then."""
    sql = (
        "SELECT u.id, u.name, u.seed, c.recipe, f.legibility FROM runs u"
        " JOIN findings f ON f.run_id = u.id AND f.document_id = ?"
        " JOIN run_recipes c ON c.run_id = u.id AND c.key = f.recipe_key"
        " WHERE f.field_id = ? ORDER BY u.number, c.position"
    )
    return [tuple(row) for row in db.execute(sql, (document_id, field_id))]
