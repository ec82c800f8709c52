"""Every number in a model's prose against what the document prints: found there, undecided, or hallucinated."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from fidelity_app.core.claims.deriving import Derivations
from fidelity_app.core.claims.latex import fold_latex
from fidelity_app.core.claims.prose import Piece, around, cut, is_denied
from fidelity_app.core.documents import Field, Kind, Legibility
from fidelity_app.core.matching.similarity import GATE, essence, likeness
from fidelity_app.core.matching.tokens import NUMERIC_KINDS, spans
from fidelity_app.core.numbers import NumberContext, Parsed, parse
from fidelity_app.core.settling import unproven
from fidelity_app.core.verdicts import Judgement, Verdict, judge


class Support(StrEnum):
    """What the document says to a claim, the strongest first."""

    PRINTED = "printed"
    SAME_VALUE = "same_value"
    UNDECIDED = "undecided"
    DERIVED = "derived"
    DENIED = "denied"
    HALLUCINATED = "hallucinated"


NOT_COUNTED = frozenset({Support.UNDECIDED, Support.DERIVED, Support.DENIED})
"""What neither names a printed number nor invents one: shown apart, left out on both sides of a rate."""


@dataclass(frozen=True, slots=True)
class ProseClaim:
    """One number of the prose: its half-open span, its text, and where the document prints it.

    `fields` are all fields that support it equally well, in their order; none for a hallucination. `judgement`
    compares it with the first of them, or with nothing. `derivation` is a formula by which the number follows from
    printed ones. `near` is the
    printed value that a hallucinated one is likest to, and `fault` what it has wrong; None and "" where none is alike.
    """

    start: int
    end: int
    text: str
    kind: Kind
    support: Support
    fields: tuple[Field, ...]
    judgement: Judgement
    derivation: str = ""
    near: Field | None = None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class ProseReport:
    """All claims of one text in their order. `numbering` are spans that count or name its own lines and pages."""

    claims: tuple[ProseClaim, ...]
    numbering: tuple[tuple[int, int], ...] = ()

    @property
    def judged(self) -> tuple[ProseClaim, ...]:
        """Return the claims that count: undecided, derived and denied ones leave numerator and denominator."""
        return tuple(claim for claim in self.claims if claim.support not in NOT_COUNTED)

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
    plain, places = fold_latex(prose)
    if plain == prose:
        return _checked(prose, fields, context)
    found = _checked(plain, fields, context)
    raw = [(places[claim.start], places[claim.end - 1] + 1) for claim in found.claims]
    claims = (
        replace(one, start=at[0], end=at[1], text=prose[at[0] : at[1]])
        for one, at in zip(found.claims, raw, strict=True)
    )
    return ProseReport(tuple(claims), tuple((places[start], places[end - 1] + 1) for start, end in found.numbering))


def _checked(prose: str, fields: Sequence[Field], context: NumberContext) -> ProseReport:
    printed = [field for field in fields if field.text.strip() and field.legibility is not Legibility.ILLEGIBLE]
    parts = cut(prose, list(_codes_as_printed(prose, printed)))
    amounts = tuple(prose[piece.start : piece.end] for piece in parts.pieces if piece.kind is Kind.AMOUNT)
    desk = _Desk(printed, context, replace(unproven(context), page_amounts=amounts[:_MOST_AMOUNTS]))
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


class _Desk:
    """The document's legible fields, read once, and what was found for texts that occur again."""

    def __init__(self, fields: Sequence[Field], truth_context: NumberContext, prose_context: NumberContext) -> None:
        self._printed = [(field, parse(field.text, field.kind, truth_context)) for field in fields]
        self._derivations = Derivations(self._printed)
        self._truth_context = truth_context
        self._prose_context = prose_context
        self._known: dict[tuple[str, Kind], tuple[Support, tuple[Field, ...], Judgement]] = {}

    def checked(self, prose: str, piece: Piece) -> ProseClaim:
        """Find the best support of a claim."""
        text = prose[piece.start : piece.end]
        if (text, piece.kind) not in self._known:
            self._known[text, piece.kind] = self._support(text, piece.kind)
        support, places, judgement = self._known[text, piece.kind]
        claim = ProseClaim(piece.start, piece.end, text, piece.kind, support, places, judgement)
        if is_denied(prose, piece.start):
            return replace(claim, support=Support.DENIED)
        return self._explained(prose, claim) if support is Support.HALLUCINATED else claim

    def _explained(self, prose: str, claim: ProseClaim) -> ProseClaim:
        """Say of a number that is not printed what it follows from, or which printed one it resembles.

        One fault away from a printed value it is taken for misread, whatever it could be derived from: a formula that
        fits by chance must not hide a wrong digit.
        """
        near, likely, is_one_fault = self._nearest(claim.text, claim.kind)
        derivation = self._derivations.of(claim.text, claim.kind, around(prose, claim.start, claim.end))
        if derivation and not is_one_fault:
            return replace(claim, support=Support.DERIVED, derivation=derivation)
        return replace(claim, near=near, fault=likely, derivation=derivation)

    def _nearest(self, text: str, kind: Kind) -> tuple[Field | None, str, bool]:
        """Return the likest printed value, what the claim has wrong of it, and whether that is one character."""
        alike = [
            (likeness(field.text, text, field.kind), -order, field)
            for order, (field, _) in enumerate(self._printed)
            if field.kind in _CODE_KINDS
            or (field.kind in NUMERIC_KINDS) == (kind in NUMERIC_KINDS or kind is Kind.OTHER)
        ]
        best, _, field = max(alike, default=(0.0, 0, None), key=lambda one: one[:2])
        if field is None or best < GATE:
            return None, "", False
        digits = max(len(essence(field.text, field.kind)), len(essence(text, field.kind)))
        is_one_fault = digits >= _TELLING_DIGITS and round((1 - best) * digits) <= 1
        return field, self._judged(field.text, text, field.kind).label, is_one_fault

    def _support(self, text: str, kind: Kind) -> tuple[Support, tuple[Field, ...], Judgement]:
        found = [one for field, parsed in self._printed for one in self._tried(text, field, parsed)]
        if not found:
            nothing = self._judged("", text, kind)
            return Support.HALLUCINATED, (), nothing
        best = min((support for support, _, _ in found), key=_STRENGTH.__getitem__)
        equal = [(field, judgement) for support, field, judgement in found if support is best]
        return best, tuple(dict.fromkeys(field for field, _ in equal)), equal[0][1]

    def _tried(self, text: str, field: Field, parsed: Parsed) -> Iterator[tuple[Support, Field, Judgement]]:
        """Yield what a field says to a claim as it stands, without a sentence's brackets, or as a part of its text."""
        for form in _forms(text):
            said = parse(form, field.kind, self._prose_context)
            is_part = _is_part(field, form, parsed)
            if not is_part and not _may_be_same(field, parsed, said):
                continue
            judgement = self._judged(field.text, form, field.kind)
            if judgement.verdict in _SUPPORT_OF:
                yield _SUPPORT_OF[judgement.verdict], field, judgement
            elif is_part:
                yield (Support.PRINTED if form in field.text else Support.SAME_VALUE), field, judgement

    def _judged(self, printed: str, text: str, kind: Kind) -> Judgement:
        return judge(printed, text, kind, truth_context=self._truth_context, reading_context=self._prose_context)


def _may_be_same(field: Field, printed: Parsed, said: Parsed) -> bool:
    """Say quickly whether a judge could find two texts alike: most claims are far from most fields."""
    if field.text.strip() == said.raw.strip():
        return True
    if printed.number is not None and said.number is not None:
        return printed.number == said.number
    return field.kind not in NUMERIC_KINDS or (_readings(printed) and _readings(said))


def _readings(parsed: Parsed) -> bool:
    return parsed.value is not None or bool(parsed.alternatives)


def _forms(text: str) -> tuple[str, ...]:
    """Return a claim as it stands, what a sentence's brackets hold, and a code without its number sign: `#INV-12`.

    `tax (1.00)` is hardly a negative tax.
    """
    if text[:1] in "#№":
        return text, text[1:]
    if text[:1] in "(（" and text[-1:] in ")）":
        return text, text[1:-1]
    return (text,)


def _is_part(field: Field, text: str, printed: Parsed) -> bool:
    """Say whether a claim is one of several printed numbers, the date or time of a stamp, or a run of digits in it."""
    value = printed.value
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
