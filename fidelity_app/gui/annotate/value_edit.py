"""The line in which the printed text is typed: what is typed is what is kept, character by character."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget


class ValueEdit(QLineEdit):
    """`accepted(text)` on Enter, `reverted` on Esc. While the text is as stored, undo belongs to the document."""

    accepted = Signal(str)
    reverted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Printed text")
        self.setPlaceholderText("exactly as printed")
        self.setProperty("value", True)
        self._stored = ""

    @property
    def dirty(self) -> bool:
        """Say whether something is typed that is not accepted yet."""
        return self.text() != self._stored

    def show_stored(self, text: str) -> None:
        """Show a stored text; what was typed before is gone."""
        self._stored = text
        if self.text() != text:
            self.setText(text)

    def accept(self) -> None:
        """Hand over what is typed."""
        self.accepted.emit(self.text())

    def event(self, event: QEvent) -> bool:
        """Leave Ctrl+Z to the document once there is nothing typed to take back, and keep Enter and Esc here."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if event.matches(QKeySequence.StandardKey.Undo) and not (self.dirty and self.isUndoAvailable()):
                event.ignore()
                return False
            if _is_redo(event) and not self.isRedoAvailable():
                event.ignore()
                return False
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
                event.accept()
                return True
            if event.key() == Qt.Key.Key_Escape and self.dirty:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter accepts, Esc takes back what is not accepted."""
        plain = not (event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain:
            self.accept()
            event.accept()
        elif event.key() == Qt.Key.Key_Escape and self.dirty:
            self.setText(self._stored)
            self.reverted.emit()
            event.accept()
        else:
            super().keyPressEvent(event)


def _is_redo(event: QKeyEvent) -> bool:
    wanted = (
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
        Qt.Key.Key_Z,
    )
    return (event.modifiers(), event.key()) == wanted or (
        event.modifiers() == Qt.KeyboardModifier.ControlModifier and event.key() == Qt.Key.Key_Y
    )
