"""A numpy picture on the scene: copied once, never re-sampled up, and halved in steps when shown small."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

if TYPE_CHECKING:
    from numpy.typing import NDArray

SHARP_FROM_SCALE = 2.0
SMALLEST_LEVEL_PX = 64


def to_qimage(rgb: NDArray[np.uint8]) -> QImage:
    """Return an image that owns its pixels. `rgb` is height x width x 3, uint8, of any stride."""
    if rgb.ndim != 3 or rgb.shape[2] != 3 or rgb.dtype != np.uint8:
        raise ValueError(f"a picture is height x width x 3 of uint8, not {rgb.shape} of {rgb.dtype}")
    packed = np.ascontiguousarray(rgb)
    height, width = packed.shape[:2]
    # The copy is what makes it safe: the QImage would otherwise look into memory that numpy may free.
    return QImage(packed.data, width, height, 3 * width, QImage.Format.Format_RGB888).copy()


class PictureItem(QGraphicsItem):
    """Draws the level of detail that fits; from 200 % on every page pixel is a sharp square."""

    def __init__(self, image: QImage) -> None:
        super().__init__()
        self._levels = [image.convertToFormat(QImage.Format.Format_RGB32)]
        self._rect = QRectF(0, 0, image.width(), image.height())

    @property
    def image(self) -> QImage:
        """Return the picture in full size."""
        return self._levels[0]

    def boundingRect(self) -> QRectF:
        return self._rect

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the exposed part of the fitting level."""
        scale = QStyleOptionGraphicsItem.levelOfDetailFromTransform(painter.worldTransform())
        level = self._level_for(scale * painter.device().devicePixelRatio() if painter.device() else scale)
        factor = level.width() / self._rect.width()
        exposed = self._rect.intersected(option.exposedRect.adjusted(-2, -2, 2, 2))
        source = QRectF(exposed.x() * factor, exposed.y() * factor, exposed.width() * factor, exposed.height() * factor)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, scale < SHARP_FROM_SCALE)
        painter.drawImage(exposed, level, source)

    def _level_for(self, device_scale: float) -> QImage:
        """Return the smallest level that still has a pixel for every device pixel."""
        number, wanted = 0, device_scale
        while wanted <= 0.5:
            if len(self._levels) <= number + 1:
                last = self._levels[-1]
                if min(last.width(), last.height()) // 2 < SMALLEST_LEVEL_PX:
                    break
                halved = last.scaled(
                    last.width() // 2,
                    last.height() // 2,
                    Qt.AspectRatioMode.IgnoreAspectRatio,
                    Qt.TransformationMode.SmoothTransformation,
                )
                self._levels.append(halved)
            number, wanted = number + 1, wanted * 2
        return self._levels[number]
