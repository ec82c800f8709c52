"""Configured models. A changed configuration is a new row, so that what a run asked is never rewritten."""

from __future__ import annotations

from datetime import datetime
from sqlite3 import Connection, Row

from fidelity_app.core.asks import ModelConfig
from fidelity_app.core.errors import UserError
from fidelity_app.store.codec import config_in, config_out, dump, time_in, time_out
from fidelity_app.store.rows import ModelRow


def add(tx: Connection, config: ModelConfig, *, key: str, at: datetime) -> None:
    """Add a model; one of the same name is retired."""
    stamp = time_out(at)
    tx.execute("UPDATE models SET retired_at = ? WHERE name = ? AND retired_at IS NULL", (stamp, config.name))
    tx.execute(
        "INSERT INTO models (name, key, config, added_at) VALUES (?, ?, ?, ?)",
        (config.name, key, dump(config_out(config)), stamp),
    )


def retire(tx: Connection, name: str, *, at: datetime) -> bool:
    """Take a model off the list; say whether there was one."""
    sql = "UPDATE models SET retired_at = ? WHERE name = ? AND retired_at IS NULL"
    return tx.execute(sql, (time_out(at), name)).rowcount > 0


def rows(db: Connection, *, retired: bool = False) -> list[ModelRow]:
    """Return the models in the order they were added, the retired ones only when asked for."""
    where = "" if retired else " WHERE retired_at IS NULL"
    return [_row(row) for row in db.execute(f"SELECT * FROM models{where} ORDER BY id")]


def get(db: Connection, name: str) -> ModelRow:
    """Return a model. Raises UserError that lists the names there are."""
    row = db.execute("SELECT * FROM models WHERE name = ? AND retired_at IS NULL", (name,)).fetchone()
    if row is None:
        known = ", ".join(item.config.name for item in rows(db)) or "none yet; add one with `fidelity models WS add`"
        raise UserError(f"there is no model {name!r} in this workspace; there are: {known}")
    return _row(row)


def _row(row: Row) -> ModelRow:
    return ModelRow(
        config=config_in(row["config"]),
        key=row["key"],
        added_at=time_in(row["added_at"]),
        retired=row["retired_at"] is not None,
    )
