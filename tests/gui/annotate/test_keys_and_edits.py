"""Which key comes next, and which edit a gesture means: pure functions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.documents import Document, Field, Kind, Page
from fidelity_app.core.edits import AddField, ChangeField, apply_to, rotation
from fidelity_app.core.geometry import Quad
from fidelity_app.gui.annotate import edits
from fidelity_app.gui.annotate.crop_frame import Frame, quarter_turns
from fidelity_app.gui.annotate.editor import read_words
from fidelity_app.gui.annotate.fields_model import state_of
from fidelity_app.gui.annotate.keys import TEMPLATES, kind_of, next_key, suggestions, unused_key
from fidelity_app.services.annotating import parse_field

BOX = Quad.rect(10, 10, 50, 30)


def field(key="total", text="28,90", **more):
    return Field("f1", "d", 0, key, Kind.AMOUNT, text, **{"box": BOX, **more})


def make(key, kind, box, page_index):
    return Field("new", "d", page_index, key, kind, "", box=box)


def test_the_next_row_of_a_list_follows_a_row():
    used = ["items[0].price", "items[1].price"]
    assert next_key("receipt", used, after="items[1].price") == ("items[2].price", Kind.AMOUNT)


def test_the_template_is_followed_in_the_order_of_the_paper():
    assert next_key("receipt", ["date", "time"], after="time") == ("receipt_no", Kind.IDENTIFIER)
    assert next_key("receipt", ["subtotal"], after="subtotal")[0] == "discount"


def test_when_the_template_is_used_up_keys_are_numbered():
    used = [key for key, _ in suggestions("label", [])]
    assert next_key("label", used)[0] == "value"
    assert next_key("label", [*used, "value"])[0] == "value_2"


@given(st.sampled_from(sorted(TEMPLATES)), st.lists(st.sampled_from(["total", "tax", "items[0].price", "date"])))
def test_nothing_that_is_used_is_offered(document_type, used):
    assert not {key for key, _ in suggestions(document_type, used)} & set(used)


@given(st.text(min_size=1, max_size=8), st.lists(st.text(min_size=1, max_size=8), max_size=6))
def test_an_unused_key_is_unused(key, used):
    assert unused_key(key, used) not in used


@pytest.mark.parametrize(
    ("key", "kind"),
    [("total", Kind.AMOUNT), ("items[7].quantity", Kind.QUANTITY), ("date", Kind.DATE), ("?", Kind.AMOUNT)],
)
def test_a_key_has_its_usual_kind(key, kind):
    assert kind_of(key) is kind


def test_a_box_drawn_for_a_field_without_one_becomes_its_box():
    chosen = field(box=None)
    edit = edits.for_drawn_box(Document("d", "d", fields=(chosen,)), chosen, BOX, 0, make)
    assert isinstance(edit, ChangeField)
    assert edit.after.box == BOX
    assert edit.after.text == "28,90"


def test_a_box_drawn_otherwise_is_a_new_field_that_says_that_it_is_not_typed_yet():
    edit = edits.for_drawn_box(Document("d", "d", fields=(field(),)), field(), BOX, 0, make)
    assert isinstance(edit, AddField)
    assert (edit.field.typed, edit.field.key) == (False, "cash")
    assert state_of(edit.field).sign == "?"


def test_accepting_an_empty_text_says_that_nothing_is_printed():
    accepted = edits.for_text(field(text="", typed=False), "").after
    assert (accepted.text, accepted.typed) == ("", True)
    assert state_of(accepted).words == "nothing is printed here"


def test_accepting_the_same_text_is_no_edit():
    assert edits.for_text(field(), "28,90") is None


def test_character_boxes_go_along_with_a_move_and_are_unknown_after_a_resize():
    glyphs = tuple(BOX.slice(n / 5, (n + 1) / 5) for n in range(5))
    boxed = field(glyphs=glyphs)
    moved = edits.for_box_changed(boxed, BOX.moved(3, 4)).after
    assert moved.glyphs == tuple(glyph.moved(3, 4) for glyph in glyphs)
    assert edits.for_box_changed(boxed, Quad.rect(10, 10, 60, 30)).after.glyphs == ()


def test_renaming_to_a_used_key_takes_the_next_free_one():
    other = Field("f2", "d", 0, "tax", Kind.AMOUNT, "1")
    edit = edits.for_key(Document("d", "d", fields=(field(), other)), field(), "tax")
    assert edit.after.key == "tax_2"


@pytest.mark.parametrize(
    ("text", "kind", "shown"),
    [
        ("28,90", Kind.AMOUNT, "= 28.90"),
        ("Milk", Kind.OTHER, "text, as written"),
        ("abc", Kind.AMOUNT, "not readable as amount"),
        ("", Kind.AMOUNT, ""),
    ],
)
def test_how_a_text_is_read_is_said_in_words(text, kind, shown):
    value = Field("f", "d", 0, "k", kind, text)
    assert read_words(parse_field(Document("d", "d", locale="de-DE", fields=(value,)), value))[0] == shown


@pytest.mark.parametrize("turns", range(4))
def test_a_crop_shows_text_upright_however_its_page_is_turned(turns):
    rgb = np.arange(40 * 60 * 3, dtype=np.uint32).astype(np.uint8).reshape(40, 60, 3)
    glyphs = tuple(BOX.slice(n / 5, (n + 1) / 5) for n in range(5))
    page = Document("d", "d", pages=(Page("p", "d", 0, "", "", 60, 40, None, ""),), fields=(field(glyphs=glyphs),))
    turned = apply_to(page, rotation(page, page.pages[0], turns))
    box = turned.fields[0].box
    assert quarter_turns(box) == turns
    left, top, right, bottom = (round(value) for value in box.bounds)
    frame = Frame(left, top, right - left, bottom - top, turns)
    left, top, right, bottom = (round(value) for value in BOX.bounds)
    straight = rgb[top:bottom, left:right]
    assert np.array_equal(frame.upright(np.rot90(rgb, k=-turns)), straight)
    for corner, shown in zip(box.points, ((0, 0), (right - left, 0), (right - left, bottom - top)), strict=False):
        assert frame.shown(corner) == pytest.approx(shown)
        assert frame.on_page(shown) == pytest.approx(corner)
