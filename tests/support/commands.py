"""The command line as a person uses it, in this process, on small real workspaces."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from support.workspaces import RECEIPT, draw_receipt

from fidelity_app.cli.main import main


@dataclass(frozen=True, slots=True)
class Said:
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@dataclass(frozen=True, slots=True)
class Shell:
    """Runs `fidelity` commands and keeps what they print apart."""

    captured: pytest.CaptureFixture[str]

    def __call__(self, *arguments: str | Path) -> Said:
        self.captured.readouterr()
        code = main([str(argument) for argument in arguments])
        out, err = self.captured.readouterr()
        return Said(int(code), out, err)


def receipt_files(folder: Path, *, name: str = "one", rows: tuple[tuple[str, str], ...] = RECEIPT) -> Path:
    """Draw a receipt with its truth beside it, every amount in its box, and return the truth file."""
    folder.mkdir(parents=True, exist_ok=True)
    boxes = draw_receipt(folder / f"{name}.png", rows)
    truth = {
        "schema": "fidelity-truth/1",
        "name": name,
        "type": "receipt",
        "locale": "en-US",
        "currency": "USD",
        "pages": [f"{name}.png"],
        "fields": [
            {"key": word.lower(), "kind": "amount", "text": amount, "page": 0, "box": boxes[word].flat()}
            for word, amount in rows
        ],
    }
    path = folder / f"{name}.fidelity.json"
    path.write_text(json.dumps(truth), encoding="utf-8")
    return path


def replay_file(path: Path, answers: Mapping[str, object]) -> Path:
    """Write a file of stored replies that gives one keyed answer to every question."""
    path.write_text(json.dumps({"key": "*", "format": "chat", "text": json.dumps(answers)}) + "\n", encoding="utf-8")
    return path
