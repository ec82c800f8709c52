"""The chosen field's own pixels, enlarged, above the line in which they are typed, with a cell for each character."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from fidelity_app.core.geometry import Quad
from fidelity_app.gui.annotate.crop_cells import LABEL_PX, CropCells, boundary_near, paint_cells
from fidelity_app.gui.annotate.crop_frame import Frame, quarter_turns
from fidelity_app.gui.canvas.picture import to_qimage
from fidelity_app.gui.theme import Theme

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HEIGHT_PX = 100
MARGIN_SHARE = 0.18
_RESETS = (Qt.Key.Key_Backspace, Qt.Key.Key_Delete)
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: +1}


class CropView(QWidget):
    """Shows the box of a field with a little around it, and under each cell the character that stands there.

    While `correcting`, a boundary is dragged with the mouse, or chosen with Left and Right and moved by a pixel with
    Shift; `corrected(glyphs)` says where the characters are now, `reset_wanted` that they are to be found again
    (double click, Backspace or Delete), `left` that a person is done (Esc).
    """

    corrected = Signal(object)
    reset_wanted = Signal()
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._image: QImage | None = None
        self._frame = Frame(0, 0, 1, 1, 0)
        self._hint = ""
        self._cells: CropCells | None = None
        self._draft: CropCells | None = None
        self._correcting = False
        # Where the boundary was taken: it does not jump to the mouse.
        self._grip_px = 0.0
        self._pressed = QPointF()
        self.boundary = 0
        self.setFixedHeight(HEIGHT_PX)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Pixels of the chosen field")

    @property
    def image(self) -> QImage | None:
        """Return the crop as it is shown."""
        return self._image

    @property
    def cells(self) -> CropCells | None:
        """Return the cells as they are shown, those of a drag that is not over yet, too; None while there are none."""
        return self._draft or self._cells

    @property
    def correcting(self) -> bool:
        return self._correcting

    def set_correcting(self, on: bool) -> None:
        """Begin or end correcting; it takes the keys while it lasts."""
        self._correcting, self._draft = on, None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if on else Qt.FocusPolicy.NoFocus)
        self.setMouseTracking(on)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        if on:
            self.setFocus()
        self._say()

    def show_hint(self, text: str) -> None:
        """Say why there is no crop."""
        self._image, self._cells, self._draft, self._hint = None, None, None, text
        self._say()

    def show_box(self, rgb: NDArray[np.uint8], box: Quad) -> None:
        """Show a box of a page (pixel-edge coordinates), cut to the page and turned so that its text is upright.

        Its cells come by `show_cells`.
        """
        left, top, right, bottom = box.bounds
        margin = (bottom - top) * MARGIN_SHARE + 1
        height, width = rgb.shape[:2]
        x0, y0 = max(0, math.floor(left - margin)), max(0, math.floor(top - margin))
        x1, y1 = min(width, math.ceil(right + margin)), min(height, math.ceil(bottom + margin))
        if x1 <= x0 or y1 <= y0:
            self.show_hint("the box lies outside the page")
            return
        self._frame = Frame(x0, y0, x1 - x0, y1 - y0, quarter_turns(box))
        self._image = to_qimage(self._frame.upright(rgb))
        self._cells = self._draft = None
        self._say()

    def show_cells(self, cells: CropCells | None) -> None:
        """Show where the characters of the box in front stand."""
        self._cells, self._draft = cells, None
        last = len(cells.edges) - 1 if cells is not None else 0
        self.boundary = max(0, min(self.boundary, last))
        self._say()

    def sizeHint(self) -> QSize:
        return QSize(320, HEIGHT_PX)

    def boundary_point(self, index: int) -> QPointF:
        """Return where a boundary is on this widget: the middle of its line."""
        assert self.cells is not None, "there are no cells"
        return self._to_view(*self.cells.middle_of(index))

    # --- mouse and keys ------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the boundary under the mouse."""
        found = self._under(event.position()) if event.button() is Qt.MouseButton.LeftButton else None
        if found is None or self._cells is None:
            super().mousePressEvent(event)
            return
        self.boundary, self._draft = found, self._cells
        self._grip_px = self._cells.edges[found] - self._cells.along(self._to_page(event.position()))
        self._pressed = event.position()
        self._say()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag what is held; else show that something could be."""
        if self._draft is not None and self._cells is not None:
            if event.position() != self._pressed:
                place = self._cells.along(self._to_page(event.position())) + self._grip_px
                self._draft = self._cells.moved(self.boundary, place)
                self.update()
        elif self._correcting:
            is_near = self._under(event.position()) is not None
            self.setCursor(Qt.CursorShape.SplitHCursor if is_near else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Hand over what was dragged; a click alone changes nothing."""
        draft, self._draft = self._draft, None
        if draft is not None and self._cells is not None and draft.glyphs != self._cells.glyphs:
            self.corrected.emit(draft.glyphs)
        self.update()
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Have the characters found again."""
        if self._correcting and self._cells is not None:
            self._draft = None
            self.reset_wanted.emit()
        else:
            super().mouseDoubleClickEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keep the keys of correcting from the page's shortcuts (Delete would remove the field)."""
        is_asked = self._correcting and event.type() == QEvent.Type.ShortcutOverride
        if is_asked and isinstance(event, QKeyEvent) and _is_ours(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose and move boundaries, reset, leave."""
        if not self._correcting or not _is_ours(event):
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif self._cells is not None and event.key() in _RESETS:
            self.reset_wanted.emit()
        elif self._cells is not None and event.key() in _STEPS:
            self._step(_STEPS[Qt.Key(event.key())], is_move=bool(event.modifiers() & _SHIFT))
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Drop a drag that is not over: the keys went elsewhere."""
        self._draft = None
        self.update()

    def _step(self, step: int, *, is_move: bool) -> None:
        cells = self._cells
        assert cells is not None, "keys act on cells"
        if is_move:
            moved = cells.moved(self.boundary, cells.edges[self.boundary] + step)
            if moved.glyphs != cells.glyphs:
                self.corrected.emit(moved.glyphs)
        else:
            self.boundary = max(0, min(self.boundary + step, len(cells.edges) - 1))
            self._say()

    # --- drawing -------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the crop as large as fits, at the left like the text below it."""
        painter = QPainter(self)
        tokens = self._theme.tokens
        painter.setPen(QColor(tokens.accent if self.hasFocus() else tokens.border))
        painter.setBrush(QColor(tokens.surface_alt))
        painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        if self._image is None:
            painter.setPen(QColor(tokens.text_muted))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._hint)
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(self._target()[0], self._image)
        if self.cells is not None:
            chosen = self.boundary if self._correcting else None
            painter.setFont(self._theme.mono(self.font().pointSizeF() * 0.9))
            bottom = self._target()[0].bottom()
            paint_cells(painter, self.cells, self._to_view, tokens, label_top=bottom, chosen=chosen)

    def _target(self) -> tuple[QRectF, float]:
        """Return where the picture is drawn, and how many view pixels a page pixel takes."""
        assert self._image is not None, "there is a picture"
        room = QRectF(self.rect()).adjusted(4, 4, -4, -4 - LABEL_PX)
        scale = min(room.width() / self._image.width(), room.height() / self._image.height())
        target = QRectF(room.left(), room.top(), self._image.width() * scale, self._image.height() * scale)
        target.moveTop(room.center().y() - target.height() / 2)
        return target, scale

    def _to_view(self, x: float, y: float) -> QPointF:
        target, scale = self._target()
        across, down = self._frame.shown((x, y))
        return QPointF(target.left() + across * scale, target.top() + down * scale)

    def _to_page(self, point: QPointF) -> tuple[float, float]:
        target, scale = self._target()
        return self._frame.on_page(((point.x() - target.left()) / scale, (point.y() - target.top()) / scale))

    def _under(self, point: QPointF) -> int | None:
        if not self._correcting or self._image is None or self._cells is None:
            return None
        return boundary_near(self._cells, self._to_page(point), scale=self._target()[1])

    def _say(self) -> None:
        words = self.cells.words(self.boundary if self._correcting else None) if self.cells is not None else self._hint
        self.setAccessibleDescription(words)
        self.update()


def _is_ours(event: QKeyEvent) -> bool:
    """Say whether a key belongs to correcting."""
    bare = event.modifiers() & ~(_SHIFT | Qt.KeyboardModifier.KeypadModifier)
    return not bare and event.key() in (*_RESETS, *_STEPS, Qt.Key.Key_Escape)
