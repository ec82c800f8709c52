"""How a document is drawn in the library: as a card with its thumbnail, or as a row."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from fidelity_app.core.documents import DocumentState
from fidelity_app.gui.library.model import Roles, subtitle
from fidelity_app.gui.theme import Theme
from fidelity_app.store.rows import DocumentRow

CARD = QSize(176, 232)
ROW_HEIGHT_PX = 52
THUMB_PX = 320
PADDING_PX = 8

# State by sign as well as by colour.
STATE_SIGNS: dict[DocumentState, str] = {
    DocumentState.NEW: "○ new",
    DocumentState.ANNOTATED: "◐ annotated",
    DocumentState.VERIFIED: "✓ verified",
    DocumentState.DISPUTED: "✕ disputed",
}
assert set(STATE_SIGNS) == set(DocumentState)


class DocumentDelegate(QStyledItemDelegate):
    """Paints cards, or rows when `as_rows` is set."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.as_rows = False

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(320, ROW_HEIGHT_PX) if self.as_rows else CARD

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw one document."""
        row = index.data(Roles.ROW)
        if not isinstance(row, DocumentRow):
            return
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        self._frame(painter, rect, chosen=bool(state & QStyle.StateFlag.State_Selected))
        if self.as_rows:
            picture = QRect(rect.left() + 6, rect.top() + 4, 44, rect.height() - 8)
            text = rect.adjusted(60, 6, -12, -6)
        else:
            picture = rect.adjusted(PADDING_PX + 4, PADDING_PX + 4, -PADDING_PX - 4, -62)
            text = QRect(rect.left() + 14, rect.bottom() - 58, rect.width() - 28, 54)
        self._picture(painter, picture, index)
        self._words(painter, text, row)
        painter.restore()

    def _frame(self, painter: QPainter, rect: QRect, *, chosen: bool) -> None:
        tokens = self._theme.tokens
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(tokens.accent if chosen else tokens.border), 2 if chosen else 1))
        painter.setBrush(QColor(tokens.selection if chosen else tokens.surface))
        margin = 1 if self.as_rows else 4
        painter.drawRoundedRect(QRectF(rect.adjusted(margin, margin, -margin, -margin)), 6, 6)

    def _picture(self, painter: QPainter, room: QRect, index: QModelIndex | QPersistentModelIndex) -> None:
        pixmap = index.data(Roles.THUMBNAIL)
        if isinstance(pixmap, QPixmap):
            ratio = painter.device().devicePixelRatio()
            fitted = pixmap.scaled(
                room.size() * ratio, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            )
            fitted.setDevicePixelRatio(ratio)
            size = fitted.deviceIndependentSize().toSize()
            left = room.left() + (room.width() - size.width()) // 2
            painter.drawPixmap(left, room.top() + (room.height() - size.height()) // 2, fitted)
            return
        painter.setPen(QColor(self._theme.tokens.text_muted))
        failure = index.data(Roles.FAILURE)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, failure or "…")

    def _words(self, painter: QPainter, room: QRect, row: DocumentRow) -> None:
        tokens = self._theme.tokens
        bold = QFont(painter.font())
        bold.setWeight(QFont.Weight.DemiBold)
        line = QFontMetrics(bold).height() + 1
        wrong = row.state is DocumentState.DISPUTED
        sign = (painter.font(), tokens.wrong if wrong else tokens.text_muted, STATE_SIGNS[row.state])
        about = (painter.font(), tokens.text_muted, subtitle(row))
        if self.as_rows:
            about = (painter.font(), sign[1], f"{STATE_SIGNS[row.state]} · {subtitle(row)}")
        name = (bold, tokens.text, row.name)
        lines = (name, about) if self.as_rows else (name, about, sign)
        for number, (font, colour, text) in enumerate(lines):
            painter.setFont(font)
            painter.setPen(QColor(colour))
            shown = QFontMetrics(font).elidedText(" ".join(text.split()), Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(QRect(room.left(), room.top() + number * line, room.width(), line), 0, shown)
