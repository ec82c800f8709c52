"""Pills: the rounded buttons of the header line, plain, checkable, with a menu, or the one primary action."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLineEdit, QMenu, QPushButton, QWidget


def pill(
    text: str, *, tip: str = "", primary: bool = False, on_click: Callable[[], object] | None = None
) -> QPushButton:
    """Return a rounded button; `primary` is for the one main action of a page."""
    button = QPushButton(text)
    button.setProperty("pill", True)
    button.setProperty("primary", primary)
    button.setAccessibleName(text)
    if tip:
        button.setToolTip(tip)
    if on_click is not None:
        button.clicked.connect(lambda: on_click())
    return button


def search_box(placeholder: str) -> QLineEdit:
    """Return a rounded search line with a clear button."""
    line = QLineEdit(placeholderText=placeholder, clearButtonEnabled=True)
    line.setProperty("search", True)
    line.setAccessibleName(placeholder)
    return line


class ChoicePill(QPushButton):
    """A pill that opens a menu of choices and shows the chosen one: `type receipt ▾`.

    `chosen(data)` fires only when a person chooses, not when `set_choices` or `choose` are called.
    """

    chosen = Signal(object)

    def __init__(self, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("pill", True)
        self._label = label
        self._menu = QMenu(self)
        self._group: QActionGroup | None = None
        self._data: object = None
        self._choices: tuple[tuple[str, object], ...] = ()
        self.setMenu(self._menu)
        self._menu.triggered.connect(self._on_triggered)
        self._show("")

    @property
    def data(self) -> object:
        """Return what belongs to the shown choice."""
        return self._data

    def set_choices(self, choices: Sequence[tuple[str, object]], *, current: object = None) -> None:
        """Replace the choices, as (shown text, data); show the one whose data equals `current`."""
        self._menu.clear()
        self._group = QActionGroup(self)
        # Kept here and not in the actions: Qt would turn an enum into a str and a tuple into a list.
        self._choices = tuple(choices)
        for text, _ in self._choices:
            action = QAction(text.replace("&", "&&"), self._group, checkable=True)
            self._menu.addAction(action)
        self.choose(current)
        self.setEnabled(bool(choices))

    def choose(self, data: object) -> None:
        """Show the choice with this data, without telling anybody."""
        self._data = data
        self._show("")
        for action, (text, known) in zip(self._menu.actions(), self._choices, strict=True):
            if known == data:
                action.setChecked(True)
                self._show(text)
                return

    def _on_triggered(self, action: QAction) -> None:
        text, self._data = self._choices[self._menu.actions().index(action)]
        self._show(text)
        self.chosen.emit(self._data)

    def _show(self, text: str) -> None:
        shown = f"{self._label} {text}".strip().replace("&", "&&")
        self.setText(f"{shown} ▾")
        self.setAccessibleName(f"{self._label}: {text}" if text else self._label)


class FilterPills(QWidget):
    """A row of exclusive pills, each with a count: `All 9,120 | Wrong 412`. `chosen(id)` fires on a person's choice."""

    chosen = Signal(str)

    def __init__(self, choices: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        self._group = QButtonGroup(self)
        self._titles = dict(choices)
        self._buttons: dict[str, QPushButton] = {}
        for choice_id, title in choices:
            button = pill(title)
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, chosen=choice_id: self.chosen.emit(chosen))
            self._group.addButton(button)
            self._buttons[choice_id] = button
            layout.addWidget(button)
        if choices:
            self._buttons[choices[0][0]].setChecked(True)

    @property
    def current(self) -> str:
        """Return the id of the chosen pill."""
        return next((name for name, button in self._buttons.items() if button.isChecked()), "")

    def choose(self, choice_id: str) -> None:
        """Choose a pill without telling anybody."""
        self._buttons[choice_id].setChecked(True)

    def set_count(self, choice_id: str, count: int | None) -> None:
        """Show a count beside the title, or none."""
        title = self._titles[choice_id]
        self._buttons[choice_id].setText(title if count is None else f"{title} {count:,}")


def header_row(widget: QWidget, *, align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignVCenter) -> QHBoxLayout:
    """Return the layout of a header line on `widget`."""
    layout = QHBoxLayout(widget)
    layout.setContentsMargins(14, 6, 14, 6)
    layout.setSpacing(8)
    layout.setAlignment(align)
    return layout
