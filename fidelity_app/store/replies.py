"""Trials, their attempts and replies: what was asked and what came back, stored before it is understood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from sqlite3 import Connection, Row

from fidelity_app.core.asks import Attempt, Outcome, Reply, Usage
from fidelity_app.core.errors import UserError
from fidelity_app.core.plans import Cell
from fidelity_app.store.codec import dump, load, maybe_time_in, time_in, time_out
from fidelity_app.store.rows import AttemptRow, ReplyRow, TrialRow

_COUNTED = ("input_tokens", "cached_tokens", "output_tokens", "total_tokens")


def insert_trials(tx: Connection, run_id: str, cells: Iterable[tuple[str, Cell]], *, seed: int) -> int:
    """Store the cells of a run as open trials, each with its id, in their order; return how many."""
    rows = (
        (
            trial_id,
            run_id,
            number,
            cell.document_id,
            cell.model_name,
            cell.recipe_key,
            cell.repeat,
            cell.crop_key,
            cell.claim,
            seed,
        )
        for number, (trial_id, cell) in enumerate(cells, 1)
    )
    cursor = tx.executemany(
        "INSERT INTO trials (id, run_id, number, document_id, model, recipe_key, repeat_index, crop_key, claim,"
        " seed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        rows,
    )
    return cursor.rowcount


def set_question(tx: Connection, trial_id: str, *, key: str, image_shas: Sequence[str]) -> None:
    """Write what makes the question this question, once its pixels are made."""
    sql = "UPDATE trials SET key = ?, image_shas = ? WHERE id = ?"
    tx.execute(sql, (key, dump(image_shas), trial_id))


def set_answer(
    tx: Connection, trial_id: str, *, answer_trial_id: str | None, outcome: Outcome | None, reason: str, at: datetime
) -> None:
    """Write how a trial ended, and whose reply it uses; outcome None opens it again."""
    tx.execute(
        "UPDATE trials SET answer_trial_id = ?, outcome = ?, reason = ?, ended_at = ? WHERE id = ?",
        (answer_trial_id, None if outcome is None else outcome.value, reason, time_out(at), trial_id),
    )


def reopen(tx: Connection, run_id: str, outcomes: Iterable[Outcome]) -> int:
    """Open the trials again that ended so, and return how many; their attempts stay on record."""
    sql = (
        "UPDATE trials SET outcome = NULL, answer_trial_id = NULL, ended_at = NULL"
        " WHERE run_id = ? AND outcome IN (SELECT value FROM json_each(?))"
    )
    return tx.execute(sql, (run_id, dump([item.value for item in outcomes]))).rowcount


def open_trials(db: Connection, run_id: str) -> list[TrialRow]:
    """Return the trials of a run that have no answer and no failure yet, in their order."""
    rows = db.execute("SELECT * FROM trials WHERE run_id = ? AND outcome IS NULL ORDER BY number", (run_id,))
    return [_trial(row) for row in rows]


def trials_of(db: Connection, run_id: str, *, document_id: str) -> list[TrialRow]:
    """Return the trials of one document in a run, in their order."""
    sql = "SELECT * FROM trials WHERE run_id = ? AND document_id = ? ORDER BY number"
    return [_trial(row) for row in db.execute(sql, (run_id, document_id))]


def trial(db: Connection, trial_id: str) -> TrialRow:
    """Return one trial. Raises UserError when there is none."""
    row = db.execute("SELECT * FROM trials WHERE id = ?", (trial_id,)).fetchone()
    if row is None:
        raise UserError(f"there is no trial {trial_id} in this workspace")
    return _trial(row)


def answered(db: Connection, key: str, outcomes: Sequence[Outcome]) -> TrialRow | None:
    """Return the first trial of any run that asked this question itself and ended in one of these ways."""
    sql = (
        "SELECT * FROM trials WHERE key = ? AND key <> '' AND answer_trial_id = id"
        " AND outcome IN (SELECT value FROM json_each(?)) ORDER BY ended_at LIMIT 1"
    )
    row = db.execute(sql, (key, dump([item.value for item in outcomes]))).fetchone()
    return None if row is None else _trial(row)


def answered_keys(db: Connection, outcomes: Sequence[Outcome]) -> set[str]:
    """Return the keys of all questions that were asked and ended in one of these ways, in any run."""
    sql = (
        "SELECT DISTINCT key FROM trials WHERE key <> '' AND answer_trial_id = id"
        " AND outcome IN (SELECT value FROM json_each(?))"
    )
    return {row[0] for row in db.execute(sql, (dump([item.value for item in outcomes]),))}


def mean_seconds(db: Connection, model: str, *, last: int = 200) -> float | None:
    """Return how long the last answered attempts of a model took on average, cold starts apart; None without any."""
    sql = (
        "SELECT avg(s) FROM (SELECT (julianday(a.ended_at) - julianday(a.queued_at)) * 86400 AS s"
        " FROM attempts a JOIN trials t ON t.id = a.trial_id WHERE t.model = ? AND a.outcome = 'ok' AND a.cold = 0"
        " ORDER BY a.id DESC LIMIT ?)"
    )
    found = db.execute(sql, (model, last)).fetchone()[0]
    return None if found is None else float(found)


def outcome_counts(db: Connection, run_id: str) -> Mapping[Outcome | None, int]:
    """Return how many trials of a run ended in which way; None are the open ones."""
    rows = db.execute("SELECT outcome, count(*) FROM trials WHERE run_id = ? GROUP BY outcome", (run_id,))
    return {None if row[0] is None else Outcome(row[0]): row[1] for row in rows}


def add_attempt(tx: Connection, trial_id: str, attempt: Attempt) -> None:
    """Store one attempt as it happened."""
    names = (
        "trial_id, number, request, status, headers, body, outcome, reason, queued_at, first_byte_at, ended_at,"
        " backoff_s, input_tokens, cached_tokens, output_tokens, total_tokens, served_model, system_fingerprint, cold"
    )
    values = (
        trial_id,
        attempt.number,
        dump(attempt.request),
        attempt.status,
        dump(attempt.headers),
        attempt.body,
        attempt.outcome.value,
        attempt.reason,
        time_out(attempt.queued_at),
        time_out(attempt.first_byte_at),
        time_out(attempt.ended_at),
        attempt.backoff_s,
        *(getattr(attempt.usage, name) for name in _COUNTED),
        attempt.served_model,
        attempt.system_fingerprint,
        int(attempt.cold),
    )
    tx.execute(f"INSERT INTO attempts ({names}) VALUES ({', '.join('?' * len(values))})", values)


def put_reply(tx: Connection, trial_id: str, reply: Reply, *, at: datetime) -> None:
    """Store a trial's reply; a later one (after the trial was opened again) takes its place, the attempts stay."""
    tx.execute(
        "INSERT INTO replies (trial_id, outcome, reason, format, text, attempts, received_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (trial_id) DO UPDATE SET outcome = excluded.outcome, reason = excluded.reason,"
        " format = excluded.format, text = excluded.text, attempts = excluded.attempts,"
        " received_at = excluded.received_at",
        (trial_id, reply.outcome.value, reply.reason, reply.format, reply.text, reply.attempts, time_out(at)),
    )


def reply(db: Connection, trial_id: str) -> ReplyRow | None:
    """Return the reply that a trial itself received, if it did."""
    row = db.execute("SELECT * FROM replies WHERE trial_id = ?", (trial_id,)).fetchone()
    if row is None:
        return None
    return ReplyRow(
        id=row["id"],
        trial_id=row["trial_id"],
        outcome=Outcome(row["outcome"]),
        reason=row["reason"],
        format=row["format"],
        text=row["text"],
        attempts=row["attempts"],
        received_at=time_in(row["received_at"]),
    )


def attempts(db: Connection, trial_id: str) -> list[AttemptRow]:
    """Return every attempt of a trial, in the order they were made."""
    return [_attempt(row) for row in db.execute("SELECT * FROM attempts WHERE trial_id = ? ORDER BY id", (trial_id,))]


def spent(db: Connection, run_id: str, model: str) -> Iterator[tuple[str, AttemptRow]]:
    """Yield recipe key and attempt, for every attempt of a model in a run.

    Bodies are left out. Trials that use another run's reply spent nothing here.
    """
    sql = (
        "SELECT t.recipe_key, a.id, a.trial_id, a.number, a.request, a.status, a.headers, x'' AS body, a.outcome,"
        " a.reason, a.queued_at, a.first_byte_at, a.ended_at, a.backoff_s,"
        " a.input_tokens, a.cached_tokens, a.output_tokens, a.total_tokens, a.served_model, a.system_fingerprint,"
        " a.cold FROM trials t JOIN attempts a ON a.trial_id = t.id WHERE t.run_id = ? AND t.model = ? ORDER BY a.id"
    )
    for row in db.execute(sql, (run_id, model)):
        yield row["recipe_key"], _attempt(row)


def _trial(row: Row) -> TrialRow:
    return TrialRow(
        id=row["id"],
        run_id=row["run_id"],
        number=row["number"],
        document_id=row["document_id"],
        model=row["model"],
        recipe_key=row["recipe_key"],
        repeat=row["repeat_index"],
        crop_key=row["crop_key"],
        claim=row["claim"],
        seed=row["seed"],
        key=row["key"],
        image_shas=tuple(load(row["image_shas"])),
        outcome=None if row["outcome"] is None else Outcome(row["outcome"]),
        reason=row["reason"],
        answer_trial_id=row["answer_trial_id"],
    )


def _attempt(row: Row) -> AttemptRow:
    return AttemptRow(
        id=row["id"],
        trial_id=row["trial_id"],
        number=row["number"],
        request=load(row["request"]),
        status=row["status"],
        headers=load(row["headers"]),
        body=row["body"],
        outcome=Outcome(row["outcome"]),
        reason=row["reason"],
        queued_at=time_in(row["queued_at"]),
        first_byte_at=maybe_time_in(row["first_byte_at"]),
        ended_at=time_in(row["ended_at"]),
        backoff_s=row["backoff_s"],
        usage=Usage(**{name: row[name] for name in _COUNTED}),
        served_model=row["served_model"],
        system_fingerprint=row["system_fingerprint"],
        cold=bool(row["cold"]),
    )
