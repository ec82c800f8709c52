"""The cells of a field's characters over its crop: what they are, and how they are drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from fidelity_app.core.geometry import Point, Quad
from fidelity_app.core.glyph_cells import Cell, along, boundaries, cells_of, with_boundary
from fidelity_app.gui.tokens import ON_PAPER, Tokens

LABEL_PX = 18
REACH_VIEW_PX = 7.0
SPACE_SIGN = "␣"
_SOLID = Qt.PenStyle.SolidLine


@dataclass(frozen=True)
class CropCells:
    """A field's characters and their boxes, in pixels of the page; `is_own`: kept with the field, not found just now.

    Raises ValueError unless there is one box for each character.
    """

    box: Quad
    text: str
    glyphs: tuple[Quad, ...]
    is_own: bool

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Return the cells from the left."""
        return cells_of(self.text, self.glyphs)

    @cached_property
    def edges(self) -> tuple[float, ...]:
        """Return where cells begin and end, in page pixels from the box's left."""
        return boundaries(self.box, self.cells)

    def moved(self, index: int, at_px: float) -> CropCells:
        """Return the cells with one boundary elsewhere."""
        return replace(self, glyphs=with_boundary(self.box, self.text, self.glyphs, index, at_px=at_px))

    def along(self, point: Point) -> float:
        """Return how far a point of the page lies along the box."""
        return along(self.box, point)

    def side(self, index: int) -> tuple[Point, Point]:
        """Return the upper and the lower end of a boundary: where cells do not meet, midway between them."""
        quads = [cell.quad.points for cell in self.cells]
        left = [(quads[index - 1][1], quads[index - 1][2])] if index else []
        right = [(quads[index][0], quads[index][3])] if index < len(quads) else []
        upper, lower = zip(*left, *right, strict=True)
        return _middle(upper), _middle(lower)

    def middle_of(self, index: int) -> Point:
        """Return the middle of a boundary."""
        return _middle(self.side(index))

    def words(self, boundary: int | None) -> str:
        """Say what is shown, and which boundary is held."""
        said = f"{len(self.cells)} characters, " + ("boxes kept with the field" if self.is_own else "boxes found")
        if boundary is None:
            return said
        before = self.name_of(boundary - 1) if boundary else "the start"
        after = self.name_of(boundary) if boundary < len(self.cells) else "the end"
        return f"{said}; boundary {boundary + 1} of {len(self.edges)}, between {before} and {after}"

    def name_of(self, cell: int) -> str:
        """Return the characters of a cell as they are shown."""
        chars = "".join(self.text[index] for index in self.cells[cell].indices)
        return SPACE_SIGN if chars.isspace() else chars


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def can_be_corrected(text: str) -> bool:
    """Say whether boundaries can be moved: in a text of one line."""
    return bool(text) and "\n" not in text


def boundary_near(cells: CropCells, point: Point, *, scale: float) -> int | None:
    """Return the boundary next to a point of the page, if within reach; `scale` is view pixels per page pixel."""
    place = cells.along(point)
    nearest = min(range(len(cells.edges)), key=lambda index: abs(cells.edges[index] - place))
    return nearest if abs(cells.edges[nearest] - place) * scale <= REACH_VIEW_PX else None


def paint_cells(
    painter: QPainter,
    cells: CropCells,
    to_view: Callable[[float, float], QPointF],
    tokens: Tokens,
    *,
    label_top: float,
    chosen: int | None,
) -> None:
    """Draw boundaries (dotted where they were found just now), the one that is held, and each cell's characters."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    line = _SOLID if cells.is_own else Qt.PenStyle.DotLine
    for index in range(len(cells.edges)):
        top, bottom = (to_view(*point) for point in cells.side(index))
        held = index == chosen
        width, style = (2.8, _SOLID) if held else (1.2, line)
        painter.setPen(QPen(QColor(ON_PAPER.versus), width, style))
        painter.drawLine(top, bottom)
        if held:
            painter.setBrush(QColor(ON_PAPER.versus))
            for end in (top, bottom):
                painter.drawEllipse(end, 3.5, 3.5)
    metrics = QFontMetricsF(painter.font())
    for number in range(len(cells.cells)):
        left, right = (to_view(*cells.middle_of(side)).x() for side in (number, number + 1))
        name = cells.name_of(number)
        # Wider ones would be written over their neighbours.
        if metrics.horizontalAdvance(name) <= 1.6 * (right - left):
            painter.setPen(QColor(tokens.text_muted if name == SPACE_SIGN else tokens.text))
            middle = (left + right) / 2
            painter.drawText(QRectF(middle - 40, label_top, 80, LABEL_PX), int(Qt.AlignmentFlag.AlignCenter), name)
