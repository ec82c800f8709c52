"""The navigation rail at the left: one button per page, the menu at its top."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QMenu, QToolButton, QVBoxLayout

from fidelity_app.gui.pages import PageSpec
from fidelity_app.gui.theme import RAIL_ICON, Theme

RAIL_WIDTH_PX = 76


class Rail(QFrame):
    """`chosen(page_id)` fires when a person chooses a page."""

    chosen = Signal(str)

    def __init__(self, pages: Sequence[PageSpec], theme: Theme) -> None:
        super().__init__()
        self.setObjectName("rail")
        self.setAccessibleName("Pages")
        self.setFixedWidth(RAIL_WIDTH_PX)
        self._theme = theme
        self._pages = tuple(pages)
        self._group = QButtonGroup(self)
        self._buttons: dict[str, QToolButton] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(5, 8, 5, 8)
        layout.setSpacing(4)
        self.menu_button = self._button("Menu")
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu_button.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        layout.addWidget(self.menu_button)
        for page in pages:
            button = self._button(page.title)
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, page_id=page.id: self.chosen.emit(page_id))
            self._group.addButton(button)
            self._buttons[page.id] = button
            layout.addWidget(button)
        layout.addStretch(1)
        theme.changed.connect(self._draw_icons)
        self._draw_icons()

    def set_menu(self, menu: QMenu) -> None:
        """Give the menu button its menu."""
        self.menu_button.setMenu(menu)

    def set_current(self, page_id: str) -> None:
        """Show which page is in front."""
        self._buttons[page_id].setChecked(True)

    def button(self, page_id: str) -> QToolButton:
        """Return a page's button."""
        return self._buttons[page_id]

    def _button(self, title: str) -> QToolButton:
        button = QToolButton()
        button.setText(title)
        button.setAccessibleName(title)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        button.setIconSize(RAIL_ICON)
        button.setFixedWidth(RAIL_WIDTH_PX - 10)
        return button

    def _draw_icons(self) -> None:
        tokens = self._theme.tokens
        self.menu_button.setIcon(self._theme.icon("mdi6.menu", color=tokens.rail_text))
        for page in self._pages:
            icon = self._theme.icon(page.icon, color=tokens.rail_text, active=tokens.rail_text_active)
            self._buttons[page.id].setIcon(icon)
