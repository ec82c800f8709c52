"""Verify mode: the claims that a run asks about, part of its trials, and how each fared."""

from __future__ import annotations

from typing import Any

from fidelity_app.store.migrations.m0001_initial import statements

NAME = "0002_claims"

CLAIMS = """
-- What the models are asked to confirm: JSON [[key, text], ...], frozen when the run is started.
ALTER TABLE run_documents ADD COLUMN claims TEXT NOT NULL DEFAULT '[]';

-- The value put before the model in verify mode, else empty.
ALTER TABLE trials ADD COLUMN claim TEXT NOT NULL DEFAULT '';

-- How a claim fared in one reply. Derived, rebuilt by scoring.
CREATE TABLE claims (
    id           INTEGER PRIMARY KEY,
    run_id       TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    document_id  TEXT NOT NULL REFERENCES documents (id),
    trial_id     TEXT NOT NULL UNIQUE REFERENCES trials (id) ON DELETE CASCADE,
    field_id     TEXT NOT NULL,             -- empty: the field is not there any more
    printed      TEXT NOT NULL,             -- what is printed in the field claimed about
    is_true      INTEGER CHECK (is_true IN (0, 1)), -- NULL: cannot be decided by what is annotated now
    fault        TEXT NOT NULL,             -- what a false claim has wrong, as the judge names it
    answer       TEXT NOT NULL CHECK (answer IN ('yes', 'no', '')), -- empty: no plain answer
    outcome      TEXT NOT NULL,             -- confirmed_right, confirmed_wrong, rejected_right, ...
    failure      TEXT NOT NULL,             -- why there is no answer, empty where there is one
    reason       TEXT NOT NULL
) STRICT;
CREATE INDEX claims_run ON claims (run_id, document_id);

CREATE VIEW v_claims AS
SELECT runs.number AS run, runs.name AS run_name, documents.name AS document, trials.crop_key AS field,
       trials.model AS model, run_recipes.label AS recipe, run_recipes.severity AS severity,
       trials.repeat_index AS "repeat", claims.printed AS printed, trials.claim AS claim, claims.is_true AS is_true,
       claims.fault AS fault, claims.answer AS answer, claims.outcome AS outcome, claims.failure AS failure,
       claims.reason AS reason, claims.trial_id AS trial_id, claims.run_id AS run_id
FROM claims
JOIN trials ON trials.id = claims.trial_id
JOIN runs ON runs.id = claims.run_id
JOIN documents ON documents.id = claims.document_id
JOIN run_recipes ON run_recipes.run_id = claims.run_id AND run_recipes.key = trials.recipe_key;
"""


def apply(db: Any) -> None:
    """Add the claims of verify mode (called by sqlite-utils inside one transaction)."""
    for statement in statements(CLAIMS):
        db.conn.execute(statement)
