"""The library's filters: text, state, type, tag, locale, difficulty; their choices come from what is there."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from fidelity_app.core.documents import DocumentState
from fidelity_app.gui.widgets.pills import ChoicePill, pill, search_box
from fidelity_app.store.rows import DocumentFilter, DocumentRow

TYPING_MS = 150
ANY = ("any", None)


class LibraryFilters(QWidget):
    """A row of pills; `changed` fires when a person changed one (typing is awaited for a moment)."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text_box = search_box("Find name, tag, printed text")
        self.text_box.setMinimumWidth(220)
        self.state_pill = ChoicePill("state")
        self.type_pill = ChoicePill("type")
        self.tag_pill = ChoicePill("tag")
        self.locale_pill = ChoicePill("locale")
        self.difficulty_pill = ChoicePill("difficulty")
        self.clear_button = pill("Clear", tip="Show all documents", on_click=self.clear)
        self._typing = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._typing.timeout.connect(self._tell)
        self.text_box.textChanged.connect(lambda _: self._typing.start())
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for widget in (self.text_box, *self._pills(), self.clear_button):
            layout.addWidget(widget)
        for choice in self._pills():
            choice.chosen.connect(lambda _: self._tell())
        self.state_pill.set_choices([ANY, *((state.value, state) for state in DocumentState)])
        self._show_clear()

    def value(self) -> DocumentFilter:
        """Return what is asked for."""
        state = self.state_pill.data
        return DocumentFilter(
            text=self.text_box.text().strip(),
            state=state if isinstance(state, DocumentState) else None,
            type=str(self.type_pill.data or ""),
            tag=str(self.tag_pill.data or ""),
            locale=str(self.locale_pill.data or ""),
            difficulty=str(self.difficulty_pill.data or ""),
        )

    def offer(self, rows: Iterable[DocumentRow]) -> None:
        """Take the choices from all documents of the workspace; keep what is chosen."""
        rows = tuple(rows)
        found: tuple[tuple[ChoicePill, set[str]], ...] = (
            (self.type_pill, {row.type for row in rows}),
            (self.tag_pill, {tag for row in rows for tag in row.tags}),
            (self.locale_pill, {row.locale for row in rows}),
            (self.difficulty_pill, {row.difficulty for row in rows}),
        )
        for choice, values in found:
            known = sorted(value for value in values if value)
            choice.set_choices([ANY, *((value, value) for value in known)], current=choice.data)
            choice.setVisible(len(known) > 1 or choice.data is not None)

    def clear(self) -> None:
        """Show all again."""
        self.text_box.clear()
        for choice in self._pills():
            choice.choose(None)
        self._tell()

    @property
    def is_empty(self) -> bool:
        """Say whether nothing is filtered."""
        return self.value() == DocumentFilter()

    def _pills(self) -> tuple[ChoicePill, ...]:
        return self.state_pill, self.type_pill, self.tag_pill, self.locale_pill, self.difficulty_pill

    def _tell(self) -> None:
        self._typing.stop()
        self._show_clear()
        self.changed.emit()

    def _show_clear(self) -> None:
        self.clear_button.setVisible(not self.is_empty)
