"""The library's list as a Qt model: rows come whole, thumbnails come when they are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from fidelity_app.gui.library.thumbs import Thumbnails
from fidelity_app.gui.widgets.text import escaped_tip
from fidelity_app.store.rows import DocumentRow

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()


class Roles(IntEnum):
    """What the delegate asks for."""

    ROW = Qt.ItemDataRole.UserRole + 1
    THUMBNAIL = Qt.ItemDataRole.UserRole + 2
    FAILURE = Qt.ItemDataRole.UserRole + 3


class DocumentModel(QAbstractListModel):
    """Documents in the order of the service. `data` never raises."""

    def __init__(self, thumbnails: Thumbnails, parent: QObject) -> None:
        super().__init__(parent)
        self._rows: tuple[DocumentRow, ...] = ()
        self._places: dict[str, list[int]] = {}
        self._thumbnails = thumbnails
        thumbnails.ready.connect(self._redraw)

    @property
    def rows(self) -> tuple[DocumentRow, ...]:
        return self._rows

    def set_rows(self, rows: Sequence[DocumentRow]) -> None:
        """Show these documents and no others."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self._places = {}
        for number, row in enumerate(self._rows):
            self._places.setdefault(row.id, []).append(number)
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Answer for one document."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.name
            case Qt.ItemDataRole.ToolTipRole:
                return escaped_tip(f"{row.name}\n{subtitle(row)}")
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{row.name}, {subtitle(row)}, {row.state.value}"
            case Roles.ROW:
                return row
            case Roles.THUMBNAIL:
                return self._thumbnails.get(row.id)
            case Roles.FAILURE:
                return self._thumbnails.failure(row.id)
        return None

    def number_of(self, document_id: str) -> int:
        """Return the row number of a document, -1 when it is not shown."""
        return next((number for number, row in enumerate(self._rows) if row.id == document_id), -1)

    def _redraw(self, page_id: str) -> None:
        for number in self._places.get(page_id, ()):
            index = self.index(number)
            self.dataChanged.emit(index, index, [Roles.THUMBNAIL])


def subtitle(row: DocumentRow) -> str:
    """Return what a card says under the name."""
    pages = "" if row.pages == 1 else f"{row.pages} pages"
    fields = "no fields yet" if row.fields == 0 else f"{row.fields} field{'' if row.fields == 1 else 's'}"
    parts = (fields, pages, row.type, " ".join(part for part in (row.locale, row.currency) if part), *row.tags)
    return " · ".join(part for part in parts if part)
