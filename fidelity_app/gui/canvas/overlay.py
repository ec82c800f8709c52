"""All character marks of a page in ONE item (thousands of items would crawl), each with its own shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from fidelity_app.core.geometry import Quad
from fidelity_app.gui.canvas.boxes import polygon
from fidelity_app.gui.canvas.records import CharMark, MarkShape
from fidelity_app.gui.tokens import ON_PAPER

FILL_ALPHA = 70
LINE_PX = 2.0


def _corners(quad: Quad) -> tuple[QPointF, QPointF, QPointF, QPointF]:
    a, b, c, d = (QPointF(x, y) for x, y in quad.points)
    return a, b, c, d


def _filled(painter: QPainter, shape: QPolygonF, colour: str) -> None:
    fill = QColor(colour)
    fill.setAlpha(FILL_ALPHA)
    path = QPainterPath()
    path.addPolygon(shape)
    painter.fillPath(path, fill)


def _pen(
    painter: QPainter, colour: str, *, width_px: float = LINE_PX, line: Qt.PenStyle = Qt.PenStyle.SolidLine
) -> None:
    pen = QPen(QColor(colour), width_px, line)
    pen.setCosmetic(True)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _draw_wrong(painter: QPainter, quad: Quad) -> None:
    """Filled, framed, with a thick underline."""
    _, _, bottom_right, bottom_left = _corners(quad)
    _filled(painter, polygon(quad), ON_PAPER.wrong)
    _pen(painter, ON_PAPER.wrong, width_px=1.5)
    painter.drawPolygon(polygon(quad))
    _pen(painter, ON_PAPER.wrong, width_px=4)
    painter.drawLine(QLineF(bottom_left, bottom_right))


def _draw_missing(painter: QPainter, quad: Quad) -> None:
    """A dashed outline."""
    _pen(painter, ON_PAPER.wrong, line=Qt.PenStyle.DashLine)
    painter.drawPolygon(polygon(quad))


def _draw_inserted(painter: QPainter, quad: Quad) -> None:
    """An overline, with a wedge that points to where it was put in."""
    top_left, top_right, _, _ = _corners(quad)
    _pen(painter, ON_PAPER.wrong, width_px=4)
    painter.drawLine(QLineF(top_left, top_right))


def _draw_swap(painter: QPainter, quad: Quad) -> None:
    """An arc over both characters."""
    top_left, top_right, _, bottom_left = _corners(quad)
    _filled(painter, polygon(quad), ON_PAPER.wrong)
    up = top_left - bottom_left
    middle = (top_left + top_right) / 2 + up * 0.45
    path = QPainterPath(top_left)
    path.quadTo(middle, top_right)
    _pen(painter, ON_PAPER.wrong, width_px=3)
    painter.drawPath(path)


def _draw_right(painter: QPainter, quad: Quad) -> None:
    """A thin underline."""
    _, _, bottom_right, bottom_left = _corners(quad)
    _pen(painter, ON_PAPER.right, width_px=2)
    painter.drawLine(QLineF(bottom_left, bottom_right))


def _draw_notation(painter: QPainter, quad: Quad) -> None:
    """A dot under the character."""
    _, _, bottom_right, bottom_left = _corners(quad)
    pen = QPen(QColor(ON_PAPER.notation), 6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    pen.setCosmetic(True)
    painter.setPen(pen)
    painter.drawPoint((bottom_left + bottom_right) / 2)


def _draw_abstained(painter: QPainter, quad: Quad) -> None:
    """A dotted outline."""
    _pen(painter, ON_PAPER.abstained, line=Qt.PenStyle.DotLine)
    painter.drawPolygon(polygon(quad))


def _draw_versus(painter: QPainter, quad: Quad) -> None:
    """Blue, filled and framed by a dash-dot line: two models differ and none is the truth."""
    _filled(painter, polygon(quad), ON_PAPER.versus)
    _pen(painter, ON_PAPER.versus, line=Qt.PenStyle.DashDotLine)
    painter.drawPolygon(polygon(quad))


_DRAW: dict[MarkShape, Callable[[QPainter, Quad], None]] = {
    MarkShape.WRONG: _draw_wrong,
    MarkShape.MISSING: _draw_missing,
    MarkShape.INSERTED: _draw_inserted,
    MarkShape.SWAP: _draw_swap,
    MarkShape.RIGHT: _draw_right,
    MarkShape.NOTATION: _draw_notation,
    MarkShape.ABSTAINED: _draw_abstained,
    MarkShape.VERSUS: _draw_versus,
}
assert set(_DRAW) == set(MarkShape)


class MarksItem(QGraphicsItem):
    """The overlay: replaced as a whole by `set_marks`."""

    def __init__(self) -> None:
        super().__init__()
        self._marks: tuple[CharMark, ...] = ()
        self._rect = QRectF()
        self.setZValue(5)

    @property
    def marks(self) -> tuple[CharMark, ...]:
        return self._marks

    def set_marks(self, marks: Sequence[CharMark]) -> None:
        """Show these marks and no others."""
        self.prepareGeometryChange()
        self._marks = tuple(marks)
        if marks:
            left, top, right, bottom = Quad.hull(mark.quad for mark in marks).bounds
            slack = 40.0 + (bottom - top)
            self._rect = QRectF(left, top, right - left, bottom - top).adjusted(-slack, -slack, slack, slack)
        else:
            self._rect = QRectF()
        self.update()

    def boundingRect(self) -> QRectF:
        return self._rect

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw each mark by its table entry."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for mark in self._marks:
            _DRAW[mark.mark](painter, mark.quad)
