"""The before/after divider, by mouse and by keyboard; the key that shows the original; what is remembered."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from fidelity_app.gui.degrade.pictures import Look
from fidelity_app.gui.degrade.preview import Previewed
from fidelity_app.services.previewing import through
from fidelity_app.settings.options import OptionsFile


@pytest.fixture
def split(page, settled):
    """The page with the divider, at 100 % so that every pixel on screen is one of the page."""
    page.boxes_button.setChecked(False)
    page.toggle_look()
    settled()
    page.pictures.after_hint.hide()
    page.pictures.split_hint.hide()
    page.after.set_zoom(1.0)
    return page


def on_screen(page) -> np.ndarray:
    """Return the picture as it is drawn, RGB."""
    image = page.after.viewport().grab().toImage()
    raw = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return raw[:, : image.width() * 4].reshape(image.height(), image.width(), 4)[..., 2::-1]


def piece(rgb: np.ndarray, page, left: int, right: int) -> tuple[np.ndarray, np.ndarray]:
    """Return what the screen shows in some columns of the view, and the pixels of a picture that belong there."""
    x, y = (round(value) for value in page.after.page_point(QPointF(0, 0)))
    assert x + left >= 0 and y + 100 >= 0
    shown = on_screen(page)[100:200, left:right]
    return shown, rgb[y + 100 : y + 200, x + left : x + right]


def test_left_of_the_divider_is_the_original_through_the_geometry_and_right_of_it_the_degraded_page(split):
    previewed: Previewed = split.previewed
    edge = round(split.after.viewport().width() * 0.5)
    shown, wanted = piece(through(previewed.before, previewed.page_map), split, edge - 120, edge - 20)
    assert np.array_equal(shown, wanted)
    shown, wanted = piece(previewed.after, split, edge + 20, edge + 120)
    assert np.array_equal(shown, wanted)


def drag_divider(page, to_share: float) -> None:
    view = page.after.viewport()
    start = QPoint(round(page.after.share * view.width()), 300)
    end = QPoint(round(to_share * view.width()), 320)
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(view, (start + end) / 2)
    QTest.mouseMove(view, end)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=end)


def test_the_divider_is_dragged_and_the_page_under_it_stays(split):
    place = split.after.place()
    drag_divider(split, 0.8)
    assert abs(split.after.share - 0.8) < 0.01
    assert split.pictures.divider.value() == round(split.after.share * 1000)
    assert split.after.place() == place
    edge = round(split.after.viewport().width() * 0.8)
    previewed = split.previewed
    shown, wanted = piece(through(previewed.before, previewed.page_map), split, edge - 120, edge - 20)
    assert np.array_equal(shown, wanted)


def test_beside_the_divider_the_page_is_dragged(split):
    view = split.after.viewport()
    centre = split.after.place().centre
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=QPoint(100, 300))
    QTest.mouseMove(view, QPoint(140, 330))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPoint(140, 330))
    assert split.after.share == 0.5
    assert split.after.place().centre != centre


def test_a_double_click_brings_the_divider_back_to_the_middle(split):
    drag_divider(split, 0.2)
    view = split.after.viewport()
    QTest.mouseDClick(view, Qt.MouseButton.LeftButton, pos=QPoint(round(split.after.share * view.width()), 300))
    assert split.after.share == 0.5
    assert split.pictures.divider.value() == 500


def test_the_divider_moves_by_the_keys_of_its_slider_and_by_keys_of_the_page(qtbot, split):
    slider = split.pictures.divider
    assert slider.accessibleName()
    slider.setFocus()
    qtbot.keyClick(slider, Qt.Key.Key_Left)
    assert split.after.share == pytest.approx(0.49)
    qtbot.keyClick(slider, Qt.Key.Key_Home)
    assert split.after.share == 0
    qtbot.keyClick(split.after, Qt.Key.Key_Period)
    assert split.after.share == pytest.approx(0.02)
    qtbot.keyClick(split.after, Qt.Key.Key_Comma)
    assert split.after.share == 0


def test_boxes_are_on_both_sides_at_the_same_place(split, settled):
    split.boxes_button.setChecked(True)
    previewed = split.previewed
    assert split.after.records
    for record in split.after.records:
        field = next(field for field in split.document.fields if field.id == record.id)
        assert record.quad == previewed.page_map.quad(field.box)


def test_side_by_side_has_no_divider_and_before_after_has_one_picture(page, settled):
    assert page.pictures.before.isVisible()
    assert not page.pictures.divider.isVisible()
    page.toggle_look()
    assert not page.pictures.before.isVisible()
    assert page.pictures.divider.isVisible()
    assert page.head.looks.current == "split"
    settled()


def test_the_look_is_remembered(qtbot, page, settled, kiosk, open_window):
    page.toggle_look()
    qtbot.waitUntil(lambda: OptionsFile().load().degrade_look == "split", timeout=5000)
    again = type(page)(page.context)
    qtbot.addWidget(again)
    assert again.pictures.look is Look.SPLIT
    settled()


def test_a_step_that_moves_nothing_changes_no_original(page, settled):
    page.toggle_look()
    first = settled().original
    page.steps.cards[-1].severity.slider.setValue(30)
    second = settled().original
    assert second is first
    page.steps.cards[0].severity.slider.setValue(30)
    assert settled().original is not first


# --- the held key -----------------------------------------------------------------------------------------------------


def key(page, kind: QEvent.Type, of: Qt.Key, *, repeats: bool = False) -> None:
    event = QKeyEvent(kind, of, Qt.KeyboardModifier.NoModifier, "", repeats)
    QApplication.sendEvent(page.after, event)


def test_the_original_is_seen_as_long_as_the_key_is_held(qtbot, page, settled):
    page.boxes_button.setChecked(False)
    previewed = settled()
    page.after.set_zoom(1.0)
    page.pictures.after_hint.hide()
    QTest.keyPress(page.after, Qt.Key.Key_O)
    page.pictures.after_hint.hide()
    shown, wanted = piece(through(previewed.before, previewed.page_map), page, 100, 300)
    assert np.array_equal(shown, wanted)
    key(page, QEvent.Type.KeyRelease, Qt.Key.Key_O, repeats=True)
    assert page.after.shows_original
    QTest.keyRelease(page.after, Qt.Key.Key_O)
    assert not page.after.shows_original
    page.pictures.after_hint.hide()
    shown, wanted = piece(previewed.after, page, 100, 300)
    assert np.array_equal(shown, wanted)


def test_the_words_come_back_when_the_key_is_let_go(page, settled):
    settled()
    said = page.pictures.after_hint.text()
    QTest.keyPress(page.after, Qt.Key.Key_Backslash)
    assert "original" in page.pictures.after_hint.text()
    QTest.keyRelease(page.after, Qt.Key.Key_Backslash)
    assert page.pictures.after_hint.text() == said


def test_begun_from_the_palette_it_ends_with_the_next_key(page, settled):
    settled()
    page.actions_set.trigger("degrade.peek")
    assert page.after.shows_original
    QTest.keyClick(page.after, Qt.Key.Key_Shift)
    assert not page.after.shows_original


def test_leaving_the_page_ends_it(page, settled):
    settled()
    page.peek.begin()
    assert page.leave()
    assert not page.after.shows_original
