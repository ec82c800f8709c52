"""Edits: what they are called, that they apply, and that undo is exact."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.documents import Document, DocumentState, Field, Kind, Legibility, Page
from fidelity_app.core.edits import (
    AddField,
    ChangeDocument,
    ChangeField,
    Compound,
    Edit,
    RemoveField,
    RotatePage,
    apply_to,
    document_ids,
    inverse,
    meta_of,
    rotation,
)
from fidelity_app.core.errors import Conflict
from fidelity_app.core.geometry import Quad

PAGE = Page("p1", "d1", 0, "sha", "pix", 400, 900, None, "a.jpg")


def a_field(number: int, text: str = "1.00", *, key: str = "total", x: float = 0) -> Field:
    return Field(f"f{number}", "d1", 0, key, Kind.AMOUNT, text, Quad.rect(x, 0, x + 50, 20), position=number)


def a_document(*fields: Field) -> Document:
    return Document("d1", "receipt 1", pages=(PAGE,), fields=fields)


texts = st.text(max_size=8)
numbers = st.floats(-1e4, 1e4, allow_nan=False)
quads = st.builds(Quad.rect, numbers, numbers, numbers, numbers)


@st.composite
def fields(draw: st.DrawFn, number: int) -> Field:
    return Field(
        f"f{number}",
        "d1",
        0,
        draw(st.sampled_from(["total", "subtotal", "items[0].price"])),
        draw(st.sampled_from(Kind)),
        draw(texts),
        draw(st.none() | quads),
        legibility=draw(st.sampled_from(Legibility)),
        position=draw(st.integers(0, 3)),
    )


@st.composite
def edit_for(draw: st.DrawFn, document: Document, new_number: int) -> Edit:
    choice = draw(st.integers(0, 4))
    if document.fields and choice in (0, 1):
        field = draw(st.sampled_from(document.fields))
        changed = draw(fields(int(field.id[1:])))
        return RemoveField(field) if choice == 0 else ChangeField(field, changed)
    if choice == 2:
        meta = replace(meta_of(document), locale=draw(texts), state=draw(st.sampled_from(DocumentState)))
        return ChangeDocument(meta_of(document), meta)
    if choice == 3:
        return rotation(document, document.pages[0], draw(st.integers(-4, 4)))
    return AddField(draw(fields(new_number)))


@st.composite
def histories(draw: st.DrawFn) -> tuple[Document, Compound]:
    first = start = a_document(a_field(1), a_field(2, key="subtotal"))
    edits: list[Edit] = []
    for step in range(draw(st.integers(1, 6))):
        edit = draw(edit_for(start, 100 + step))
        start = apply_to(start, edit)
        edits.append(edit)
    return first, Compound(tuple(edits), "many")


@given(histories())
def test_the_inverse_of_the_inverse_is_the_edit_itself(history: tuple[Document, Compound]) -> None:
    _, edit = history
    assert inverse(inverse(edit)) == edit


@given(histories())
def test_an_edit_and_then_its_inverse_leave_the_document_exactly_as_it_was(history: tuple[Document, Compound]) -> None:
    document, edit = history
    assert apply_to(apply_to(document, edit), inverse(edit)) == document


@given(histories())
def test_redo_after_undo_gives_the_same_document(history: tuple[Document, Compound]) -> None:
    document, edit = history
    once = apply_to(document, edit)
    assert apply_to(apply_to(once, inverse(edit)), edit) == once


def test_an_edit_of_something_changed_elsewhere_is_a_conflict() -> None:
    stale = a_field(1, "1.00")
    document = a_document(a_field(1, "2.00"))
    with pytest.raises(Conflict, match="total"):
        apply_to(document, ChangeField(stale, replace(stale, text="3.00")))
    with pytest.raises(Conflict):
        apply_to(document, RemoveField(stale))
    with pytest.raises(Conflict):
        apply_to(document, AddField(a_field(1)))
    with pytest.raises(Conflict):
        apply_to(document, RotatePage("p1", 1, 2, "d1"))
    with pytest.raises(Conflict):
        apply_to(document, ChangeDocument(replace(meta_of(document), locale="de"), meta_of(document)))


def test_a_change_keeps_the_id_of_what_it_changes() -> None:
    with pytest.raises(ValueError, match="id"):
        ChangeField(a_field(1), a_field(2))
    meta = meta_of(a_document())
    with pytest.raises(ValueError, match="id"):
        ChangeDocument(meta, replace(meta, document_id="other"))


FIELD = a_field(1, "28.9", key="subtotal")


@pytest.mark.parametrize(
    ("edit", "name"),
    [
        (AddField(FIELD), "add subtotal"),
        (RemoveField(FIELD), "remove subtotal"),
        (ChangeField(FIELD, replace(FIELD, text="28.90")), "text of subtotal"),
        (ChangeField(FIELD, replace(FIELD, text="28.90", kind=Kind.OTHER)), "text and kind of subtotal"),
        (ChangeField(FIELD, replace(FIELD, box=Quad.rect(5, 5, 55, 25))), "move box of subtotal"),
        (ChangeField(FIELD, replace(FIELD, box=Quad.rect(0, 0, 70, 20))), "resize box of subtotal"),
        (ChangeField(FIELD, replace(FIELD, box=None)), "remove box of subtotal"),
        (ChangeField(FIELD, replace(FIELD, glyphs=(Quad.rect(0, 0, 5, 5),))), "character boxes of subtotal"),
        (ChangeField(replace(FIELD, box=None), FIELD), "draw box of subtotal"),
        (ChangeField(FIELD, replace(FIELD, key="total")), "rename subtotal to total"),
        (ChangeField(FIELD, replace(FIELD, legibility=Legibility.ILLEGIBLE)), "mark subtotal illegible"),
        (ChangeField(FIELD, replace(FIELD, position=9)), "order of subtotal"),
        (RotatePage("p1", 3, 0, "d1"), "turn page right"),
        (RotatePage("p1", 0, 3, "d1"), "turn page left"),
    ],
)
def test_an_edit_is_named_in_words_for_the_undo_menu(edit: Edit, name: str) -> None:
    assert edit.name == name


def test_a_changed_document_is_named_by_what_changed() -> None:
    before = meta_of(a_document())
    after = replace(before, locale="de-DE", tags=("a",))
    assert ChangeDocument(before, after).name == "locale and tags of receipt 1"


def test_turning_a_page_right_swaps_its_size_and_takes_the_boxes_along() -> None:
    document = a_document(a_field(1))
    turned = apply_to(document, rotation(document, PAGE, 1))
    assert (turned.pages[0].width_px, turned.pages[0].height_px, turned.pages[0].quarter_turns) == (900, 400, 1)
    assert turned.fields[0].box == Quad.rect(880, 0, 900, 50)


def test_a_slanted_box_keeps_the_direction_of_its_text_when_its_page_turns() -> None:
    slanted = Quad(((0.0, 0.0), (50.0, 5.0), (48.0, 25.0), (0.0, 20.0)))
    document = a_document(replace(a_field(1), box=slanted))
    turned = apply_to(document, rotation(document, PAGE, 1))
    assert turned.fields[0].box == Quad(((900.0, 0.0), (895.0, 50.0), (875.0, 48.0), (880.0, 0.0)))


def test_character_boxes_turn_with_their_page() -> None:
    glyphs = (Quad.rect(0, 0, 20, 20), Quad.rect(20, 0, 50, 20))
    document = a_document(replace(a_field(1, "28"), glyphs=glyphs))
    turned = apply_to(document, rotation(document, PAGE, 1)).fields[0].glyphs
    assert turned[1] == Quad(((900.0, 20.0), (900.0, 50.0), (880.0, 50.0), (880.0, 20.0)))
    assert turned[0].points[1] == turned[1].points[0]


def test_four_quarter_turns_bring_every_box_back() -> None:
    document = turned = a_document(a_field(1, x=33))
    for _ in range(4):
        turned = apply_to(turned, rotation(turned, turned.pages[0], 1))
    assert turned == document


def test_a_compound_names_each_document_it_touches_once() -> None:
    edits = (AddField(FIELD), RotatePage("p9", 0, 1, "d9"), RemoveField(FIELD))
    assert document_ids(Compound(edits, "many")) == ("d1", "d9")
