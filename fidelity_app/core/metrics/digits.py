"""Digits one by one: the table of classes and the confusion matrix (SCORING section 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fidelity_app.core.digit_errors import MATRIX_CLASS, DigitCounts, digit_counts
from fidelity_app.core.metrics.records import Record

DIGITS = tuple("0123456789")
LABELS = (*DIGITS, "decimal", "sign", "symbol", "letter", "nothing")
"""Rows (what is printed) and columns (what was read) of the confusion matrix."""
CLASSES = (*DIGITS, "decimal", "sign", "currency", "percent")
"""Classes of the table, after the accuracy reports of ISRI (Rice, Jenkins and Nartker 1996)."""


@dataclass(frozen=True, slots=True)
class ClassRow:
    """How often a class is printed over matched pairs, and how often it was read as something else or left out."""

    name: str
    count: int
    missed: int

    @property
    def right_percent(self) -> float | None:
        """Return the percentage read right, None when it is never printed."""
        return 100 * (self.count - self.missed) / self.count if self.count else None


@dataclass(frozen=True, slots=True)
class DigitTable:
    """Everything about digits: the classes, the matrix (`LABELS` x `LABELS`), and faults that stand together.

    The matrix has two rows and columns more than it needs: a printed letter (identifiers and units have them) and a
    sign that was read as a sign, so that every right reading stands on the diagonal.
    """

    pairs: int
    truth_digits: int
    substitutions: int
    deletions: int
    insertions: int
    swaps: int
    classes: tuple[ClassRow, ...]
    matrix: tuple[tuple[int, ...], ...]
    blocks: Mapping[tuple[str, str], int]

    @property
    def printed(self) -> tuple[int, ...]:
        """Return how often each row of the matrix is printed: n of its shares. For "nothing": what was invented."""
        return tuple(map(sum, self.matrix))

    @property
    def frequent_blocks(self) -> tuple[tuple[str, str, int], ...]:
        """Return (printed, read, count) of neighbouring faults taken together, the most frequent first."""
        return tuple(
            (*block, count) for block, count in sorted(self.blocks.items(), key=lambda item: (-item[1], item[0]))
        )

    @property
    def confused(self) -> tuple[tuple[str, str, int], ...]:
        """Return (printed, read, count) of every cell off the diagonal, the most frequent first."""
        cells = [
            (LABELS[row], LABELS[column], count)
            for row, counts in enumerate(self.matrix)
            for column, count in enumerate(counts)
            if count and row != column
        ]
        return tuple(sorted(cells, key=lambda cell: (-cell[2], cell[0], cell[1])))


def digit_table(records: Iterable[Record]) -> DigitTable:
    """Count digits over the matched pairs of some records; ambiguous and failed ones have no pair."""
    return table_of(
        digit_counts(record.judgement) for record in records if record.judgement is not None and not record.is_extra
    )


def table_of(
    counted: Iterable[DigitCounts], *, right: Mapping[tuple[str, str], int] | None = None, right_pairs: int = 0
) -> DigitTable:
    """Count digits over what judgements added, and over `right_pairs` more that were read right.

    `right` are the cells of those, already summed: most pairs of a run are right and have nothing but a diagonal.
    """
    counts = [found for found in counted if found.matched]
    cells = Counter((cell.truth, cell.reading) for found in counts for cell in found.cells)
    diagonal = Counter(right or {})
    cells.update(diagonal)
    return DigitTable(
        pairs=len(counts) + right_pairs,
        truth_digits=_sum(counts, "truth_digits") + sum(diagonal[digit, digit] for digit in DIGITS),
        substitutions=_sum(counts, "substitutions"),
        deletions=_sum(counts, "deletions"),
        insertions=_sum(counts, "insertions"),
        swaps=_sum(counts, "swaps"),
        classes=tuple(_class_row(name, cells) for name in CLASSES),
        matrix=_matrix(cells),
        blocks=Counter(block for found in counts for block in found.blocks),
    )


def merged(tables: Sequence[DigitTable]) -> DigitTable:
    """Return several tables as one, as if their pairs had been counted together."""
    rows = [{row.name: row for row in table.classes} for table in tables]
    return DigitTable(
        pairs=sum(table.pairs for table in tables),
        truth_digits=sum(table.truth_digits for table in tables),
        substitutions=sum(table.substitutions for table in tables),
        deletions=sum(table.deletions for table in tables),
        insertions=sum(table.insertions for table in tables),
        swaps=sum(table.swaps for table in tables),
        classes=tuple(
            ClassRow(name, sum(row[name].count for row in rows), sum(row[name].missed for row in rows))
            for name in CLASSES
        ),
        matrix=tuple(
            tuple(sum(table.matrix[row][column] for table in tables) for column in range(len(LABELS)))
            for row in range(len(LABELS))
        ),
        blocks=sum((Counter(table.blocks) for table in tables), Counter()),
    )


def _sum(counts: Iterable[DigitCounts], name: str) -> int:
    return sum(getattr(found, name) for found in counts)


def _class_row(name: str, cells: Mapping[tuple[str, str], int]) -> ClassRow:
    printed = {reading: count for (truth, reading), count in cells.items() if truth == name}
    total = sum(printed.values())
    return ClassRow(name, total, total - printed.get(name, 0))


def _matrix(cells: Mapping[tuple[str, str], int]) -> tuple[tuple[int, ...], ...]:
    folded: Counter[tuple[str, str]] = Counter()
    for (truth, reading), count in cells.items():
        folded[MATRIX_CLASS[truth], MATRIX_CLASS[reading]] += count
    return tuple(tuple(folded[row, column] for column in LABELS) for row in LABELS)
