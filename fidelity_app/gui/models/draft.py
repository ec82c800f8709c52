"""A model as a person writes it down, and what it means: parameters line by line, prices as text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fidelity_app.core.asks import ModelConfig
from fidelity_app.core.canonical import Json
from fidelity_app.core.errors import UserError
from fidelity_app.services import models

if TYPE_CHECKING:
    from fidelity_app.services.workspace import Workspace

FILE_PARAMETER = "file"
PRICES = (
    ("input", "Input", "USD per million input tokens"),
    ("cached_input", "Cached input", "USD per million input tokens that the provider had in its cache"),
    ("output", "Output", "USD per million output tokens"),
    ("hourly_rate_usd", "Machine", "USD per hour of the machine that the model runs on"),
)


@dataclass(frozen=True, slots=True)
class ModelDraft:
    """A model to be saved, and the key that was pasted for it (empty: none was)."""

    config: ModelConfig
    key: str = ""

    def __repr__(self) -> str:
        return f"ModelDraft({self.config!r})"


def save(ws: Workspace, draft: ModelDraft) -> str:
    """Keep the key in the keyring, then save the model; return its name. May wait for the keyring: call it in a job.

    Raises UserError for a setting that cannot be meant, ExternalError when there is no keyring; nothing is saved then.
    """
    if draft.key:
        ws.secrets.put(draft.config.name, draft.key)
    return models.add_model(ws, draft.config).config.name


def parameter_lines(parameters: Mapping[str, Json]) -> str:
    """Return parameters as `name = value`, one a line."""
    return "\n".join(f"{name} = {_written(value)}" for name, value in parameters.items())


def read_parameters(text: str) -> dict[str, Json]:
    """Read `name = value` lines. A value that is JSON is meant as JSON, any other is text; empty lines are nothing.

    Raises UserError naming the line.
    """
    found: dict[str, Json] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        name, sign, value = line.partition("=")
        if not sign or not name.strip():
            raise UserError(f"parameters, line {number}: write name = value, not {line.strip()!r}")
        if name.strip() in found:
            raise UserError(f"parameters, line {number}: {name.strip()} is there twice")
        found[name.strip()] = _meant(value.strip())
    return found


def _written(value: Json) -> str:
    if isinstance(value, str) and value.isprintable() and _meant(value.strip()) == value:
        return value
    text = json.dumps(value, ensure_ascii=False)
    # A sign that cannot be seen, or that a text field takes for a new line, is written as its number.
    return text if text.isprintable() else json.dumps(value)


def _meant(text: str) -> Any:
    def refuse(word: str) -> Any:
        raise ValueError(word)

    try:
        return json.loads(text, parse_constant=refuse)
    except ValueError:
        return text
