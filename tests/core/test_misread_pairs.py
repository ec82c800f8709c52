"""Hundreds of pairs as public bug reports tell them (`source`) or as a shop prints them, each with its right answer.

The answers were written down before the scorer was asked; the few that the scorer was right to contradict were decided
by SCORING's own order and nearest case. `errors` must all be named, the first as the label; a value that a row leaves
out is not what the row is about.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fidelity_app.core.documents import Kind
from fidelity_app.core.error_kinds import ERROR_KINDS
from fidelity_app.core.numbers import NumberContext, Parsed
from fidelity_app.core.verdicts import Judgement, Verdict, judge
from fidelity_app.core.words import explain

_FILE = Path(__file__).with_name("misread_pairs.jsonl")
PAIRS: list[dict[str, Any]] = [json.loads(line) for line in _FILE.read_text(encoding="utf-8").splitlines()]


def judged(pair: dict[str, Any]) -> Judgement:
    known = {**pair["context"], "page_amounts": tuple(pair["context"].get("page_amounts", ()))}
    context = NumberContext(**known)
    return judge(pair["truth"], pair["reading"], Kind(pair["kind"]), truth_context=context, reading_context=context)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["id"])
def test_a_pair_is_judged_and_named_as_its_report_says(pair: dict[str, Any]) -> None:
    judgement = judged(pair)
    assert judgement.verdict.value in pair["verdicts"]
    assert set(pair["errors"]) <= set(judgement.errors)
    assert judgement.label == (pair["errors"] or [judgement.label])[0]


def value(parsed: Parsed | None) -> str | list[str] | None:
    found = parsed.value if parsed is not None else None
    return list(found) if isinstance(found, tuple) else found


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["id"])
def test_both_sides_of_a_pair_have_the_values_of_its_row(pair: dict[str, Any]) -> None:
    judgement = judged(pair)
    found = {"truth_value": value(judgement.truth), "reading_value": value(judgement.reading)}
    assert {name: pair[name] for name in found if name in pair} == {name: found[name] for name in found if name in pair}


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["id"])
def test_a_pair_is_explained_in_one_or_two_plain_sentences(pair: dict[str, Any]) -> None:
    judgement, sentence = judged(pair), explain(judged(pair))
    assert sentence.endswith(".") and "None" not in sentence and "  " not in sentence
    assert not any(kind in sentence for kind in ERROR_KINDS if "_" in kind)
    if judgement.verdict is Verdict.MISMATCH:
        assert " becomes " in sentence


def test_the_pairs_are_many_and_each_stands_once() -> None:
    told = [(pair["truth"], pair["reading"], pair["kind"], json.dumps(pair["context"])) for pair in PAIRS]
    assert len(set(told)) == len(told) > 400
    assert {verdict for pair in PAIRS for verdict in pair["verdicts"]} >= {*Verdict} - {
        Verdict.WRONG_FIELD,
        Verdict.ABSTAINED,
    }
