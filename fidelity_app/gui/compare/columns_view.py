"""The chosen field, character by character: truth on top, one row per model, every column one character."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from fidelity_app.core.columns import Cell, Mark, Row
from fidelity_app.gui.compare.painting import SHAPES, text_colour
from fidelity_app.gui.theme import Theme
from fidelity_app.gui.tokens import Tokens

GAP_PX = 3.0
ROW_GAP_PX = 5.0
NAME_PX = 118.0
MIN_CELL_PX = 15.0


@dataclass(frozen=True, slots=True)
class NamedRow:
    """One row of the stack: who says it, a sign for how it was judged, and its cells."""

    name: str
    sign: str
    right: bool
    row: Row
    note: str = ""


class ColumnsView(QWidget):
    """Draws stacked rows so that what belongs together stands above each other; long texts get smaller cells."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: tuple[NamedRow, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    @property
    def rows(self) -> tuple[NamedRow, ...]:
        return self._rows

    def show_rows(self, rows: Sequence[NamedRow]) -> None:
        """Show these rows, the first being the truth."""
        self._rows = tuple(rows)
        self.setAccessibleName(". ".join(f"{one.name}: {one.row.text or one.note}" for one in rows))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        height = len(self._rows) * (self._row_height() + ROW_GAP_PX)
        return QSize(320, int(height) + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def cell_rect(self, row: int, column: int) -> QRectF:
        """Return where a cell is drawn, in widget pixels."""
        width = self._cell_width()
        top = row * (self._row_height() + ROW_GAP_PX)
        return QRectF(NAME_PX + column * (width + GAP_PX), top, width, self._row_height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, named in enumerate(self._rows):
            self._draw_name(painter, number, named)
            if named.row.text is None:
                self._draw_note(painter, number, named.note)
                continue
            for column, cell in enumerate(named.row.cells):
                rect = self.cell_rect(number, column)
                if rect.left() > self.width():
                    break
                self._draw_cell(painter, rect, cell, is_truth=number == 0)

    def _draw_name(self, painter: QPainter, number: int, named: NamedRow) -> None:
        tokens = self._theme.tokens
        rect = QRectF(0, self.cell_rect(number, 0).top(), NAME_PX - 10, self._row_height())
        sign_width = 18.0 if named.sign else 0.0
        font = QFont(self.font())
        font.setBold(number == 0)
        painter.setFont(font)
        painter.setPen(QColor(tokens.text if number == 0 else tokens.text_muted))
        room = int(rect.width() - sign_width)
        text = QFontMetricsF(font).elidedText(named.name, Qt.TextElideMode.ElideRight, room)
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), text)
        painter.setPen(QColor(tokens.right if named.right else tokens.wrong))
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight), named.sign)

    def _draw_note(self, painter: QPainter, number: int, note: str) -> None:
        font = QFont(self.font())
        font.setItalic(True)
        painter.setFont(font)
        painter.setPen(QColor(self._theme.tokens.abstained))
        rect = self.cell_rect(number, 0)
        painter.drawText(
            QRectF(rect.left(), rect.top(), self.width() - rect.left(), rect.height()),
            int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft),
            note,
        )

    def _draw_cell(self, painter: QPainter, rect: QRectF, cell: Cell, *, is_truth: bool) -> None:
        tokens = self._theme.tokens
        if is_truth and not cell.text:
            return
        if not (is_truth or cell.text or cell.mark is Mark.MISSING):
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(_ground(cell, tokens, is_truth=is_truth)))
        painter.drawRoundedRect(rect, 3, 3)
        if not is_truth:
            SHAPES[cell.mark](painter, rect, tokens)
        font = self._cell_font()
        font.setBold(cell.mark not in (Mark.EQUAL, Mark.NOTATION) and not is_truth)
        painter.setFont(font)
        painter.setPen(QColor(tokens.right if is_truth else text_colour(cell.mark, tokens)))
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), _visible(cell.text))

    def _cell_font(self) -> QFont:
        size = self.font().pointSizeF() * 1.45
        font = self._theme.mono(size)
        metrics = QFontMetricsF(font)
        room = self._cell_width() - 3
        if metrics.horizontalAdvance("0") > room:
            font.setPointSizeF(max(6.0, size * room / metrics.horizontalAdvance("0")))
        return font

    def _row_height(self) -> float:
        return QFontMetricsF(self._theme.mono(self.font().pointSizeF() * 1.45)).height() + 5

    def _cell_width(self) -> float:
        columns = max((len(named.row.cells) for named in self._rows), default=1) or 1
        natural = self._row_height() * 0.88
        room = (self.width() - NAME_PX) / columns - GAP_PX
        return max(MIN_CELL_PX * 0.6, min(natural, room))


def _ground(cell: Cell, tokens: Tokens, *, is_truth: bool) -> str:
    if is_truth:
        return tokens.right_soft
    return tokens.surface if cell.mark is Mark.MISSING else tokens.surface_alt


def _visible(text: str) -> str:
    """Show a space as an open box, a line break as its sign."""
    return "␣" if text and text.isspace() and "\n" not in text else text.replace("\n", "⏎")
