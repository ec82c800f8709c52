"""Annotating with real mouse and keys, through the real store."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QMessageBox

from fidelity_app.core.documents import DocumentState, Kind
from fidelity_app.gui.canvas.tools import Tool
from fidelity_app.services import library
from fidelity_app.services.workspace import open_workspace

Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def page(qtbot, workspace, open_window):
    window = open_window(workspace, "annotate")
    made = window.current_page
    qtbot.waitUntil(lambda: made.view.size_px == (400, 600))
    made.window_of_test = window
    return made


def drag(qtbot, page, start, end):
    port = page.view.viewport()
    a, b = (page.view.view_point(point).toPoint() for point in (start, end))
    qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=a)
    qtbot.mouseMove(port, QPoint((a.x() + b.x()) // 2, (a.y() + b.y()) // 2))
    qtbot.mouseMove(port, b)
    qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=b)


def draw(qtbot, page, start=(40, 55), end=(280, 85), text=""):
    qtbot.keyClick(page.view, Key.Key_W)
    drag(qtbot, page, start, end)
    if text:
        qtbot.keyClicks(page.editor.value, text)
        qtbot.keyClick(page.editor.value, Key.Key_Return)


def saved(qtbot, page):
    qtbot.waitUntil(lambda: not page.session.writer.pending)
    return library.document(page.context.workspace, page.session.document.id)


def answer(button: QMessageBox.StandardButton):
    """Press a button of the question that is about to be asked."""

    def press():
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        box.button(button).click()

    QTimer.singleShot(50, press)


def test_a_box_is_drawn_typed_and_saved_at_once(qtbot, page):
    draw(qtbot, page, text="28,90")
    field = saved(qtbot, page).fields[0]
    assert (field.text, field.key, field.kind, field.note) == ("28,90", "date", Kind.DATE, "")
    assert max(abs(a - b) for a, b in zip(field.box.bounds, (40, 55, 280, 85), strict=True)) <= 1
    assert page.context.status.saved_text.startswith("✓ saved")


def test_a_drawn_box_is_on_disk_before_its_text_is_typed_and_says_so(qtbot, page):
    draw(qtbot, page)
    field = saved(qtbot, page).fields[0]
    assert field.box is not None
    assert (field.text, field.typed) == ("", False)
    assert page.editor.value.hasFocus()


def test_the_first_edit_makes_a_new_document_an_annotated_one(qtbot, page):
    draw(qtbot, page, text="1")
    assert saved(qtbot, page).state is DocumentState.ANNOTATED


@pytest.mark.parametrize(
    "text",
    ["0012.50", "-42.00", "1.234,56", "12345678901234567890", "1e5", "１２", "null", "true", "=1+2", " 7 ", "<b>9</b>"],
)
def test_a_printed_text_is_kept_character_by_character(qtbot, page, text):
    draw(qtbot, page)
    page.editor.value.setText(text)
    qtbot.keyClick(page.editor.value, Key.Key_Return)
    assert saved(qtbot, page).fields[0].text == text


def test_typing_in_the_value_changes_nothing_but_the_text(qtbot, page):
    draw(qtbot, page, text="1")
    draw(qtbot, page, (40, 115), (280, 145))
    before = saved(qtbot, page)
    value = page.editor.value
    qtbot.keyClicks(value, "adwrq 0-9")
    qtbot.keyClick(value, Key.Key_Home)
    qtbot.keyClick(value, Key.Key_Delete)
    QApplication.clipboard().setText("55")
    qtbot.keyClick(value, Key.Key_V, CTRL)
    qtbot.keyClick(value, Key.Key_Z, CTRL)
    QApplication.sendEvent(value, QInputMethodEvent("d", []))
    QApplication.sendEvent(value, QInputMethodEvent())
    assert value.text() == "dwrq 0-9"
    assert page.session.document == before
    assert page.view.tool is Tool.EDIT
    assert saved(qtbot, page) == before
    value.show_stored("")


def test_undo_and_redo_cover_text_and_geometry_one_step_each_with_a_name(qtbot, page):
    draw(qtbot, page, text="28,90")
    page.set_tool(Tool.EDIT)
    page.view.setFocus()
    before = saved(qtbot, page).fields[0]
    drag(qtbot, page, (160, 70), (180, 90))
    moved = saved(qtbot, page).fields[0]
    assert moved.box != before.box
    names = []
    while page.session.stack.canUndo():
        names.append(page.session.stack.undoText())
        qtbot.keyClick(page.view, Key.Key_Z, CTRL)
    assert names == ["move box of date", "text of date", "add date"]
    assert saved(qtbot, page).fields == ()
    for _ in names:
        qtbot.keyClick(page.view, Key.Key_Z, CTRL | SHIFT)
    assert saved(qtbot, page).fields[0] == moved
    qtbot.keyClick(page.view, Key.Key_Z, CTRL)
    qtbot.keyClick(page.view, Key.Key_Y, CTRL)
    assert saved(qtbot, page).fields[0] == moved


def test_undo_right_after_enter_takes_the_text_back_although_the_cursor_is_in_the_value(qtbot, page):
    draw(qtbot, page, text="28,90")
    assert page.editor.value.hasFocus()
    qtbot.keyClick(page.editor.value, Key.Key_Z, CTRL)
    assert saved(qtbot, page).fields[0].text == ""


def test_undo_after_going_on_and_coming_back_is_saved_too(qtbot, page):
    first = page.session.document.id
    draw(qtbot, page, text="28,90")
    page.view.setFocus()
    qtbot.keyClick(page.view, Key.Key_D)
    assert page.session.document.id != first
    qtbot.keyClick(page.view, Key.Key_Z, CTRL)
    assert page.session.document.id == first
    assert saved(qtbot, page).fields[0].text == ""


def test_enter_goes_to_the_next_field(qtbot, page):
    draw(qtbot, page, text="1")
    draw(qtbot, page, (40, 115), (280, 145), text="2")
    page.session.choose(page.session.fields[0].id)
    page.edit_text()
    qtbot.keyClicks(page.editor.value, "11")
    qtbot.keyClick(page.editor.value, Key.Key_Return)
    assert page.session.field == page.session.fields[1]
    assert [field.text for field in saved(qtbot, page).fields] == ["11", "2"]


def test_d_and_a_walk_through_the_documents(qtbot, page):
    names = [page.session.document.name]
    for key in (Key.Key_D, Key.Key_D, Key.Key_A):
        qtbot.keyClick(page.view, key)
        names.append(page.session.document.name)
    assert names == ["slip-0", "slip-1", "slip-2", "slip-1"]


def test_a_half_typed_value_is_asked_about_and_cancel_stays(qtbot, page):
    draw(qtbot, page)
    qtbot.keyClicks(page.editor.value, "28,")
    here = page.session.document.id
    answer(QMessageBox.StandardButton.Cancel)
    page.step_document(1)
    assert page.session.document.id == here
    assert page.editor.value.text() == "28,"
    assert saved(qtbot, page).fields[0].text == ""
    answer(QMessageBox.StandardButton.Cancel)
    assert page.window_of_test.close() is False
    answer(QMessageBox.StandardButton.Discard)
    page.step_document(1)
    assert page.session.document.id != here


def test_escape_takes_back_what_is_half_typed(qtbot, page):
    draw(qtbot, page, text="28,90")
    qtbot.keyClicks(page.editor.value, "x")
    qtbot.keyClick(page.editor.value, Key.Key_Escape)
    assert page.editor.value.text() == "28,90"


def test_the_value_is_read_while_it_is_typed_and_the_reason_is_said(qtbot, page):
    page.session.change_meta(locale="de-DE", currency="EUR")
    draw(qtbot, page)
    page.hands.set_kind(Kind.AMOUNT)
    qtbot.keyClicks(page.editor.value, "28,90")
    assert page.editor.parsed.text() == "= 28.90"
    assert page.editor.decided_by.text()
    page.editor.value.show_stored("")


def test_kind_key_and_legibility_are_saved_when_they_are_chosen(qtbot, page):
    draw(qtbot, page, text="28,90")
    editor = page.editor
    editor.kind.setCurrentText("amount")
    editor.kind.activated.emit(editor.kind.currentIndex())
    editor.key.lineEdit().setText("total")
    editor.key.lineEdit().editingFinished.emit()
    editor.legibility.setCurrentText("hard")
    editor.legibility.activated.emit(editor.legibility.currentIndex())
    field = saved(qtbot, page).fields[0]
    assert (field.kind.value, field.key, field.legibility.value) == ("amount", "total", "hard")


def test_delete_removes_the_field_and_undo_brings_all_of_it_back(qtbot, page):
    draw(qtbot, page, text="28,90")
    before = saved(qtbot, page).fields[0]
    page.view.setFocus()
    qtbot.keyClick(page.view, Key.Key_Delete)
    assert saved(qtbot, page).fields == ()
    qtbot.keyClick(page.view, Key.Key_Z, CTRL)
    assert saved(qtbot, page).fields == (before,)


def test_arrows_nudge_the_box_by_one_pixel_and_with_shift_by_ten(qtbot, page):
    draw(qtbot, page, text="1")
    page.view.setFocus()
    before = saved(qtbot, page).fields[0].box
    qtbot.keyClick(page.view, Key.Key_Right)
    qtbot.keyClick(page.view, Key.Key_Down, SHIFT)
    assert saved(qtbot, page).fields[0].box == before.moved(1, 10)


def test_an_arrow_moves_no_box_while_the_page_is_not_shown_yet_and_none_past_its_edge(qtbot, page):
    draw(qtbot, page, text="1")
    box = saved(qtbot, page).fields[0].box
    page.view.set_image(None)
    page.view.nudged.emit(1, 0)
    assert saved(qtbot, page).fields[0].box == box
    page.session.reload()
    steps = page.session.stack.count()
    page.hands.nudge_box(-1000, 0, size_px=(400, 600))
    page.hands.nudge_box(-1, 0, size_px=(400, 600))
    assert page.session.stack.count() == steps + 1, "what moves nothing is no step of undo"


def test_a_field_is_duplicated_under_the_next_key(qtbot, page):
    draw(qtbot, page, text="28,90")
    page.view.setFocus()
    qtbot.keyClick(page.view, Key.Key_D, CTRL)
    assert [(field.key, field.text) for field in saved(qtbot, page).fields] == [("date", "28,90"), ("date_2", "28,90")]


def test_verify_refuses_an_untyped_box_and_goes_on_when_all_is_typed(qtbot, page):
    first = page.session.document.id
    draw(qtbot, page)
    page.verify()
    assert "not typed yet" in page.context.notifier.toast.text
    qtbot.keyClicks(page.editor.value, "1")
    qtbot.keyClick(page.editor.value, Key.Key_Return)
    qtbot.keyClick(page.editor.value, Key.Key_Return, CTRL)
    assert page.session.document.id != first
    saved(qtbot, page)
    assert library.document(page.context.workspace, first).state is DocumentState.VERIFIED


def test_reopening_moves_no_box(qtbot, page, tmp_path):
    draw(qtbot, page, text="1")
    before = saved(qtbot, page)
    page.window_of_test.close()
    with open_workspace(tmp_path / "ws") as again:
        assert library.document(again, before.id) == before


def test_two_windows_on_one_workspace_show_a_conflict_and_lose_nothing(qtbot, page, open_window, tmp_path):
    draw(qtbot, page, text="28,90")
    saved(qtbot, page)
    # The window looks for others' writes once a second; on a slow machine it would see this one before the conflict.
    page.window()._watch.stop()
    other = open_window(open_workspace(tmp_path / "ws"), "annotate").current_page
    other.accept_text("23,90")
    saved(qtbot, other)
    page.accept_text("29,90")
    qtbot.waitUntil(lambda: page.context.notifier.last_error is not None)
    assert "changed elsewhere" in page.context.notifier.toast.text
    assert saved(qtbot, page).fields[0].text == "23,90"
    assert page.session.field.text == "23,90"


def test_another_process_holding_the_database_is_waited_for_with_the_window_alive(qtbot, page, tmp_path):
    with open_workspace(tmp_path / "ws") as other:
        with other.store.write():
            draw(qtbot, page, text="28,90")
            qtbot.waitUntil(lambda: "not saved yet" in page.context.status.saved_text, timeout=10_000)
            assert page.session.field.text == "28,90"
        saved(qtbot, page)
        qtbot.waitUntil(lambda: page.context.status.saved_text.startswith("✓"), timeout=10_000)
        assert library.document(other, page.session.document.id).fields[0].text == "28,90"


def test_the_sums_are_checked_at_the_foot(qtbot, kiosk, open_window):
    page = open_window(kiosk, "annotate").current_page
    qtbot.waitUntil(lambda: any(line.startswith("✓") for line in page.sums.lines))
    total = next(field for field in page.session.fields if field.key == "total")
    page.session.choose(total.id)
    page.accept_text("99,99")
    qtbot.waitUntil(lambda: any(line.startswith("✕") for line in page.sums.lines))
    saved(qtbot, page)


def test_the_crop_shows_the_pixels_of_the_box(qtbot, page):
    draw(qtbot, page, (40, 60), (280, 80), text="1")
    image = page.editor.crop.image
    assert image is not None
    assert image.width() >= 240
    assert image.pixelColor(image.width() // 2, image.height() // 2).red() == 250 // 4


def test_the_table_of_fields_is_a_sound_model(qtbot, page):
    QAbstractItemModelTester(page.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    draw(qtbot, page, text="1")
    draw(qtbot, page, (40, 115), (280, 145), text="2")
    page.hands.remove()
    assert len(saved(qtbot, page).fields) == 1
