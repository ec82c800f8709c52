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
    looking = QImage(packed.data, width, height, 3 * width, QImage.Format.Format_RGB888)
    # Converting copies, and the copy is what makes it safe: `looking` looks into memory that numpy may free.
    return looking.convertToFormat(QImage.Format.Format_RGB32)


class Picture:
    """A page's pixels as Qt draws them: in full, and halved in steps for being shown small.

    It may be made and prepared on any thread, and handed over as a whole. `size_px` is the page's (width, height);
    pixels that are fewer stand for it until better ones come.
    """

    def __init__(self, rgb: NDArray[np.uint8], *, size_px: tuple[int, int] | None = None) -> None:
        self._levels = [to_qimage(rgb)]
        self.size_px = size_px or (self.image.width(), self.image.height())

    @property
    def image(self) -> QImage:
        """Return the picture in full."""
        return self._levels[0]

    def prepared(self) -> Picture:
        """Make all levels now, so that the first drawing has no work left."""
        while self._halve():
            pass
        return self

    def level_for(self, device_scale: float) -> QImage:
        """Return the smallest level with a pixel for every device pixel; `device_scale` is those per page pixel."""
        number, wanted = 0, device_scale * self.size_px[0] / max(1, self.image.width())
        while wanted <= 0.5:
            if len(self._levels) <= number + 1 and not self._halve():
                break
            number, wanted = number + 1, wanted * 2
        return self._levels[number]

    def _halve(self) -> bool:
        """Make the next level; say whether there is one."""
        last = self._levels[-1]
        width, height = last.width() // 2, last.height() // 2
        if min(width, height) < SMALLEST_LEVEL_PX:
            return False
        keep, smooth = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        self._levels.append(last.scaled(width, height, keep, smooth))
        return True


class PictureItem(QGraphicsItem):
    """Draws the level of detail that fits; from 200 % on every page pixel is a sharp square."""

    def __init__(self, picture: Picture) -> None:
        super().__init__()
        self._picture = picture
        self._rect = QRectF(0, 0, *picture.size_px)

    def boundingRect(self) -> QRectF:
        return self._rect

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the exposed part of the fitting level."""
        scale = QStyleOptionGraphicsItem.levelOfDetailFromTransform(painter.worldTransform())
        device = painter.device()
        level = self._picture.level_for(scale * device.devicePixelRatio() if device else scale)
        across, down = level.width() / self._rect.width(), level.height() / self._rect.height()
        exposed = self._rect.intersected(option.exposedRect.adjusted(-2, -2, 2, 2))
        source = QRectF(exposed.x() * across, exposed.y() * down, exposed.width() * across, exposed.height() * down)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, scale < SHARP_FROM_SCALE)
        painter.drawImage(exposed, level, source)
