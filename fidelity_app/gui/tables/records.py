"""A table model of frozen records: columns are rows of data, a cell is a main text and a quieter one beside it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

R = TypeVar("R")
Index = QModelIndex | QPersistentModelIndex
CELL_ROLE = int(Qt.ItemDataRole.UserRole) + 1


class Tone(StrEnum):
    """How a cell is coloured; every tone also has words, so that a grey print still reads."""

    PLAIN = "text"
    MUTED = "text_muted"
    WRONG = "wrong"
    RIGHT = "right"
    ABSTAINED = "abstained"
    ACCENT = "accent"


@dataclass(frozen=True, slots=True)
class CellLook:
    """What the delegate draws: the text, what stands smaller beside it, and how."""

    text: str
    aside: str = ""
    tone: Tone = Tone.PLAIN
    bold: bool = False
    mono: bool = False
    number: bool = False


def _nothing(record: object) -> str:
    return ""


def _plain(record: object) -> Tone:
    return Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Column(Generic[R]):
    """One column. `aside` stands smaller beside the text; `tip` is shown when the pointer rests on the cell."""

    title: str
    text: Callable[[R], str]
    aside: Callable[[R], str] = _nothing
    tone: Callable[[R], Tone] = _plain
    tip: Callable[[R], str] = _nothing
    bold: bool = False
    mono: bool = False
    number: bool = False
    stretch: bool = False
    about: str = ""

    def look(self, record: R) -> CellLook:
        """Return how a record's cell is drawn."""
        return CellLook(self.text(record), self.aside(record), self.tone(record), self.bold, self.mono, self.number)


class RecordModel(QAbstractTableModel, Generic[R]):
    """Records down, columns across. `key` tells which record of a new list is the same as one of the old."""

    def __init__(
        self, columns: Sequence[Column[R]], *, key: Callable[[R], Hashable], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self._key = key
        self._records: tuple[R, ...] = ()

    @property
    def records(self) -> tuple[R, ...]:
        return self._records

    def record(self, row: int) -> R | None:
        """Return the record of a row, None outside the list."""
        return self._records[row] if 0 <= row < len(self._records) else None

    def row_of(self, key: Hashable) -> int:
        """Return the row of the record with a key, or -1."""
        return next((row for row, record in enumerate(self._records) if self._key(record) == key), -1)

    def key_of(self, record: R) -> Hashable:
        """Return what makes a record the same in the next list."""
        return self._key(record)

    def set_records(self, records: Sequence[R]) -> None:
        """Show other records. The same records in the same order are changed in place, so that a selection stays."""
        new = tuple(records)
        same = [self._key(record) for record in new] == [self._key(record) for record in self._records]
        if same:
            self._records = new
            if new:
                self.dataChanged.emit(self.index(0, 0), self.index(len(new) - 1, len(self.columns) - 1))
            return
        self.beginResetModel()
        self._records = new
        self.endResetModel()

    # --- what Qt asks --------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._records)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return column.about or None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column.number else Qt.AlignmentFlag.AlignLeft
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return text for display and for screen readers, or the look for the delegate."""
        record = self.record(index.row())
        if record is None or not 0 <= index.column() < len(self.columns):
            return None
        column = self.columns[index.column()]
        if role == CELL_ROLE:
            return column.look(record)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return " ".join(part for part in (column.text(record), column.aside(record)) if part)
        if role == Qt.ItemDataRole.ToolTipRole:
            return _tip(column.tip(record))
        return None


def _tip(text: str) -> str | None:
    from fidelity_app.gui.widgets.text import escaped_tip

    return escaped_tip(text) or None
