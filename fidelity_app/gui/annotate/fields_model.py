"""The fields of a document as a table: sign, key, printed text, kind, legibility."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from fidelity_app.core.documents import Field
from fidelity_app.gui.annotate.session import NOT_TYPED
from fidelity_app.gui.theme import Theme
from fidelity_app.gui.widgets.text import escaped_tip

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
COLUMNS = ("", "Field", "Printed", "Kind", "Legible")
SIGN, KEY, TEXT, KIND, LEGIBILITY = range(len(COLUMNS))


@dataclass(frozen=True, slots=True)
class FieldState:
    """What the sign column says: how far a field is."""

    sign: str
    words: str


def state_of(field: Field) -> FieldState:
    """Return a field's sign: typed, without a box, without a text, or deliberately empty."""
    if not field.typed:
        return FieldState("?", NOT_TYPED)
    if not field.text:
        return FieldState("∅", "nothing is printed here")
    if field.box is None:
        return FieldState("▫", "typed, but no box is drawn")
    return FieldState("✓", "typed and boxed")


class FieldsModel(QAbstractTableModel):
    """A view of records; `data` never raises."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._fields: tuple[Field, ...] = ()

    @property
    def fields(self) -> tuple[Field, ...]:
        return self._fields

    def set_fields(self, fields: Sequence[Field]) -> None:
        """Show these fields; a change of the same fields keeps the selection."""
        fields = tuple(fields)
        if [field.id for field in fields] == [field.id for field in self._fields]:
            self._fields = fields
            if fields:
                self.dataChanged.emit(self.index(0, 0), self.index(len(fields) - 1, len(COLUMNS) - 1))
            return
        self.beginResetModel()
        self._fields = fields
        self.endResetModel()

    def row_of(self, field_id: str) -> int:
        """Return the row of a field, -1 when it is not there."""
        return next((row for row, field in enumerate(self._fields) if field.id == field_id), -1)

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._fields)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Answer for one cell."""
        if not index.isValid() or index.row() >= len(self._fields):
            return None
        field = self._fields[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _texts(field)[index.column()]
            case Qt.ItemDataRole.ToolTipRole:
                return escaped_tip(f"{field.key}: {field.text or state_of(field).words}")
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{COLUMNS[index.column()]} {_texts(field)[index.column()]} {state_of(field).words}"
            case Qt.ItemDataRole.FontRole if index.column() == TEXT and field.text:
                return self._theme.mono()
            case Qt.ItemDataRole.ForegroundRole:
                return QColor(self._colour(field, index.column()))
        return None

    def _colour(self, field: Field, column: int) -> str:
        tokens = self._theme.tokens
        if column == SIGN:
            return tokens.right if field.text and field.box is not None else tokens.accent
        quiet = column in (KIND, LEGIBILITY) or (column == TEXT and not field.text)
        return tokens.text_muted if quiet else tokens.text


def _texts(field: Field) -> tuple[str, str, str, str, str]:
    shown = field.text.replace("\n", "⏎") if field.text else state_of(field).words
    return state_of(field).sign, field.key, shown, field.kind.value, field.legibility.value
