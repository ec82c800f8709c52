"""The main job with a real reader: import, degrade, ask RapidOCR, score, report."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from support.workspaces import RECEIPT, import_receipt, new_workspace, run_models

from fidelity_app.core.asks import Mode
from fidelity_app.core.errors import ExternalError
from fidelity_app.services import comparing, models, reporting


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory):
    """A drawn receipt, clean and photographed from aside, really read by RapidOCR."""
    folder = tmp_path_factory.mktemp("job")
    with new_workspace(folder / "ws") as ws:
        document_id = import_receipt(ws, folder / "in")
        outcome = run_models(ws, [document_id], ["rapidocr"], recipes=["clean", "phone-in-a-hurry:1"])
        yield ws, outcome


def test_a_new_workspace_can_ask_the_reader_that_comes_with_the_installation(scene) -> None:
    ws, outcome = scene
    assert "rapidocr" in [row.config.name for row in models.models(ws)]
    assert (outcome.answered, outcome.failed, outcome.open) == (2, 0, 0)


def test_a_clean_receipt_is_read_right_and_located_where_it_is_annotated(scene) -> None:
    ws, outcome = scene
    rows = [row for row in comparing.matrix(ws, outcome.run_id).rows if row.recipe_label == "clean"]
    assert [row.cells[0].text for row in rows] == [amount for _, amount in RECEIPT]
    found = comparing.finding(ws, outcome.run_id, rows[2].slot)
    left, top, right, bottom = found.models[0].box.bounds
    x0, y0, x1, y1 = found.box.bounds
    assert left < (x0 + x1) / 2 < right
    assert top < (y0 + y1) / 2 < bottom
    assert found.models[0].words == "Read exactly as printed: 28.90."


def test_the_reading_of_the_slanted_page_is_found_through_its_map(scene) -> None:
    ws, outcome = scene
    rows = [row for row in comparing.matrix(ws, outcome.run_id).rows if row.recipe_label != "clean"]
    found = comparing.finding(ws, outcome.run_id, rows[2].slot)
    assert found.models[0].text is not None
    assert found.field is not None
    assert found.box != found.field.box
    left, _, right, _ = found.models[0].box.bounds
    x0, _, x1, _ = found.box.bounds
    assert left < (x0 + x1) / 2 < right


def test_every_attempt_is_on_record_with_its_picture_and_its_bytes(scene) -> None:
    ws, outcome = scene
    row = comparing.matrix(ws, outcome.run_id).rows[0]
    evidence = comparing.inspect(ws, row.cells[0].reading_id)
    (attempt,) = evidence.attempts
    assert b"28.90" in attempt.body
    assert attempt.request["images"][0]["sha256"] == evidence.image_shas[0]
    assert ws.store.blobs.get(evidence.image_shas[0]).startswith(b"\x89PNG")


def test_the_headline_says_how_it_went(scene) -> None:
    ws, outcome = scene
    clean = reporting.headline(ws, outcome.run_id)[0]
    assert (clean.model, clean.recipe_label, clean.slots, clean.failures) == ("rapidocr", "clean", 3, 0)
    assert (clean.value_fidelity.value, clean.silent_error_rate.value, clean.digit_error_rate.value) == (1.0, 0.0, 0.0)
    assert (clean.strict_document_rate.hits, clean.strict_document_rate.total) == (1, 1)
    assert clean.value_fidelity.low is None, "one document says nothing about others"


def test_the_csv_has_a_line_for_every_reading(scene, tmp_path: Path) -> None:
    ws, outcome = scene
    assert reporting.export_csv(ws, outcome.run_id, tmp_path / "out.csv") == 6
    with (tmp_path / "out.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    total = next(row for row in rows if row["field"] == "total" and row["recipe"] == "clean")
    assert (total["printed"], total["read"], total["verdict"]) == ("28.90", "28.90", "exact")
    assert total["difference"] == "0.00"
    assert total["served_model"].startswith("rapidocr")
    assert len(total["trial_key"]) == len(total["pixels_sha256"]) == 64


def test_the_page_is_one_file_with_the_headline_in_it(scene, tmp_path: Path) -> None:
    ws, outcome = scene
    reporting.export_html(ws, outcome.run_id, tmp_path / "out.html")
    text = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert "rapidocr" in text
    assert "100.0 %" in text
    assert "http://" not in text
    assert "<script" not in text


def test_a_report_that_cannot_be_written_names_the_file(scene, tmp_path: Path) -> None:
    ws, outcome = scene
    (tmp_path / "taken").mkdir()
    with pytest.raises(ExternalError, match="taken"):
        reporting.export_csv(ws, outcome.run_id, tmp_path / "taken")


def test_a_cut_out_field_is_read_as_well(scene) -> None:
    ws, outcome = scene
    document_id = comparing.matrix(ws, outcome.run_id).rows[0].slot.document_id
    crops = run_models(ws, [document_id], ["rapidocr"], mode=Mode.CROP)
    assert [row.cells[0].text for row in comparing.matrix(ws, crops.run_id).rows] == [a for _, a in RECEIPT]
