"""The view of a table of records: whole rows, keys that work, cells drawn as main text and aside."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from fidelity_app.gui.tables.records import CELL_ROLE, CellLook, RecordModel
from fidelity_app.gui.theme import Theme

R = TypeVar("R")
PAD_PX = 8
ASIDE_GAP_PX = 6
ASIDE_SCALE = 0.86
ROW_PX = 31
MOST_PX = 360
_OPENING_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class CellDelegate(QStyledItemDelegate):
    """Draws a cell's text and, smaller and muted, what stands beside it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        look = index.data(CELL_ROLE)
        if not isinstance(look, CellLook):
            super().paint(painter, option, index)
            return
        tokens = self._theme.tokens
        rect: QRect = option.rect
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.fillRect(rect, QColor(tokens.selection if chosen else tokens.surface))
        painter.setPen(QColor(tokens.border))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        _draw_look(painter, rect.adjusted(PAD_PX, 0, -PAD_PX, 0), look, self._fonts(look), self._theme)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        look = index.data(CELL_ROLE)
        if not isinstance(look, CellLook):
            return super().sizeHint(option, index)
        main, aside = (QFontMetrics(font) for font in self._fonts(look))
        width = main.horizontalAdvance(look.text) + 2 * PAD_PX + 2
        if look.aside:
            width += ASIDE_GAP_PX + aside.horizontalAdvance(look.aside)
        return QSize(min(width, MOST_PX), max(ROW_PX, main.height() + 10))

    def _fonts(self, look: CellLook) -> tuple[QFont, QFont]:
        widget = self.parent()
        base = QFont(widget.font()) if isinstance(widget, QWidget) else QFont()
        main = self._theme.mono() if look.mono else QFont(base)
        if look.bold:
            main.setWeight(QFont.Weight.DemiBold)
        aside = QFont(base)
        aside.setPointSizeF(base.pointSizeF() * ASIDE_SCALE)
        return main, aside


def _draw_look(painter: QPainter, rect: QRect, look: CellLook, fonts: tuple[QFont, QFont], theme: Theme) -> None:
    main, aside = fonts
    metrics, small = QFontMetrics(main), QFontMetrics(aside)
    aside_px = small.horizontalAdvance(look.aside) + ASIDE_GAP_PX if look.aside else 0
    room = max(0, rect.width() - aside_px) if not look.text or aside_px < rect.width() / 2 else rect.width()
    shown = metrics.elidedText(look.text, Qt.TextElideMode.ElideRight, max(room, 24))
    width = metrics.horizontalAdvance(shown)
    left = rect.left() if not look.number else max(rect.left(), rect.right() - width - aside_px)
    centred = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
    painter.setFont(main)
    painter.setPen(QColor(str(getattr(theme.tokens, look.tone.value))))
    painter.drawText(QRect(left, rect.top(), width + 2, rect.height()), centred, shown)
    if look.aside:
        start = left + width + (ASIDE_GAP_PX if shown else 0)
        rest = QRect(start, rect.top(), max(0, rect.right() - start + 1), rect.height())
        painter.setFont(aside)
        painter.setPen(QColor(theme.tokens.text_muted))
        painter.drawText(rest, centred, small.elidedText(look.aside, Qt.TextElideMode.ElideRight, rest.width()))


class RecordTable(QTableView, Generic[R]):
    """Whole rows, one at a time. `opened(record)` on Enter or double click, `chosen(record or None)` on a new row."""

    opened = Signal(object)
    chosen = Signal(object)

    def __init__(self, model: RecordModel[R], theme: Theme, name: str) -> None:
        super().__init__()
        self._records = model
        self.setAccessibleName(name)
        self.setModel(model)
        self.setItemDelegate(CellDelegate(theme, self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().setVisible(False)
        self.verticalHeader().setDefaultSectionSize(max(ROW_PX, self.fontMetrics().height() + 12))
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setSectionsMovable(True)
        self.doubleClicked.connect(lambda index: self._open(index.row()))
        self.selectionModel().currentRowChanged.connect(lambda now, _before: self.chosen.emit(model.record(now.row())))
        theme.changed.connect(self.viewport().update)

    def current(self) -> R | None:
        """Return the chosen record."""
        return self._records.record(self.currentIndex().row())

    def show_records(self, records: list[R] | tuple[R, ...]) -> None:
        """Show other records; the chosen one stays chosen when it is still there, else the first is."""
        before = self.current()
        known = self._records.key_of(before) if before is not None else None
        shape = len(self._records.records)
        self._records.set_records(records)
        row = self._records.row_of(known) if before is not None else -1
        if records and self.currentIndex().row() != max(row, 0):
            self.selectRow(max(row, 0))
        if shape != len(records):
            self.fit_columns()
        self.chosen.emit(self.current())

    def choose(self, key: Any) -> bool:
        """Choose the record with a key; say whether it is there."""
        row = self._records.row_of(key)
        if row >= 0:
            self.selectRow(row)
            self.scrollTo(self._records.index(row, 0))
        return row >= 0

    def fit_columns(self) -> None:
        """Give every column the width of its content; a stretching one takes the rest."""
        header = self.horizontalHeader()
        for number, column in enumerate(self._records.columns):
            if column.stretch:
                header.setSectionResizeMode(number, QHeaderView.ResizeMode.Stretch)
            else:
                header.setSectionResizeMode(number, QHeaderView.ResizeMode.Interactive)
                self.resizeColumnToContents(number)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the chosen record with Enter."""
        if event.key() in _OPENING_KEYS and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self._open(self.currentIndex().row())
            return
        super().keyPressEvent(event)

    def natural_height(self) -> int:
        """Return the height that shows every row without scrolling, in pixels."""
        rows = self._records.rowCount() * self.verticalHeader().defaultSectionSize()
        return rows + self.horizontalHeader().sizeHint().height() + 4

    def _open(self, row: int) -> None:
        record = self._records.record(row)
        if record is not None:
            self.opened.emit(record)
