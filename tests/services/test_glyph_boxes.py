"""One answer to where a character stands: a person's, a data set's, or found in the ink; shown by every highlight."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from support.workspaces import import_receipt, new_workspace, replay_model, run_models

from fidelity_app.core.alignment import OpKind
from fidelity_app.core.edits import ChangeField
from fidelity_app.core.geometry import Quad
from fidelity_app.formats.native import read_truth
from fidelity_app.services import annotating, comparing, library
from fidelity_app.services.glyph_boxes import field_glyphs, glyphs_of_fields, placed
from fidelity_app.services.importing import import_paths
from fidelity_app.store.rows import Mark

RIGHT = {"coffee": "3.50", "bagel": "25.40", "total": "28.90"}
WRONG = {"coffee": "3.50", "bagel": "25.40", "total": "23.90"}


@pytest.fixture
def scene(tmp_path):
    with new_workspace(tmp_path / "ws") as ws:
        document_id = import_receipt(ws, tmp_path / "in")
        replay_model(ws, tmp_path, WRONG, name="wrong")
        run_id = run_models(ws, [document_id], ["wrong"], recipes=["clean", "phone-in-a-hurry:2"]).run_id
        yield ws, run_id, document_id


def _total(ws, document_id):
    return next(item for item in library.document(ws, document_id).fields if item.key == "total")


def _by_hand(ws, document_id) -> tuple[Quad, ...]:
    """Correct the boxes of the total as no program would find them: the second one is tiny."""
    total = _total(ws, document_id)
    shares = (0.0, 0.55, 0.6, 0.7, 0.8, 1.0)
    glyphs = tuple(total.box.slice(a, b) for a, b in pairwise(shares))
    annotating.apply(ws, ChangeField(total, replace(total, glyphs=glyphs)))
    return glyphs


def test_characters_are_found_in_the_ink_where_nobody_gave_their_boxes(scene) -> None:
    ws, _, document_id = scene
    page, total = library.document(ws, document_id).pages[0], _total(ws, document_id)
    found = field_glyphs(ws, page, total)
    assert len(found) == len(total.text)
    rgb = library.page_pixels(ws, page)
    for quad in (found[0], found[1], found[3]):
        left, top, right, bottom = (round(value) for value in quad.bounds)
        assert rgb[top:bottom, left:right].min() < 100, "there is print in the box of a digit"


def test_what_was_found_is_kept_while_the_workspace_is_open(scene) -> None:
    ws, _, document_id = scene
    page, total = library.document(ws, document_id).pages[0], _total(ws, document_id)
    found = field_glyphs(ws, page, total)
    ws.store.blobs.path(page.image_sha).unlink()
    assert field_glyphs(ws, page, total) is found
    assert field_glyphs(ws, page, replace(total, box=None)) == ()
    assert glyphs_of_fields(ws, page, []) == {}


def test_a_persons_correction_comes_before_what_the_program_finds(scene) -> None:
    ws, _, document_id = scene
    page = library.document(ws, document_id).pages[0]
    glyphs = _by_hand(ws, document_id)
    assert field_glyphs(ws, page, _total(ws, document_id)) == glyphs


@pytest.mark.parametrize("recipe", ["clean", "phone-in-a-hurry:2"])
def test_compare_marks_the_corrected_box_without_a_new_score(scene, recipe: str) -> None:
    ws, run_id, document_id = scene
    rows = [row for row in comparing.matrix(ws, run_id).rows if row.slot.key == "total"]
    slot = next(row.slot for row in rows if row.recipe_label == recipe)
    glyphs = _by_hand(ws, document_id)
    found = comparing.finding(ws, run_id, slot)
    expected = found.variant.page_map.quad(glyphs[1])
    assert found.page_glyphs == glyphs
    assert found.glyphs[1] == expected
    assert [mark.box for mark in found.models[0].marks] == [expected]
    (overlay,) = (item for item in comparing.overlays(ws, run_id, slot) if item.wrong)
    assert [mark.box for mark in overlay.marks] == [expected]


def test_an_inserted_character_stands_in_the_seam_unless_its_reader_saw_it() -> None:
    glyphs = tuple(Quad.rect(x, 0, x + 10, 20) for x in (0, 10, 20))
    mark = Mark(OpKind.INSERT, 1, 1, 1, 2, "", "7", box=Quad.rect(50, 0, 60, 20))
    assert placed(mark, glyphs, lambda quad: quad.moved(100, 0)).box == Quad.rect(110, 0, 112, 20)
    assert placed(mark, glyphs, lambda quad: quad, is_seen=True) is mark
    assert placed(mark, (), lambda quad: quad) is mark


def test_an_import_keeps_the_boxes_that_a_data_set_brings(tmp_path) -> None:
    samples = Path(__file__).resolve().parents[2] / "samples"
    truth = read_truth(samples / "kiosk-de.fidelity.json")
    with new_workspace(tmp_path / "ws") as ws:
        import_paths(ws, [samples / "kiosk-de.fidelity.json"])
        (row,) = library.documents(ws)
        document = library.document(ws, row.id)
        for field, known in zip(document.fields, truth.fields, strict=True):
            assert field_glyphs(ws, document.pages[0], field) == known.glyphs
