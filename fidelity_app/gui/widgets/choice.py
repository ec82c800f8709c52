"""A closed choice that takes letters for itself: typing finds an entry and never fires a page's single-letter keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox

_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.KeypadModifier)


class ChoiceBox(QComboBox):
    """A combo box whose letters are its own, as those of a text line are."""

    def event(self, event: QEvent) -> bool:
        """Claim plain letters before a shortcut can have them (Qt asks by ShortcutOverride)."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _types(event):
            event.accept()
            return True
        return super().event(event)


def _types(event: QKeyEvent) -> bool:
    return event.modifiers() in _PLAIN and event.text().isprintable() and event.text().strip() != ""
