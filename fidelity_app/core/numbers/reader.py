"""Read a text as its kind: the one door to this room."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers.amounts import read_number
from fidelity_app.core.numbers.dates import read_date
from fidelity_app.core.numbers.draft import Draft, plain, unparsable
from fidelity_app.core.numbers.folding import Folded, default_role, fold
from fidelity_app.core.numbers.identifiers import read_identifier
from fidelity_app.core.numbers.labelled import read_among_words
from fidelity_app.core.numbers.misread import read_misread
from fidelity_app.core.numbers.multiples import read_several
from fidelity_app.core.numbers.numerals import is_endless, slashed_fraction
from fidelity_app.core.numbers.phones import read_phone
from fidelity_app.core.numbers.shapes import ShapeBook
from fidelity_app.core.numbers.times import read_time
from fidelity_app.core.numbers.value import NumberContext, Parsed
from fidelity_app.core.numbers.words import is_absent, is_free, says_unreadable
from fidelity_app.core.numbers.wrappers import unwrap

Reader = Callable[[Folded, Kind, NumberContext], Draft]


def _number(folded: Folded, kind: Kind, context: NumberContext) -> Draft:
    """Try the ways to read numbers, the strictest first: one, a fraction, several, a misread one, one among words."""
    if kind is Kind.AMOUNT and is_free(folded.text):
        return Draft("0", number=Decimal(0), decided_by="a word says that nothing is to pay", flags=("free",))
    for way in _WAYS:
        draft = way(folded, kind, context)
        if draft is not None:
            return draft
    why = (
        "a fraction without an exact decimal form" if is_endless(folded.text.strip()) else "it is no number as written"
    )
    return unparsable(decided_by=why)


def _fraction(folded: Folded, kind: Kind, context: NumberContext) -> Draft | None:
    numeral = slashed_fraction(folded.text.strip()) if kind is Kind.QUANTITY else None
    if numeral is None:
        return None
    return Draft(plain(numeral.number), number=numeral.number, decided_by=numeral.decided_by, flags=numeral.flags)


def _clock_or_date(folded: Folded, kind: Kind, context: NumberContext) -> Draft | None:
    """Read a field of no stated kind as a date or a time, when it is no number."""
    if kind is not Kind.OTHER or len(folded.text) > _LONGEST:
        return None
    for reader in (read_time, read_date):
        draft = reader(folded, kind, context)
        if draft.value is not None or draft.alternatives:
            return draft
    return None


_WAYS: tuple[Callable[[Folded, Kind, NumberContext], Draft | None], ...] = (
    read_number,
    _fraction,
    read_several,
    read_misread,
    _clock_or_date,
    read_among_words,
)


# No date, time or telephone number is longer; their patterns try many cuts, which a long text would make slow.
_LONGEST = 120


def _short(reader: Reader) -> Reader:
    """Return a reader that refuses texts too long for its kind."""

    def read(folded: Folded, kind: Kind, context: NumberContext) -> Draft:
        return reader(folded, kind, context) if len(folded.text) <= _LONGEST else unparsable("too-long", "unparsable")

    return read


READERS: dict[Kind, Reader] = {
    Kind.AMOUNT: _number,
    Kind.QUANTITY: _number,
    Kind.PERCENT: _number,
    Kind.OTHER: _number,
    Kind.DATE: _short(read_date),
    Kind.TIME: _short(read_time),
    Kind.IDENTIFIER: read_identifier,
    Kind.PHONE: _short(read_phone),
}


@lru_cache(maxsize=16384)
def read_in_full(text: str, kind: Kind, context: NumberContext) -> Parsed:
    """Read a text character by character; `parse` does so where the shape of a number does not tell."""
    folded = unwrap(fold(text))
    if says_unreadable(folded.text):
        unreadable = Draft(None, flags=("absent", "unreadable"), decided_by="the text says that it cannot be read")
        return finish(text, kind, folded, unreadable)
    if is_absent(folded.text, kind):
        return finish(text, kind, folded, Draft(None, flags=("absent",), decided_by="the text gives no value"))
    return finish(text, kind, folded, READERS[kind](folded, kind, context))


parse = ShapeBook(read_in_full).read
"""`parse(text, kind, context=NumberContext())`: reads as `read_in_full` does, by shape where it can."""


def finish(raw: str, kind: Kind, folded: Folded, draft: Draft) -> Parsed:
    """Put a draft and its raw text together; every character of the raw text gets its role."""
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
