"""Dates, times, identifiers and telephone numbers, notation by notation: the tables say what is right, and why.

The right answer of each row was decided by SCORING section 1 before the reader was asked. The rows have the form of the
shared cases, so `fidelity parse --batch` takes them as they are.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import NumberContext, parse
from fidelity_app.core.numbers.reader import read_in_full

_HERE = Path(__file__).parent
_TABLES = ("date_notations", "time_notations", "identifier_notations", "phone_notations")
ROWS = [
    json.loads(line)
    for table in _TABLES
    for line in (_HERE / f"{table}.jsonl").read_text(encoding="utf-8").splitlines()
]


def _id(row: dict) -> str:
    return " ".join((row["kind"], ascii(row["text"]), *row["context"].values()))


@pytest.mark.parametrize("row", ROWS, ids=_id)
def test_a_notation_is_read_as_its_table_says(row: dict) -> None:
    for read in (parse, read_in_full):
        parsed = read(row["text"], Kind(row["kind"]), NumberContext(**row["context"]))
        assert (parsed.value, set(parsed.alternatives)) == (row["value"], set(row["alternatives"] or ())), row["reason"]
        assert len(parsed.roles) == len(row["text"])


@pytest.mark.parametrize("row", ROWS, ids=_id)
def test_every_reading_says_what_decided(row: dict) -> None:
    parsed = parse(row["text"], Kind(row["kind"]), NumberContext(**row["context"]))
    assert len(parsed.decided_by.split()) >= 3 and not parsed.decided_by.endswith(".")


def test_no_row_stands_twice() -> None:
    keys = [(row["kind"], row["text"], tuple(sorted(row["context"].items()))) for row in ROWS]
    assert len(keys) == len(set(keys))
