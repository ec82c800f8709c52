"""What a drop or a paste brings: files and folders, or a bare picture from the clipboard."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData
from PySide6.QtGui import QImage


@dataclass(frozen=True, slots=True)
class Incoming:
    """Paths to import, or one picture as PNG bytes (both empty: nothing usable)."""

    paths: tuple[Path, ...] = ()
    picture: bytes = b""

    @property
    def usable(self) -> bool:
        return bool(self.paths or self.picture)


def can_take(mime: QMimeData) -> bool:
    """Say whether a drag holds anything that can be imported."""
    return any(url.isLocalFile() for url in mime.urls()) or mime.hasImage()


def incoming(mime: QMimeData) -> Incoming:
    """Return what a drop or the clipboard holds; local files win over the picture that file managers add to them."""
    paths = tuple(Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile())
    if paths:
        return Incoming(paths=paths)
    image = mime.imageData() if mime.hasImage() else None
    if isinstance(image, QImage) and not image.isNull():
        return Incoming(picture=_png(image))
    return Incoming()


def _png(image: QImage) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    buffer.close()
    return bytes(data.data())
