"""The page view with real mouse events: boxes to the pixel at any zoom, linked views, pixels shown as they are."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from fidelity_app.core.geometry import Quad
from fidelity_app.gui.canvas.picture import to_qimage
from fidelity_app.gui.canvas.records import BoxLook, BoxRecord, CharMark, MarkShape
from fidelity_app.gui.canvas.tools import Tool
from fidelity_app.gui.canvas.view import PageView
from fidelity_app.gui.canvas.zoom import Fit, LinkedViews, wheel_factor


def page(width=400, height=600):
    rgb = np.full((height, width, 3), 240, np.uint8)
    rgb[100:140, 100:200] = (200, 30, 30)
    return rgb


@pytest.fixture
def view(qtbot, theme):
    made = PageView()
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    qtbot.waitExposed(made)
    made.set_image(page())
    return made


def at(view, x, y) -> QPoint:
    return view.view_point((x, y)).toPoint()


def drag(qtbot, view, start, end):
    port = view.viewport()
    a, b = at(view, *start), at(view, *end)
    qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=a)
    qtbot.mouseMove(port, QPoint((a.x() + b.x()) // 2, (a.y() + b.y()) // 2))
    qtbot.mouseMove(port, b)
    qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=b)


def turn_wheel(view, position: QPoint, notches: int):
    event = QWheelEvent(
        QPointF(position),
        view.mapToGlobal(QPointF(position)),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)


def test_a_picture_of_any_stride_survives_its_array():
    whole = np.arange(40 * 30 * 3, dtype=np.uint32).astype(np.uint8).reshape(40, 30, 3)
    part = whole[::2, 3:17]
    image = to_qimage(part)
    wanted = part[5, 4].tolist()
    whole[:] = 0
    colour = image.pixelColor(4, 5)
    assert [colour.red(), colour.green(), colour.blue()] == wanted
    assert (image.width(), image.height()) == (14, 20)


def test_a_picture_that_is_not_rgb_is_refused():
    with pytest.raises(ValueError, match="height x width x 3"):
        to_qimage(np.zeros((4, 4), np.uint8))


@pytest.mark.parametrize("zoom", [0.33, 0.5, 1.0, 1.7, 3.0, 8.0])
@pytest.mark.parametrize(
    ("start", "end"),
    [((180, 280), (215, 305)), ((215, 305), (180, 280)), ((180, 305), (215, 280)), ((215, 280), (180, 305))],
)
def test_a_box_is_drawn_to_the_pixel_at_any_zoom_and_in_any_direction(qtbot, view, zoom, start, end):
    view.set_tool(Tool.BOX)
    view.set_zoom(zoom)
    drawn = []
    view.box_drawn.connect(drawn.append)
    drag(qtbot, view, start, end)
    wanted = Quad.rect(180, 280, 215, 305).bounds
    tolerance = max(1.0, 1.0 / zoom)  # a view pixel cannot be halved: below 100 % it covers several page pixels
    assert all(abs(a - b) <= tolerance for a, b in zip(drawn[0].bounds, wanted, strict=True))


def test_clicks_and_trembles_fifty_times_leave_no_box_and_no_band(qtbot, view):
    view.set_tool(Tool.BOX)
    drawn = []
    view.box_drawn.connect(drawn.append)
    items = len(view.scene().items())
    for number in range(50):
        drag(qtbot, view, (100 + number, 100), (100 + number + number % 2, 100))
    assert drawn == []
    assert len(view.scene().items()) == items


def test_escape_halfway_leaves_nothing(qtbot, view):
    view.set_tool(Tool.BOX)
    drawn = []
    view.box_drawn.connect(drawn.append)
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=at(view, 50, 50))
    qtbot.mouseMove(view.viewport(), at(view, 90, 90))
    assert view.cancel_gesture() is True
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=at(view, 90, 90))
    assert drawn == []
    assert view.cancel_gesture() is False


def test_a_box_is_chosen_moved_and_resized_by_the_mouse(qtbot, view):
    view.set_boxes([BoxRecord("a", Quad.rect(100, 100, 200, 140))])
    view.set_tool(Tool.EDIT)
    view.set_zoom(2.0)
    chosen, changed = [], []
    view.selected.connect(chosen.append)
    view.box_changed.connect(lambda box_id, before, after: changed.append((box_id, after)))
    drag(qtbot, view, (150, 120), (160, 125))
    assert chosen == ["a"]
    assert changed == [("a", Quad.rect(110, 105, 210, 145))]
    view.set_boxes([BoxRecord("a", Quad.rect(110, 105, 210, 145))], selected_id="a")
    drag(qtbot, view, (210, 145), (220, 150))
    assert changed[1] == ("a", Quad.rect(110, 105, 220, 150))


def test_the_wheel_zooms_at_the_cursor(qtbot, view):
    position = at(view, 130, 480)
    before = view.page_point(QPointF(position))
    turn_wheel(view, position, 3)
    after = view.page_point(QPointF(position))
    assert view.zoom > 1.5
    assert max(abs(before[0] - after[0]), abs(before[1] - after[1])) <= 1.0


def test_zooming_forth_and_back_is_where_it_was():
    assert wheel_factor(120) * wheel_factor(-120) == pytest.approx(1.0)


def test_fit_shows_the_whole_page_and_follows_the_window(qtbot, view):
    view.fit(Fit.PAGE)
    view.resize(500, 400)
    for corner in ((0, 0), (400, 600)):
        assert view.viewport().rect().contains(at(view, *corner))


def test_fit_width_takes_the_whole_width(qtbot, view):
    view.fit(Fit.WIDTH)
    left, right = at(view, 0, 0).x(), at(view, 400, 0).x()
    assert 0 <= left < 30
    assert 0 <= view.viewport().width() - right < 30
    assert at(view, 0, 0).y() >= 0


def test_zoom_to_a_box_brings_it_to_the_middle(view):
    view.zoom_to(Quad.rect(100, 100, 200, 140))
    middle = view.page_point(QPointF(view.viewport().rect().center()))
    assert max(abs(middle[0] - 150), abs(middle[1] - 120)) < 2


def test_linked_views_move_together(qtbot, theme):
    first, second = PageView(), PageView()
    for each in (first, second):
        qtbot.addWidget(each)
        each.resize(600, 500)
        each.show()
        each.set_image(page())
    LinkedViews((first, second))
    first.set_zoom(4.0, at=QPointF(100, 100))
    assert second.zoom == pytest.approx(4.0)
    assert second.place().centre == pytest.approx(first.place().centre, abs=0.01)
    second.zoom_to(Quad.rect(10, 10, 30, 30))
    assert first.zoom == pytest.approx(second.zoom)


def test_every_kind_of_box_and_mark_is_painted(view):
    boxes = [BoxRecord(look.value, Quad.rect(10, 20 * n, 60, 20 * n + 15), look) for n, look in enumerate(BoxLook)]
    marks = [CharMark(Quad.rect(200, 30 * n, 215, 30 * n + 20), mark) for n, mark in enumerate(MarkShape)]
    plain = view.grab().toImage()
    view.set_boxes(boxes, selected_id=boxes[0].id)
    view.set_marks(marks)
    painted = view.grab().toImage()
    for x, y in [(10, 20 * n + 7) for n in range(len(boxes))]:
        spot = at(view, x, y)
        around = [QPoint(spot.x() + dx, spot.y() + dy) for dx in (-1, 0, 1) for dy in (-4, -2, 0, 2, 4)]
        assert any(plain.pixel(p) != painted.pixel(p) for p in around), (x, y)
    assert len(view.marks) == len(MarkShape)


def test_the_pixels_on_the_screen_are_the_pixels_of_the_page(view):
    rng = np.random.default_rng(7)
    rgb = rng.integers(0, 256, (600, 400, 3), dtype=np.uint8)
    view.set_image(rgb)
    view.set_zoom(4.0)
    shot = view.viewport().grab().toImage()
    for x, y in ((200, 300), (180, 290), (220, 320)):
        colour = shot.pixelColor(at(view, x + 0.5, y + 0.5))
        assert [colour.red(), colour.green(), colour.blue()] == rgb[y, x].tolist()
