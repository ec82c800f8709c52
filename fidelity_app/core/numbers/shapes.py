"""Read a number by its shape: `$1,234.56` and `$7,065.40` are read alike, they differ in their digits alone.

The full reader reads one sample of each shape; every other text of the shape takes over that reading and puts its own
digits in. A text has a shape when it holds one run of ASCII digits and marks, is one number, and its digits stand in
its value as they are written: no leading zeros but the one of `0.50`, no multiplying words, no cents signs, not zero.
Which marks group depends on the page (`1.234`); a shape is used on a page only if that page cannot change it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import cycle

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers.value import NumberContext, Parsed, Role
from fidelity_app.core.swift import swift

NUMERIC = frozenset((Kind.AMOUNT, Kind.QUANTITY, Kind.PERCENT, Kind.OTHER))
FullReader = Callable[[str, Kind, NumberContext], Parsed]

_DIGITS = b"0123456789"
_ANY_DIGIT = bytes.maketrans(_DIGITS, b"0" * len(_DIGITS))
_ONE_RUN = re.compile(r"[^0-9]*?([.,]?[0-9](?:[0-9., '’\u00a0\u202f]*[0-9])?)[^0-9]*")
_LONGEST = 40
_ROLES = frozenset({*Role} - {Role.LETTER, Role.OTHER})
_FLAGS = frozenset({"currency-ambiguous", "irregular-grouping", "ambiguous"})
_OPEN_PLACES = 3
_MOST_SHAPES = 8192
_new_parsed = swift(Parsed)
_Key = tuple[bytes, Kind, str, str, str]
"""The pattern, the kind, and the page's currency, locale and unit."""


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """What all numbers of one notation share; shapes are the same only if they are one object.

    `pattern` is the text with zeros for its digits, in UTF-8; `start` and `end` are the body's span, `marks` the
    characters in it that are no digits, and `clothes` what stands before and behind it, with the sign of the value.
    `places` are the digits behind the decimal mark. An `is_open` shape is ambiguous: its one mark groups or divides.
    """

    sample: Parsed
    pattern: bytes
    start: int
    end: int
    marks: tuple[str, ...]
    decimal_mark: str
    places: int
    clothes: tuple[str, str, str]
    is_open: bool
    is_irregular: bool
    page_matters: bool

    def digits(self, text: str) -> str:
        """Return the digits of a text of this shape."""
        body = text[self.start : self.end]
        for mark in self.marks:
            body = body.replace(mark, "")
        return body

    def read(self, text: str, digits: str) -> Parsed:
        """Read a text of this shape, given its digits, as the full reader would."""
        sample, places, minus = self.sample, self.places, self.clothes[2]
        value = f"{minus}{digits[:-places] or '0'}.{digits[-places:]}" if places else minus + digits
        return _new_parsed(
            text,
            sample.kind,
            None if self.is_open else value,
            None if self.is_open else Decimal(value),
            sample.currency,
            sample.unit,
            sample.style,
            sample.fraction_digits,
            (minus + digits, value) if self.is_open else (),
            sample.decided_by,
            sample.flags,
            sample.roles,
            None,
            self,
        )


@dataclass(frozen=True, slots=True)
class _Shapes:
    """The shapes of the texts that differ in their digits alone: those that begin with zero, and the others."""

    first_digit: int
    zero_led: Shape | None
    other: Shape | None


class ShapeBook:
    """All shapes met so far, learnt from a full reader; full, it begins anew."""

    def __init__(self, full_reader: FullReader) -> None:
        self._full_reader = full_reader
        self._shapes: dict[_Key, _Shapes | None] = {}

    def shape_of(self, text: str, kind: Kind, context: NumberContext) -> tuple[Shape, str] | None:
        """Return the shape of a text and its digits, None for a text that must be read in full."""
        if len(text) > _LONGEST:
            return None
        pattern = text.encode("utf-8", "surrogatepass").translate(_ANY_DIGIT)
        key = (pattern, kind, context.currency, context.locale, context.unit)
        try:
            shapes = self._shapes[key]
        except KeyError:
            shapes = self._learn(text, key)
        if shapes is None:
            return None
        zero_led = text[shapes.first_digit] == "0"
        shape = shapes.zero_led if zero_led else shapes.other
        if shape is None or (shape.page_matters and _says_something(context)):
            return None
        digits = shape.digits(text)
        return None if zero_led and not digits.strip("0") else (shape, digits)

    def _learn(self, text: str, key: _Key) -> _Shapes | None:
        if len(self._shapes) >= _MOST_SHAPES:
            self._shapes.clear()
        match = _ONE_RUN.fullmatch(text)
        shapes = None
        if match is not None:
            context = NumberContext(currency=key[2], locale=key[3], unit=key[4])
            zero_led, other = (self._shape(key, _sample(text, first), match.span(1), context) for first in "01")
            shapes = _Shapes(_first_digit(text), zero_led, other) if zero_led or other else None
        self._shapes[key] = shapes
        return shapes

    def _shape(self, key: _Key, text: str, span: tuple[int, int], context: NumberContext) -> Shape | None:
        """Read a sample of the text's shape on a page that says nothing, and on two that say the opposite."""
        sample = self._full_reader(text, key[1], context)
        opposite = (replace(context, decimal_mark=mark) for mark in ".,")
        start, end = span
        marks = tuple(dict.fromkeys(char for char in text[start:end] if char not in "0123456789"))
        is_open = sample.value is None
        shape = Shape(
            sample=sample,
            pattern=key[0],
            start=start,
            end=end,
            marks=marks,
            decimal_mark=marks[0] if is_open and marks else sample.style.decimal_mark,
            places=_OPEN_PLACES if is_open else sample.fraction_digits or 0,
            clothes=(text[:start], text[end:], "-" if _is_negative(sample) else ""),
            is_open=is_open,
            is_irregular="irregular-grouping" in sample.flags,
            page_matters=any(self._full_reader(text, key[1], other) != sample for other in opposite),
        )
        as_written = bool(shape.places) == bool(shape.decimal_mark)  # 99p has decimals but no mark for them
        fits = as_written and _is_plain(sample) and shape.read(text, shape.digits(text)) == sample
        return shape if fits else None


def _says_something(context: NumberContext) -> bool:
    return bool(context.page_amounts or context.decimal_mark or context.mark_by_sum)


def _first_digit(text: str) -> int:
    return next(place for place, char in enumerate(text) if char in "0123456789")


def _sample(text: str, first: str) -> str:
    """Return a text with other digits: a given first one, no zero behind it."""
    others = cycle("234567891")
    start = _first_digit(text)
    return text[:start] + first + "".join(next(others) if char in "0123456789" else char for char in text[start + 1 :])


def _is_plain(sample: Parsed) -> bool:
    return _ROLES.issuperset(sample.roles) and _FLAGS.issuperset(sample.flags)


def _is_negative(sample: Parsed) -> bool:
    return any(str(value).startswith("-") for value in (sample.value, *sample.alternatives))
