"""The page after the recipe, with the original over its left part: the before/after slider.

Both sides are shown in the degraded page's own coordinates. The left one is the original's pixels where the recipe's
geometry puts them (services.previewing.through), so that a digit under the divider is the same digit on both sides.
The divider belongs to the view: it stays where it is while the page is moved under it.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from fidelity_app.gui.canvas.picture import Picture, PictureItem
from fidelity_app.gui.canvas.view import PageView
from fidelity_app.gui.tokens import ON_PAPER

REACH_PX = 7.0
LINE_PX = 2.0
KNOB_PX = 13.0


class _LeftPart(PictureItem):
    """A picture of which only what is left of a line of the view is drawn."""

    def __init__(self, picture: Picture) -> None:
        super().__init__(picture)
        self.edge_px = 0.0
        self.setZValue(1)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the part left of the edge, which is given in view pixels."""
        transform = painter.worldTransform()
        painter.save()
        painter.resetTransform()
        painter.setClipRect(QRectF(0, 0, self.edge_px, 1e6))
        painter.setWorldTransform(transform)
        super().paint(painter, option, widget)
        painter.restore()


class SplitPageView(PageView):
    """A page view with a second picture left of a divider. `divided(share)` fires when a person dragged it.

    `share` is the divider's place, 0 (all degraded) to 1 (all original) of the view's width.
    """

    divided = Signal(float)

    def __init__(self, parent: QWidget | None = None, *, name: str = "Page") -> None:
        super().__init__(parent, name=name)
        self._left: _LeftPart | None = None
        self._share = 0.5
        self._split = False
        self._peeking = False
        self._dragging = False

    @property
    def share(self) -> float:
        return self._share

    @property
    def shows_original(self) -> bool:
        """Say whether any of the original is to be seen, once it is there."""
        return self._split or self._peeking

    def set_original(self, picture: Picture | None) -> None:
        """Take the original of the picture that is shown, or none."""
        if self._left is not None:
            self._scene.removeItem(self._left)
        self._left = _LeftPart(picture) if picture is not None else None
        if self._left is not None:
            self._scene.addItem(self._left)
        self._place()

    def set_split(self, split: bool) -> None:
        """Show the divider, or the degraded page alone."""
        self._split = split
        self._place()

    def set_share(self, share: float) -> None:
        """Put the divider somewhere, without telling it back."""
        self._share = min(1.0, max(0.0, share))
        self._place()

    def peek(self, peeking: bool) -> None:
        """Show the original all over, as long as it is wanted."""
        self._peeking = peeking
        self._place()

    def _place(self) -> None:
        if self._left is not None:
            self._left.setVisible(self.shows_original)
            self._left.edge_px = 1e6 if self._peeking else self._divider_px()
        self.viewport().update()

    def _divider_px(self) -> float:
        return self._share * self.viewport().width()

    def _at_divider(self, event: QMouseEvent) -> bool:
        return self._split and abs(event.position().x() - self._divider_px()) <= REACH_PX

    # --- events --------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the divider at its share of the width."""
        super().resizeEvent(event)
        self._place()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the divider; elsewhere the tool works."""
        if event.button() == Qt.MouseButton.LeftButton and self._at_divider(event):
            self._dragging = True
            event.accept()
            return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the divider."""
        if self._dragging:
            self.set_share(event.position().x() / max(1, self.viewport().width()))
            self.divided.emit(self._share)
            event.accept()
            return
        if event.buttons() == Qt.MouseButton.NoButton:
            over = self._at_divider(event)
            self.viewport().setCursor(Qt.CursorShape.SplitHCursor if over else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Leave the divider where it is."""
        if self._dragging and event.button() == Qt.MouseButton.LeftButton:
            self._dragging = False
            event.accept()
            return
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Bring the divider back to the middle."""
        if event.button() == Qt.MouseButton.LeftButton and self._at_divider(event):
            self.set_share(0.5)
            self.divided.emit(self._share)
            event.accept()
            return
        super().mouseDoubleClickEvent(event)

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Draw the divider over both pictures."""
        if not self._split or self._peeking or self.size_px == (0, 0):
            return
        x, height = self._divider_px(), float(self.viewport().height())
        painter.save()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for colour, width in ((QColor(0, 0, 0, 110), LINE_PX + 2), (QColor(255, 255, 255), LINE_PX)):
            painter.setPen(QPen(colour, width))
            painter.drawLine(QPointF(x, 0), QPointF(x, height))
        painter.setBrush(QColor(255, 255, 255))
        painter.setPen(QPen(QColor(ON_PAPER.chosen), 1.5))
        middle = QPointF(x, height / 2)
        painter.drawEllipse(middle, KNOB_PX, KNOB_PX)
        painter.setBrush(QColor(ON_PAPER.chosen))
        painter.setPen(Qt.PenStyle.NoPen)
        for side in (-1, 1):
            tip, back = side * (KNOB_PX - 4), side * 3.5
            painter.drawPolygon(
                QPolygonF([middle + QPointF(tip, 0), middle + QPointF(back, -4.5), middle + QPointF(back, 4.5)])
            )
        painter.restore()
