"""Which character becomes which: printed down, read across, the count in the cell and in its strength of colour."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from fidelity_app.gui.theme import Theme
from fidelity_app.gui.widgets.text import escaped_tip
from fidelity_app.reports.rows import Confusion

SIGNS = {"decimal": ".", "sign": "±", "symbol": "¤", "letter": "a", "nothing": "∅"}
LEAST_CELL_PX, MOST_CELL_PX = 15.0, 34.0
FAINTEST = 0.12


class ConfusionView(QWidget):
    """Draws one model's matrix of misread characters; the diagonal (read right) is left grey."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._confusion: Confusion | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        theme.changed.connect(self.update)

    def show_confusion(self, confusion: Confusion | None) -> None:
        """Show a model's matrix, or nothing."""
        self._confusion = confusion
        self.setAccessibleName("Which character becomes which")
        self.setAccessibleDescription("" if confusion is None else spoken(confusion))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(330, 320)

    def minimumSizeHint(self) -> QSize:
        return QSize(int(16 * LEAST_CELL_PX), int(16 * LEAST_CELL_PX))

    def event(self, event: QEvent) -> bool:
        """Say a cell in words when the pointer rests on it."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), escaped_tip(self.words_at(QPointF(event.pos()))), self)
            return True
        return super().event(event)

    def words_at(self, point: QPointF) -> str:
        """Return what the cell under a point says, empty outside the cells."""
        if self._confusion is None:
            return ""
        cell, left, top = self._geometry()
        column, row = int((point.x() - left) // cell), int((point.y() - top) // cell)
        labels = self._confusion.printed_labels
        if not (0 <= row < len(labels) and 0 <= column < len(self._confusion.read_labels)):
            return ""
        return cell_words(labels[row], self._confusion.read_labels[column], self._confusion.counts[row][column])

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._confusion is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        cell, left, top = self._geometry()
        font = self._theme.mono(max(6.0, min(9.0, cell * 0.36)))
        painter.setFont(font)
        self._draw_labels(painter, cell, left, top)
        most = max((n for r, row in enumerate(self._confusion.counts) for c, n in enumerate(row) if r != c), default=0)
        for row, counts in enumerate(self._confusion.counts):
            for column, count in enumerate(counts):
                rect = QRectF(left + column * cell, top + row * cell, cell, cell).adjusted(1, 1, -1, -1)
                self._draw_cell(painter, rect, count, most, right=row == column)

    def _geometry(self) -> tuple[float, float, float]:
        """Return the cell's side and where the first cell begins, in pixels."""
        size = len(self._confusion.printed_labels) + 1 if self._confusion is not None else 1
        cell = min(MOST_CELL_PX, (self.width() - 4) / size, (self.height() - 4) / size)
        left = max(0.0, (self.width() - cell * size) / 2) + cell
        return cell, left, cell

    def _draw_labels(self, painter: QPainter, cell: float, left: float, top: float) -> None:
        assert self._confusion is not None
        painter.setPen(QColor(self._theme.tokens.text_muted))
        centred = Qt.AlignmentFlag.AlignCenter
        for number, label in enumerate(self._confusion.read_labels):
            painter.drawText(QRectF(left + number * cell, top - cell, cell, cell), centred, SIGNS.get(label, label))
        for number, label in enumerate(self._confusion.printed_labels):
            painter.drawText(QRectF(left - cell, top + number * cell, cell, cell), centred, SIGNS.get(label, label))

    def _draw_cell(self, painter: QPainter, rect: QRectF, count: int, most: int, *, right: bool) -> None:
        tokens = self._theme.tokens
        strength = FAINTEST + (1 - FAINTEST) * count / most if count and most and not right else 0.0
        fill = QColor(tokens.surface_alt if right else tokens.surface)
        painter.setPen(QColor(tokens.border))
        painter.setBrush(fill)
        painter.drawRoundedRect(rect, 2, 2)
        if not strength:
            return
        heat = QColor(tokens.wrong)
        heat.setAlphaF(strength)
        painter.setBrush(heat)
        painter.drawRoundedRect(rect, 2, 2)
        text = f"{count}"
        if QFontMetricsF(painter.font()).horizontalAdvance(text) <= rect.width():
            painter.setPen(QColor(tokens.text if strength < 0.6 else tokens.surface))
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)


def cell_words(printed: str, read: str, count: int) -> str:
    """Return one cell in words."""
    if printed == read:
        return f"{printed} read as {read}: right"
    times = f"{count:,} time{'' if count == 1 else 's'}"
    if printed == "nothing":
        return f"{read} added where nothing is printed: {times}"
    if read == "nothing":
        return f"{printed} lost: {times}"
    return f"{printed} read as {read}: {times}"


def misread(confusion: Confusion) -> list[tuple[int, str, str]]:
    """Return count, printed and read of what was not read right, the most frequent first."""
    found = [
        (count, printed, read)
        for printed, counts in zip(confusion.printed_labels, confusion.counts, strict=True)
        for read, count in zip(confusion.read_labels, counts, strict=True)
        if count and printed != read
    ]
    return sorted(found, key=lambda item: (-item[0], item[1], item[2]))


def spoken(confusion: Confusion) -> str:
    """Return the most frequent confusions as a sentence, for a screen reader."""
    return "; ".join(cell_words(printed, read, count) for count, printed, read in misread(confusion)[:8])
