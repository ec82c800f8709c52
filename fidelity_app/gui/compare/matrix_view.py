"""The table of Compare and how its cells are drawn."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from fidelity_app.core.columns import Mark
from fidelity_app.core.verdicts import Verdict
from fidelity_app.gui.compare.cell_words import cell_words, short_label
from fidelity_app.gui.compare.matrix_model import ENTRY_ROLE, Heading, MatrixModel
from fidelity_app.gui.compare.painting import draw_segments
from fidelity_app.gui.compare.segments import Segment, segments
from fidelity_app.gui.theme import Theme
from fidelity_app.store.rows import Cell, MatrixRow, Slot

ROW_PX = 27
PAD_PX = 8
LABEL_MAX_SHARE = 0.45
LEADING_WIDTHS_PX = {"Field": 128, "Recipe": 96, "Truth": 88}
MIN_MODEL_WIDTH_PX = 108

Index = QModelIndex | QPersistentModelIndex

# The sign before a reading says the same as its colour, for a grey print and for eyes that see no red.
VERDICT_SIGNS: dict[Verdict, str] = {
    Verdict.EXACT: "",
    Verdict.LAYOUT_ONLY: "·",
    Verdict.PRECISION_CHANGED: "·",
    Verdict.MISMATCH: "✕",
    Verdict.WRONG_FIELD: "↷",
    Verdict.OMITTED: "□",
    Verdict.ABSTAINED: "?",
    Verdict.HALLUCINATED: "!",
    Verdict.AMBIGUOUS: "≈",
    Verdict.UNPARSABLE: "✕",
}
assert set(VERDICT_SIGNS) == set(Verdict)

_QUIET = (Verdict.LAYOUT_ONLY, Verdict.PRECISION_CHANGED)


class CellDelegate(QStyledItemDelegate):
    """Draws headings, keys, truths and readings; a reading's wrong characters are marked by shape and colour."""

    def __init__(self, model: MatrixModel, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(60, ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one cell; what the data says is drawn as plain text."""
        entry = index.data(ENTRY_ROLE)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        tokens = self._theme.tokens
        selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setClipRect(rect)
        ground = tokens.selection if selected else tokens.surface
        painter.fillRect(rect, QColor(tokens.surface_alt if isinstance(entry, Heading) else ground))
        inner = QRectF(rect.adjusted(PAD_PX, 0, -PAD_PX, 0))
        if isinstance(entry, Heading):
            self._draw_heading(painter, inner, entry)
        elif isinstance(entry, MatrixRow):
            self._draw_row(painter, inner, entry, index.column(), chosen=selected)
        painter.setPen(QPen(QColor(tokens.border), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.restore()

    def _draw_heading(self, painter: QPainter, rect: QRectF, heading: Heading) -> None:
        painter.setPen(QColor(self._theme.tokens.text_muted))
        elided = painter.fontMetrics().elidedText(heading.document_name, Qt.TextElideMode.ElideRight, int(rect.width()))
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), elided)

    def _draw_row(self, painter: QPainter, rect: QRectF, row: MatrixRow, column: int, *, chosen: bool) -> None:
        tokens = self._theme.tokens
        leading = self._model.leading
        match leading[column] if column < len(leading) else "":
            case "Field":
                self._draw_words(painter, rect, row.slot.key, tokens.text, bold=chosen)
            case "Recipe":
                self._draw_words(painter, rect, row.recipe_label, tokens.text_muted)
            case "Truth":
                piece = (Segment(row.truth_text, Mark.EQUAL),)
                draw_segments(painter, rect, piece, font=self._theme.mono(bold=chosen), tokens=tokens)
            case _:
                number = column - len(leading)
                cell = row.cells[number] if number < len(row.cells) else None
                if cell is not None:
                    self._draw_cell(painter, rect, cell)

    def _draw_words(self, painter: QPainter, rect: QRectF, text: str, colour: str, *, bold: bool = False) -> None:
        font = QFont(painter.font())
        font.setBold(bold)
        painter.setFont(font)
        painter.setPen(QColor(colour))
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, int(rect.width()))
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignVCenter), shown)

    def _draw_cell(self, painter: QPainter, rect: QRectF, cell: Cell) -> None:
        tokens = self._theme.tokens
        label = short_label(cell)
        rest = rect
        if label:
            rest = rect.adjusted(0, 0, -self._draw_label(painter, rect, label, cell) - 6, 0)
        if cell.text is None:
            font = QFont(painter.font())
            font.setItalic(True)
            abstained = cell.verdict is Verdict.ABSTAINED
            piece = (Segment(cell_words(cell), Mark.EQUAL),)
            colour = tokens.abstained if abstained else tokens.wrong if cell.outcome else tokens.text_muted
            draw_segments(painter, rest, piece, font=font, tokens=tokens, colour=colour)
            return
        quiet = tokens.notation if cell.verdict in _QUIET else ""
        pieces = segments(cell.text, cell.marks)
        draw_segments(painter, rest, pieces, font=self._theme.mono(), tokens=tokens, colour=quiet)

    def _draw_label(self, painter: QPainter, rect: QRectF, label: str, cell: Cell) -> float:
        """Draw the label at the right and return its width."""
        tokens = self._theme.tokens
        font = QFont(painter.font())
        font.setPointSizeF(font.pointSizeF() * 0.84)
        font.setBold(cell.wrong)
        painter.save()
        painter.setFont(font)
        sign = VERDICT_SIGNS[cell.verdict] if cell.verdict else ""
        text = f"{label} {sign}".strip()
        room = int(rect.width() * LABEL_MAX_SHARE)
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)
        painter.setPen(QColor(tokens.wrong if cell.wrong else tokens.notation))
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight), shown)
        width = painter.fontMetrics().horizontalAdvance(shown)
        painter.restore()
        return float(width)


class MatrixView(QTableView):
    """The findings. `chosen(slot, column)` fires when another finding comes under the cursor."""

    chosen = Signal(object, int)

    def __init__(self, model: MatrixModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setModel(model)
        self.setItemDelegate(CellDelegate(model, theme, self))
        self.setAccessibleName("Findings: fields down, models across")
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(max(ROW_PX, self.fontMetrics().height() + 10))
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        model.modelReset.connect(self._on_reset)
        model.rowsInserted.connect(lambda _parent, first, last: self._span(first, last))
        self.selectionModel().currentChanged.connect(self._on_current)

    def choose_row(self, row: int) -> None:
        """Put the cursor on a row and bring it into view."""
        index = self._model.index(row, max(self.currentIndex().column(), 0))
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def chosen_slot(self) -> Slot | None:
        """Return the slot under the cursor."""
        entry = self._model.entry(self.currentIndex().row())
        return entry.slot if isinstance(entry, MatrixRow) else None

    def _on_reset(self) -> None:
        self.clearSpans()
        self._span(0, self._model.rowCount() - 1)
        self._share_width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        """Give the models what the first columns leave, but never so little that a reading cannot be seen."""
        leading = [LEADING_WIDTHS_PX[title] for title in self._model.leading]
        models = self._model.columnCount() - len(leading)
        each = max(MIN_MODEL_WIDTH_PX, (self.viewport().width() - sum(leading)) // max(1, models))
        for column, width in enumerate([*leading, *([each] * models)]):
            self.setColumnWidth(column, width)

    def _span(self, first: int, last: int) -> None:
        columns = self._model.columnCount()
        for row in range(first, last + 1):
            if isinstance(self._model.entry(row), Heading) and columns > 1:
                self.setSpan(row, 0, 1, columns)

    def _on_current(self, current: QModelIndex, previous: QModelIndex) -> None:
        entry = self._model.entry(current.row())
        if isinstance(entry, MatrixRow):
            self.chosen.emit(entry.slot, current.column() - len(self._model.leading))
