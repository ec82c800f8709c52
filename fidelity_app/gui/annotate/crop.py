"""The chosen field's own pixels, enlarged, above the line in which they are typed."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from fidelity_app.core.geometry import Quad
from fidelity_app.gui.canvas.picture import to_qimage
from fidelity_app.gui.theme import Theme

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HEIGHT_PX = 78
MARGIN_SHARE = 0.18


class CropView(QWidget):
    """Shows the box of a field with a little around it, and a thin line between its characters where they are known."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._image: QImage | None = None
        self._origin = (0.0, 0.0)
        self._cells: tuple[float, ...] = ()
        self._hint = ""
        self.setFixedHeight(HEIGHT_PX)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Pixels of the chosen field")

    @property
    def image(self) -> QImage | None:
        """Return the crop as it is shown."""
        return self._image

    def show_hint(self, text: str) -> None:
        """Say why there is no crop."""
        self._image, self._hint = None, text
        self.update()

    def show_box(self, rgb: NDArray[np.uint8], box: Quad, glyphs: tuple[Quad, ...]) -> None:
        """Show a box of a page (pixel-edge coordinates), cut to the page."""
        left, top, right, bottom = box.bounds
        margin = (bottom - top) * MARGIN_SHARE + 1
        height, width = rgb.shape[:2]
        x0, y0 = max(0, math.floor(left - margin)), max(0, math.floor(top - margin))
        x1, y1 = min(width, math.ceil(right + margin)), min(height, math.ceil(bottom + margin))
        if x1 <= x0 or y1 <= y0:
            self.show_hint("the box lies outside the page")
            return
        self._image = to_qimage(rgb[y0:y1, x0:x1])
        edges = sorted({round(glyph.bounds[0], 2) for glyph in glyphs})[1:]
        self._cells = tuple(edge - x0 for edge in edges)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(320, HEIGHT_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the crop as large as fits, at the left like the text below it."""
        painter = QPainter(self)
        tokens = self._theme.tokens
        painter.setPen(QColor(tokens.border))
        painter.setBrush(QColor(tokens.surface_alt))
        painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        if self._image is None:
            painter.setPen(QColor(tokens.text_muted))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._hint)
            return
        room = QRectF(self.rect()).adjusted(4, 4, -4, -4)
        scale = min(room.width() / self._image.width(), room.height() / self._image.height())
        target = QRectF(room.left(), room.top(), self._image.width() * scale, self._image.height() * scale)
        target.moveTop(room.center().y() - target.height() / 2)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(target, self._image)
        painter.setPen(QPen(QColor(tokens.versus), 1))
        for cell in self._cells:
            x = target.left() + cell * scale
            painter.drawLine(QLineF(x, target.top(), x, target.bottom()))
