"""Edits: one transaction, undone exactly, refused when stale."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from support.workspaces import import_receipt, new_workspace

from fidelity_app.core.documents import Kind
from fidelity_app.core.edits import AddField, ChangeDocument, ChangeField, Compound, inverse, meta_of, rotation
from fidelity_app.core.errors import Conflict, ExternalError
from fidelity_app.core.geometry import Quad
from fidelity_app.services import annotating, library
from fidelity_app.services.workspace import open_workspace
from fidelity_app.settings.options import Options


@pytest.fixture
def ws(tmp_path: Path):
    with new_workspace(tmp_path / "ws") as ws:
        import_receipt(ws, tmp_path / "in")
        yield ws


@pytest.fixture
def document(ws):
    return library.document(ws, library.documents(ws)[0].id)


def test_an_edit_is_there_when_the_workspace_is_opened_again(ws, document) -> None:
    field = document.fields[0]
    annotating.apply(ws, ChangeField(field, replace(field, text="0012.50")))
    with open_workspace(ws.path, options=Options()) as other:
        assert library.document(other, document.id).fields[0].text == "0012.50"


def test_undo_and_redo_return_exactly(ws, document) -> None:
    edit = Compound((ChangeField(document.fields[0], replace(document.fields[0], box=None)),), "move")
    after = annotating.apply(ws, edit).documents[0]
    assert annotating.apply(ws, inverse(edit)).documents[0] == document
    assert annotating.apply(ws, edit).documents[0] == after
    assert library.document(ws, document.id) == after


def test_a_stale_edit_is_a_conflict_and_writes_nothing(ws, document) -> None:
    field = document.fields[0]
    annotating.apply(ws, ChangeField(field, replace(field, text="1")))
    first = ChangeField(document.fields[1], replace(document.fields[1], text="2"))
    stale = ChangeField(field, replace(field, text="3"))
    with pytest.raises(Conflict, match="changed elsewhere"):
        annotating.apply(ws, Compound((first, stale), "both"))
    texts = [item.text for item in library.document(ws, document.id).fields]
    assert texts[:2] == ["1", "25.40"]


def test_every_edit_has_its_before_and_after_in_the_history(ws, document) -> None:
    field = document.fields[0]
    annotating.apply(ws, ChangeField(field, replace(field, text="9")), who="anna")
    row = annotating.history(ws, document.id)[-1]
    assert (row.who, row.name, row.before["text"], row.after["text"]) == ("anna", "text of coffee", "3.50", "9")


def test_a_new_field_comes_last_on_its_page_with_an_id_of_its_own(ws, document) -> None:
    made = annotating.new_field(ws, document, key="tax", kind=Kind.AMOUNT, text="1.20", box=Quad.rect(1, 2, 3, 4))
    changed = annotating.apply(ws, AddField(made)).documents[0]
    assert changed.fields[-1] == made
    assert made.id not in {field.id for field in document.fields}


def test_a_turned_page_shows_turned_pixels_and_boxes(ws, document) -> None:
    page = document.pages[0]
    turned = annotating.apply(ws, rotation(document, page, 1)).documents[0]
    before, after = library.page_pixels(ws, page), library.page_pixels(ws, turned.pages[0])
    assert after.shape[:2] == before.shape[1::-1]
    left, top, right, bottom = (round(value) for value in turned.fields[2].box.bounds)
    assert after[top:bottom, left:right].min() < 128
    x0, y0, x1, y1 = (round(value) for value in document.fields[2].box.bounds)
    assert (after[top:bottom, left:right].mean() - before[y0:y1, x0:x1].mean()).__abs__() < 2


def test_document_data_changes_like_fields_do(ws, document) -> None:
    meta = meta_of(document)
    changed = annotating.apply(ws, ChangeDocument(meta, replace(meta, tags=("x", "y"), locale="de-DE"))).documents[0]
    assert (changed.tags, changed.locale) == (("x", "y"), "de-DE")
    assert library.facets(ws)["tag"] == ("x", "y")


def test_while_another_process_writes_an_edit_says_so_quickly(ws, document) -> None:
    import sqlite3

    other = sqlite3.connect(ws.store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    field = document.fields[0]
    edit = ChangeField(field, replace(field, text="5"))
    with pytest.raises(ExternalError, match="another program is writing") as caught:
        annotating.apply(ws, edit, wait_s=0.05)
    assert caught.value.retryable
    other.execute("ROLLBACK")
    other.close()
    assert annotating.apply(ws, edit).documents[0].fields[0].text == "5"


def test_the_truth_is_read_in_the_context_of_its_document(ws, document) -> None:
    parsed = annotating.parse_field(document, document.fields[2])
    assert parsed.value == "28.90"
