"""The page on screen: zoom, pan, boxes, marks and tools on one QGraphicsView (Annotate, Degrade and Compare use it)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from fidelity_app.gui.canvas.boxes import BoxItem
from fidelity_app.gui.canvas.overlay import MarksItem
from fidelity_app.gui.canvas.picture import Picture
from fidelity_app.gui.canvas.picture_view import PictureView
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

REACH_VIEW_PX = 8.0
PREVIEW_ID = "preview"

_ARROWS: dict[Qt.Key, tuple[int, int]] = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class PageView(PictureView):
    """Shows one page. Records go in, outcomes come out; it never changes a record by itself.

    `selected(id or None)`, `box_drawn(quad)`, `box_changed(id, before, after)`, `nudged(dx, dy)` say what a person did.
    """

    selected = Signal(object)
    box_drawn = Signal(object)
    box_changed = Signal(str, object, object)
    nudged = Signal(int, int)
    tool_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None, *, name: str = "Page") -> None:
        super().__init__(parent, name=name)
        self._marks = MarksItem()
        self._scene.addItem(self._marks)
        self._records: tuple[BoxRecord, ...] = ()
        self._items: list[BoxItem] = []
        self._selected_id: str | None = None
        self._tool = Tool.LOOK
        self._gesture: Gesture = IDLE
        self._preview_item: BoxItem | None = None
        self._pan_from: QPointF | None = None

    # --- what is shown -------------------------------------------------------------------------------------------

    def set_picture(self, picture: Picture | None) -> None:
        """Show a page, or none; a gesture in progress belongs to the page before."""
        self.cancel_gesture()
        super().set_picture(picture)

    def set_boxes(self, records: Sequence[BoxRecord], *, selected_id: str | None = None) -> None:
        """Show these boxes and no others; items are made anew, records are the truth."""
        self._records = tuple(records)
        self._selected_id = selected_id
        self._redraw_boxes()

    def set_marks(self, marks: Sequence[CharMark]) -> None:
        """Show these character marks and no others."""
        self._marks.set_marks(marks)
        self.viewport().update()

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

    # --- events --------------------------------------------------------------------------------------------------

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
            self.pan_by(delta)
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
            self.pan_by(QPointF(-40.0 * step[0] * reach, -40.0 * step[1] * reach))
        event.accept()

    # --- inside --------------------------------------------------------------------------------------------------

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
