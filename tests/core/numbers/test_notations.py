"""A table of printed notations with what they say: `notations.jsonl`, one row a notation, its reason under `note`.

The answers were written down from SCORING section 1 before any was tried. In a row without a value `alternatives` lists
the readings that must be offered, or is null where none is asked for.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import NumberContext, parse
from fidelity_app.core.numbers.reader import read_in_full

ROWS = [json.loads(line) for line in Path(__file__).with_name("notations.jsonl").read_text("utf-8").splitlines()]


def _context(row: dict) -> NumberContext:
    return NumberContext(
        **{key: tuple(value) if key == "page_amounts" else value for key, value in row["context"].items()}
    )


def _value(row: dict) -> str | tuple[str, ...] | None:
    return tuple(row["value"]) if isinstance(row["value"], list) else row["value"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_a_notation_is_read_as_the_table_says(row: dict) -> None:
    parsed = parse(row["text"], Kind(row["kind"]), _context(row))
    assert (parsed.value, parsed.currency) == (_value(row), row["currency"]), row["note"]
    if row["alternatives"] is not None or parsed.value is not None:
        assert set(parsed.alternatives) == set(row["alternatives"] or ()), row["note"]
    assert parsed.decided_by, "it says why"
    assert parsed == read_in_full(row["text"], Kind(row["kind"]), _context(row))


def test_every_row_of_the_table_has_its_own_text_and_a_reason() -> None:
    assert len({row["id"] for row in ROWS}) == len(ROWS)
    assert len({(row["text"], row["kind"], json.dumps(row["context"])) for row in ROWS}) == len(ROWS)
    assert all(row["note"] for row in ROWS)
