"""The field as the models saw it, enlarged, with each character's cell lit where somebody erred."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from fidelity_app.core.geometry import Quad
from fidelity_app.gui.canvas.picture import to_qimage
from fidelity_app.gui.canvas.records import CharMark, MarkShape
from fidelity_app.gui.theme import Theme
from fidelity_app.gui.tokens import ON_PAPER

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HEIGHT_PX = 74
MARGIN_SHARE = 0.35
_LINES = {MarkShape.MISSING: Qt.PenStyle.DashLine, MarkShape.NOTATION: Qt.PenStyle.DotLine}


class CropView(QWidget):
    """Shows a part of a page with marks on its characters; says so when no place is known."""

    def __init__(self, theme: Theme, name: str, *, inset_px: float = 0.0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._inset_px = inset_px
        self._theme = theme
        self._name = name
        self._image: QImage | None = None
        self._origin = (0, 0)
        self._marks: tuple[CharMark, ...] = ()
        self._glyphs: tuple[Quad, ...] = ()
        self.setAccessibleName(name)
        self.setFixedHeight(HEIGHT_PX)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(320, HEIGHT_PX)

    def show_part(
        self,
        rgb: NDArray[np.uint8] | None,
        box: Quad | None,
        glyphs: Sequence[Quad] = (),
        marks: Sequence[CharMark] = (),
    ) -> None:
        """Show the surroundings of a box of a page (height x width x 3); all in the page's pixels."""
        self._image = None
        self._glyphs, self._marks = tuple(glyphs), tuple(marks)
        if rgb is not None and box is not None:
            self._cut(rgb, box)
        self.update()

    def _cut(self, rgb: NDArray[np.uint8], box: Quad) -> None:
        left, top, right, bottom = box.bounds
        margin = max(4.0, (bottom - top) * MARGIN_SHARE)
        height, width = rgb.shape[:2]
        x0, y0 = max(0, int(left - margin)), max(0, int(top - margin))
        x1, y1 = min(width, int(right + margin) + 1), min(height, int(bottom + margin) + 1)
        if x1 > x0 and y1 > y0:
            self._origin = (x0, y0)
            self._image = to_qimage(rgb[y0:y1, x0:x1])

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        frame = QRectF(self.rect()).adjusted(self._inset_px, 0, 0, 0)
        if self._image is None:
            painter.setPen(QColor(self._theme.tokens.text_muted))
            painter.drawText(frame, int(Qt.AlignmentFlag.AlignVCenter), "no place known on the page")
            return
        scale = min(frame.width() / self._image.width(), frame.height() / self._image.height())
        target = QRectF(frame.left(), 0, self._image.width() * scale, self._image.height() * scale)
        target.moveTop((frame.height() - target.height()) / 2)
        painter.drawImage(target, self._image)
        painter.translate(target.topLeft())
        painter.scale(scale, scale)
        painter.translate(-self._origin[0], -self._origin[1])
        for quad in self._glyphs:
            self._outline(painter, quad, ON_PAPER.notation, 0.6, Qt.PenStyle.DotLine)
        for mark in self._marks:
            colour = ON_PAPER.notation if mark.mark is MarkShape.NOTATION else ON_PAPER.wrong
            self._outline(painter, mark.quad, colour, 2.2, _LINES.get(mark.mark, Qt.PenStyle.SolidLine))

    def _outline(self, painter: QPainter, quad: Quad, colour: str, width_px: float, line: Qt.PenStyle) -> None:
        pen = QPen(QColor(colour), width_px, line)
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in quad.points]))
