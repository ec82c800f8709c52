"""The scorer's judgement of one reading (SCORING section 2)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from fidelity_app.core.alignment import Alignment
from fidelity_app.core.numbers.value import Parsed

SCORER_VERSION = "1"


class Verdict(StrEnum):
    EXACT = "exact"
    LAYOUT_ONLY = "layout_only"
    PRECISION_CHANGED = "precision_changed"
    MISMATCH = "mismatch"
    WRONG_FIELD = "wrong_field"
    OMITTED = "omitted"
    ABSTAINED = "abstained"
    HALLUCINATED = "hallucinated"
    AMBIGUOUS = "ambiguous"
    UNPARSABLE = "unparsable"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict with its evidence. `errors` are the error kinds, the most telling first (it is the label)."""

    verdict: Verdict
    errors: tuple[str, ...]
    truth: Parsed
    reading: Parsed | None
    alignment: Alignment | None

    @property
    def label(self) -> str:
        """Return the first-named error kind, or the verdict's name."""
        return self.errors[0] if self.errors else self.verdict.value
