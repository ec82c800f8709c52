"""Every change of the schema, in order, append-only: a migration that was ever released is never edited."""

from __future__ import annotations

from sqlite_utils import Migrations

from fidelity_app.store.migrations import m0001_initial, m0002_claims, m0003_legibility

MIGRATIONS = Migrations("fidelity")

for _module in (m0001_initial, m0002_claims, m0003_legibility):
    MIGRATIONS(name=_module.NAME)(_module.apply)

NAMES: tuple[str, ...] = (m0001_initial.NAME, m0002_claims.NAME, m0003_legibility.NAME)
