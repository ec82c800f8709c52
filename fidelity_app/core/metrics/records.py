"""What measures are counted from: one record per slot and answer, nothing dropped before it is counted."""

from __future__ import annotations

from dataclasses import dataclass

from fidelity_app.core.asks import Outcome
from fidelity_app.core.documents import Legibility
from fidelity_app.core.verdicts import Judgement, Verdict

RIGHT = frozenset({Verdict.EXACT, Verdict.LAYOUT_ONLY, Verdict.PRECISION_CHANGED})
WRONG_ANSWERS = frozenset({Verdict.MISMATCH, Verdict.WRONG_FIELD, Verdict.HALLUCINATED, Verdict.UNPARSABLE})
"""Verdicts of an answer that is wrong and does not say so: silent errors."""

_LOOSE_NOTATIONS = frozenset(
    {
        "sign_notation",
        "double_negation",
        "plus_sign_omitted",
        "plus_sign_added",
        "currency_symbol_omitted",
        "currency_symbol_added",
        "currency_symbol_variant",
        "unit_omitted",
        "unit_added",
        "percent_sign_added",
        "trailing_zero_dropped",
        "trailing_zero_added",
    }
)
"""Differences of notation that the strict measure does not forgive: sign, currency, unit and fraction digits."""


@dataclass(frozen=True, slots=True)
class Record:
    """One slot's answer, or an invented value.

    `slot` identifies the slot inside its document (field key and occurrence); `is_extra` marks an answer where nothing
    is annotated: it is no slot. `judgement` is None exactly when the trial failed (`outcome` says how); the slot stays
    in the denominators. `is_blank` says that nothing is printed there. `document_holds` says whether the arithmetic
    over what was read in this document still holds.
    """

    document_id: str
    slot: str
    judgement: Judgement | None
    outcome: Outcome = Outcome.OK
    repeat: int = 0
    is_extra: bool = False
    legibility: Legibility = Legibility.CLEAR
    is_blank: bool = False
    document_holds: bool = False

    @property
    def verdict(self) -> Verdict | None:
        """Return the verdict, None for a failed trial."""
        return None if self.judgement is None else self.judgement.verdict

    @property
    def is_judged(self) -> bool:
        """Say whether it counts: ambiguous ones leave numerator and denominator, failures never do."""
        return self.verdict is not Verdict.AMBIGUOUS

    @property
    def is_printed(self) -> bool:
        """Say whether something legible is printed, so that it can be recalled."""
        if self.legibility is Legibility.ILLEGIBLE or self.is_extra or self.is_blank:
            return False
        return self.judgement is None or bool(self.judgement.truth.raw.strip())

    @property
    def is_answered(self) -> bool:
        """Say whether a value was given, right or wrong."""
        return self.judgement is not None and self.judgement.reading is not None and self.verdict is not Verdict.OMITTED

    @property
    def is_right(self) -> bool:
        """Say whether the outcome is right: the value, nothing where nothing is printed, or a rightful abstention."""
        return self.verdict in RIGHT or self.abstained_rightly

    @property
    def is_strictly_right(self) -> bool:
        """Say whether it is right with the same fraction digits, sign notation, currency and unit."""
        if self.judgement is None or not self.is_right or self.verdict is Verdict.PRECISION_CHANGED:
            return False
        return not _LOOSE_NOTATIONS & set(self.judgement.errors)

    @property
    def is_silent_error(self) -> bool:
        """Say whether it is wrong and does not say so."""
        return self.verdict in WRONG_ANSWERS

    @property
    def abstained_rightly(self) -> bool:
        """Say whether the model declared unreadable what a person cannot read either, or what is not printed."""
        return self.verdict is Verdict.ABSTAINED and not self.is_printed
