"""Read numbers by their shape. A text has a shape when it holds one run of ASCII digits and marks, is one number, and
its digits stand in its value as they are written: no multiplying words, no cents signs. Leading zeros are part of the
shape, and so is a number that is nothing but zeros. Which marks group depends on the page (`1.234`); a shape is used
on a page only if that page cannot change it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import cycle

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers.shaped import FullReader, ShapeReader, new_parsed
from fidelity_app.core.numbers.value import NumberContext, Parsed, Role

_ONE_RUN = re.compile(r"[^0-9]*?([.,]?[0-9](?:[0-9., '’\u00a0\u202f]*[0-9])?)[^0-9]*")
_ROLES = frozenset({*Role} - {Role.LETTER, Role.OTHER})
_FLAGS = frozenset({"currency-ambiguous", "irregular-grouping", "leading-zeros", "ambiguous"})
_OPEN_PLACES = 3
_DIGITS = frozenset("0123456789")
_SAMPLES = ("123456789", "987654321")


@dataclass(frozen=True, slots=True, eq=False)
class NumberShape:
    """What all numbers of one notation share; shapes are the same only if they are one object.

    `pattern` is the text with zeros for its digits, in UTF-8; `start` and `end` are the body's span, `marks` the
    characters in it that are no digits, and `clothes` what stands before and behind it, with the sign of the value.
    `places` are the digits behind the decimal mark, `head` what the value has before the digits of the body, of which
    the first `zeros` are left out. An `is_open` shape is ambiguous: its one mark groups or divides. `no_cents` are
    decimals that are all zeros.
    """

    sample: Parsed
    pattern: bytes
    start: int
    end: int
    marks: tuple[str, ...]
    decimal_mark: str
    places: int
    clothes: tuple[str, str, str]
    head: str
    zeros: int
    no_cents: str
    is_open: bool
    is_irregular: bool
    page_matters: bool

    def digits(self, text: str) -> str:
        """Return the digits of a text of this shape."""
        body = text[self.start : self.end]
        for mark in self.marks:
            body = body.replace(mark, "")
        return body


def number_reader(
    full_reader: FullReader, pattern: bytes, text: str, kind: Kind, context: NumberContext
) -> ShapeReader | None:
    """Return a reader of the numbers that have a text's pattern, None for a pattern that is no plain number.

    It learns one shape for the numbers that begin with another digit than zero, and one for each count of zeros.
    """
    match = _ONE_RUN.fullmatch(text)
    if match is None:
        return None
    notation = _Notation(full_reader, pattern, kind, context, match.span(1))
    zero_led: dict[int, ShapeReader] = {}

    def read_zero_led(text: str, page: NumberContext) -> Parsed | None:
        zeros = _leading_zeros(text)
        if zeros not in zero_led:
            zero_led[zeros] = notation.learnt(text, zeros, None)
        return zero_led[zeros](text, page)

    return notation.learnt(text, 0, read_zero_led)


def _leading_zeros(text: str) -> int:
    """Return how many digits before the first other one are zeros; a number of nothing but zeros has them all."""
    digits = [char for char in text if char in _DIGITS]
    return len(digits) - len("".join(digits).lstrip("0"))


def _settled_reader(shape: NumberShape, first: int, zero_led: ShapeReader | None) -> ShapeReader:
    """Return a reader of the numbers of a shape; texts whose `first` digit is zero go to another, where there is one.

    All in one function, on purpose: most texts of a run pass through here.
    """
    sample, head, start, end, zeros = shape.sample, shape.head, shape.start, shape.end, shape.zeros
    groups = tuple(mark for mark in shape.marks if mark != shape.decimal_mark)
    comma = shape.decimal_mark if shape.decimal_mark != "." else ""
    page_matters, kind, currency, unit, style = (
        shape.page_matters,
        sample.kind,
        sample.currency,
        sample.unit,
        sample.style,
    )
    places, decided_by, flags, roles = sample.fraction_digits, sample.decided_by, sample.flags, sample.roles

    def read(text: str, page: NumberContext) -> Parsed | None:
        if zero_led is not None and text[first] == "0":
            return zero_led(text, page)
        if page_matters and _says(page):
            return None
        value = text[start:end]
        for mark in groups:
            value = value.replace(mark, "")
        if comma:
            value = value.replace(comma, ".")
        if zeros:
            value = value[zeros:]
        if head:
            value = head + value
        return new_parsed(
            text, kind, value, Decimal(value), currency, unit, style, places, (), decided_by, flags, roles, None, shape
        )

    return read


def _open_reader(shape: NumberShape, first: int, zero_led: ShapeReader | None) -> ShapeReader:
    """Return the same for a shape of which the mark is open: it has two readings and no value."""
    sample, head, mark = shape.sample, shape.head, shape.decimal_mark

    def read(text: str, page: NumberContext) -> Parsed | None:
        if zero_led is not None and text[first] == "0":
            return zero_led(text, page)
        if shape.page_matters and _says(page):
            return None
        body = text[shape.start : shape.end]
        readings = (head + body.replace(mark, ""), head + body.replace(mark, "."))
        return new_parsed(
            text,
            sample.kind,
            None,
            None,
            sample.currency,
            sample.unit,
            sample.style,
            sample.fraction_digits,
            readings,
            sample.decided_by,
            sample.flags,
            sample.roles,
            None,
            shape,
        )

    return read


def _nothing_reader(first: int, zero_led: ShapeReader | None) -> ShapeReader:
    """Return a reader of the pattern's numbers that have no shape: those that begin with zero may have one."""

    def read(text: str, page: NumberContext) -> Parsed | None:
        return zero_led(text, page) if zero_led is not None and text[first] == "0" else None

    return read


@dataclass(frozen=True, slots=True)
class _Notation:
    """One pattern on one page, of which shapes can be learnt."""

    full_reader: FullReader
    pattern: bytes
    kind: Kind
    context: NumberContext
    span: tuple[int, int]

    def learnt(self, text: str, zeros: int, zero_led: ShapeReader | None) -> ShapeReader:
        """Return a reader of the numbers with so many leading zeros, which hands those with more to `zero_led`."""
        first = next(place for place, char in enumerate(text) if char in _DIGITS)
        samples = [_sample(text, zeros, figures) for figures in _SAMPLES]
        shape = self._shape(samples[0], zeros)
        if shape is None:
            return _nothing_reader(first, zero_led)
        reader = (_open_reader if shape.is_open else _settled_reader)(shape, first, zero_led)
        fits = all(reader(sample, self.context) == self._in_full(sample) for sample in samples)
        return reader if fits else _nothing_reader(first, zero_led)

    def _in_full(self, text: str) -> Parsed:
        return self.full_reader(text, self.kind, self.context)

    def _shape(self, text: str, zeros: int) -> NumberShape | None:
        """Read a sample of the text's shape on a page that says nothing, and on two that say the opposite."""
        sample = self.full_reader(text, self.kind, self.context)
        opposite = (replace(self.context, decimal_mark=mark) for mark in ".,")
        start, end = self.span
        marks = tuple(dict.fromkeys(char for char in text[start:end] if char not in _DIGITS))
        is_open = sample.value is None
        decimal_mark = marks[0] if is_open and marks else sample.style.decimal_mark
        places = _OPEN_PLACES if is_open else sample.fraction_digits or 0
        if not _is_plain(sample) or not _is_as_written(text[start:end], decimal_mark, places):
            return None
        whole = sum(char in _DIGITS for char in text[start:end]) - places
        minus = "-" if _is_negative(sample) else ""
        return NumberShape(
            sample=sample,
            pattern=self.pattern,
            start=start,
            end=end,
            marks=marks,
            decimal_mark=decimal_mark,
            places=places,
            clothes=(text[:start], text[end:], minus),
            head=minus if whole else minus + "0",
            zeros=min(zeros, max(whole - 1, 0)),
            no_cents=decimal_mark + "0" * places,
            is_open=is_open,
            is_irregular="irregular-grouping" in sample.flags,
            page_matters=any(self.full_reader(text, self.kind, other) != sample for other in opposite),
        )


def _sample(text: str, zeros: int, figures: str) -> str:
    """Return a text with other digits: so many zeros first, no zero behind them."""
    others = cycle(figures)
    digits = iter(["0"] * zeros)
    return "".join((next(digits, "") or next(others)) if char in _DIGITS else char for char in text)


def _is_as_written(body: str, decimal_mark: str, places: int) -> bool:
    """Say whether a body has its one decimal mark before its decimals: 99p has decimals but no mark for them."""
    if not decimal_mark:
        return not places
    return body.count(decimal_mark) == 1 and len(body) - 1 - body.index(decimal_mark) == places > 0


def _says(page: NumberContext) -> bool:
    """Say whether a page, beyond its currency, unit and locale, may tell what a mark is."""
    return bool(page.page_amounts or page.decimal_mark or page.mark_by_sum)


def _is_plain(sample: Parsed) -> bool:
    return _ROLES.issuperset(sample.roles) and _FLAGS.issuperset(sample.flags)


def _is_negative(sample: Parsed) -> bool:
    return any(str(value).startswith("-") for value in (sample.value, *sample.alternatives))
