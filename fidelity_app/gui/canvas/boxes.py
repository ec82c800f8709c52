"""Boxes on the page: cosmetic lines, so that they stay thin at any zoom; grips on the chosen one."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from fidelity_app.core.geometry import Quad
from fidelity_app.gui.canvas.hits import Handle, handle_points
from fidelity_app.gui.canvas.records import BoxLook, BoxRecord
from fidelity_app.gui.tokens import ON_PAPER

# Colour and line of each look; the line differs so that a grey print still reads.
_LOOKS: dict[BoxLook, tuple[str, Qt.PenStyle]] = {
    BoxLook.PLAIN: (ON_PAPER.right, Qt.PenStyle.SolidLine),
    BoxLook.RIGHT: (ON_PAPER.right, Qt.PenStyle.SolidLine),
    BoxLook.WRONG: (ON_PAPER.wrong, Qt.PenStyle.SolidLine),
    BoxLook.MISSING: (ON_PAPER.wrong, Qt.PenStyle.DashLine),
    BoxLook.ABSTAINED: (ON_PAPER.abstained, Qt.PenStyle.DotLine),
    BoxLook.NOTATION: (ON_PAPER.notation, Qt.PenStyle.DashDotLine),
    BoxLook.VERSUS: (ON_PAPER.versus, Qt.PenStyle.DashDotLine),
    BoxLook.PROPOSED: (ON_PAPER.proposed, Qt.PenStyle.DashLine),
}
assert set(_LOOKS) == set(BoxLook)

LINE_PX = 1.5
CHOSEN_LINE_PX = 2.5
GRIP_PX = 8.0
ROOMY_PX = 28.0
CORNERS = frozenset({Handle.TOP_LEFT, Handle.TOP_RIGHT, Handle.BOTTOM_RIGHT, Handle.BOTTOM_LEFT})


def polygon(quad: Quad) -> QPolygonF:
    """Return a quad as Qt draws it."""
    return QPolygonF([QPointF(x, y) for x, y in quad.points])


class BoxItem(QGraphicsItem):
    """One record drawn. `editable` shows the grips when it is chosen."""

    def __init__(self, record: BoxRecord, *, chosen: bool, editable: bool) -> None:
        super().__init__()
        self.record = record
        self._chosen = chosen
        self._editable = editable
        self.setZValue(3 if chosen else 2)

    def boundingRect(self) -> QRectF:
        left, top, right, bottom = self.record.quad.bounds
        # Lines and grips are in view pixels: at 5 % zoom they reach 20 times further in page pixels.
        slack = 20 * GRIP_PX
        return QRectF(left, top, right - left, bottom - top).adjusted(-slack, -slack, slack, slack)

    def shape(self) -> QPainterPath:
        path = QPainterPath()
        path.addPolygon(polygon(self.record.quad))
        return path

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the outline, and grips and label when chosen."""
        colour, line = _LOOKS[self.record.look]
        pen = QPen(QColor(ON_PAPER.chosen if self._chosen and self._editable else colour), LINE_PX, line)
        pen.setCosmetic(True)
        if self._chosen:
            pen.setWidthF(CHOSEN_LINE_PX)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not _is_upright(self.record.quad))
        painter.drawPolygon(polygon(self.record.quad))
        if self._chosen and self._editable:
            self._paint_grips(painter)
        if self._chosen and self.record.label:
            self._paint_label(painter, pen.color())

    def _paint_grips(self, painter: QPainter) -> None:
        transform = painter.worldTransform()
        painter.save()
        painter.resetTransform()
        painter.setPen(QPen(QColor(ON_PAPER.chosen), 1.5))
        painter.setBrush(QBrush(Qt.GlobalColor.white))
        half = GRIP_PX / 2
        left, top, right, bottom = self.record.quad.bounds
        scale = transform.m11()
        roomy = min(right - left, bottom - top) * scale > ROOMY_PX
        for handle, (x, y) in handle_points(self.record.quad).items():
            if not roomy and handle not in CORNERS:
                continue
            at = transform.map(QPointF(x, y))
            painter.drawRect(QRectF(at.x() - half, at.y() - half, GRIP_PX, GRIP_PX))
        painter.restore()

    def _paint_label(self, painter: QPainter, colour: QColor) -> None:
        left, top, _, _ = self.record.quad.bounds
        at = painter.worldTransform().map(QPointF(left, top))
        painter.save()
        painter.resetTransform()
        font = QFont(painter.font())
        painter.setFont(font)
        width = painter.fontMetrics().horizontalAdvance(self.record.label) + 10
        height = painter.fontMetrics().height() + 2
        tag = QRectF(at.x() - 1, at.y() - height - 6, width, height)
        painter.fillRect(tag, colour)
        painter.setPen(Qt.GlobalColor.white)
        painter.drawText(tag, Qt.AlignmentFlag.AlignCenter, self.record.label)
        painter.restore()


def _is_upright(quad: Quad) -> bool:
    return quad == Quad.rect(*quad.bounds)
