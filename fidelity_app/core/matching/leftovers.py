"""The second pass over a keyed reply: what stands under another field's key, what is invented (SCORING section 4)."""

from __future__ import annotations

from collections.abc import Sequence

from fidelity_app.core.asks import ReadItem
from fidelity_app.core.documents import Field, split_key
from fidelity_app.core.matching.match import Bench, Match, elsewhere
from fidelity_app.core.matching.naming import column
from fidelity_app.core.matching.similarity import essence, same_digits
from fidelity_app.core.verdicts import Verdict

_LEAST_LENGTH = 2
_TELLING_LENGTH = 3
"""Shorter values occur twice on a page by chance: a quantity of 2 read as 1 is no 1 of another line."""
_WRONG = frozenset({Verdict.MISMATCH, Verdict.UNPARSABLE})


def second_pass(
    matches: Sequence[Match], extras: Sequence[ReadItem], fields: Sequence[Field], bench: Bench
) -> list[Match]:
    """Name values that belong to another field, give leftovers to omitted fields, and report what is invented.

    `extras` are the answers under keys that were not asked for; each is used once.
    """
    right = {match.key for match in matches if match.field is not None and match.is_right}
    out = [_if_elsewhere(match, fields, right, bench) for match in matches]
    for extra in extras:
        place = next((index for index, match in enumerate(out) if _is_answered_by(match, extra, bench)), None)
        if place is None:
            out.append(bench.invented(extra))
        else:
            field = out[place].field
            assert field is not None
            out[place] = elsewhere(bench.matched(field, extra), extra.key or "")
    return out


def _if_elsewhere(match: Match, owners: Sequence[Field], right: set[str], bench: Bench) -> Match:
    """Find whose value a wrong one is: likelier a field's that is not read right, and one's of the same column."""
    field, text = match.field, match.text
    if field is None or text is None or match.judgement.verdict not in _WRONG:
        return match
    for other in sorted(owners, key=lambda other: (other.key in right, column(other.key) != column(field.key))):
        if other.key != field.key and _is_of(other, text, field, other.key in right, bench=bench):
            return elsewhere(match, other.key)
    return match


def _is_of(other: Field, text: str, field: Field, other_is_right: bool, *, bench: Bench) -> bool:
    """Say whether a wrong value is another field's, and no coincidence: of its kind, or character for character."""
    if not other.text.strip():
        return False
    length = len(essence(text, other.kind))
    if other.kind is not field.kind:
        return length >= _TELLING_LENGTH and text.strip() == other.text.strip()
    return _may_belong(field, other, other_is_right, length=length) and _has_value(other, text, bench)


def _has_value(field: Field, text: str, bench: Bench) -> bool:
    """Say whether a text has a field's value; most texts differ in their digits already and are not judged at all."""
    return same_digits(field.text, text, field.kind) and bench.same_value(field, text)


def _may_belong(field: Field, other: Field, other_is_right: bool, *, length: int) -> bool:
    """Say whether a value of this length can tell: it must tell more where the other field has its value already.

    A column repeats its values: one that another row of it has, and is right, was misread here.
    """
    if not other_is_right:
        return length >= _LEAST_LENGTH
    name, row, cell = split_key(field.key)
    other_name, other_row, other_cell = split_key(other.key)
    same_column = row is not None and (name, cell) == (other_name, other_cell) and row != other_row
    return not same_column and length >= _TELLING_LENGTH


def _is_answered_by(match: Match, extra: ReadItem, bench: Bench) -> bool:
    field, text = match.field, extra.text or ""
    if field is None or match.judgement.verdict is not Verdict.OMITTED or not field.text.strip():
        return False
    return len(essence(text, field.kind)) >= _LEAST_LENGTH and _has_value(field, text, bench)
