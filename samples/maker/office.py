"""An office page: blocks of text, a table of columns, sums at the foot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from maker.faces import Face, OutlineFace
from maker.sheet import Run, Sheet

Piece = str | Run
BODY = OutlineFace("OfficeSans-Regular.ttf", 14)
BOLD = OutlineFace("OfficeSans-Bold.ttf", 14)
SMALL = OutlineFace("OfficeSans-Regular.ttf", 11)
HEAD = OutlineFace("OfficeSans-Bold.ttf", 26)


@dataclass(frozen=True, slots=True)
class Column:
    """A table column: its title, where it begins (l) or ends (r), in pixels."""

    title: str
    x: float
    align: str = "l"


class Page:
    """A sheet of A4 at 150 dots per inch, with a pen that moves down."""

    def __init__(self, width: int = 1240, height: int = 1754, *, left: float = 110, right: float = 1130) -> None:
        self.sheet = Sheet(width, height)
        self.left, self.right, self.y = left, right, 90.0

    def put(self, x: float, *pieces: Piece, face: Face = BODY, align: str = "l", y: float | None = None) -> None:
        """Set pieces at x on the pen's line (or at y); the pen stays."""
        runs = [Run(piece) if isinstance(piece, str) else piece for piece in pieces]
        self.sheet.set(runs, x, self.y if y is None else y, face, align=align)

    def lines(self, x: float, rows: Sequence[Piece | Sequence[Piece]], *, face: Face = BODY, step: float = 27) -> None:
        """Set lines one below the other and move the pen below them."""
        for row in rows:
            pieces = [row] if isinstance(row, (str, Run)) else list(row)
            self.put(x, *pieces, face=face)
            self.y += step

    def columns(
        self, columns: Sequence[Column], cells: Sequence[Piece], *, face: Face = BODY, step: float = 33
    ) -> None:
        """Set one table row and move the pen below it."""
        for column, cell in zip(columns, cells, strict=True):
            if cell:
                self.put(column.x, cell, face=face, align=column.align)
        self.y += step

    def head(self, columns: Sequence[Column]) -> None:
        """Set the table's head over a grey bar."""
        self.sheet.rule(self.left - 8, self.y - 6, self.right + 8, self.y + 27, 0.13)
        self.columns(columns, [column.title for column in columns], face=BOLD, step=42)

    def rule(self, *, start: float | None = None, thick: int = 2, strength: float = 0.9) -> None:
        """Draw a rule from `start` (default: the left margin) to the right margin."""
        self.sheet.rule((self.left if start is None else start) - 8, self.y, self.right + 8, self.y + thick, strength)
        self.y += thick + 12

    def sum(
        self, label: Piece | Sequence[Piece], value: Piece, *, at: float, face: Face = BODY, step: float = 32
    ) -> None:
        """Set a label ending at `at` and its value ending at the right margin."""
        pieces = [label] if isinstance(label, (str, Run)) else list(label)
        self.put(at, *pieces, face=face, align="r")
        self.put(self.right, value, face=face, align="r")
        self.y += step
