"""Workspaces for tests: a clock that goes by a second a look, ids that count, and receipts drawn on the spot."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from fidelity_app.core.asks import ModelConfig
from fidelity_app.core.documents import Document, Field, Kind, Page
from fidelity_app.core.geometry import Quad
from fidelity_app.core.plans import RunRequest
from fidelity_app.services import running
from fidelity_app.services.importing import import_paths
from fidelity_app.services.models import add_model
from fidelity_app.services.views import RunOutcome
from fidelity_app.services.workspace import Workspace, create_workspace
from fidelity_app.settings.options import Options
from fidelity_app.settings.secrets import Secrets
from fidelity_app.store.rows import ModelRow

FONT = Path(__file__).resolve().parents[2] / "assets" / "fonts" / "JetBrainsMono-Regular.ttf"
RECEIPT = (("Coffee", "3.50"), ("Bagel", "25.40"), ("TOTAL", "28.90"))


def ticking_clock() -> Callable[[], datetime]:
    """Return a clock that starts on a fixed day and goes on by one second every time it is looked at."""
    ticks = itertools.count()
    return lambda: datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC) + timedelta(seconds=next(ticks))


def counting_ids(prefix: str = "id") -> Callable[[], str]:
    """Return a maker of ids `id1`, `id2`, ..."""
    numbers = itertools.count(1)
    return lambda: f"{prefix}{next(numbers)}"


def new_workspace(folder: Path, *, environment: dict[str, str] | None = None) -> Workspace:
    """Make a workspace with a fixed clock, counted ids and no secrets but those given."""
    return create_workspace(
        folder,
        clock=ticking_clock(),
        new_id=counting_ids(),
        secrets=Secrets(environment or {}),
        options=Options(reviewer="tester"),
    )


def draw_receipt(path: Path, rows: tuple[tuple[str, str], ...] = RECEIPT, *, height_px: int = 34) -> dict[str, Quad]:
    """Draw a small receipt as PNG and return the box of every amount by its word."""
    font = ImageFont.truetype(str(FONT), height_px)
    image = Image.new("RGB", (520, 80 + 60 * len(rows)), "white")
    draw = ImageDraw.Draw(image)
    boxes: dict[str, Quad] = {}
    for index, (word, amount) in enumerate(rows):
        top = 40 + 60 * index
        draw.text((30, top), word, font=font, fill="black")
        left = 480 - draw.textlength(amount, font=font)
        draw.text((left, top), amount, font=font, fill="black")
        boxes[word] = Quad.rect(*draw.textbbox((left, top), amount, font=font))
    image.save(path)
    return boxes


def plain_document(document_id: str = "doc", *, text: str = "28.90", name: str = "receipt") -> Document:
    """Return a document of one page and one field, without a stored picture."""
    page = Page(f"{document_id}-p", document_id, 0, "0" * 64, "1" * 64, 100, 200, None, "receipt.png")
    box = Quad.rect(10.125, 20, 60.7, 34.000001)
    field = Field(f"{document_id}-f", document_id, 0, "total", Kind.AMOUNT, text, box)
    return Document(document_id, name, pages=(page,), fields=(field,), tags=("b", "a"))


def import_receipt(
    ws: Workspace, folder: Path, rows: tuple[tuple[str, str], ...] = RECEIPT, *, name: str = "one"
) -> str:
    """Draw a receipt, import it with every amount annotated in its box, and return the document's id."""
    folder.mkdir(parents=True, exist_ok=True)
    boxes = draw_receipt(folder / f"{name}.png", rows)
    fields = [
        {"key": word.lower(), "kind": "amount", "text": amount, "page": 0, "box": boxes[word].flat()}
        for word, amount in rows
    ]
    truth = {
        "schema": "fidelity-truth/1",
        "name": name,
        "type": "receipt",
        "locale": "en-US",
        "currency": "USD",
        "pages": [f"{name}.png"],
        "fields": fields,
    }
    (folder / f"{name}.fidelity.json").write_text(json.dumps(truth), encoding="utf-8")
    report = import_paths(ws, [folder / f"{name}.fidelity.json"])
    return report.added[0]


def replay_model(ws: Workspace, folder: Path, answers: Mapping[str, object], *, name: str = "replay") -> ModelRow:
    """Add a model that gives the same keyed answer to every question."""
    path = folder / f"{name}.jsonl"
    row = {"key": "*", "format": "chat", "text": json.dumps(answers)}
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    return add_model(ws, ModelConfig(name=name, adapter="replay", parameters={"file": str(path)}))


def run_models(ws: Workspace, document_ids: Sequence[str], names: Sequence[str], **more: Any) -> RunOutcome:
    """Plan, start and execute a run of the clean pages (or of `recipes`) and return how it ended."""
    recipes = [running.recipe_ref(ws, name) for name in more.pop("recipes", ["clean"])]
    control = more.pop("control", None)
    request = RunRequest(tuple(document_ids), tuple(recipes), tuple(names), **more)
    run_id = running.start_run(ws, running.plan_run(ws, request))
    return asyncio.run(running.execute_run(ws, run_id, control=control))
