"""The page on screen: zoom, pan, boxes, marks and tools on one QGraphicsView (Annotate, Degrade and Compare use it)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget

from fidelity_app.core.geometry import Point, Quad
from fidelity_app.gui.canvas.boxes import BoxItem
from fidelity_app.gui.canvas.overlay import MarksItem
from fidelity_app.gui.canvas.picture import PictureItem, to_qimage
from fidelity_app.gui.canvas.records import BoxLook, BoxRecord, CharMark
from fidelity_app.gui.canvas.tools import (
    IDLE,
    BoxChanged,
    BoxDrawn,
    Gesture,
    Idle,
    Outcome,
    Scene,
    Selected,
    Tool,
    hittables,
    move,
    press,
    preview,
    release,
)
from fidelity_app.gui.canvas.zoom import Fit, Place, clamped_zoom, wheel_factor, zoom_to_fit
from fidelity_app.gui.tokens import Tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

REACH_VIEW_PX = 8.0
MARGIN_PX = 12.0
PREVIEW_ID = "preview"

_ARROWS: dict[Qt.Key, tuple[int, int]] = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class PageView(QGraphicsView):
    """Shows one page. Records go in, outcomes come out; it never changes a record by itself.

    Zoom 1.0 is one page pixel per device pixel, so that a 200 % screen shows the page's own pixels at "100 %".
    """

    selected = Signal(object)
    box_drawn = Signal(object)
    box_changed = Signal(str, object, object)
    nudged = Signal(int, int)
    moved = Signal()
    tool_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None, *, name: str = "Page") -> None:
        super().__init__(parent)
        self._scene = QGraphicsScene(self)
        self.setScene(self._scene)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._picture: PictureItem | None = None
        self._size_px = (0, 0)
        self._marks = MarksItem()
        self._scene.addItem(self._marks)
        self._records: tuple[BoxRecord, ...] = ()
        self._items: list[BoxItem] = []
        self._selected_id: str | None = None
        self._tool = Tool.LOOK
        self._gesture: Gesture = IDLE
        self._preview_item: BoxItem | None = None
        self._pan_from: QPointF | None = None
        self._fit = Fit.PAGE

    # --- what is shown -------------------------------------------------------------------------------------------

    @property
    def size_px(self) -> tuple[int, int]:
        """Return the page's width and height, (0, 0) while no page is shown."""
        return self._size_px

    def set_image(self, rgb: NDArray[np.uint8] | None) -> None:
        """Show a page (height x width x 3, uint8), or none. Zoom and place stay when the size stays."""
        self.cancel_gesture()
        if self._picture is not None:
            self._scene.removeItem(self._picture)
            self._picture = None
        if rgb is None:
            self._size_px = (0, 0)
            self._scene.setSceneRect(QRectF())
            return
        self._picture = PictureItem(to_qimage(rgb))
        self._scene.addItem(self._picture)
        size = (int(rgb.shape[1]), int(rgb.shape[0]))
        if size != self._size_px:
            self._size_px = size
            # Room around the page, so that any corner can be brought to the middle.
            self._scene.setSceneRect(QRectF(-size[0], -size[1], 3 * size[0], 3 * size[1]))
            self.fit(Fit.PAGE)

    def set_boxes(self, records: Sequence[BoxRecord], *, selected_id: str | None = None) -> None:
        """Show these boxes and no others; items are made anew, records are the truth."""
        self._records = tuple(records)
        self._selected_id = selected_id
        self._redraw_boxes()

    def set_marks(self, marks: Sequence[CharMark]) -> None:
        """Show these character marks and no others."""
        self._marks.set_marks(marks)
        self.viewport().update()

    def set_tokens(self, tokens: Tokens) -> None:
        """Take the colours around the page from the scheme."""
        self.setBackgroundBrush(QBrush(QColor(tokens.canvas)))

    @property
    def records(self) -> tuple[BoxRecord, ...]:
        return self._records

    @property
    def marks(self) -> tuple[CharMark, ...]:
        return self._marks.marks

    @property
    def selected_id(self) -> str | None:
        return self._selected_id

    @property
    def tool(self) -> Tool:
        return self._tool

    def set_tool(self, tool: Tool) -> None:
        """Choose what the left button does; a gesture in progress is dropped."""
        self.cancel_gesture()
        self._tool = tool
        self.viewport().setCursor(Qt.CursorShape.CrossCursor if tool is Tool.BOX else Qt.CursorShape.ArrowCursor)
        self._redraw_boxes()
        self.tool_changed.emit(tool.value)

    def cancel_gesture(self) -> bool:
        """Drop what is being dragged; say whether there was something."""
        was_dragging = not isinstance(self._gesture, Idle)
        self._gesture = IDLE
        self._pan_from = None
        self._redraw_preview()
        return was_dragging

    # --- zoom and place ------------------------------------------------------------------------------------------

    @property
    def zoom(self) -> float:
        """Return device pixels per page pixel."""
        return self.transform().m11() * self.devicePixelRatioF()

    def place(self) -> Place:
        """Return zoom and centre (as fractions of the page), for a linked view."""
        centre = self.page_point(QPointF(self.viewport().rect().center()))
        width, height = self._size_px
        return Place(self.zoom, (centre[0] / max(1, width), centre[1] / max(1, height)))

    def set_place(self, place: Place) -> None:
        """Take zoom and centre from a linked view, without telling it back."""
        self._fit = Fit.FREE
        self._set_transform(place.zoom, (place.centre[0] * self._size_px[0], place.centre[1] * self._size_px[1]))

    def set_zoom(self, zoom: float, *, at: QPointF | None = None) -> None:
        """Zoom, keeping the page point under `at` (view pixels; the middle if None) where it is."""
        self._fit = Fit.FREE
        anchor = at if at is not None else QPointF(self.viewport().rect().center())
        fixed = self.page_point(anchor)
        scale = clamped_zoom(zoom) / self.devicePixelRatioF()
        middle = QPointF(self.viewport().rect().center())
        centre = (fixed[0] - (anchor.x() - middle.x()) / scale, fixed[1] - (anchor.y() - middle.y()) / scale)
        self._set_transform(zoom, centre)
        self.moved.emit()

    def fit(self, fit: Fit) -> None:
        """Show the whole page, or its whole width; it stays so while the window is resized."""
        self._fit = fit
        if self._size_px == (0, 0) or fit is Fit.FREE:
            return
        room = (self.viewport().width() - 2 * MARGIN_PX, self.viewport().height() - 2 * MARGIN_PX)
        width, height = self._size_px
        zoom = zoom_to_fit(fit, self._size_px, room) * self.devicePixelRatioF()
        top = height / 2 if fit is Fit.PAGE else min(height / 2, room[1] / 2 / zoom_to_fit(fit, self._size_px, room))
        self._set_transform(zoom, (width / 2, top))
        self.moved.emit()

    def zoom_to(self, quad: Quad, *, share: float = 0.4) -> None:
        """Bring a box to the middle, so large that it takes `share` of the view's width, or half that of its height."""
        left, top, right, bottom = quad.bounds
        room = (self.viewport().width() * share, self.viewport().height() * share / 2)
        scale = min(room[0] / max(1.0, right - left), room[1] / max(1.0, bottom - top))
        self._fit = Fit.FREE
        self._set_transform(scale * self.devicePixelRatioF(), ((left + right) / 2, (top + bottom) / 2))
        self.moved.emit()

    def show_quad(self, quad: Quad) -> None:
        """Scroll so that a box is seen; nothing moves when it is."""
        left, top, right, bottom = quad.bounds
        seen = self.mapToScene(self.viewport().rect()).boundingRect()
        if not seen.contains(QRectF(left, top, right - left, bottom - top)) and self._fit is Fit.FREE:
            self.centerOn((left + right) / 2, (top + bottom) / 2)
            self.moved.emit()

    def page_point(self, view_point: QPointF) -> Point:
        """Return the page point under a view point, to a fraction of a pixel."""
        inverted, _ = self.viewportTransform().inverted()
        at = inverted.map(view_point)
        return at.x(), at.y()

    def view_point(self, page_point: Point) -> QPointF:
        """Return where a page point is in the view, to a fraction of a pixel."""
        return self.viewportTransform().map(QPointF(*page_point))

    def _set_transform(self, zoom: float, centre: Point) -> None:
        scale = clamped_zoom(zoom) / self.devicePixelRatioF()
        transform = self.transform()
        transform.reset()
        transform.scale(scale, scale)
        self.setTransform(transform)
        self.centerOn(QPointF(*centre))

    # --- events --------------------------------------------------------------------------------------------------

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Ctrl+wheel zooms at the cursor, Shift+wheel scrolls sideways, the plain wheel scrolls."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.set_zoom(self.zoom * wheel_factor(event.angleDelta().y()), at=event.position())
            event.accept()
            return
        super().wheelEvent(event)
        self.moved.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Left: the tool. Middle, or left with Ctrl held: pan."""
        ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if event.button() == Qt.MouseButton.MiddleButton or (event.button() == Qt.MouseButton.LeftButton and ctrl):
            self._pan_from = event.position()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        elif event.button() == Qt.MouseButton.LeftButton and self._picture is not None:
            self._gesture, outcome = press(self._tool, self._tool_scene(), self.page_point(event.position()))
            self._tell(outcome)
            if self._tool is Tool.LOOK and isinstance(outcome, Selected) and outcome.box_id is None:
                self._pan_from = event.position()
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the page, or what the tool drags."""
        if self._pan_from is not None:
            delta = event.position() - self._pan_from
            self._pan_from = event.position()
            self._pan_by(delta)
        else:
            self._gesture = move(self._gesture, self.page_point(event.position()))
            self._redraw_preview()
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a pan or a gesture; only here does a box come out."""
        if self._pan_from is not None:
            self._pan_from = None
            self.viewport().setCursor(
                Qt.CursorShape.CrossCursor if self._tool is Tool.BOX else Qt.CursorShape.ArrowCursor
            )
        elif event.button() == Qt.MouseButton.LeftButton:
            self._gesture, outcome = release(self._gesture, self._tool_scene(), self.page_point(event.position()))
            self._redraw_preview()
            self._tell(outcome)
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Treat the second press as a press: a quick second box must not be lost."""
        self.mousePressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Drop a gesture when another window or dialog takes over: its release will never come."""
        if event.reason() in (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason):
            self.cancel_gesture()
        super().focusOutEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows nudge the chosen box (Shift: ten pixels), or scroll when none is chosen; other keys are actions."""
        step = _ARROWS.get(Qt.Key(event.key()))
        if step is None:
            event.ignore()
            return
        reach = 10 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
        if self._selected_id is not None and self._tool is not Tool.LOOK:
            self.nudged.emit(step[0] * reach, step[1] * reach)
        else:
            self._pan_by(QPointF(-40.0 * step[0] * reach, -40.0 * step[1] * reach))
        event.accept()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the fit that was asked for."""
        super().resizeEvent(event)
        self.fit(self._fit)

    def showEvent(self, event: QShowEvent) -> None:
        """Fit for real: before the first show the viewport has no size."""
        super().showEvent(event)
        self.fit(self._fit)

    # --- inside --------------------------------------------------------------------------------------------------

    def _pan_by(self, delta: QPointF) -> None:
        self._fit = Fit.FREE
        horizontal, vertical = self.horizontalScrollBar(), self.verticalScrollBar()
        horizontal.setValue(horizontal.value() - round(delta.x()))
        vertical.setValue(vertical.value() - round(delta.y()))
        self.moved.emit()

    def _tool_scene(self) -> Scene:
        reach = REACH_VIEW_PX / max(1e-6, self.transform().m11())
        boxes = hittables([(record.id, record.quad) for record in self._records])
        return Scene(self._size_px, boxes, self._selected_id, reach)

    def _tell(self, outcome: Outcome) -> None:
        match outcome:
            case None:
                return
            case Selected(box_id=box_id):
                if box_id != self._selected_id:
                    self._selected_id = box_id
                    self._redraw_boxes()
                    self.selected.emit(box_id)
            case BoxDrawn(quad=quad):
                self.box_drawn.emit(quad)
            case BoxChanged(box_id=box_id, before=before, after=after):
                self.box_changed.emit(box_id, before, after)

    def _redraw_boxes(self) -> None:
        for item in self._items:
            self._scene.removeItem(item)
        editable = self._tool is not Tool.LOOK
        self._items = [
            BoxItem(record, chosen=record.id == self._selected_id, editable=editable) for record in self._records
        ]
        for item in self._items:
            self._scene.addItem(item)

    def _redraw_preview(self) -> None:
        if self._preview_item is not None:
            self._scene.removeItem(self._preview_item)
            self._preview_item = None
        quad = preview(self._gesture, self._tool_scene())
        if quad is not None:
            record = BoxRecord(PREVIEW_ID, quad, BoxLook.PROPOSED)
            self._preview_item = BoxItem(record, chosen=True, editable=False)
            self._scene.addItem(self._preview_item)
