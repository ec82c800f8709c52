"""The cases that need a whole document, built as one: a reply is matched, judged, measured and added up."""

from __future__ import annotations

import json
import re
from decimal import Decimal

import pytest
from support.shared_data import SHARED_CASES

from fidelity_app.core.asks import AskedField, Mode, Outcome
from fidelity_app.core.documents import Document, Field, Kind
from fidelity_app.core.matching import Match, document_context, match
from fidelity_app.core.matching.flipped import WHOLE_REPLY_KINDS
from fidelity_app.core.metrics import Record, headline
from fidelity_app.core.numbers import parse
from fidelity_app.core.reconciliation import Flip, SumState, check, flips
from fidelity_app.core.replies import parse_reply
from fidelity_app.core.verdicts import Verdict


def document(printed: dict[str, str], kinds: dict[str, Kind], *, currency: str = "EUR") -> Document:
    fields = tuple(
        Field(f"f{n}", "d", 0, key, kinds.get(key, Kind.AMOUNT), text, position=n)
        for n, (key, text) in enumerate(printed.items())
    )
    return Document("d", "case", currency=currency, fields=fields)


def read(doc: Document, answers: dict[str, str]) -> dict[str, Match]:
    asked = [AskedField(field.key, field.kind) for field in doc.truth]
    reply = parse_reply("chat", json.dumps(answers), Mode.EXTRACT, asked)
    assert reply.outcome is Outcome.OK
    return {one.key: one for one in match(doc.truth, reply, truth_context=document_context(doc))}


def flips_of(doc: Document, found: dict[str, Match]) -> dict[str, Flip]:
    context = document_context(doc)
    truth: dict[str, Decimal | None] = {
        field.key: parse(field.text, field.kind, context).number for field in doc.truth if field.kind is not Kind.OTHER
    }
    reading = {key: one.judgement.reading.number if one.judgement.reading else None for key, one in found.items()}
    return {flip.truth.family: flip for flip in flips(check(truth, doc.currency), reading)}


def test_c111_one_wrong_answer_counts_once_against_precision_and_once_against_recall() -> None:
    doc = document({"town": "A", "no": "1"}, {"town": Kind.OTHER, "no": Kind.IDENTIFIER})
    found = read(doc, {"town": "B", "no": "1"})
    assert (found["town"].judgement.verdict, found["town"].judgement.errors) == (Verdict.MISMATCH, ("substitution",))
    counted = headline(Record(doc.id, key, one.judgement) for key, one in found.items())
    assert (counted.precision.hits, counted.precision.total) == (1, 2)
    assert (counted.recall.hits, counted.recall.total) == (1, 2)
    assert counted.f1 == 0.5


def test_c114_the_printed_rounding_closes_the_sum() -> None:
    printed = {f"items[{row}].tax": "25.00" for row in range(3)}
    printed |= {"net": "299.97", "tax": "74.99", "rounding": "0.01", "total": "374.97"}
    doc = document(printed, {})
    found = read(doc, printed)
    assert {one.judgement.verdict for one in found.values()} == {Verdict.EXACT}
    (flip,) = flips_of(doc, found).values()
    assert flip.name == "holds_holds" and flip.truth.difference == 0
    assert flip.truth.rule == "net + tax + rounding = total"
    with_subtotal = {"subtotal" if key == "net" else key: text for key, text in printed.items()}
    assert (
        flips_of(document(with_subtotal, {}), read(document(with_subtotal, {}), with_subtotal))[
            "total"
        ].truth.difference
        == 0
    )


def test_c115_a_cent_that_hides_in_the_tolerance_is_still_a_mismatch() -> None:
    printed = {"net": "1091.50", "tax_rate": "15%", "tax": "163.73"}
    doc = document(printed, {"tax_rate": Kind.PERCENT}, currency="SAR")
    found = read(doc, printed | {"tax": "163.72"})
    tax = found["tax"].judgement
    assert (tax.verdict, tax.errors) == (Verdict.MISMATCH, ("substitution",))
    assert (tax.truth.value, tax.reading.value if tax.reading else None) == ("163.73", "163.72")
    flip = flips_of(doc, found)["rate"]
    assert flip.truth.rule == "tax_rate % of net = tax"
    assert flip.name == "holds_holds" and flip.truth.expected == Decimal("163.725")
    far = read(doc, printed | {"tax": "168.73"})
    assert flips_of(doc, far)["rate"].name == "holds_breaks"


def test_c117_a_misread_digit_breaks_the_sum_and_says_so() -> None:
    printed = {"items[0].price": "12.30", "items[1].price": "8.40", "total": "20.70"}
    doc = document(printed, {})
    found = read(doc, printed | {"items[1].price": "3.40"})
    wrong = found["items[1].price"].judgement
    assert (wrong.verdict, wrong.errors) == (Verdict.MISMATCH, ("substitution", "reconcile_flip"))
    assert flips_of(doc, found)["lines"].name == "holds_breaks"
    assert flips_of(doc, found)["lines"].reading.difference == Decimal("5.00")
    assert found["items[0].price"].judgement.errors == found["total"].judgement.errors == ()


def test_a_flip_is_named_only_where_a_sum_held_and_now_breaks() -> None:
    printed = {"items[0].price": "12.30", "items[1].price": "8.40", "total": "20.99"}
    assert read(document(printed, {}), printed | {"total": "26.99"})["total"].judgement.errors == ("substitution",)
    unread = {"items[0].price": "12.30", "total": "26.70"}
    assert "reconcile_flip" not in read(document(printed, {}), unread)["total"].judgement.errors
    fits = printed | {"total": "20.70"}
    both = read(document(fits, {}), fits | {"items[1].price": "3.40", "total": "15.70"})
    assert all("reconcile_flip" not in one.judgement.errors for one in both.values()), (
        "two errors that cancel flip nothing"
    )
    assert set(WHOLE_REPLY_KINDS) == {"reconcile_flip"}


def test_the_reading_is_added_up_over_its_own_values() -> None:
    printed = {"subtotal": "8.500", "tax": "950", "total": "9.450"}
    doc = document(printed, {}, currency="")
    found = read(doc, {"subtotal": "8,500", "tax": "950", "total": "9,450"})
    assert {one.judgement.verdict for one in found.values()} == {Verdict.LAYOUT_ONLY, Verdict.EXACT}
    assert found["total"].judgement.truth.decided_by == "decided by sum"
    assert found["total"].judgement.reading is not None
    assert found["total"].judgement.reading.decided_by == "decided by sum"
    assert flips_of(doc, found)["total"].reading.state is SumState.HOLDS


_LINES = [] if SHARED_CASES is None else (SHARED_CASES / "cases.jsonl").read_text(encoding="utf-8").splitlines()
DOCUMENT_CASES = [case["id"] for line in _LINES if (case := json.loads(line))["scope"] == "document"]


@pytest.mark.parametrize("case_id", DOCUMENT_CASES)
def test_every_case_of_a_whole_document_has_its_test_here(case_id: str) -> None:
    assert any(re.match(f"test_{case_id.lower()}_", name) for name in globals())
