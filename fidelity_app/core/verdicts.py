"""The scorer's judgement of one reading (SCORING section 2)."""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum

from fidelity_app.core.alignment import Alignment, CharOp, OpKind, align, new_alignment, unchanged
from fidelity_app.core.documents import Kind, Legibility
from fidelity_app.core.faults import (
    Evidence,
    gather,
    kinds_of_mismatch,
    kinds_of_notation,
    kinds_of_unparsable,
    separator_explains,
)
from fidelity_app.core.faults.calendar import components, to_the_minute
from fidelity_app.core.faults.compared import options
from fidelity_app.core.faults.evidence import aligned
from fidelity_app.core.faults.marks import currency_differs, money_for_unit, percent_differs, unit_differs
from fidelity_app.core.faults.wholes import CHARACTER_KINDS
from fidelity_app.core.numbers import parse
from fidelity_app.core.numbers.value import NumberContext, Parsed, Role
from fidelity_app.core.precedents import case_of
from fidelity_app.core.swift import swift

SCORER_VERSION = "4"


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
    """A verdict with its evidence. `errors` are the error kinds, the most telling first (it is the label).

    `ops` cover both raw texts, None where there is nothing to align; most are never looked at, and shared.
    """

    verdict: Verdict
    errors: tuple[str, ...]
    truth: Parsed
    reading: Parsed | None
    ops: tuple[CharOp, ...] | None

    @property
    def alignment(self) -> Alignment | None:
        """Return both raw texts with their operations."""
        if self.ops is None or self.reading is None:
            return None
        return new_alignment(self.truth.raw, self.reading.raw, self.ops)

    @property
    def label(self) -> str:
        """Return the first-named error kind, or the verdict's name."""
        return self.errors[0] if self.errors else self.verdict.value


NO_CONTEXT = NumberContext()
_ILLEGIBLE, _EXACT = Legibility.ILLEGIBLE, Verdict.EXACT  # looking a member up takes longer than comparing it


def judge(
    truth: str,
    reading: str | None,
    kind: Kind,
    *,
    truth_context: NumberContext = NO_CONTEXT,
    reading_context: NumberContext = NO_CONTEXT,
    abstained: bool = False,
    legibility: Legibility = Legibility.CLEAR,
) -> Judgement:
    """Judge what was read against what is printed. Never raises on any text.

    Each side is read by its own context: a reading never borrows the truth's separators. `reading` None or blank is
    no answer; `abstained` says that the model declared it cannot read the field, as a reading does that says so in
    words. An empty truth says that nothing is printed, so that an answer is invented, as it is where a person marked
    the field illegible.
    """
    mine = parse(truth, kind, truth_context)
    unreadable = legibility is _ILLEGIBLE
    if abstained:
        return _without_alignment(mine, Verdict.ABSTAINED, right=unreadable or not truth.strip())
    if reading is None or not reading.strip():
        return _without_alignment(mine, Verdict.OMITTED if unreadable else _silence(mine))
    same = truth == reading and truth_context is reading_context
    if same and not unreadable:
        return _new_judgement(_EXACT, (), mine, mine, unchanged(len(truth)))
    theirs = mine if same else parse(reading, kind, reading_context)
    if mine.shape is not None and theirs.shape is not None and not unreadable and truth.strip() != reading.strip():
        return _compared(mine, theirs)
    if theirs.flags and _says_unreadable(theirs) and not _says_unreadable(mine):
        return _without_alignment(mine, Verdict.ABSTAINED, right=unreadable or not truth.strip())
    if unreadable and _says_nothing(theirs):
        return _without_alignment(mine, Verdict.OMITTED)
    if unreadable:
        return _invented(mine, theirs, truth_context)
    if truth.strip() == reading.strip():
        return _new_judgement(Verdict.EXACT, (), mine, theirs, align(truth, reading).ops)
    if _says_nothing(mine) or _says_nothing(theirs):
        return _about_placeholders(mine, theirs, truth_context)
    return _compared(mine, theirs)


def _silence(mine: Parsed) -> Verdict:
    """Say what no answer is worth: all that there was to say where nothing is printed, or only a dash for nothing."""
    if not mine.raw.strip():
        return Verdict.EXACT
    return Verdict.LAYOUT_ONLY if _says_nothing(mine) else Verdict.OMITTED


def _without_alignment(mine: Parsed, verdict: Verdict, *, right: bool = False) -> Judgement:
    names = {Verdict.EXACT: (), Verdict.LAYOUT_ONLY: ("notation",), Verdict.OMITTED: ("omitted",)}
    errors = names.get(verdict, ("abstained_rightly",) if right else ("abstained",))
    return Judgement(verdict, errors, mine, None, None)


def _invented(mine: Parsed, theirs: Parsed, context: NumberContext) -> Judgement:
    """Judge an answer where nothing is printed: a dash or N/A says just that, anything else is made up."""
    return _about_placeholders(mine, theirs, context) if _says_nothing(theirs) else _hallucinated(mine, theirs, context)


def _hallucinated(mine: Parsed, theirs: Parsed, context: NumberContext) -> Judgement:
    amounts = [parse(text, theirs.kind, context).number for text in context.page_amounts]
    known = [amount for amount in amounts if amount is not None]
    is_sum = len(known) > 1 and theirs.number is not None and sum(known, Decimal(0)) == theirs.number
    errors = ("hallucinated", "derived_sum") if is_sum else ("hallucinated",)
    ops = align(mine.raw, theirs.raw).ops if not mine.raw.strip() else None
    return Judgement(Verdict.HALLUCINATED, errors, mine, theirs, ops)


def _says_nothing(parsed: Parsed) -> bool:
    """Say whether a text stands for "no value": a dash, N/A, null (`0` is a value)."""
    return "absent" in parsed.flags


def _says_unreadable(parsed: Parsed) -> bool:
    """Say whether a text says in words that its reader cannot read it; that is an abstention, in whatever form."""
    return "unreadable" in parsed.flags


def _about_placeholders(mine: Parsed, theirs: Parsed, context: NumberContext) -> Judgement:
    if not _says_nothing(mine):
        return Judgement(Verdict.OMITTED, ("omitted",), mine, theirs, None)
    if not _says_nothing(theirs):
        return _hallucinated(mine, theirs, context)
    return Judgement(Verdict.LAYOUT_ONLY, ("notation",), mine, theirs, _softened(align(mine.raw, theirs.raw)).ops)


_new_judgement = swift(Judgement)
_Precedent = tuple[Verdict, tuple[str, ...], tuple[CharOp, ...] | None]
_PRECEDENTS: dict[Hashable, _Precedent] = {}
_MOST_PRECEDENTS = 65_536


def _compared(mine: Parsed, theirs: Parsed) -> Judgement:
    """Judge two unequal texts as the first pair of the same case was judged, or in full."""
    case = case_of(mine, theirs)
    if case is None:
        return compared_in_full(mine, theirs)
    precedent = _PRECEDENTS.get(case)
    if precedent is None:
        judgement = compared_in_full(mine, theirs)
        if len(_PRECEDENTS) >= _MOST_PRECEDENTS:
            _PRECEDENTS.clear()
        _PRECEDENTS[case] = (judgement.verdict, judgement.errors, judgement.ops)
        return judgement
    verdict, errors, ops = precedent
    return _new_judgement(verdict, errors, mine, theirs, ops)


def compared_in_full(mine: Parsed, theirs: Parsed) -> Judgement:
    """Judge two unequal texts by all rules, whatever was judged before."""
    evidence = gather(mine, theirs)
    verdict, errors = _decided(evidence)
    alignment = evidence.alignment
    if verdict is Verdict.MISMATCH and separator_explains(evidence):
        alignment = aligned(evidence.truth, evidence.reading, marks_apart=True)
    if verdict is Verdict.MISMATCH:
        alignment = _blamed(alignment, evidence, errors)
    elif verdict in _SAME_VALUE:
        alignment = _softened(alignment)
    return Judgement(verdict, errors, mine, theirs, alignment.ops)


_DATED = frozenset({Kind.DATE, Kind.TIME})
_LOOSE_SPACE = re.compile(r"(?<!\d)\s+|\s+(?!\d)")

_AT_FAULT = {
    "currency_changed": Role.CURRENCY,
    "unit_changed": Role.UNIT,
    "multiplier_word_lost": Role.UNIT,
    "multiplier_word_added": Role.UNIT,
}
"""Characters that may be left out as notation, unless one of these kinds says that they are the fault."""


def _blamed(alignment: Alignment, evidence: Evidence, errors: tuple[str, ...]) -> Alignment:
    """Return a mismatch's alignment with the characters that are wrong as differences.

    That is the currency or the unit where these changed, and all that is not equal where nothing else is at fault.
    """
    roles = {_AT_FAULT[kind] for kind in errors if kind in _AT_FAULT}
    if money_for_unit(evidence.truth, evidence.reading):
        roles.add(Role.CURRENCY)
    if not alignment.differences and not roles:
        roles = {*Role}
    blame = _Blame(roles, evidence.truth.roles, evidence.reading.roles)
    return Alignment(alignment.truth, alignment.reading, tuple(blame.of(op) for op in alignment.ops))


@dataclass(frozen=True, slots=True)
class _Blame:
    roles: set[Role]
    truth: tuple[Role, ...]
    reading: tuple[Role, ...]

    def of(self, op: CharOp) -> CharOp:
        had = set(self.truth[op.truth_start : op.truth_end])
        has = set(self.reading[op.reading_start : op.reading_end])
        if op.kind is not OpKind.NOTATION or not (had | has) & self.roles:
            return op
        return replace(op, kind=OpKind.DELETE if not has else OpKind.INSERT if not had else OpKind.SUBSTITUTE)


_SAME_VALUE = frozenset({Verdict.LAYOUT_ONLY, Verdict.PRECISION_CHANGED, Verdict.AMBIGUOUS})


def _decided(evidence: Evidence) -> tuple[Verdict, tuple[str, ...]]:
    if evidence.wording:
        return _words_decided(evidence)
    if _same_value(evidence):
        if _contradicts(evidence):
            return Verdict.MISMATCH, kinds_of_mismatch(evidence)
        verdict = Verdict.PRECISION_CHANGED if _precision_differs(evidence) else Verdict.LAYOUT_ONLY
        return verdict, kinds_of_notation(evidence)
    if _unparsable(evidence):
        return Verdict.UNPARSABLE, kinds_of_unparsable(evidence)
    if _undecidable(evidence) and not _contradicts(evidence):
        return Verdict.AMBIGUOUS, _open_question(evidence)
    errors = kinds_of_mismatch(evidence)
    if "rotated_text" in errors and evidence.reading.parsed.value is None:
        return Verdict.UNPARSABLE, kinds_of_unparsable(evidence)
    return Verdict.MISMATCH, errors


def _words_decided(evidence: Evidence) -> tuple[Verdict, tuple[str, ...]]:
    """Decide a text of words: its letters, digits and telling marks are the same, or another text was read."""
    truth, reading = evidence.truth, evidence.reading
    values = truth.parsed.value, reading.parsed.value
    other_numbers = None not in values and not _same_value(evidence)
    if truth.bare == reading.bare and not other_numbers and not currency_differs(truth, reading):
        return Verdict.LAYOUT_ONLY, kinds_of_notation(evidence)
    return Verdict.MISMATCH, kinds_of_mismatch(evidence)


def _open_question(evidence: Evidence) -> tuple[str, ...]:
    if isinstance(evidence.reading.parsed.value, tuple):
        return ("stray_space",)
    flags = {*evidence.truth.parsed.flags, *evidence.reading.parsed.flags}
    if "double-negation" in flags:
        return ("double_negation",)
    if "open-sign" in flags:
        return ("sign_unknown",)
    unknown = "date_order_unknown" if evidence.kind is Kind.DATE else "separator_role_unknown"
    irregular = "irregular_grouping" in kinds_of_notation(evidence)
    return ("irregular_grouping", unknown) if irregular else (unknown,)


def _same_value(evidence: Evidence) -> bool:
    truth, reading = evidence.truth.parsed, evidence.reading.parsed
    if truth.number is not None and reading.number is not None:
        return truth.number == reading.number
    spaces_tell_nothing = None in (truth.value, reading.value) and (evidence.kind in _DATED or not options(truth))
    if spaces_tell_nothing and _spaced_apart_only(truth.raw, reading.raw):
        return True
    if evidence.kind is Kind.PHONE and evidence.truth.folded == evidence.reading.folded:
        return True
    if evidence.kind in _DATED and truth.value is not None:
        return to_the_minute(truth.value) == to_the_minute(reading.value)
    if truth.value is not None and reading.value is not None:
        return truth.value == reading.value or _same_list(truth.value, reading.value)
    if evidence.kind in CHARACTER_KINDS and truth.value is None and reading.value is None and not options(truth):
        return evidence.truth.folded == evidence.reading.folded
    if truth.value is None and reading.value is None:
        return bool(options(truth)) and options(truth) == options(reading) and _written_alike(evidence)
    return _equal_numbers(evidence) and _written_alike(evidence)


def _spaced_apart_only(truth: str, reading: str) -> bool:
    """Say whether two texts differ only in spaces that stand between no two digits: `14:03Num.` and `14:03 Num.`."""
    mine, theirs = (_LOOSE_SPACE.sub("", text.strip()) for text in (truth, reading))
    return mine == theirs


def _precision_differs(evidence: Evidence) -> bool:
    """Say whether equal values are written with other numbers of decimals, or one time with its seconds."""
    truth, reading = evidence.truth.parsed, evidence.reading.parsed
    if evidence.kind in _DATED:
        return None not in (truth.value, reading.value) and truth.value != reading.value
    places = {truth.fraction_digits, reading.fraction_digits}
    return len(places) > 1 and None not in places


def _equal_numbers(evidence: Evidence) -> bool:
    """Say whether two values can be equal by their marks; whether a sign negates is another question."""
    sign_open = any("open-sign" in side.parsed.flags for side in (evidence.truth, evidence.reading))
    return not sign_open and evidence.numbers is not None and evidence.numbers[0] == evidence.numbers[1]


def _written_alike(evidence: Evidence) -> bool:
    """Say whether ambiguous texts are the same figures with the same marks, so that any rule reads both alike.

    Where only one is ambiguous, as a reading that leaves out the sign of ¥1,000, it repeats the print to the letter.
    """
    if evidence.kind is Kind.DATE:
        return components(evidence.truth) == components(evidence.reading)
    return evidence.truth.number_text == evidence.reading.number_text


def _same_list(truth: str | tuple[str, ...], reading: str | tuple[str, ...]) -> bool:
    if isinstance(truth, str) or isinstance(reading, str) or len(truth) != len(reading):
        return False
    return all(_canonical(a) == _canonical(b) for a, b in zip(truth, reading, strict=True))


def _contradicts(evidence: Evidence) -> bool:
    """Say whether equal figures mean something else: another currency, unit, or a percentage that is none."""
    truth, reading = evidence.truth, evidence.reading
    if evidence.kind is Kind.PERCENT and not truth.has(Role.PERCENT):
        return unit_differs(truth, reading)
    return currency_differs(truth, reading) or unit_differs(truth, reading) or percent_differs(truth, reading)


def _unparsable(evidence: Evidence) -> bool:
    """Say whether one side is no value as written. Of several printed numbers some can always be compared."""
    sides = (evidence.truth.parsed, evidence.reading.parsed)
    if evidence.kind in CHARACTER_KINDS or isinstance(sides[0].value, tuple):
        return False
    return any(side.value is None and not options(side) for side in sides)


def _undecidable(evidence: Evidence) -> bool:
    """Say whether the figures are equal and only the role of a mark, or the order of a date, is open."""
    truth, reading = evidence.truth.parsed, evidence.reading.parsed
    if isinstance(truth.value, str) and isinstance(reading.value, tuple):
        return evidence.truth.folded == evidence.reading.folded
    if truth.value is not None and reading.value is not None:
        return False
    if not set(map(_canonical, options(truth))) & set(map(_canonical, options(reading))):
        return False
    open_truth = truth.value is None
    return open_truth or evidence.kind is Kind.DATE or evidence.truth.digits == evidence.reading.digits


def _canonical(value: str) -> str | Decimal:
    plain = value.lstrip("-").replace(".", "", 1)
    return Decimal(value) if plain.isascii() and plain.isdigit() else value


def _softened(alignment: Alignment) -> Alignment:
    """Return the alignment with every difference as notation: the values are equal."""
    ops = tuple(op if op.kind is OpKind.EQUAL else replace(op, kind=OpKind.NOTATION) for op in alignment.ops)
    return Alignment(alignment.truth, alignment.reading, ops)
