"""Decisions: written beside the verdicts, never into them; undone by a stamp, never deleted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from sqlite3 import Connection

from fidelity_app.core.errors import UserError
from fidelity_app.store.codec import time_in, time_out
from fidelity_app.store.rows import Decided, DecisionRow


@dataclass(frozen=True, slots=True)
class Place:
    """What a decision hangs on, and what it is about."""

    reading_id: int
    finding_id: int
    run_id: str
    trial_id: str
    slot: str
    document_id: str
    field_id: str


def place(db: Connection, reading_id: int) -> Place:
    """Return where a reading stands. Raises UserError when there is none."""
    row = db.execute(
        "SELECT r.id, r.finding_id, f.run_id, r.trial_id, f.slot, f.document_id, f.field_id"
        " FROM readings r JOIN findings f ON f.id = r.finding_id WHERE r.id = ?",
        (reading_id,),
    ).fetchone()
    if row is None:
        raise UserError(f"there is no reading {reading_id} in this workspace")
    return Place(*row)


def insert(tx: Connection, where: Place, row: DecisionRow) -> None:
    """Store a decision in place of an earlier one about the same reading; the earlier one stays on record."""
    undo(tx, where, at=row.at)
    tx.execute(
        "INSERT INTO decisions (id, run_id, trial_id, slot, decision, note, who, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (row.id, where.run_id, where.trial_id, where.slot, row.decision.value, row.note, row.who, time_out(row.at)),
    )
    tx.execute("UPDATE readings SET decision_id = ? WHERE id = ?", (row.id, where.reading_id))
    _recount(tx, where.finding_id)


def undo(tx: Connection, where: Place, *, at: datetime) -> bool:
    """Take the decision about a reading back; say whether there was one."""
    sql = "UPDATE decisions SET undone_at = ? WHERE trial_id = ? AND slot = ? AND undone_at IS NULL"
    undone = tx.execute(sql, (time_out(at), where.trial_id, where.slot)).rowcount > 0
    tx.execute("UPDATE readings SET decision_id = NULL WHERE id = ?", (where.reading_id,))
    _recount(tx, where.finding_id)
    return undone


def current(db: Connection, where: Place) -> Decided | None:
    """Return what is decided about a reading, if anything."""
    sql = "SELECT decision FROM decisions WHERE trial_id = ? AND slot = ? AND undone_at IS NULL"
    row = db.execute(sql, (where.trial_id, where.slot)).fetchone()
    return None if row is None else Decided(row[0])


def _recount(tx: Connection, finding_id: int) -> None:
    tx.execute(
        "UPDATE findings SET undecided = (SELECT count(*) FROM readings r WHERE r.finding_id = findings.id"
        " AND r.decision_id IS NULL"
        " AND r.verdict IN ('mismatch', 'wrong_field', 'omitted', 'hallucinated', 'unparsable'))"
        " WHERE id = ?",
        (finding_id,),
    )


def by_id(db: Connection, decision_ids: str) -> dict[str, DecisionRow]:
    """Return decisions by id; the ids come as a JSON array."""
    sql = "SELECT * FROM decisions WHERE id IN (SELECT value FROM json_each(?))"
    return {
        row["id"]: DecisionRow(row["id"], Decided(row["decision"]), row["note"], row["who"], time_in(row["at"]))
        for row in db.execute(sql, (decision_ids,))
    }
