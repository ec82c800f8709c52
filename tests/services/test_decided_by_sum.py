"""Rule 6 in a workspace: bare `1.234` notation is read as the page's own sums prove, and the person sees it."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from support.workspaces import draw_receipt, new_workspace, replay_model, run_models

from fidelity_app.core.reconciliation import SumState
from fidelity_app.core.verdicts import Verdict
from fidelity_app.services import annotating, comparing, library, reporting
from fidelity_app.services.importing import import_paths
from fidelity_app.services.workspace import Workspace

GROUPED = {"quantity": "2.5", "unit_price": "1.200", "price": "3000"}
DECIMAL = {"quantity": "2.5", "unit_price": "1.200", "price": "3"}


@pytest.fixture
def ws(tmp_path: Path):
    with new_workspace(tmp_path / "ws") as ws:
        yield ws


def import_row(ws: Workspace, folder: Path, printed: dict[str, str], *, locale: str = "") -> str:
    """Import a page that prints one row of an invoice; neither currency nor (by default) locale is known."""
    rows = tuple(printed.items())
    boxes = draw_receipt(folder / "page.png", rows)
    kinds = {"quantity": "quantity"}
    fields = [
        {
            "key": f"items[0].{cell}",
            "kind": kinds.get(cell, "amount"),
            "text": text,
            "page": 0,
            "box": boxes[cell].flat(),
        }
        for cell, text in rows
    ]
    truth = {"schema": "fidelity-truth/1", "name": "row", "type": "invoice", "locale": locale, "currency": ""}
    truth |= {"pages": ["page.png"], "fields": fields}
    (folder / "row.fidelity.json").write_text(json.dumps(truth), encoding="utf-8")
    return import_paths(ws, [folder / "row.fidelity.json"]).added[0]


def verdict_of(ws: Workspace, run_id: str, key: str) -> Verdict | None:
    row = next(row for row in comparing.matrix(ws, run_id).rows if row.slot.key == key)
    (cell,) = row.cells
    return None if cell is None else cell.verdict


@pytest.mark.parametrize(("printed", "value", "other"), [(GROUPED, "1200", "1.2"), (DECIMAL, "1.200", "1200")])
def test_a_page_and_its_twin_are_each_read_as_they_add_up(ws, tmp_path, printed, value, other) -> None:
    document_id = import_row(ws, tmp_path, printed)
    document = library.document(ws, document_id)
    unit_price = next(field for field in document.truth if field.key == "items[0].unit_price")
    parsed = annotating.parse_field(document, unit_price)
    assert (parsed.value, parsed.decided_by) == (value, "decided by sum")
    assert [check.state for check in annotating.sums(ws, document)] == [SumState.HOLDS]
    right = {"items": [printed | {"unit_price": value.replace(".200", ".20")}]}
    wrong = {"items": [printed | {"unit_price": other}]}
    for name, answers in (("right", right), ("wrong", wrong), ("same", {"items": [printed]})):
        replay_model(ws, tmp_path, answers, name=name)
    verdicts = {
        name: verdict_of(ws, run_models(ws, [document_id], [name]).run_id, unit_price.key)
        for name in ("right", "wrong", "same")
    }
    assert verdicts["same"] is Verdict.EXACT
    assert verdicts["right"] in (Verdict.LAYOUT_ONLY, Verdict.PRECISION_CHANGED)
    assert verdicts["wrong"] is Verdict.MISMATCH


def test_compare_and_the_export_say_that_a_sum_decided(ws, tmp_path) -> None:
    document_id = import_row(ws, tmp_path, GROUPED)
    replay_model(ws, tmp_path, {"items": [GROUPED]})
    run_id = run_models(ws, [document_id], ["replay"]).run_id
    slot = next(row.slot for row in comparing.matrix(ws, run_id).rows if row.slot.key == "items[0].unit_price")
    (model,) = comparing.finding(ws, run_id, slot).models
    assert model.words == "Read exactly as printed: 1.200. 1.200 is 1200 (decided by sum)."
    reporting.export_csv(ws, run_id, tmp_path / "out.csv")
    with (tmp_path / "out.csv").open(encoding="utf-8-sig", newline="") as file:
        told = {row["field"]: row["decided_by"] for row in csv.DictReader(file)}
    assert told["items[0].unit_price"] == "decided by sum"


def test_a_reply_that_proves_nothing_does_not_borrow_what_the_page_proves(ws, tmp_path) -> None:
    document_id = import_row(ws, tmp_path, GROUPED)
    replay_model(ws, tmp_path, {"items": [{"quantity": None, "unit_price": "1,200", "price": "3000"}]})
    run_id = run_models(ws, [document_id], ["replay"]).run_id
    assert verdict_of(ws, run_id, "items[0].unit_price") is Verdict.AMBIGUOUS


def test_what_is_typed_is_read_by_the_sum_that_it_makes_itself(ws, tmp_path) -> None:
    from dataclasses import replace

    document = library.document(ws, import_row(ws, tmp_path, GROUPED | {"price": "9999"}))
    fields = {field.key: field for field in document.truth}
    assert annotating.parse_field(document, fields["items[0].unit_price"]).value is None
    typed = replace(fields["items[0].price"], text="3.000")
    assert annotating.parse_field(document, typed).value is None, "both ways make this sum hold"
    other = replace(fields["items[0].unit_price"], text="3.999")
    assert annotating.parse_field(document, other).value is None, "no way makes it hold"
    fitting = replace(fields["items[0].unit_price"], text="3.999,6")
    assert annotating.parse_field(document, fitting).value == "3999.6"


def test_a_locale_decides_before_a_sum(ws, tmp_path) -> None:
    document = library.document(ws, import_row(ws, tmp_path, GROUPED, locale="en-US"))
    unit_price = next(field for field in document.truth if field.key == "items[0].unit_price")
    assert annotating.parse_field(document, unit_price).decided_by == "the locale en-US"
