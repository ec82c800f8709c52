"""How claims fared in verify mode: derived rows, replaced by document as a whole whenever a run is scored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from sqlite3 import Connection

from fidelity_app.core.claims import Verified


@dataclass(frozen=True, slots=True)
class NewClaim:
    """One claim with its outcome, ready to be stored. `is_true` None means that the annotation leaves it open."""

    trial_id: str
    field_id: str
    printed: str
    is_true: bool | None
    fault: str
    answer: str
    outcome: Verified
    failure: str
    reason: str


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """One claim as it is listed: what was claimed of which field, what is printed there, and what a model said.

    `fault` names what a false claim has wrong; `answer` is `yes`, `no`, or empty where there was no plain answer, and
    then `failure` and `reason` say why.
    """

    document_id: str
    document_name: str
    key: str
    model: str
    recipe_key: str
    recipe_label: str
    severity: float
    repeat: int
    printed: str
    claim: str
    is_true: bool | None
    fault: str
    answer: str
    outcome: Verified
    failure: str
    reason: str
    trial_id: str
    trial_key: str


def replace_document(tx: Connection, run_id: str, document_id: str, claims: Sequence[NewClaim]) -> int:
    """Store how the claims of a document fared in place of what was there; return how many."""
    tx.execute("DELETE FROM claims WHERE run_id = ? AND document_id = ?", (run_id, document_id))
    tx.executemany(
        "INSERT INTO claims (run_id, document_id, trial_id, field_id, printed, is_true, fault, answer, outcome,"
        " failure, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                run_id,
                document_id,
                item.trial_id,
                item.field_id,
                item.printed,
                None if item.is_true is None else int(item.is_true),
                item.fault,
                item.answer,
                item.outcome.value,
                item.failure,
                item.reason,
            )
            for item in claims
        ],
    )
    return len(claims)


def rows(db: Connection, run_id: str) -> Iterator[ClaimRow]:
    """Yield the claims of a run in the order in which they were asked."""
    sql = (
        "SELECT c.*, d.name AS document_name, t.crop_key, t.claim, t.model, t.recipe_key, t.repeat_index, t.key,"
        " r.label, r.severity FROM claims c JOIN trials t ON t.id = c.trial_id JOIN documents d ON d.id = c.document_id"
        " JOIN run_recipes r ON r.run_id = c.run_id AND r.key = t.recipe_key WHERE c.run_id = ? ORDER BY t.number"
    )
    for row in db.execute(sql, (run_id,)):
        yield ClaimRow(
            document_id=row["document_id"],
            document_name=row["document_name"],
            key=row["crop_key"],
            model=row["model"],
            recipe_key=row["recipe_key"],
            recipe_label=row["label"],
            severity=row["severity"],
            repeat=row["repeat_index"],
            printed=row["printed"],
            claim=row["claim"],
            is_true=None if row["is_true"] is None else bool(row["is_true"]),
            fault=row["fault"],
            answer=row["answer"],
            outcome=Verified(row["outcome"]),
            failure=row["failure"],
            reason=row["reason"],
            trial_id=row["trial_id"],
            trial_key=row["key"],
        )
