"""The headline summed in SQL is the headline of the rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.workspaces import import_receipt, new_workspace, replay_model, run_models

from fidelity_app.core.metrics import Record, headline
from fidelity_app.services import reporting
from fidelity_app.services.judgements import judgement_from
from fidelity_app.services.sums_read import each_flip, flipped
from fidelity_app.store import documents as document_table
from fidelity_app.store import measures, readmodels

ROWS = (("ITEMS[0].PRICE", "3.50"), ("ITEMS[1].PRICE", "25.40"), ("TOTAL", "28.90"))
ANSWERS: tuple[dict[str, object], ...] = (
    {"items": [{"price": "3.50"}, {"price": "25.40"}], "total": "28.90"},
    {"items": [{"price": "3.50"}, {"price": "25.40"}], "total": "23.90"},
    {"items": [{"price": "3.5"}, {"price": None}], "total": "28.90"},
    {"items": [{"price": "3.50"}], "total": "28,90", "tip": "5.00"},
    {"items": [{"price": "28.90"}, {"price": "25.40"}], "total": "l8.90"},
)


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("measuring")
    with new_workspace(folder / "ws") as ws:
        documents = []
        for number in range(3):
            rows = (*ROWS[:2], ("TOTAL", "28.90"), (f"X{number}", f"{number}.11"))
            documents.append(import_receipt(ws, folder / "in", rows, name=f"d{number}"))
        names = []
        for number, answers in enumerate(ANSWERS):
            replay_model(ws, folder, answers, name=f"m{number}")
            names.append(f"m{number}")
        (folder / "m4.jsonl").write_text('{"key": "*", "format": "chat", "text": "no"}\n')
        run_id = run_models(ws, documents, names, repeats=2).run_id
        yield ws, run_id, names


def _records(ws, run_id: str, model: str) -> list[Record]:
    found = []
    for row in readmodels.readings(ws.store.read(), run_id):
        if row.model != model:
            continue
        document = document_table.get(ws.store.read(), row.document_id)
        judgement = judgement_from(ws, row, document)
        found.append(
            Record(
                row.document_id,
                row.slot,
                judgement,
                row.outcome,
                row.repeat,
                is_extra=not row.field_id,
                legibility=row.legibility,
            )
        )
    return found


@pytest.mark.parametrize("model", ["m0", "m1", "m2", "m3", "m4"])
def test_sums_in_sql_equal_the_measures_of_core(scene, model: str) -> None:
    ws, run_id, _ = scene
    expected = headline(_records(ws, run_id, model))
    row = next(row for row in reporting.headline(ws, run_id) if row.model == model)
    pairs = [
        (row.value_fidelity, expected.recall),
        (row.digit_error_rate, expected.digit_errors),
        (row.silent_error_rate, expected.silent_errors),
        (row.strict_document_rate, expected.documents_right),
        (row.coverage, expected.coverage),
    ]
    for measure, ratio in pairs:
        assert (measure.hits, measure.total) == (ratio.hits, ratio.total)
    assert (row.documents, row.slots, row.ambiguous) == (expected.documents, expected.slots, expected.ambiguous)
    assert row.failures == sum(expected.failures.values())


def test_a_model_that_failed_stays_in_every_denominator(scene) -> None:
    ws, run_id, _ = scene
    rows = {row.model: row for row in reporting.headline(ws, run_id)}
    assert rows["m4"].value_fidelity.hits == 0
    assert rows["m4"].value_fidelity.total == rows["m0"].value_fidelity.total
    assert rows["m4"].failures == rows["m4"].slots


def test_a_wrong_total_flips_the_sum(scene) -> None:
    ws, run_id, _ = scene
    flips = [flip.name for model, _, flip in each_flip(ws, run_id) if model == "m1"]
    assert "holds_breaks" in flips
    counted = flipped(ws, run_id)
    assert sum(count for (model, _), count in counted.items() if model == "m0") == 0
    assert sum(count for (model, _), count in counted.items() if model == "m1") > 0


def test_the_confusion_says_8_read_as_3(scene) -> None:
    ws, run_id, _ = scene
    cells = measures.confusion_cells(ws.store.read(), run_id, "m1")
    assert cells["8", "3"] == 6
    assert not any(printed != read for printed, read in measures.confusion_cells(ws.store.read(), run_id, "m0"))


def test_the_views_tell_the_same_story(scene) -> None:
    ws, run_id, _ = scene
    row = next(row for row in reporting.headline(ws, run_id) if row.model == "m1")
    found = ws.store.read().execute("SELECT * FROM v_headline WHERE model = 'm1'").fetchone()
    assert (found["right_values"], found["failed"]) == (row.value_fidelity.hits, 0)
    assert found["value_fidelity"] == pytest.approx(row.value_fidelity.value, abs=1e-4)
    wrong = ws.store.read().execute("SELECT printed, read_as FROM v_mismatches WHERE model = 'm1' AND field = 'total'")
    assert {tuple(item) for item in wrong} == {("8", "3")}


def test_the_report_names_failures_and_the_worst_findings(scene, tmp_path: Path) -> None:
    ws, run_id, _ = scene
    reporting.export_html(ws, run_id, tmp_path / "r.html")
    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "invalid_json" in text
    assert "28.90 becomes 23.90" in text
    assert text.count("data:image/png") >= 3


def test_a_judgement_made_again_has_the_value_and_the_kinds_that_were_stored(tmp_path: Path) -> None:
    rows = (("ITEMS[0].PRICE", "1,200.00"), ("ITEMS[1].PRICE", "34.00"), ("TOTAL", "1,234"))
    with new_workspace(tmp_path / "ws") as ws:
        document_id = import_receipt(ws, tmp_path / "in", rows, name="open")
        own = {"items": [{"price": "1,200.00"}, {"price": "34.00"}], "total": "1,284"}
        foreign = {"items": [{"price": "1.200,00"}, {"price": "34,00"}], "total": "1,284"}
        for name, answer in (("own", own), ("foreign", foreign)):
            replay_model(ws, tmp_path, answer, name=name)
        run_id = run_models(ws, [document_id], ["own", "foreign"]).run_id
        document = document_table.get(ws.store.read(), document_id)
        read = {}
        for row in readmodels.readings(ws.store.read(), run_id):
            judgement = judgement_from(ws, row, document)
            assert judgement is not None and judgement.reading is not None
            assert (judgement.reading.value, judgement.errors) == (row.reading_value, row.errors)
            read[row.model, row.key] = judgement.reading.value
    # "1,284" is a thousand in a reply that writes 1,200.00, and one and a bit in one that writes 1.200,00.
    assert (read["own", "total"], read["foreign", "total"]) == ("1284", "1.284")
