"""The list of models as columns."""

from __future__ import annotations

from fidelity_app.gui.models.readiness import ModelLine
from fidelity_app.gui.tables.records import Column, Tone
from fidelity_app.settings.secrets import NO_KEY


def _key(line: ModelLine) -> str:
    if line.key_source != NO_KEY:
        return line.key_source
    return "not found" if line.config.key_env else "not needed"


def _ready_tone(line: ModelLine) -> Tone:
    return Tone.RIGHT if line.why_not is None else Tone.WRONG


def _settings(line: ModelLine) -> str:
    return ", ".join(f"{name} {value}" for name, value in line.config.parameters.items())


def _prices(line: ModelLine) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {price}" for name, price in line.config.prices.items()) or "not given"


MODEL_COLUMNS: tuple[Column[ModelLine], ...] = (
    Column("Model", lambda line: line.config.name, bold=True, tip=lambda line: line.config.name),
    Column("Asked by", lambda line: line.adapter_title),
    Column("Model id", lambda line: line.config.model_id or "–", tip=lambda line: line.config.model_id),
    Column("Endpoint", lambda line: line.config.base_url or "this machine", tip=lambda line: line.config.base_url),
    Column("Key", _key),
    Column("At once", lambda line: str(line.config.concurrency), number=True, about="Questions at the same time"),
    Column("Prices, USD", _prices, tip=_prices),
    Column("Settings", lambda line: _settings(line) or "as delivered", tip=_settings),
    Column(
        "Ready",
        lambda line: "✓ yes" if line.why_not is None else f"✕ {line.why_not}",
        tone=_ready_tone,
        tip=lambda line: line.why_not or "",
        stretch=True,
    ),
)
