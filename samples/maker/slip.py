"""A till slip, line by line: columns, right-aligned amounts, rules, big totals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fidelity_app.core.documents import Kind
from maker.faces import Face
from maker.sheet import Run, Sheet

Piece = str | Run


def amount(key: str, text: str, **style: object) -> Run:
    """Mark an amount."""
    return Run(text, key, Kind.AMOUNT, **style)  # type: ignore[arg-type]


def value(key: str, kind: Kind, text: str, **style: object) -> Run:
    """Mark a value of any kind."""
    return Run(text, key, kind, **style)  # type: ignore[arg-type]


def words(key: str, text: str) -> Run:
    """Mark a text: an item's description."""
    return value(key, Kind.OTHER, text)


def quantity(key: str, text: str | int) -> Run:
    """Mark how many or how much."""
    return value(key, Kind.QUANTITY, str(text))


def percent(key: str, text: str) -> Run:
    """Mark a rate."""
    return value(key, Kind.PERCENT, text)


def ref(key: str, text: str) -> Run:
    """Mark an identifier."""
    return value(key, Kind.IDENTIFIER, text)


def day(text: str, key: str = "date") -> Run:
    """Mark a date."""
    return value(key, Kind.DATE, text)


def clock(text: str) -> Run:
    """Mark the time of day."""
    return value("time", Kind.TIME, text)


def phone(text: str) -> Run:
    """Mark the shop's telephone number."""
    return value("phone", Kind.PHONE, text)


class Slip:
    """A paper roll that lines are printed on. `margin` and `leading` are in dots."""

    def __init__(self, width: int, face: Face, *, margin: int = 8, leading: int = 4, top: int = 24) -> None:
        self.sheet = Sheet(width, 9000)
        self.face, self.margin, self.leading = face, margin, leading
        self.y = float(top)

    @property
    def right(self) -> int:
        return self.sheet.width - self.margin

    def line(
        self,
        *left: Piece,
        right: Piece | Sequence[Piece] = "",
        at: Mapping[float, Piece | Sequence[Piece]] | None = None,
        **style: object,
    ) -> None:
        """Print one line: pieces from the left, pieces ending at the right edge, pieces ending at dots `at`."""
        groups: list[tuple[list[Run], float, str]] = [(_runs(list(left), style), self.margin, "l")]
        groups.append((_runs([right] if isinstance(right, (str, Run)) else right, style), self.right, "r"))
        for end, pieces in (at or {}).items():
            groups.append((_runs([pieces] if isinstance(pieces, (str, Run)) else pieces, style), end, "r"))
        self._print(groups)

    def centre(self, *pieces: Piece, **style: object) -> None:
        """Print one line in the middle."""
        self._print([(_runs(list(pieces), style), self.sheet.width / 2, "c")])

    def _print(self, groups: list[tuple[list[Run], float, str]]) -> None:
        runs = [run for group, _, _ in groups for run in group]
        tallest = max((self._height(run) for run in runs), default=self.face.height)
        for group, x, align in groups:
            if group:
                own = max(self._height(run) for run in group)
                self.sheet.set(group, x, self.y + tallest - own, self.face, align=align)
        self.y += tallest + self.leading

    def _height(self, run: Run) -> int:
        return (run.face or self.face).height * run.tall

    def gap(self, dots: float) -> None:
        """Feed the paper."""
        self.y += dots

    def dashes(self, char: str = "-") -> None:
        """Print a line of one character across the slip."""
        count = int((self.right - self.margin) // self.face.glyph(char).shape[1])
        self.line(char * count)

    def rule(self, thick: int = 2) -> None:
        """Print a solid rule across the slip."""
        self.sheet.rule(self.margin, self.y + 2, self.right, self.y + 2 + thick)
        self.y += thick + 6

    def bars(self, text: str, *, unit: int = 2, height: int = 60) -> None:
        """Print a bar code in the middle."""
        probe = Sheet(4000, 4)
        length = probe.bars(text, 0, 0, unit=unit, height=2)
        self.sheet.bars(text, (self.sheet.width - length) / 2, self.y, unit=unit, height=height)
        self.y += height + 6

    def tear(self, below: int = 40) -> Sheet:
        """Cut the paper and hand over the sheet."""
        self.sheet.cut(round(self.y) + below)
        return self.sheet


def _runs(pieces: Sequence[Piece], style: dict[str, object]) -> list[Run]:
    runs = [Run(piece) if isinstance(piece, str) else piece for piece in pieces if piece]
    return [replace(run, **style) for run in runs]  # type: ignore[arg-type]
