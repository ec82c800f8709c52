"""Empty states: what is missing, and what to do next, with the button that does it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from fidelity_app.gui.widgets.pills import pill
from fidelity_app.gui.widgets.text import plain_label

TEXT_WIDTH_PX = 460


class EmptyState(QWidget):
    """A title, one sentence that says what to do next, and at most three buttons; the first is the main one."""

    def __init__(
        self,
        title: str,
        text: str,
        *,
        buttons: Sequence[tuple[str, Callable[[], object]]] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._title = plain_label(title, name="emptyTitle")
        self._text = plain_label(text, wrap=True, name="emptyText")
        # A fixed size: a wrapped label in an aligned cell asks for the height of its widest shape and is then cut off.
        self._text.setFixedWidth(TEXT_WIDTH_PX)
        row = QHBoxLayout()
        row.addStretch(1)
        for number, (label, handler) in enumerate(buttons):
            row.addWidget(pill(label, primary=number == 0, on_click=handler))
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.addStretch(2)
        for label_widget in (self._title, self._text):
            label_widget.setAlignment(Qt.AlignmentFlag.AlignCenter)
            layout.addWidget(label_widget, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addSpacing(8)
        layout.addLayout(row)
        layout.addStretch(3)

    def say(self, title: str, text: str) -> None:
        """Change what is said (nothing found is not the same as nothing there)."""
        self._title.setText(title)
        self._text.setText(text)
        self._give_height()

    def showEvent(self, event: QShowEvent) -> None:
        """Give the text its height: only now its font is known for sure."""
        super().showEvent(event)
        self._give_height()

    def _give_height(self) -> None:
        self._text.setFixedHeight(self._text.heightForWidth(TEXT_WIDTH_PX))


class EmptyOr(QStackedWidget):
    """Shows either the content or the empty state."""

    def __init__(self, content: QWidget, empty: EmptyState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.empty = empty
        self._content = content
        self.addWidget(empty)
        self.addWidget(content)

    def show_content(self, there_is_any: bool) -> None:
        """Show the content, or say what to do when there is none."""
        self.setCurrentWidget(self._content if there_is_any else self.empty)
