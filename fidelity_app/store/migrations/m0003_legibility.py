"""Legibility: what a person cannot read under a recipe, and how hard each field of a variant was, measured."""

from __future__ import annotations

from typing import Any

from fidelity_app.store.migrations.m0001_initial import statements

NAME = "0003_legibility"

LEGIBILITY = """
-- "Illegible under this recipe, from its severity up." Taken back by a stamp, never deleted. field_id is no reference:
-- a field that is removed and brought back by undo has its marks again.
CREATE TABLE illegible_marks (
    id            TEXT PRIMARY KEY,
    document_id   TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    field_id      TEXT NOT NULL,
    recipe        TEXT NOT NULL,            -- JSON, pinned, at the severity that was looked at
    ladder_key    TEXT NOT NULL,            -- sha256 of the recipe's operations, versions and parameters
    severity      REAL NOT NULL,
    seed          INTEGER NOT NULL,
    note          TEXT NOT NULL,
    who           TEXT NOT NULL,
    at            TEXT NOT NULL,
    taken_back_by TEXT NOT NULL DEFAULT '',
    taken_back_at TEXT
) STRICT;
CREATE INDEX illegible_marks_document ON illegible_marks (document_id, at, id);

-- How hard a field was: measured once inside its box on a variant. Only a cache, so rows may be deleted.
CREATE TABLE legibility_measures (
    variant_key     TEXT NOT NULL,          -- as in variants: page, recipe and seed
    box             TEXT NOT NULL,          -- as in fields: JSON, in pixels of the page
    method          INTEGER NOT NULL,       -- raised with any change of how it is measured
    contrast        REAL,                   -- NULL is unknown, in each of them
    sharpness       REAL,
    digit_height_px REAL,
    PRIMARY KEY (variant_key, box)
) STRICT, WITHOUT ROWID;

CREATE VIEW v_illegible_marks AS
SELECT documents.name AS document, fields.key AS field, fields.text AS truth,
       json_extract(illegible_marks.recipe, '$.name') AS recipe, illegible_marks.severity AS from_severity,
       illegible_marks.seed AS seed, illegible_marks.who AS who, illegible_marks.at AS at, illegible_marks.note AS note,
       illegible_marks.taken_back_by AS taken_back_by, illegible_marks.taken_back_at AS taken_back_at
FROM illegible_marks
JOIN documents ON documents.id = illegible_marks.document_id
LEFT JOIN fields ON fields.id = illegible_marks.field_id;
"""


def apply(db: Any) -> None:
    """Add marks and measures (called by sqlite-utils inside one transaction)."""
    for statement in statements(LEGIBILITY):
        db.conn.execute(statement)
