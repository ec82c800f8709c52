"""Every number in a model's prose against what the document prints: found there, undecided, or hallucinated."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from fidelity_app.core.claims.prose import Piece, cut
from fidelity_app.core.documents import Field, Kind, Legibility
from fidelity_app.core.matching.similarity import essence
from fidelity_app.core.matching.tokens import NUMERIC_KINDS, spans
from fidelity_app.core.numbers import NumberContext, parse
from fidelity_app.core.verdicts import Judgement, Verdict, judge


class Support(StrEnum):
    """What the document says to a claim, the strongest first."""

    PRINTED = "printed"
    SAME_VALUE = "same_value"
    UNDECIDED = "undecided"
    HALLUCINATED = "hallucinated"


@dataclass(frozen=True, slots=True)
class ProseClaim:
    """One number of the prose: its half-open span, its text, and where the document prints it.

    `fields` are all fields that support it equally well, in their order; none for a hallucination. `judgement`
    compares it with the first of them, or with nothing: its label then tells a sum of printed amounts (`derived_sum`)
    from a number out of nowhere.
    """

    start: int
    end: int
    text: str
    kind: Kind
    support: Support
    fields: tuple[Field, ...]
    judgement: Judgement


@dataclass(frozen=True, slots=True)
class ProseReport:
    """All claims of one text in their order. `numbering` are spans that only count the text's own lines."""

    claims: tuple[ProseClaim, ...]
    numbering: tuple[tuple[int, int], ...] = ()

    @property
    def judged(self) -> tuple[ProseClaim, ...]:
        """Return the claims that count: undecided ones leave numerator and denominator."""
        return tuple(claim for claim in self.claims if claim.support is not Support.UNDECIDED)

    @property
    def hallucinated(self) -> tuple[ProseClaim, ...]:
        """Return the claims that the document's fields do not support."""
        return tuple(claim for claim in self.claims if claim.support is Support.HALLUCINATED)

    @property
    def hallucination_rate(self) -> float | None:
        """Return hallucinated / judged claims, None where nothing is claimed: undefined is not zero."""
        return len(self.hallucinated) / len(self.judged) if self.judged else None


_SUPPORT_OF = {
    Verdict.EXACT: Support.PRINTED,
    Verdict.LAYOUT_ONLY: Support.SAME_VALUE,
    Verdict.PRECISION_CHANGED: Support.SAME_VALUE,
    Verdict.AMBIGUOUS: Support.UNDECIDED,
}
_STRENGTH = {support: rank for rank, support in enumerate(Support)}
_CODE_KINDS = frozenset({Kind.IDENTIFIER, Kind.PHONE})
_TELLING_DIGITS = 3
"""Shorter runs of digits stand inside longer texts by chance."""

_DIGITS = re.compile(r"\d+")
_MOST_AMOUNTS = 40
_NO_CONTEXT = NumberContext()


def check_prose(prose: str, fields: Sequence[Field], *, context: NumberContext = _NO_CONTEXT) -> ProseReport:
    """Check every number of a free text against the texts of a document's fields, by value and by notation.

    `context` is what the document's page is known to be; the prose keeps its locale and currency, but shows its own
    separators. A value is supported only by fields that print something legible. What the page prints outside its
    annotated fields is unknown here, so annotate all numbers of a page before its rates are trusted.
    """
    printed = [field for field in fields if field.text.strip() and field.legibility is not Legibility.ILLEGIBLE]
    parts = cut(prose, list(_codes_as_printed(prose, printed)))
    amounts = tuple(prose[piece.start : piece.end] for piece in parts.pieces if piece.kind is Kind.AMOUNT)
    desk = _Desk(tuple(printed), context, replace(context, page_amounts=amounts[:_MOST_AMOUNTS]))
    return ProseReport(tuple(desk.checked(prose, piece) for piece in parts.pieces), parts.numbering)


def _codes_as_printed(prose: str, fields: Sequence[Field]) -> Iterator[Piece]:
    """Yield where identifiers and telephone numbers of the document stand, however they are spaced."""
    for field in fields:
        wanted = essence(field.text, field.kind) if field.kind in _CODE_KINDS else ""
        if not any(char.isdecimal() for char in wanted):
            continue
        for span in sorted(spans(prose, field.kind, field.text), key=lambda span: span.start - span.end):
            text = prose[span.start : span.end].strip("*`\"'“”.,;:!?")
            start = prose.index(text, span.start)
            if essence(text, field.kind) == wanted and judge(field.text, text, field.kind).verdict in _SUPPORT_OF:
                yield Piece(start, start + len(text), field.kind)


@dataclass(frozen=True, slots=True)
class _Desk:
    """The document's legible fields and both contexts."""

    fields: tuple[Field, ...]
    truth_context: NumberContext
    prose_context: NumberContext

    def checked(self, prose: str, piece: Piece) -> ProseClaim:
        """Find the best support of a claim: as it stands, without brackets of the sentence, or inside a longer text."""
        text = prose[piece.start : piece.end]
        found = [
            (support, field, judgement) for field in self.fields for support, judgement in self._tried(text, field)
        ]
        if not found:
            nothing = judge("", text, piece.kind, truth_context=self.truth_context, reading_context=self.prose_context)
            return ProseClaim(piece.start, piece.end, text, piece.kind, Support.HALLUCINATED, (), nothing)
        best = min((support for support, _, _ in found), key=_STRENGTH.__getitem__)
        equal = [(field, judgement) for support, field, judgement in found if support is best]
        places = tuple(dict.fromkeys(field for field, _ in equal))
        return ProseClaim(piece.start, piece.end, text, piece.kind, best, places, equal[0][1])

    def _tried(self, text: str, field: Field) -> Iterator[tuple[Support, Judgement]]:
        for form in _forms(text):
            judgement = judge(
                field.text,
                form,
                field.kind,
                truth_context=self.truth_context,
                reading_context=self.prose_context,
            )
            if judgement.verdict in _SUPPORT_OF:
                yield _SUPPORT_OF[judgement.verdict], judgement
            elif _is_part(field, form, judgement):
                yield _part_support(field, form), judgement


def _forms(text: str) -> tuple[str, ...]:
    """Return a claim as it stands, and what a sentence's brackets hold: `tax (1.00)` is hardly a negative tax."""
    if text[:1] in "(（" and text[-1:] in ")）":
        return text, text[1:-1]
    return (text,)


def _part_support(field: Field, text: str) -> Support:
    return Support.PRINTED if text in field.text else Support.SAME_VALUE


def _is_part(field: Field, text: str, judgement: Judgement) -> bool:
    """Say whether a claim is one of several printed numbers, the date or time of a stamp, or a run of digits in it."""
    value = judgement.truth.value
    if isinstance(value, tuple):
        alone = parse(text, Kind.QUANTITY).number
        return alone is not None and any(_same_number(part, alone) for part in value)
    if field.kind is Kind.DATE and value is not None and _is_part_of_stamp(text, value):
        return True
    if field.kind in NUMERIC_KINDS:
        return False
    return len(text) >= _TELLING_DIGITS and text in _DIGITS.findall(field.text)


def _same_number(part: str, number: object) -> bool:
    return parse(part, Kind.QUANTITY).number == number


def _is_part_of_stamp(text: str, stamp: str) -> bool:
    day, _, clock = stamp.partition("T")
    return bool(clock) and (parse(text, Kind.DATE).value == day or parse(text, Kind.TIME).value == clock)
