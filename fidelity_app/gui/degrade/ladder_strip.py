"""The severity ladder as a strip: the chosen field at severities 0 to 5, each a button."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

from fidelity_app.core.recipes import SEVERITIES
from fidelity_app.gui.canvas.picture import to_qimage
from fidelity_app.gui.theme import Theme

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PICTURE = QSize(46, 30)


class LadderStrip(QWidget):
    """One button per severity; `chosen(severity)` only when a person presses one."""

    chosen = Signal(float)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setAccessibleName("Severity")
        self._theme = theme
        self._pieces: tuple[NDArray[np.uint8], ...] = ()
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self.buttons: dict[int, QToolButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for severity in SEVERITIES:
            button = QToolButton()
            button.setObjectName("severity")
            button.setText(str(severity))
            button.setCheckable(True)
            button.setIconSize(PICTURE)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            button.setAccessibleName(f"Severity {severity}")
            button.clicked.connect(lambda _=False, severity=severity: self.chosen.emit(float(severity)))
            self._group.addButton(button)
            self.buttons[severity] = button
            row.addWidget(button)
        row.addStretch(1)
        self.show_pieces(())
        theme.changed.connect(self._repaint)

    def choose(self, severity: float) -> None:
        """Show which level is on screen; none when it lies between two."""
        button = self.buttons.get(int(severity)) if float(severity).is_integer() else None
        if button is not None:
            button.setChecked(True)
            return
        # An exclusive group keeps its last button pressed unless it is told otherwise.
        self._group.setExclusive(False)
        for other in self.buttons.values():
            other.setChecked(False)
        self._group.setExclusive(True)

    def show_pieces(self, pieces: Sequence[NDArray[np.uint8]]) -> None:
        """Show one picture per severity, or empty frames while there are none."""
        self._pieces = tuple(pieces)
        for number, button in enumerate(self.buttons.values()):
            button.setIcon(QIcon(self._framed(self._pieces[number] if number < len(self._pieces) else None)))

    def _repaint(self) -> None:
        """Draw the pictures again when the colours around them have changed."""
        self.show_pieces(self._pieces)

    def _framed(self, rgb: NDArray[np.uint8] | None) -> QPixmap:
        """Return a picture fitted into the button, on the colour that surrounds a page."""
        ratio = self.devicePixelRatioF()
        pixmap = QPixmap(PICTURE * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(QColor(self._theme.tokens.canvas))
        if rgb is not None:
            fitted = to_qimage(rgb).scaled(
                PICTURE * ratio, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            )
            fitted.setDevicePixelRatio(ratio)
            painter = QPainter(pixmap)
            size = fitted.deviceIndependentSize()
            painter.drawImage(
                round((PICTURE.width() - size.width()) / 2), round((PICTURE.height() - size.height()) / 2), fitted
            )
            painter.end()
        return pixmap
