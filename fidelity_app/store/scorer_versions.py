"""By which scorer a run's stored verdicts were made."""

from __future__ import annotations

from sqlite3 import Connection


def version_of(db: Connection, run_id: str) -> str:
    """Return the scorer version of a run's stored verdicts, empty when it was never scored."""
    row = db.execute("SELECT scorer_version FROM runs WHERE id = ?", (run_id,)).fetchone()
    return "" if row is None or row[0] is None else str(row[0])
