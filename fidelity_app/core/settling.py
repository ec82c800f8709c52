"""Settle a page's open amounts by its own sums: rule 6 of SCORING section 1, `1.234` read as the lines add up.

A page has one decimal mark, so there are two ways to read it: the point divides and the comma groups, or the other way
round. Where only one of them makes a sum hold in which an open amount stands, that mark is proven for the page: what no
earlier rule decides is read by it and marked "decided by sum". Truth and reading are settled each from its own amounts:
nothing here takes both, so a reading cannot borrow the truth's style.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal

from fidelity_app.core.asks import ReadItem
from fidelity_app.core.documents import Field, Kind
from fidelity_app.core.numbers import NumberContext, Parsed, Role, parse
from fidelity_app.core.numbers.folding import fold_char
from fidelity_app.core.reconciliation import SumCheck, SumState, check

NUMERIC = frozenset({Kind.AMOUNT, Kind.QUANTITY, Kind.PERCENT})
"""Kinds that can be a part of a sum."""

POINT, COMMA = ".", ","
_DIVIDES_BY = (POINT, COMMA)
_GROUPED, _DECIMAL = 0, 1
_OPEN_FOR_MORE = frozenset({"irregular-grouping", "open-sign", "stray-space"})


def decimal_mark_by_sum(parsed_by_key: Mapping[str, Parsed], currency: str) -> str:
    """Return the decimal mark that the page's sums prove (`.` or `,`), empty when they prove none.

    `parsed_by_key` are the numbers of one page side (the truth's, or one reply's), `currency` the document's ISO 4217
    code or empty. Sums must hold to the last digit; a product (quantity x unit price) may be rounded.
    """
    is_open = frozenset(key for key, parsed in parsed_by_key.items() if open_mark(parsed))
    if not is_open:
        return ""
    proven = [mark for mark in _DIVIDES_BY if _is_proven(parsed_by_key, is_open, mark, currency=currency)]
    return proven[0] if len(proven) == 1 else ""


def proven(context: NumberContext, fields: Iterable[Field]) -> NumberContext:
    """Return a document's context with the decimal mark that its own sums prove; one that is stated needs no proof."""
    own = replace(context, mark_by_sum="")
    if own.decimal_mark:
        return own
    numeric = (field for field in fields if field.kind in NUMERIC and field.text.strip())
    parsed: dict[str, Parsed] = {}
    for field in numeric:
        parsed.setdefault(field.key, parse(field.text, field.kind, own))
    return replace(own, mark_by_sum=decimal_mark_by_sum(parsed, own.currency))


def unproven(context: NumberContext) -> NumberContext:
    """Return a context without any decimal mark: what the truth's page states or proves, a reading does not borrow."""
    return replace(context, decimal_mark="", mark_by_sum="")


def proven_by_reply(context: NumberContext, items: Iterable[ReadItem], kinds: Mapping[str, Kind]) -> NumberContext:
    """Return a keyed reply's context with the decimal mark that its own sums prove, none where they prove none.

    `kinds` are those of the asked keys; what was not asked, or could not be read, has no part in any sum. Whatever mark
    the context has is dropped first: it is the truth's.
    """
    own = unproven(context)
    said = {item.key: item.text for item in items if item.key is not None and item.text}
    numeric = {key: parse(text, kinds[key], own) for key, text in said.items() if kinds.get(key) in NUMERIC}
    return replace(own, mark_by_sum=decimal_mark_by_sum(numeric, own.currency))


def _is_proven(parsed_by_key: Mapping[str, Parsed], is_open: frozenset[str], mark: str, *, currency: str) -> bool:
    values = {key: _number(parsed, mark) for key, parsed in parsed_by_key.items()}
    return any(_holds(one) and not is_open.isdisjoint(one.keys) for one in check(values, currency))


def _holds(one: SumCheck) -> bool:
    """Say whether a sum proves anything: exactly, but for a product, which is printed rounded; zeros prove nothing."""
    if one.state is not SumState.HOLDS or not one.stated:
        return False
    return one.product or one.difference == 0


def open_mark(parsed: Parsed) -> str:
    """Return the one mark (`.` or `,`) that leaves a number open, empty for a number that is not open or for more."""
    if parsed.value is not None or "ambiguous" not in parsed.flags or _OPEN_FOR_MORE & set(parsed.flags):
        return ""
    marks = [char for char, role in zip(parsed.raw, parsed.roles, strict=False) if role is Role.DECIMAL]
    if len(parsed.alternatives) != 2 or len(marks) != 1 or "." in parsed.alternatives[_GROUPED]:
        return ""
    folded = fold_char(marks[0])
    return folded if folded in _DIVIDES_BY else ""


def _number(parsed: Parsed, mark: str) -> Decimal | None:
    own = open_mark(parsed)
    if not own:
        return parsed.number
    return Decimal(parsed.alternatives[_DECIMAL if own == mark else _GROUPED])
