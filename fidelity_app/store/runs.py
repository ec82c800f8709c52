"""Runs: frozen when started, counted when listed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from sqlite3 import Connection, Row

from fidelity_app.core.asks import AskedField, Mode, ModelConfig
from fidelity_app.core.canonical import Json
from fidelity_app.core.documents import Kind
from fidelity_app.core.errors import UserError
from fidelity_app.core.recipes import Recipe, recipe_from_json
from fidelity_app.store.codec import config_in, config_out, dump, load, maybe_time_in, time_in, time_out
from fidelity_app.store.rows import RunRow, RunState


@dataclass(frozen=True, slots=True)
class FrozenDocument:
    """A document of a run and the fields its models are asked for.

    `claims` are the values that models are asked to confirm in verify mode, each with its field's key.
    """

    document_id: str
    asked: tuple[AskedField, ...]
    claims: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class FrozenModel:
    """A model of a run as it was configured when the run was started."""

    config: ModelConfig
    key: str


@dataclass(frozen=True, slots=True)
class FrozenRun:
    """Everything a run will ask, as it is stored when it is started."""

    id: str
    name: str
    mode: Mode
    repeats: int
    seed: int
    request: Json
    documents: tuple[FrozenDocument, ...]
    models: tuple[FrozenModel, ...]
    recipes: tuple[Recipe, ...]


def insert(tx: Connection, run: FrozenRun, *, at: datetime) -> int:
    """Store a run and return its number (1, 2, ... in this workspace); an empty name becomes `run N`."""
    number = int(tx.execute("SELECT coalesce(max(number), 0) + 1 FROM runs").fetchone()[0])
    tx.execute(
        "INSERT INTO runs (id, number, name, mode, repeats, seed, state, request, created_at)"
        " VALUES (?, ?, ?, ?, ?, ?, 'planned', ?, ?)",
        (
            run.id,
            number,
            run.name or f"run {number}",
            run.mode.value,
            run.repeats,
            run.seed,
            dump(run.request),
            time_out(at),
        ),
    )
    tx.executemany(
        "INSERT INTO run_documents (run_id, position, document_id, asked, claims) VALUES (?, ?, ?, ?, ?)",
        [
            (
                run.id,
                i,
                item.document_id,
                dump([[asked.key, asked.kind.value] for asked in item.asked]),
                dump(item.claims),
            )
            for i, item in enumerate(run.documents)
        ],
    )
    tx.executemany(
        "INSERT INTO run_models (run_id, position, name, key, config) VALUES (?, ?, ?, ?, ?)",
        [(run.id, i, m.config.name, m.key, dump(config_out(m.config))) for i, m in enumerate(run.models)],
    )
    tx.executemany(
        "INSERT INTO run_recipes (run_id, position, key, label, severity, recipe) VALUES (?, ?, ?, ?, ?, ?)",
        [(run.id, i, r.key, r.label, r.severity, dump(r.as_json())) for i, r in enumerate(run.recipes)],
    )
    return number


def load_frozen(db: Connection, run_id: str) -> FrozenRun:
    """Return a run as it was frozen. Raises UserError when there is none."""
    row = db.execute("SELECT * FROM runs WHERE id = ?", (run_id,)).fetchone()
    if row is None:
        raise UserError(f"there is no run {run_id} in this workspace")
    documents = db.execute("SELECT * FROM run_documents WHERE run_id = ? ORDER BY position", (run_id,))
    return FrozenRun(
        id=row["id"],
        name=row["name"],
        mode=Mode(row["mode"]),
        repeats=row["repeats"],
        seed=row["seed"],
        request=load(row["request"]),
        documents=tuple(_frozen_document(item) for item in documents),
        models=models_of(db, run_id),
        recipes=recipes_of(db, run_id),
    )


def _frozen_document(row: Row) -> FrozenDocument:
    claims = tuple((key, text) for key, text in load(row["claims"]))
    return FrozenDocument(row["document_id"], _asked(row["asked"]), claims)


def _asked(text: str) -> tuple[AskedField, ...]:
    return tuple(AskedField(key, Kind(kind)) for key, kind in load(text))


def recipes_of(db: Connection, run_id: str) -> tuple[Recipe, ...]:
    """Return the recipes of a run in their order."""
    rows = db.execute("SELECT label, recipe FROM run_recipes WHERE run_id = ? ORDER BY position", (run_id,))
    return tuple(recipe_from_json(row["recipe"], source=row["label"]) for row in rows)


def models_of(db: Connection, run_id: str) -> tuple[FrozenModel, ...]:
    """Return the models of a run in their order."""
    rows = db.execute("SELECT key, config FROM run_models WHERE run_id = ? ORDER BY position", (run_id,))
    return tuple(FrozenModel(config_in(row["config"]), row["key"]) for row in rows)


def set_state(tx: Connection, run_id: str, state: RunState, *, at: datetime) -> None:
    """Write how far a run is; the first start and the last end keep their times."""
    tx.execute("UPDATE runs SET state = ? WHERE id = ?", (state.value, run_id))
    if state is RunState.RUNNING:
        sql = "UPDATE runs SET started_at = coalesce(started_at, ?), ended_at = NULL WHERE id = ?"
        tx.execute(sql, (time_out(at), run_id))
    elif state in (RunState.STOPPED, RunState.DONE):
        tx.execute("UPDATE runs SET ended_at = ? WHERE id = ?", (time_out(at), run_id))


def running_ids(db: Connection) -> list[str]:
    """Return the runs that are being executed, or were when their process was killed."""
    return [row[0] for row in db.execute("SELECT id FROM runs WHERE state = 'running' ORDER BY number")]


def set_scored(tx: Connection, run_id: str, *, version: str, at: datetime) -> None:
    """Write when a run was scored and by which rules."""
    sql = "UPDATE runs SET scored_at = ?, scorer_version = ? WHERE id = ?"
    tx.execute(sql, (time_out(at), version, run_id))


def archive(tx: Connection, run_id: str, *, at: datetime) -> None:
    """Take a run off the list; nothing of it is deleted."""
    tx.execute("UPDATE runs SET archived_at = ? WHERE id = ?", (time_out(at), run_id))


_ROWS = """
SELECT runs.*,
       (SELECT count(*) FROM run_documents d WHERE d.run_id = runs.id) AS n_documents,
       (SELECT json_group_array(name) FROM
        (SELECT name FROM run_models m WHERE m.run_id = runs.id ORDER BY position)) AS names,
       t.trials, t.answered, t.failed, t.open, t.reused
FROM runs LEFT JOIN (
    SELECT run_id, count(*) AS trials, sum(outcome = 'ok') AS answered,
           sum(outcome IS NOT NULL AND outcome <> 'ok') AS failed, sum(outcome IS NULL) AS open,
           sum(answer_trial_id IS NOT NULL AND answer_trial_id <> id) AS reused
    FROM trials GROUP BY run_id
) AS t ON t.run_id = runs.id
"""


def rows(db: Connection) -> list[RunRow]:
    """Return the runs, newest first."""
    return [_row(db, row) for row in db.execute(f"{_ROWS} WHERE archived_at IS NULL ORDER BY number DESC").fetchall()]


def row(db: Connection, run_id: str) -> RunRow:
    """Return one run. Raises UserError when there is none."""
    found = db.execute(f"{_ROWS} WHERE runs.id = ?", (run_id,)).fetchone()
    if found is None:
        raise UserError(f"there is no run {run_id} in this workspace")
    return _row(db, found)


def _row(db: Connection, found: Row) -> RunRow:
    return RunRow(
        id=found["id"],
        number=found["number"],
        name=found["name"],
        state=RunState(found["state"]),
        mode=Mode(found["mode"]),
        repeats=found["repeats"],
        seed=found["seed"],
        created_at=time_in(found["created_at"]),
        started_at=maybe_time_in(found["started_at"]),
        ended_at=maybe_time_in(found["ended_at"]),
        documents=found["n_documents"],
        models=tuple(load(found["names"])),
        recipes=recipes_of(db, found["id"]),
        trials=found["trials"] or 0,
        answered=found["answered"] or 0,
        failed=found["failed"] or 0,
        open=found["open"] or 0,
        reused=found["reused"] or 0,
        scored_at=maybe_time_in(found["scored_at"]),
    )


def ids_like(db: Connection, text: str) -> Sequence[str]:
    """Return the ids of the runs whose number, name or id (or its beginning) is `text`; `last` is the newest."""
    if text == "last":
        sql, values = "SELECT id FROM runs WHERE archived_at IS NULL ORDER BY number DESC LIMIT 1", ()
        return [row[0] for row in db.execute(sql, values)]
    exact = [r[0] for r in db.execute("SELECT id FROM runs WHERE id = ? OR CAST(number AS TEXT) = ?", (text, text))]
    named = [r[0] for r in db.execute("SELECT id FROM runs WHERE name = ? ORDER BY number DESC", (text,))]
    if exact or named:
        return exact or named[:1]
    sql = "SELECT id FROM runs WHERE ? <> '' AND substr(id, 1, ?) = ?"
    return [row[0] for row in db.execute(sql, (text, len(text), text))]
