"""A picture beside a table: a PNG, whole, as large as there is room, never larger than a few times its pixels."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

MOST_SCALE = 4.0


class PngView(QWidget):
    """Shows one picture; the bytes are a document's or a model's, so only their pixels are used."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._image = QImage()
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @property
    def image(self) -> QImage:
        return self._image

    def show_png(self, data: bytes | None) -> None:
        """Show a PNG, or nothing."""
        self._image = QImage.fromData(data) if data else QImage()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, 200)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._image.isNull():
            return
        ratio = self.devicePixelRatioF()
        room = (self.size() * ratio).boundedTo(self._image.size() * MOST_SCALE)
        shown = self._image.scaled(room, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
        shown.setDevicePixelRatio(ratio)
        size = shown.deviceIndependentSize().toSize()
        painter = QPainter(self)
        painter.drawImage((self.width() - size.width()) // 2, (self.height() - size.height()) // 2, shown)
