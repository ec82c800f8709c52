"""Character alignment of a truth and a reading (SCORING section 3)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class OpKind(StrEnum):
    EQUAL = "equal"
    SUBSTITUTE = "substitute"
    INSERT = "insert"
    DELETE = "delete"
    SWAP = "swap"
    NOTATION = "notation"


@dataclass(frozen=True, slots=True)
class CharOp:
    """One operation, with half-open code-point spans into both raw texts.

    INSERT has an empty truth span, DELETE an empty reading span, SWAP covers two characters on both sides.
    NOTATION marks characters that differ without changing the value (group marks, spaces, script, currency sign).
    """

    kind: OpKind
    truth_start: int
    truth_end: int
    reading_start: int
    reading_end: int


@dataclass(frozen=True, slots=True)
class Alignment:
    """All operations in order; together they cover both raw texts exactly once."""

    truth: str
    reading: str
    ops: tuple[CharOp, ...]
