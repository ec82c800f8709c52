"""Read a text as its kind: the one door to this room."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers.amounts import read_number
from fidelity_app.core.numbers.dates import read_date
from fidelity_app.core.numbers.draft import Draft, unparsable
from fidelity_app.core.numbers.folding import Folded, default_role, fold
from fidelity_app.core.numbers.identifiers import read_identifier
from fidelity_app.core.numbers.phones import read_phone
from fidelity_app.core.numbers.times import read_time
from fidelity_app.core.numbers.value import NumberContext, Parsed

_NO_CONTEXT = NumberContext()
Reader = Callable[[Folded, Kind, NumberContext], Draft]


def _number(folded: Folded, kind: Kind, context: NumberContext) -> Draft:
    return read_number(folded, kind, context) or unparsable()


READERS: dict[Kind, Reader] = {
    Kind.AMOUNT: _number,
    Kind.QUANTITY: _number,
    Kind.PERCENT: _number,
    Kind.OTHER: _number,
    Kind.DATE: read_date,
    Kind.TIME: read_time,
    Kind.IDENTIFIER: read_identifier,
    Kind.PHONE: read_phone,
}


@lru_cache(maxsize=65536)
def _parse(text: str, kind: Kind, context: NumberContext) -> Parsed:
    folded = fold(text)
    return _finish(text, kind, folded, READERS[kind](folded, kind, context))


def parse(text: str, kind: Kind, context: NumberContext = _NO_CONTEXT) -> Parsed:
    """Read a text as a kind on a page of which `context` is known (SCORING section 1). Never raises on any text."""
    return _parse(text, kind, context)


def _finish(raw: str, kind: Kind, folded: Folded, draft: Draft) -> Parsed:
    roles = [default_role(char) for char in raw]
    for place, role in draft.roles.items():
        roles[folded.index[place]] = role
    return Parsed(
        raw=raw,
        kind=kind,
        value=draft.value,
        number=draft.number,
        currency=draft.currency,
        unit=draft.unit,
        style=draft.style,
        fraction_digits=draft.fraction_digits,
        alternatives=draft.alternatives,
        decided_by=draft.decided_by,
        flags=draft.flags,
        roles=tuple(roles),
        suggestion=draft.suggestion,
    )
