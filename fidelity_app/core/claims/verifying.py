"""Verify mode: "the document says X, is that printed?", asked for the true value and for a one-digit neighbour.

An outcome's second word says what was claimed: `confirmed_wrong` is a false value that was confirmed, the error that a
reconciliation lives or dies by; `rejected_wrong` is a false value that was rightly refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from fidelity_app.core.asks import Outcome, ParsedReply
from fidelity_app.core.claims.neighbours import neighbour
from fidelity_app.core.documents import Field, Legibility
from fidelity_app.core.metrics.ratios import Ratio
from fidelity_app.core.numbers.value import NumberContext
from fidelity_app.core.verdicts import Verdict, judge


class Verified(StrEnum):
    """How a claim fared. The first four are answers; all but `undecided` stay in the denominators.

    `undecided` is a claim that the annotation no longer settles: its field was mended to another notation, or removed.
    """

    CONFIRMED_RIGHT = "confirmed_right"
    CONFIRMED_WRONG = "confirmed_wrong"
    REJECTED_RIGHT = "rejected_right"
    REJECTED_WRONG = "rejected_wrong"
    ABSTAINED = "abstained"
    FAILED = "failed"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Claim:
    """A value that is put before the model as printed. `is_true` is known to us and never told."""

    field_id: str
    key: str
    text: str
    is_true: bool


@dataclass(frozen=True, slots=True)
class Answered:
    """One claim of one document with its outcome, ready to be counted."""

    document_id: str
    claim: Claim
    outcome: Verified


@dataclass(frozen=True, slots=True)
class VerifyRates:
    """Shares over all claims of their sort that were asked; what was not answered is below the line, too.

    - `false_confirmations`: false values confirmed / false values asked;
    - `false_rejections`: true values rejected / true values asked;
    - `right_answers`: true values confirmed and false ones rejected / all asked.

    `outcomes` counts all claims, undecided ones too, which stand in no share.
    """

    false_confirmations: Ratio
    false_rejections: Ratio
    right_answers: Ratio
    outcomes: Mapping[Verified, int]


_WORDS = {"yes": True, "true": True, "no": False, "false": False}
_OUTCOMES = {
    (True, True): Verified.CONFIRMED_RIGHT,
    (True, False): Verified.CONFIRMED_WRONG,
    (False, True): Verified.REJECTED_RIGHT,
    (False, False): Verified.REJECTED_WRONG,
}
"""By (confirmed, the claim is true)."""

RIGHT_ANSWERS = frozenset({Verified.CONFIRMED_RIGHT, Verified.REJECTED_WRONG})
_NO_CONTEXT = NumberContext()


def claims_of(
    field: Field, *, seed: int, context: NumberContext = _NO_CONTEXT, others: Iterable[Field] = ()
) -> tuple[Claim, ...]:
    """Return what to ask about a field: its printed text, and a one-digit neighbour where there is one.

    Nothing is asked about a field that prints nothing or that a person cannot read: no claim about it is known to be
    true. The neighbour is no value of `others`, the other fields of the document.
    """
    if not field.text.strip() or field.legibility is Legibility.ILLEGIBLE:
        return ()
    printed = tuple(other.text for other in others if other.id != field.id and other.text.strip())
    wrong = neighbour(field.text, field.kind, seed=seed, identity=field.id, context=context, avoid=printed)
    claims = [Claim(field.id, field.key, field.text, True)]
    if wrong is not None:
        claims.append(Claim(field.id, field.key, wrong, False))
    return tuple(claims)


def is_printed(claimed: str, fields: Iterable[Field], *, context: NumberContext = _NO_CONTEXT) -> bool | None:
    """Say whether a claim is true of the fields it is made about, as they are annotated now; None leaves it open.

    The question asks for exactly these digits, marks and signs, so only a text printed so is true and only another
    value is false. The same value in another notation is neither: a model may well answer either way.
    """
    found = {
        judge(field.text, claimed, field.kind, truth_context=context, reading_context=context).verdict
        for field in fields
        if field.text.strip() and field.legibility is not Legibility.ILLEGIBLE
    }
    if Verdict.EXACT in found:
        return True
    return False if found == {Verdict.MISMATCH} else None


def answer_of(reply: ParsedReply) -> bool | None:
    """Return whether a reply says yes or no, None where it says neither.

    Only a plain yes or no is an answer (true and false count as these): a sentence around it might say anything.
    """
    if reply.outcome is not Outcome.OK or len(reply.items) != 1 or reply.items[0].text is None:
        return None
    return _WORDS.get(reply.items[0].text.strip().rstrip(".!").casefold())


def verified(claim: Claim, reply: ParsedReply) -> Verified:
    """Say how a claim fared in a reply (as `core.replies` reads it in verify mode)."""
    confirmed = answer_of(reply)
    if confirmed is not None:
        return _OUTCOMES[confirmed, claim.is_true]
    has_abstained = reply.outcome is Outcome.OK and len(reply.items) == 1 and reply.items[0].text is None
    return Verified.ABSTAINED if has_abstained else Verified.FAILED


def verify_rates(answers: Iterable[Answered]) -> VerifyRates:
    """Count answers to claims, by document, so that intervals can be drawn by document."""
    given = list(answers)
    asked = [one for one in given if one.outcome is not Verified.UNDECIDED]
    false = [one for one in asked if not one.claim.is_true]
    true = [one for one in asked if one.claim.is_true]
    counts = {outcome: sum(one.outcome is outcome for one in given) for outcome in Verified}
    return VerifyRates(
        false_confirmations=_share(false, {Verified.CONFIRMED_WRONG}),
        false_rejections=_share(true, {Verified.REJECTED_RIGHT}),
        right_answers=_share(asked, RIGHT_ANSWERS),
        outcomes=counts,
    )


def _share(answers: Iterable[Answered], counted: Iterable[Verified]) -> Ratio:
    wanted = frozenset(counted)
    sums: dict[str, list[int]] = {}
    for one in answers:
        counts = sums.setdefault(one.document_id, [0, 0])
        counts[0] += one.outcome in wanted
        counts[1] += 1
    return Ratio(tuple((document, above, below) for document, (above, below) in sorted(sums.items())))
