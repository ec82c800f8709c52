"""The command palette (Ctrl+K) and the list of shortcuts (F1), both made from the action tables."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHeaderView,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from fidelity_app.gui.actions import ActionSet, ActionSpec, shown_keys

_PASSED_ON = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


def rank(needle: str, haystack: str) -> int | None:
    """Return how well a typed text fits a command (smaller is better), None when its letters are not all there."""
    needle, haystack = needle.casefold().strip(), haystack.casefold()
    if needle in haystack:
        return haystack.index(needle)
    position = -1
    for letter in needle.replace(" ", ""):
        position = haystack.find(letter, position + 1)
        if position < 0:
            return None
    return 1000 + position


class CommandPalette(QDialog):
    """Type a few letters, Enter does it."""

    def __init__(self, parent: QWidget, sets: Sequence[ActionSet]) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("palette")
        self._choices = [(spec, actions) for actions in sets for spec in actions.specs]
        self._input = QLineEdit(placeholderText="Type a command")
        self._input.setAccessibleName("Command")
        self._list = QTreeWidget()
        self._list.setObjectName("commands")
        self._list.setAccessibleName("Commands")
        self._list.setColumnCount(2)
        self._list.setHeaderHidden(True)
        self._list.setRootIsDecorated(False)
        self._list.setUniformRowHeights(True)
        self._list.header().setStretchLastSection(False)
        self._list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self._list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(self._input)
        layout.addWidget(self._list)
        self.resize(520, 380)
        self._input.textChanged.connect(self._show_fitting)
        self._input.returnPressed.connect(self._run_chosen)
        self._list.itemClicked.connect(self._run_chosen)
        self._input.installEventFilter(self)
        self._show_fitting("")
        self._input.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrow keys move in the list while the text keeps the focus."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in _PASSED_ON:
            self._list.keyPressEvent(event)
            return True
        return super().eventFilter(watched, event)

    def _show_fitting(self, text: str) -> None:
        ranked = []
        for number, (spec, _) in enumerate(self._choices):
            place = rank(text, f"{spec.text} {spec.group}")
            if place is not None and spec.enabled_when():
                ranked.append((place, number))
        self._list.clear()
        for _, number in sorted(ranked):
            spec = self._choices[number][0]
            item = QTreeWidgetItem([spec.text, shown_keys(spec)])
            item.setData(0, Qt.ItemDataRole.UserRole, number)
            self._list.addTopLevelItem(item)
        first = self._list.topLevelItem(0)
        if first is not None:
            self._list.setCurrentItem(first)

    def _run_chosen(self) -> None:
        item = self._list.currentItem()
        if item is None:
            return
        spec, actions = self._choices[item.data(0, Qt.ItemDataRole.UserRole)]
        self.accept()
        actions.trigger(spec.id)


class ShortcutList(QDialog):
    """Every key of the window and of the page in front."""

    def __init__(self, parent: QWidget, specs: Sequence[ActionSpec]) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys")
        rows = [spec for spec in specs if spec.shortcuts]
        self.table = QTableWidget(len(rows), 3)
        self.table.setAccessibleName("Keys")
        self.table.setHorizontalHeaderLabels(["Key", "Does", "Where"])
        self.table.verticalHeader().setVisible(False)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        for row, spec in enumerate(rows):
            for column, text in enumerate((shown_keys(spec), spec.text, spec.group)):
                self.table.setItem(row, column, QTableWidgetItem(text))
        self.table.resizeColumnToContents(0)
        layout = QVBoxLayout(self)
        layout.addWidget(self.table)
        self.resize(620, 520)
