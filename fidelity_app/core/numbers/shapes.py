"""Read plain texts by their shape: `$1,234.56` and `$7,065.40` are read alike, they differ in their digits alone.

The pattern of a text is the text with zeros for its digits. The first text of a pattern teaches a reader, which gives
for all others of the pattern what the full reader would give, or None where it must be asked: for a pattern that is
no plain number, date, time, identifier or telephone number, and for digits of which the notation's own rules ask more
than the shape tells. What the page says beyond its amounts is part of the key; amounts matter to numbers alone.
"""

from __future__ import annotations

from collections.abc import Callable

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers.shaped import FullReader, ShapeReader
from fidelity_app.core.numbers.shaped_characters import identifier_reader, phone_reader
from fidelity_app.core.numbers.shaped_days import date_reader, time_reader
from fidelity_app.core.numbers.shaped_numbers import number_reader
from fidelity_app.core.numbers.value import NumberContext, Parsed

Learner = Callable[[FullReader, bytes, str, Kind, NumberContext], ShapeReader | None]

_ANY_DIGIT = bytes.maketrans(b"0123456789", b"0" * 10)
_LONGEST = 40
_NO_CONTEXT = NumberContext()
_MOST_PATTERNS = 8192
_Key = tuple[bytes, Kind, str, str, str, str, str]

LEARNERS: dict[Kind, Learner] = {
    Kind.AMOUNT: number_reader,
    Kind.QUANTITY: number_reader,
    Kind.PERCENT: number_reader,
    Kind.OTHER: number_reader,
    Kind.DATE: date_reader,
    Kind.TIME: time_reader,
    Kind.IDENTIFIER: identifier_reader,
    Kind.PHONE: phone_reader,
}


class ShapeBook:
    """Reads texts, by shape where their pattern has one; full, it forgets all patterns and begins anew."""

    def __init__(self, full_reader: FullReader) -> None:
        self._full_reader = full_reader
        self._readers: dict[_Key, ShapeReader] = {}

    def read(self, text: str, kind: Kind, context: NumberContext = _NO_CONTEXT) -> Parsed:
        """Read a text as a kind on a page of which `context` is known (SCORING section 1). Never raises on any text."""
        if len(text) > _LONGEST:
            return self._full_reader(text, kind, context)
        key = (
            text.encode("utf-8", "surrogatepass").translate(_ANY_DIGIT),
            kind,
            context.currency,
            context.locale,
            context.unit,
            context.date_order,
            context.calendar,
        )
        reader = self._readers.get(key) or self._learn(text, key)
        return reader(text, context) or self._full_reader(text, kind, context)

    def _learn(self, text: str, key: _Key) -> ShapeReader:
        if len(self._readers) >= _MOST_PATTERNS:
            self._readers.clear()
        pattern, kind, currency, locale, unit, date_order, calendar = key
        context = NumberContext(locale, currency, unit, date_order=date_order, calendar=calendar)
        reader = LEARNERS[kind](self._full_reader, pattern, text, kind, context) or _none
        self._readers[key] = reader
        return reader


def _none(text: str, context: NumberContext) -> None:
    """Leave a text to the full reader."""
