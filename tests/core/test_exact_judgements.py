"""Judgements in every detail: the verdict, all error kinds in their order, and every operation of the alignment.

Each row of exact_judgements.jsonl is a printed text and what was read; `page` and `reply` tell what is known of each,
`abstained` and `legibility` what the model and a person said.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.written_out import judgement_written_out

from fidelity_app.core.documents import Kind, Legibility
from fidelity_app.core.numbers import NumberContext
from fidelity_app.core.verdicts import judge

_FILE = Path(__file__).with_name("exact_judgements.jsonl")
ROWS = [json.loads(line) for line in _FILE.read_text(encoding="utf-8").splitlines()]


def _known(facts: dict) -> NumberContext:
    return NumberContext(**{name: tuple(fact) if isinstance(fact, list) else fact for name, fact in facts.items()})


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['kind']} {row['printed']!a} {row['read']!a}")
def test_a_pair_is_judged_in_every_detail(row: dict) -> None:
    page = _known(row.get("page", {}))
    reply = (
        _known(row.get("reply", {})) if "page" in row or "reply" in row else page
    )  # one page of which nothing is known
    judgement = judge(
        row["printed"],
        row["read"],
        Kind(row["kind"]),
        truth_context=page,
        reading_context=reply,
        abstained=row.get("abstained", False),
        legibility=Legibility(row.get("legibility", "clear")),
    )
    assert judgement_written_out(judgement) == row["says"]
    assert judgement.label == [*judgement.errors, judgement.verdict][0]
