"""Whether a model can be asked now: its program or file, its settings, and its key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fidelity_app.core.asks import ModelConfig
from fidelity_app.services import models
from fidelity_app.settings.secrets import NO_KEY
from fidelity_app.store.rows import ModelRow

if TYPE_CHECKING:
    from fidelity_app.services.workspace import Workspace


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
            why_not=models.why_not(ws, row.config),
            key_source=_key_source(ws, row.config),
        )
        for row in models.models(ws)
    ]


def _key_source(ws: Workspace, config: ModelConfig) -> str:
    if not config.base_url and not config.key_env:
        return NO_KEY
    return ws.secrets.source(config.name, key_env=config.key_env)
