"""Aligned characters as columns: the one shape that the command line, the window and the HTML report draw.

Texts stay in logical order; a widget draws one cell per column, from left to right, because numbers run so in every
script.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest

from fidelity_app.core.alignment import Alignment, CharOp, OpKind, align
from fidelity_app.core.clusters import Cluster, clusters
from fidelity_app.core.swift import swift


class Mark(StrEnum):
    """How one cell is drawn."""

    EQUAL = "equal"
    WRONG = "wrong"
    MISSING = "missing"
    INSERTED = "inserted"
    SWAPPED = "swapped"
    NOTATION = "notation"


@dataclass(frozen=True, slots=True)
class Column:
    """One visible character of each side, above each other; an empty text is a gap.

    The spans are half-open code-point indices into the raw texts; at a gap both ends are where it stands. The truth's
    span finds the glyph boxes (`Field.glyphs[truth_start:truth_end]`).
    """

    truth_text: str
    reading_text: str
    mark: Mark
    truth_start: int
    truth_end: int
    reading_start: int
    reading_end: int


_new_column = swift(Column)


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a stack: its text (empty at a gap), how to draw it, and whence it comes.

    `truth_index` is the code point of the truth under or over which it stands, None for what the truth does not have.
    `start` and `end` are the cell's half-open span in its own row's text.
    """

    text: str
    mark: Mark
    truth_index: int | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Row:
    """One text of a stack. `text` is the raw text, None for a reader that gave no answer."""

    text: str | None
    cells: tuple[Cell, ...]


_MARKS = {
    OpKind.EQUAL: Mark.EQUAL,
    OpKind.SUBSTITUTE: Mark.WRONG,
    OpKind.DELETE: Mark.MISSING,
    OpKind.INSERT: Mark.INSERTED,
    OpKind.NOTATION: Mark.NOTATION,
}


def columns(alignment: Alignment) -> tuple[Column, ...]:
    """Return one column per pair of visible characters; together they spell both raw texts."""
    left, right = clusters(alignment.truth), clusters(alignment.reading)
    found: list[Column] = []
    i = j = 0
    for op in alignment.ops:
        i_end, j_end = _end(left, i, op.truth_end), _end(right, j, op.reading_end)
        found += _columns_of(op, left[i:i_end], right[j:j_end])
        i, j = i_end, j_end
    return tuple(found)


def stack(truth: str, readings: Sequence[str | Alignment | None]) -> tuple[Row, ...]:
    """Return the truth and one row per reading, all with the same number of cells.

    A reading is its text (aligned here by character classes), or the alignment of a judgement (its truth must be the
    same text; ValueError otherwise), or None for no answer, which is a row of missing cells.
    """
    parts = clusters(truth)
    placed = [_placed(reading, truth, parts) for reading in readings]
    widths = [max((len(one.inserted[slot]) for one in placed), default=0) for slot in range(len(parts) + 1)]
    rows = [Row(truth, _truth_cells(parts, widths))]
    return (*rows, *(Row(one.text, _reading_cells(one, widths)) for one in placed))


@dataclass(frozen=True, slots=True)
class _Placed:
    """A reading's columns by place: `over` has one per visible truth character, `inserted` the rest, before each."""

    text: str | None
    over: tuple[Column, ...]
    inserted: tuple[tuple[Column, ...], ...]


def _end(parts: Sequence[Cluster], index: int, end: int) -> int:
    while index < len(parts) and parts[index].end <= end:
        index += 1
    return index


def _columns_of(op: CharOp, mine: Sequence[Cluster], theirs: Sequence[Cluster]) -> list[Column]:
    """Pair the characters of one operation. A group mark inside a swap stands alone, so that the digits meet."""
    if op.kind is not OpKind.SWAP:
        return _paired(mine, theirs, _MARKS[op.kind], (op.truth_start, op.reading_start))
    inner_at = (mine[0].end, theirs[0].end)
    return [
        *_paired(mine[:1], theirs[:1], Mark.SWAPPED, inner_at),
        *_paired(mine[1:-1], theirs[1:-1], Mark.NOTATION, inner_at),
        *_paired(mine[-1:], theirs[-1:], Mark.SWAPPED, inner_at),
    ]


def _paired(mine: Sequence[Cluster], theirs: Sequence[Cluster], mark: Mark, at: tuple[int, int]) -> list[Column]:
    truth_at, reading_at = at
    made: list[Column] = []
    for one, other in zip_longest(mine, theirs):
        truth_span = (one.start, one.end) if one else (truth_at, truth_at)
        reading_span = (other.start, other.end) if other else (reading_at, reading_at)
        texts = (one.text if one else "", other.text if other else "")
        truth_at, reading_at = truth_span[1], reading_span[1]
        made.append(_new_column(*texts, mark, *truth_span, *reading_span))
    return made


def _placed(reading: str | Alignment | None, truth: str, parts: Sequence[Cluster]) -> _Placed:
    if reading is None:
        missing = tuple(Column(part.text, "", Mark.MISSING, part.start, part.end, 0, 0) for part in parts)
        return _Placed(None, missing, ((),) * (len(parts) + 1))
    alignment = align(truth, reading) if isinstance(reading, str) else reading
    if alignment.truth != truth:
        raise ValueError(f"the alignment is about {alignment.truth!r}, not about {truth!r}")
    over: list[Column] = []
    inserted: list[list[Column]] = [[] for _ in range(len(parts) + 1)]
    for column in columns(alignment):
        if column.truth_text:
            over.append(column)
        else:
            inserted[len(over)].append(column)
    return _Placed(alignment.reading, tuple(over), tuple(tuple(slot) for slot in inserted))


def _truth_cells(parts: Sequence[Cluster], widths: Sequence[int]) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    for slot, width in enumerate(widths):
        at = parts[slot].start if slot < len(parts) else (parts[-1].end if parts else 0)
        cells += [Cell("", Mark.EQUAL, None, at, at)] * width
        if slot < len(parts):
            part = parts[slot]
            cells.append(Cell(part.text, Mark.EQUAL, part.start, part.start, part.end))
    return tuple(cells)


def _reading_cells(placed: _Placed, widths: Sequence[int]) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    at = 0
    for slot, width in enumerate(widths):
        own = placed.inserted[slot]
        cells += [Cell(c.reading_text, c.mark, None, c.reading_start, c.reading_end) for c in own]
        at = own[-1].reading_end if own else at
        cells += [Cell("", Mark.EQUAL, None, at, at)] * (width - len(own))
        if slot < len(placed.over):
            c = placed.over[slot]
            cells.append(Cell(c.reading_text, c.mark, c.truth_start, c.reading_start, c.reading_end))
            at = c.reading_end
    return tuple(cells)
