"""A small line of help over the top left corner of a canvas: the keys that work here, or what is shown."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtWidgets import QLabel, QWidget

INSET_PX = 8


class CanvasHint(QLabel):
    """Plain text over a widget; it takes no mouse events."""

    def __init__(self, over: QWidget, text: str = "", *, at_bottom: bool = False, at_right: bool = False) -> None:
        super().__init__(over)
        self._over = over
        self._at_bottom = at_bottom
        self._at_right = at_right
        self.setObjectName("canvasHint")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        over.installEventFilter(self)
        self.say(text)

    def say(self, text: str) -> None:
        """Show a text, or nothing."""
        self.setText(text)
        self.setVisible(bool(text))
        self.adjustSize()
        self._place()

    def move_to(self, *, at_right: bool) -> None:
        """Change between the left and the right corner."""
        self._at_right = at_right
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the corner."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        width = min(self.sizeHint().width(), max(40, self._over.width() - 2 * INSET_PX))
        self.resize(width, self.sizeHint().height())
        top = self._over.height() - self.height() - INSET_PX if self._at_bottom else INSET_PX
        left = self._over.width() - self.width() - INSET_PX if self._at_right else INSET_PX
        self.move(QPoint(left, top))
        self.raise_()
