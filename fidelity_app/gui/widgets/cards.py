"""Cards and lines: the white boxes that group things, and the thin rules between them."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from fidelity_app.gui.widgets.text import plain_label


class Card(QFrame):
    """A framed box with a bold title; put the content into `body`."""

    def __init__(self, title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(14, 12, 14, 12)
        self.body.setSpacing(8)
        self.title = plain_label(title, name="pageTitle")
        if title:
            self.setAccessibleName(title)
            self.body.addWidget(self.title)


class Panel(QFrame):
    """A plain surface without a frame (side panels)."""

    def __init__(self, parent: QWidget | None = None, *, name: str = "panel") -> None:
        super().__init__(parent)
        self.setObjectName(name)
