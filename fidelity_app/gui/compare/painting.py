"""Drawing marked characters: each kind differs by its shape as well as by its colour (GUI.md, "Colours")."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from fidelity_app.core.columns import Mark
from fidelity_app.gui.compare.segments import Segment
from fidelity_app.gui.tokens import Tokens

LINE_PX = 2.0
GAP_PX = 1.0


def _soft(painter: QPainter, rect: QRectF, tokens: Tokens) -> None:
    painter.fillRect(rect, QColor(tokens.wrong_soft))


def _pen(painter: QPainter, colour: str, width_px: float = LINE_PX, line: Qt.PenStyle = Qt.PenStyle.SolidLine) -> None:
    painter.setPen(QPen(QColor(colour), width_px, line))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _wrong(painter: QPainter, rect: QRectF, tokens: Tokens) -> None:
    """Filled, with an underline."""
    _soft(painter, rect, tokens)
    painter.fillRect(QRectF(rect.left(), rect.bottom() - LINE_PX, rect.width(), LINE_PX), QColor(tokens.wrong))


def _missing(painter: QPainter, rect: QRectF, tokens: Tokens) -> None:
    """A dashed outline."""
    _pen(painter, tokens.wrong, 1.2, Qt.PenStyle.DashLine)
    painter.drawRect(rect.adjusted(0.6, 0.6, -0.6, -0.6))


def _inserted(painter: QPainter, rect: QRectF, tokens: Tokens) -> None:
    """Filled, with an overline."""
    _soft(painter, rect, tokens)
    painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), LINE_PX), QColor(tokens.wrong))


def _swapped(painter: QPainter, rect: QRectF, tokens: Tokens) -> None:
    """Filled, with an arc from the first to the last character."""
    _soft(painter, rect, tokens)
    _pen(painter, tokens.wrong, 1.6)
    path = QPainterPath(QPointF(rect.left() + 2, rect.top() + 4))
    path.quadTo(QPointF(rect.center().x(), rect.top() - 4), QPointF(rect.right() - 2, rect.top() + 4))
    painter.drawPath(path)


def _notation(painter: QPainter, rect: QRectF, tokens: Tokens) -> None:
    """A dot below."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(tokens.notation))
    painter.drawEllipse(QPointF(rect.center().x(), rect.bottom() - 1.5), 1.5, 1.5)


def _equal(painter: QPainter, rect: QRectF, tokens: Tokens) -> None:
    """Nothing."""


SHAPES: dict[Mark, Callable[[QPainter, QRectF, Tokens], None]] = {
    Mark.EQUAL: _equal,
    Mark.WRONG: _wrong,
    Mark.MISSING: _missing,
    Mark.INSERTED: _inserted,
    Mark.SWAPPED: _swapped,
    Mark.NOTATION: _notation,
}
assert set(SHAPES) == set(Mark)


def text_colour(mark: Mark, tokens: Tokens) -> str:
    """Return the colour of a character under a mark."""
    match mark:
        case Mark.EQUAL:
            return tokens.text
        case Mark.NOTATION:
            return tokens.notation
        case _:
            return tokens.wrong


def draw_segments(
    painter: QPainter, rect: QRectF, pieces: tuple[Segment, ...], *, font: QFont, tokens: Tokens, colour: str = ""
) -> float:
    """Draw pieces from the left of `rect`, clipped to it, an ellipsis where there is no room; return the width used.

    `colour` replaces the colour of what is right (a notation-only reading is grey as a whole).
    """
    metrics = QFontMetricsF(font)
    bold = QFont(font)
    bold.setBold(True)
    height = metrics.height() + 2
    top = rect.center().y() - height / 2
    x = rect.left()
    ellipsis = metrics.horizontalAdvance("…")
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for number, piece in enumerate(pieces):
        marked = piece.mark not in (Mark.EQUAL, Mark.NOTATION)
        shown = _one_line(piece.text)
        width = QFontMetricsF(bold if marked else font).horizontalAdvance(shown)
        room = rect.right() - x - (ellipsis if number + 1 < len(pieces) else 0)
        if width > room:
            shown = metrics.elidedText(shown, Qt.TextElideMode.ElideRight, max(ellipsis, rect.right() - x))
            width = min(width, rect.right() - x)
        cell = QRectF(x, top, width, height)
        if marked or piece.mark is Mark.NOTATION:
            SHAPES[piece.mark](painter, cell, tokens)
        painter.setFont(bold if marked else font)
        ink = colour if colour and not marked else text_colour(piece.mark, tokens)
        painter.setPen(QColor(ink))
        painter.drawText(cell, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), shown)
        x += width + (GAP_PX if marked else 0)
        if x >= rect.right() - ellipsis / 2:
            break
    painter.restore()
    return x - rect.left()


def _one_line(text: str) -> str:
    """Show line breaks and tabs as signs; a cell has one line."""
    return text.replace("\n", "⏎").replace("\t", "⇥")
