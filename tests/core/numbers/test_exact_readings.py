"""Readings in every detail: value, roles of all characters, style, alternatives, flags, and what decided.

Each row of exact_readings.jsonl is one text of one kind, on a page of which `page` is known, with all that is read.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.written_out import reading_written_out

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import NumberContext, parse
from fidelity_app.core.numbers.reader import read_in_full

_FILE = Path(__file__).with_name("exact_readings.jsonl")
ROWS = [json.loads(line) for line in _FILE.read_text(encoding="utf-8").splitlines()]


def _page(row: dict) -> NumberContext:
    known = {name: tuple(value) if isinstance(value, list) else value for name, value in row.get("page", {}).items()}
    return NumberContext(**known)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['kind']} {row['text']!a}")
def test_a_text_is_read_in_every_detail(row: dict) -> None:
    text, kind, page = row["text"], Kind(row["kind"]), _page(row)
    quickly, fully = parse(text, kind, page), read_in_full(text, kind, page)
    assert reading_written_out(quickly) == row["read"]
    assert reading_written_out(fully) == row["read"]
    assert "" not in (fully.currency, fully.unit, fully.suggestion), "what is not known is None"
