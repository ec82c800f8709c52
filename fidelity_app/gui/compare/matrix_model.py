"""The rows of Compare: findings under a heading per document, fetched a page at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from fidelity_app.gui.compare.cell_words import cell_words, short_label
from fidelity_app.store.rows import Cell, Matrix, MatrixFilter, MatrixRow

PAGE_ROWS = 200
ENTRY_ROLE = int(Qt.ItemDataRole.UserRole) + 1

Index = QModelIndex | QPersistentModelIndex
Fetch = Callable[[MatrixFilter], Matrix]


@dataclass(frozen=True, slots=True)
class Heading:
    """One document: the line above its fields."""

    document_id: str
    document_name: str


Entry = Heading | MatrixRow


class MatrixModel(QAbstractTableModel):
    """Fields down, truth and models across; a column says the recipe when rows of several are shown.

    Rows are fetched when the view comes near their end.

    `failed(error)` fires instead of raising: a model's methods must never raise into Qt.
    """

    failed = Signal(object)
    loaded = Signal(object)

    def __init__(self, fetch: Fetch, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._fetch = fetch
        self._filter = MatrixFilter()
        self._entries: list[Entry] = []
        self._rows_fetched = 0
        self._matrix = Matrix(models=(), rows=(), total=0, counts={})

    @property
    def matrix(self) -> Matrix:
        """Return the last answer of the store: models, counts and totals (its rows are one page only)."""
        return self._matrix

    def show(self, wanted: MatrixFilter) -> None:
        """Show the findings of a filter from the first on."""
        wanted = replace(wanted, offset=0, limit=PAGE_ROWS)
        try:
            matrix = self._fetch(wanted)
        except Exception as error:  # noqa: BLE001  (told to the window, which knows what to do with each kind)
            self.failed.emit(error)
            return
        self.beginResetModel()
        self._filter, self._matrix = wanted, matrix
        self._entries, self._rows_fetched = [], 0
        self._append(matrix)
        self.endResetModel()
        self.loaded.emit(matrix)

    def entry(self, row: int) -> Entry | None:
        """Return a heading or a finding, None past the end."""
        return self._entries[row] if 0 <= row < len(self._entries) else None

    @property
    def leading(self) -> tuple[str, ...]:
        """Return the titles of the columns before the models."""
        several = len(self._matrix.recipes) > 1 and not self._filter.recipe_key
        return ("Field", "Recipe", "Truth") if several else ("Field", "Truth")

    def row_of(self, slot_id: str) -> int:
        """Return the row of a slot among those fetched, or -1."""
        return next(
            (row for row, e in enumerate(self._entries) if isinstance(e, MatrixRow) and e.slot.id == slot_id), -1
        )

    def next_row(self, start: int, *, step: int = 1, wanted: Callable[[MatrixRow], bool] = lambda row: True) -> int:
        """Return the next finding after `start` that is wanted, fetching on when needed; -1 when there is none."""
        row = start + step
        while True:
            while step > 0 and row >= len(self._entries) and self.canFetchMore(QModelIndex()):
                self.fetchMore(QModelIndex())
            entry = self.entry(row)
            if entry is None:
                return -1
            if isinstance(entry, MatrixRow) and wanted(entry):
                return row
            row += step

    # --- what Qt asks --------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._entries)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.leading) + len(self._matrix.models)

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and self._rows_fetched < self._matrix.total

    def fetchMore(self, parent: Index) -> None:
        """Append the next page."""
        if not self.canFetchMore(parent):
            return
        try:
            more = self._fetch(replace(self._filter, offset=self._rows_fetched))
        except Exception as error:  # noqa: BLE001  (as in `show`)
            self._matrix = replace(self._matrix, total=self._rows_fetched)
            self.failed.emit(error)
            return
        if not more.rows:
            self._matrix = replace(self._matrix, total=self._rows_fetched)
            return
        added = self._with_headings(more)
        first = len(self._entries)
        self.beginInsertRows(QModelIndex(), first, first + len(added) - 1)
        self._append(more)
        self.endInsertRows()

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        titles = (*self.leading, *self._matrix.models)
        return titles[section] if section < len(titles) else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        if isinstance(self.entry(index.row()), Heading):
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return text for display and for screen readers, or the entry itself for the delegate."""
        entry = self.entry(index.row())
        if entry is None:
            return None
        if role == ENTRY_ROLE:
            return entry
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        return self._text(entry, index.column(), spoken=role == Qt.ItemDataRole.AccessibleTextRole)

    def cell(self, index: Index) -> Cell | None:
        """Return a model's cell, None in the first columns, in headings and where the model was not asked."""
        entry, number = self.entry(index.row()), index.column() - len(self.leading)
        if not isinstance(entry, MatrixRow) or not 0 <= number < len(entry.cells):
            return None
        return entry.cells[number]

    def _text(self, entry: Entry, column: int, *, spoken: bool) -> str:
        if isinstance(entry, Heading):
            return entry.document_name if column == 0 else ""
        if column < len(self.leading):
            leading = {"Field": entry.slot.key, "Recipe": entry.recipe_label, "Truth": entry.truth_text}
            return leading[self.leading[column]]
        number = column - len(self.leading)
        cell = entry.cells[number] if number < len(entry.cells) else None
        if cell is None:
            return ""
        words = cell_words(cell)
        return f"{words}, {short_label(cell)}" if spoken else words

    def _append(self, matrix: Matrix) -> None:
        self._entries += self._with_headings(matrix)
        self._rows_fetched += len(matrix.rows)

    def _with_headings(self, matrix: Matrix) -> list[Entry]:
        last = next((e for e in reversed(self._entries) if isinstance(e, Heading)), None)
        made: list[Entry] = []
        for row in matrix.rows:
            heading = Heading(row.slot.document_id, row.document_name)
            if heading != last:
                made.append(heading)
                last = heading
            made.append(row)
        return made
