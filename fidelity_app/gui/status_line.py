"""The line at the foot of the window: saved or why not, what undo would take back, and the page's own figures."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from fidelity_app.gui.widgets.text import ElidedLabel, plain_label


class StatusLine(QWidget):
    """Always says "saved" or why not."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statusLine")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._saved = plain_label("✓ saved")
        self._saved.setAccessibleName("Saved state")
        self._left = ElidedLabel()
        self._right = plain_label("")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 3, 14, 3)
        layout.setSpacing(18)
        layout.addWidget(self._saved)
        layout.addWidget(self._left, 1)
        layout.addWidget(self._right)
        layout.addWidget(plain_label("F1 keys"))

    @property
    def saved_text(self) -> str:
        return self._saved.text()

    def set_saved(self, detail: str = "") -> None:
        """Say that all is on disk; `detail` may name the moment."""
        self._show_state("saved", f"✓ saved {detail}".rstrip())

    def set_unsaved(self, why: str) -> None:
        """Say that something is not on disk yet, and why."""
        self._show_state("unsaved", f"✕ not saved yet: {why}")

    def set_left(self, text: str) -> None:
        """Show what undo would do, or what the page says about itself."""
        self._left.setText(text)

    def set_right(self, text: str) -> None:
        """Show the page's figures."""
        self._right.setText(text)

    def _show_state(self, state: str, text: str) -> None:
        self._saved.setText(text)
        if self._saved.property("state") != state:
            self._saved.setProperty("state", state)
            self._saved.style().polish(self._saved)
