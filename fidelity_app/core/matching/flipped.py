"""What a wrong value does to the document's arithmetic: a sum that holds in print breaks over what was read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from fidelity_app.core.documents import Kind
from fidelity_app.core.matching.match import Match
from fidelity_app.core.reconciliation import check, flips
from fidelity_app.core.verdicts import Verdict

FLIP = "reconcile_flip"
WHOLE_REPLY_KINDS: Mapping[str, str] = {
    FLIP: "A sum that holds in print breaks over what was read, and this value stands in it.",
}
"""Error kinds that are named behind the others: no pair of texts shows them, only the whole reply does."""
_NUMERIC = frozenset({Kind.AMOUNT, Kind.QUANTITY, Kind.PERCENT})
_WRONG = frozenset({Verdict.MISMATCH, Verdict.WRONG_FIELD})


def with_flips(matches: Sequence[Match], currency: str) -> tuple[Match, ...]:
    """Name the flip behind the other kinds of each wrong value in a sum that holds in print and breaks as read.

    The sums are the truth's, in the form in which the truth makes them hold; a sum with an unknown part flips nothing.
    """
    numeric = [match for match in matches if match.field is not None and match.field.kind in _NUMERIC]
    if not any(match.judgement.verdict in _WRONG for match in numeric):
        return tuple(matches)
    printed, read = _values(numeric)
    flipped = {
        key for flip in flips(check(printed, currency), read) if flip.name == "holds_breaks" for key in flip.truth.keys
    }
    return tuple(_flipped(match) if match.key in flipped else match for match in matches) if flipped else tuple(matches)


def _values(numeric: Sequence[Match]) -> tuple[Mapping[str, Decimal | None], Mapping[str, Decimal | None]]:
    printed: dict[str, Decimal | None] = {}
    read: dict[str, Decimal | None] = {}
    for match in numeric:
        reading = match.judgement.reading
        printed.setdefault(match.key, match.judgement.truth.number)
        read.setdefault(match.key, None if reading is None else reading.number)
    return printed, read


def _flipped(match: Match) -> Match:
    judgement = match.judgement
    if match.field is None or judgement.verdict not in _WRONG:
        return match
    return replace(match, judgement=replace(judgement, errors=(*judgement.errors, FLIP)))
