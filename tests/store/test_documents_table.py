"""Documents in the store: what goes in comes out, to the last digit of a coordinate."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.workspaces import plain_document

from fidelity_app.core.documents import Document, DocumentState, Field, Kind, Legibility
from fidelity_app.core.edits import RemoveField
from fidelity_app.core.errors import UserError
from fidelity_app.core.geometry import Quad
from fidelity_app.store import documents, history
from fidelity_app.store.connection import Store
from fidelity_app.store.rows import DocumentFilter

AT = datetime(2026, 1, 2, tzinfo=UTC)


@pytest.fixture
def store(tmp_path):
    store = Store.create(tmp_path / "ws", created_at="2026-01-02", version="0")
    yield store
    store.close()


def _add(store: Store, document: Document) -> None:
    with store.write() as tx:
        documents.insert(tx, document, origin=documents.Origin("somewhere", AT, ("2" * 64,) * len(document.pages)))


def test_a_document_comes_back_as_it_went_in(store: Store) -> None:
    document = plain_document()
    _add(store, document)
    assert documents.get(store.read(), "doc") == document


@pytest.mark.parametrize(
    "text",
    ["0012.50", "-42.00", "1.234,56", "12345678901234567890", "1e5", "１２", "null", "true", "=1+2", "a\nb", "", " 7 "],
)
def test_a_printed_text_is_kept_to_the_character(store: Store, text: str) -> None:
    _add(store, plain_document(text=text))
    assert documents.get(store.read(), "doc").fields[0].text == text


_number = st.floats(allow_nan=False, allow_infinity=False, width=64)


@settings(max_examples=60, deadline=None)
@given(values=st.lists(_number, min_size=8, max_size=8), text=st.text(st.characters(exclude_categories=["Cs"])))
def test_any_box_and_any_text_survive(values, text, tmp_path_factory) -> None:
    store = Store.create(tmp_path_factory.mktemp("ws") / "ws", created_at="", version="0")
    box = Quad.from_flat(values)
    field = Field("f", "doc", 0, "key", Kind.OTHER, text, box, (box,) * len(text), Legibility.HARD, 3, "note")
    document = replace(plain_document(), fields=(field,))
    _add(store, document)
    assert documents.get(store.read(), "doc") == document
    store.close()


def test_documents_are_listed_by_name_with_their_counts(store: Store) -> None:
    _add(store, plain_document("b", name="second"))
    _add(store, plain_document("a", name="first"))
    rows = documents.rows(store.read(), DocumentFilter())
    assert [(row.name, row.pages, row.fields, row.tags) for row in rows] == [
        ("first", 1, 1, ("b", "a")),
        ("second", 1, 1, ("b", "a")),
    ]
    assert rows[0].first_page_id == "a-p"


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (DocumentFilter(text="FIRST"), ["first"]),
        (DocumentFilter(text="9.9"), ["second"]),
        (DocumentFilter(tag="a"), ["first", "second"]),
        (DocumentFilter(tag="nothing"), []),
        (DocumentFilter(state=DocumentState.NEW, ids=("b",)), ["second"]),
        (DocumentFilter(limit=1, offset=1), ["second"]),
        (DocumentFilter(locale="de-DE"), []),
        (DocumentFilter(text="%"), []),
    ],
)
def test_filters_find(store: Store, wanted: DocumentFilter, found: list[str]) -> None:
    _add(store, plain_document("a", name="first"))
    _add(store, plain_document("b", name="second", text="9.90"))
    assert [row.name for row in documents.rows(store.read(), wanted)] == found


def test_a_document_that_is_not_there_is_named(store: Store) -> None:
    with pytest.raises(UserError, match="no document ghost"):
        documents.get(store.read(), "ghost")


def test_equal_pixels_are_found_and_others_are_not(store: Store) -> None:
    _add(store, plain_document("a", name="first"))
    assert documents.with_pixels(store.read(), ["1" * 64]) == ("a", "first")
    assert documents.with_pixels(store.read(), ["1" * 64, "1" * 64]) is None
    assert documents.with_pixels(store.read(), ["3" * 64]) is None


def test_an_archived_document_leaves_the_list_but_not_the_file(store: Store) -> None:
    _add(store, plain_document("a"))
    with store.write() as tx:
        documents.archive(tx, ["a"], at=AT)
    assert documents.rows(store.read(), DocumentFilter()) == []
    assert documents.get(store.read(), "a").id == "a"


def test_history_keeps_before_and_after(store: Store) -> None:
    before = plain_document()
    _add(store, before)
    field = before.fields[0]
    after = replace(before, fields=(), name="renamed")
    with store.write() as tx:
        edit = RemoveField(field)
        history.Writer(tx, edit_id="e1", name=edit.name, who="me", at=AT).save(before, after)
    rows = history.of_document(store.read(), "doc")
    assert [(row.thing, row.name, row.who) for row in rows] == [
        ("field", "remove total", "me"),
        ("document", "remove total", "me"),
    ]
    assert rows[0].before is not None
    assert rows[0].before["text"] == "28.90"
    assert rows[0].after is None
    assert documents.get(store.read(), "doc") == after
