"""Labels for text that comes from data: always plain, never rich (DESIGN, text safety)."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget


def plain_label(text: str, *, wrap: bool = False, name: str = "", parent: QWidget | None = None) -> QLabel:
    """Return a label that shows its text as it is; `name` is the object name that the style sheet knows."""
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(text)
    label.setWordWrap(wrap)
    if name:
        label.setObjectName(name)
    return label


class ElidedLabel(QLabel):
    """One line of plain text that ends in an ellipsis when there is no room; the whole text is its tool tip."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setText(text)

    def setText(self, text: str) -> None:
        """Show a text, on one line."""
        super().setText(" ".join(text.splitlines()))
        self.setToolTip(escaped_tip(text))

    def minimumSizeHint(self) -> QSize:
        return QSize(20, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        rect = self.contentsRect()
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, rect.width())
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(rect, int(self.alignment() | Qt.AlignmentFlag.AlignVCenter), shown)


def escaped_tip(text: str) -> str:
    """Return a tool tip that Qt cannot take for rich text (tool tips guess their format)."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"<span style='white-space:pre-wrap'>{escaped}</span>" if text else ""
