"""Where each character stands: shown over the crop, corrected by mouse and keys, and turned with the page."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel

from fidelity_app.core.documents import DocumentState
from fidelity_app.core.geometry import Quad
from fidelity_app.core.glyph_cells import boundaries, cells_of
from fidelity_app.services import annotating, library
from fidelity_app.services.importing import import_paths
from fidelity_app.services.workspace import create_workspace

SAMPLES = Path(__file__).resolve().parents[3] / "samples"

Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def page(qtbot, workspace, open_window):
    made = open_window(workspace, "annotate").current_page
    qtbot.waitUntil(lambda: made.view.size_px == (400, 600))
    made.hands.draw_box(Quad.rect(40, 55, 280, 85))
    made.accept_text("28,90")
    with_cells(qtbot, made)
    return made


def with_cells(qtbot, page):
    qtbot.waitUntil(lambda: page.editor.crop.cells is not None)
    return page.editor.crop.cells


def saved(qtbot, page):
    qtbot.waitUntil(lambda: not page.session.writer.pending)
    return library.document(page.context.workspace, page.session.document.id)


def drag_boundary(qtbot, page, index, dx, *, release=True):
    crop = page.editor.crop
    start = crop.boundary_point(index).toPoint()
    qtbot.mousePress(crop, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(crop, start + QPoint(dx // 2, 0))
    qtbot.mouseMove(crop, start + QPoint(dx, 0))
    if release:
        qtbot.mouseRelease(crop, Qt.MouseButton.LeftButton, pos=start + QPoint(dx, 0))


def edges(field):
    return boundaries(field.box, cells_of(field.text, field.glyphs))


def test_every_character_has_its_cell_without_anything_being_stored(qtbot, page):
    cells = page.editor.crop.cells
    assert [cells.name_of(number) for number in range(len(cells.cells))] == list("28,90")
    assert not cells.is_own
    assert saved(qtbot, page).fields[0].glyphs == ()
    assert "5 characters, boxes found" in page.editor.crop.accessibleDescription()


def test_a_boundary_is_dragged_saved_and_undone_by_its_name(qtbot, page):
    before = page.editor.crop.cells.edges
    qtbot.keyClick(page.view, Key.Key_G)
    assert page.editor.crop.correcting
    drag_boundary(qtbot, page, 2, 20)
    document = saved(qtbot, page)
    after = edges(document.fields[0])
    assert after[2] > before[2] + 2
    assert [after[n] for n in (0, 1, 3, 4, 5)] == pytest.approx([before[n] for n in (0, 1, 3, 4, 5)])
    assert page.editor.crop.cells.is_own
    assert page.session.stack.undoText() == "character boxes of date"
    assert annotating.history(page.context.workspace, document.id)[-1].name == "character boxes of date"
    page.undo()
    assert saved(qtbot, page).fields[0].glyphs == ()
    page.redo()
    assert saved(qtbot, page).fields[0] == document.fields[0]


def test_keys_choose_and_move_a_boundary_by_one_pixel(qtbot, page):
    before = page.editor.crop.cells.edges
    qtbot.keyClick(page.view, Key.Key_G)
    crop = page.editor.crop
    for _ in range(3):
        qtbot.keyClick(crop, Key.Key_Right)
    qtbot.keyClick(crop, Key.Key_Left)
    assert crop.boundary == 2
    assert "boundary 3 of 6, between 8 and ," in crop.accessibleDescription()
    qtbot.keyClick(crop, Key.Key_Right, SHIFT)
    assert edges(saved(qtbot, page).fields[0])[2] == pytest.approx(before[2] + 1)
    qtbot.keyClick(crop, Key.Key_Left, SHIFT)
    qtbot.keyClick(crop, Key.Key_Left, SHIFT)
    assert edges(saved(qtbot, page).fields[0])[2] == pytest.approx(before[2] - 1)


@pytest.mark.parametrize("how", ["backspace", "delete", "double click"])
def test_a_correction_is_taken_back_to_what_is_found(qtbot, page, how):
    automatic = page.editor.crop.cells.edges
    page.set_correcting(True)
    drag_boundary(qtbot, page, 1, -12)
    assert saved(qtbot, page).fields[0].glyphs
    crop = page.editor.crop
    if how == "double click":
        qtbot.mouseDClick(crop, Qt.MouseButton.LeftButton, pos=crop.rect().center())
    else:
        qtbot.keyClick(crop, Key.Key_Backspace if how == "backspace" else Key.Key_Delete)
    document = saved(qtbot, page)
    assert [field.glyphs for field in document.fields] == [()], "and the field is still there"
    assert with_cells(qtbot, page).edges == automatic


def test_escape_drops_a_drag_by_leaving_and_changes_nothing(qtbot, page):
    page.set_correcting(True)
    drag_boundary(qtbot, page, 2, 15, release=False)
    qtbot.keyClick(page.editor.crop, Key.Key_Escape)
    assert not page.editor.crop.correcting
    qtbot.mouseRelease(page.editor.crop, Qt.MouseButton.LeftButton)
    assert saved(qtbot, page).fields[0].glyphs == ()
    assert page.view.hasFocus()


def test_a_click_on_a_boundary_moves_nothing(qtbot, page):
    page.set_correcting(True)
    drag_boundary(qtbot, page, 2, 0)
    assert page.editor.crop.boundary == 2
    assert saved(qtbot, page).fields[0].glyphs == ()


def test_the_letter_g_is_text_while_text_is_typed(qtbot, page):
    page.edit_text()
    qtbot.keyClicks(page.editor.value, "g")
    assert page.editor.value.text() == "g"
    assert not page.editor.crop.correcting
    page.editor.value.show_stored("28,90")


def test_without_a_drag_the_mouse_changes_nothing_until_correcting_is_begun(qtbot, page):
    drag_boundary(qtbot, page, 2, 20)
    assert saved(qtbot, page).fields[0].glyphs == ()


def test_another_length_of_text_has_its_boxes_found_anew_and_as_long_a_one_keeps_them(qtbot, page):
    page.set_correcting(True)
    drag_boundary(qtbot, page, 2, 20)
    corrected = saved(qtbot, page).fields[0].glyphs
    page.accept_text("23,90")
    assert saved(qtbot, page).fields[0].glyphs == corrected
    page.accept_text("28,9")
    assert saved(qtbot, page).fields[0].glyphs == ()


def test_the_page_turns_with_its_boxes_is_remembered_and_comes_back(qtbot, page):
    page.set_correcting(True)
    drag_boundary(qtbot, page, 2, 20)
    document = saved(qtbot, page)
    before = library.page_pixels(page.context.workspace, document.pages[0])
    qtbot.keyClick(page.view, Key.Key_Right, CTRL)
    qtbot.waitUntil(lambda: page.view.size_px == (600, 400))
    turned = saved(qtbot, page)
    now = library.page_pixels(page.context.workspace, turned.pages[0])
    assert np.array_equal(now, np.rot90(before, k=-1))
    assert turned.fields[0].box.points[0] == (600 - 55, 40)
    assert turned.fields[0].glyphs[0].points[3][0] < turned.fields[0].glyphs[0].points[0][0]
    assert page.session.stack.undoText() == "turn page right"
    assert any("page turned right by hand" in label.text() for label in page.context.status.findChildren(QLabel))
    page.undo()
    qtbot.waitUntil(lambda: page.view.size_px == (400, 600))
    assert saved(qtbot, page) == document


def test_turning_goes_by_the_buttons_too_and_annotates_nothing(qtbot, workspace, open_window):
    page = open_window(workspace, "annotate").current_page
    qtbot.waitUntil(lambda: page.view.size_px == (400, 600))
    qtbot.mouseClick(page.bar.turn_left, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.view.size_px == (600, 400))
    document = saved(qtbot, page)
    assert (document.pages[0].quarter_turns, document.state) == (3, DocumentState.NEW)
    page.open_document(page.ids[1])
    qtbot.waitUntil(lambda: page.view.size_px == (400, 600))
    page.open_document(document.id)
    qtbot.waitUntil(lambda: page.view.size_px == (600, 400))


def test_one_page_of_several_is_turned(qtbot, tmp_path, open_window):
    workspace = create_workspace(tmp_path / "invoice")
    import_paths(workspace, [SAMPLES / "invoice-de.fidelity.json"])
    page = open_window(workspace, "annotate").current_page
    qtbot.waitUntil(lambda: page.editor.crop.cells is not None)
    before = page.session.document
    assert page.editor.crop.cells.is_own
    page.step_page(+1)
    qtbot.keyClick(page.view, Key.Key_Right, CTRL)
    after = saved(qtbot, page)
    assert [item.quarter_turns for item in after.pages] == [0, 1]
    width = before.pages[1].height_px
    for was, field in zip(before.fields, after.fields, strict=True):
        if was.page_index == 0:
            assert field == was
        else:
            moved = [(pytest.approx(width - y), pytest.approx(x)) for x, y in was.glyphs[0].points]
            assert list(field.glyphs[0].points) == moved
