"""How values lie in columns: quads and tuples as JSON, times as ISO 8601 in UTC. Floats keep every digit."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from sqlite3 import Row
from typing import Any

from fidelity_app.core.asks import ModelConfig
from fidelity_app.core.canonical import Json
from fidelity_app.core.documents import Field, Kind, Legibility
from fidelity_app.core.geometry import Quad


def dump(value: Json) -> str:
    """Write compact JSON; `repr` of floats, so that nothing moves when it is read back."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def load(text: str) -> Any:
    """Read back what `dump` wrote."""
    return json.loads(text)


def quad_out(quad: Quad | None) -> str | None:
    return None if quad is None else dump(quad.flat())


def quad_in(text: str | None) -> Quad | None:
    return None if text is None else Quad.from_flat(load(text))


def quads_out(quads: Iterable[Quad]) -> str:
    return dump([quad.flat() for quad in quads])


def quads_in(text: str) -> tuple[Quad, ...]:
    return () if text == "[]" else tuple(Quad.from_flat(item) for item in load(text))


def time_out(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def time_in(text: str) -> datetime:
    return datetime.fromisoformat(text)


def maybe_time_in(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def field_out(field: Field) -> dict[str, Json]:
    """Write a field for the history."""
    return {
        "id": field.id,
        "document_id": field.document_id,
        "page_index": field.page_index,
        "key": field.key,
        "kind": field.kind.value,
        "text": field.text,
        "box": None if field.box is None else field.box.flat(),
        "glyphs": [quad.flat() for quad in field.glyphs],
        "legibility": field.legibility.value,
        "position": field.position,
        "note": field.note,
        "typed": field.typed,
    }


def field_in(row: Row) -> Field:
    """Read a field from a row of the table `fields`."""
    return Field(
        id=row["id"],
        document_id=row["document_id"],
        page_index=row["page_index"],
        key=row["key"],
        kind=Kind(row["kind"]),
        text=row["text"],
        box=quad_in(row["box"]),
        glyphs=quads_in(row["glyphs"]),
        legibility=Legibility(row["legibility"]),
        position=row["position"],
        note=row["note"],
        typed=bool(row["typed"]),
    )


def config_out(config: ModelConfig) -> dict[str, Json]:
    """Write a model's configuration; it holds the name of the key's variable, never the key."""
    return {
        "name": config.name,
        "adapter": config.adapter,
        "model_id": config.model_id,
        "base_url": config.base_url,
        "key_env": config.key_env,
        "parameters": dict(config.parameters),
        "prices": dict(config.prices),
        "concurrency": config.concurrency,
        "timeout_s": config.timeout_s,
    }


def config_in(text: str) -> ModelConfig:
    """Read a model's configuration back."""
    return ModelConfig(**load(text))
