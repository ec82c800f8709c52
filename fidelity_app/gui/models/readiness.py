"""Whether a model can be asked now: its program or file, its settings, and its key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fidelity_app.core.asks import ModelConfig
from fidelity_app.services import models
from fidelity_app.store.rows import ModelRow

if TYPE_CHECKING:
    from fidelity_app.services.workspace import Workspace

NO_KEY = "none"


@dataclass(frozen=True, slots=True)
class ModelLine:
    """One line of the Models page. `why_not` None: it can be asked. `key_source` says where the key comes from."""

    row: ModelRow
    adapter_title: str
    why_not: str | None
    key_source: str

    @property
    def config(self) -> ModelConfig:
        return self.row.config


def lines(ws: Workspace) -> list[ModelLine]:
    """Return the models with their readiness. Looks for programs, files and keys: call it in a job."""
    titles = {name: title for name, title, _ in models.adapters()}
    return [
        ModelLine(
            row=row,
            adapter_title=titles.get(row.config.adapter, row.config.adapter),
            why_not=why_not(ws, row.config),
            key_source=_key_source(ws, row.config),
        )
        for row in models.models(ws)
    ]


def why_not(ws: Workspace, config: ModelConfig) -> str | None:
    """Say what keeps a model from being asked here, with the way out; None when nothing does."""
    missing = models.missing(config)
    if missing is not None:
        return missing
    if config.key_env and _key_source(ws, config) == NO_KEY:
        return f"no key: set the environment variable {config.key_env}, or paste the key on the Models page"
    return None


def _key_source(ws: Workspace, config: ModelConfig) -> str:
    if not config.base_url and not config.key_env:
        return NO_KEY
    return ws.secrets.source(config.name, key_env=config.key_env)
