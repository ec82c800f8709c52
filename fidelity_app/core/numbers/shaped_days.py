"""Read days and times by their shape: `05.03.2024` and `17.11.2019` differ in their digits and in what these allow.

Which orders give a day is all that the full reader asks of the digits of a day in a year from 1900 to 2099, where no
other calendar is meant; the 29th of February is left to it, and so is a time that does not exist.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers.shaped import FullReader, ShapeReader, new_parsed
from fidelity_app.core.numbers.value import NumberContext, Parsed

_DAY_FIRST = re.compile(rb"(0{1,2})([./-])(0{1,2})\2(0000)")
_YEAR_FIRST = re.compile(rb"(0000)([./-])(0{1,2})\2(0{1,2})")
_TIME = re.compile(rb"(0{1,2}):(00)(?::(00))?")
_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


@dataclass(frozen=True, slots=True, eq=False)
class DayShape:
    """What all days of one notation share whose parts allow the same; shapes are the same only if they are one object.

    `first` and `second` are the spans of the two parts that are no year. `value` and `alternatives` say which parts
    are the month and the day, as indices into (first, second); a value of None has none.
    """

    sample: Parsed
    pattern: bytes
    first: slice
    second: slice
    value: tuple[int, int] | None
    alternatives: tuple[tuple[int, int], ...]

    def parts(self, text: str) -> tuple[str, str]:
        """Return the two parts of a text that are no year, with two digits each."""
        return text[self.first].zfill(2), text[self.second].zfill(2)


@dataclass(frozen=True, slots=True, eq=False)
class TimeShape:
    """What all times of one notation share."""

    sample: Parsed
    pattern: bytes


@lru_cache(maxsize=16384)
def _allowed(first: str, second: str) -> tuple[bool, bool, int] | None:
    """Say whether the first part can be the day and whether it can be the month, and which part is greater.

    None for the 29th of February: the year tells.
    """
    a, b = int(first), int(second)
    if {a, b} == {2, 29}:
        return None
    return _is_day(a, b), _is_day(b, a), (a > b) - (a < b)


def _is_day(day: int, month: int) -> bool:
    return 1 <= month <= len(_LENGTHS) and 1 <= day <= _LENGTHS[month - 1]


def date_reader(
    full_reader: FullReader, pattern: bytes, text: str, kind: Kind, context: NumberContext
) -> ShapeReader | None:
    """Return a reader of the days that have a text's pattern, None for a pattern that is no day in digits."""
    if match := _DAY_FIRST.fullmatch(pattern):
        first, second, year = slice(*match.span(1)), slice(*match.span(3)), slice(*match.span(4))
    elif match := _YEAR_FIRST.fullmatch(pattern):
        year, first, second = slice(*match.span(1)), slice(*match.span(3)), slice(*match.span(4))
    else:
        return None
    shapes: dict[tuple[bool, bool, int], DayShape | None] = {}

    def read(text: str, page: NumberContext) -> Parsed | None:
        in_year = text[year]
        allowed = _allowed(text[first], text[second])
        if allowed is None or not "1900" <= in_year <= "2099":
            return None
        if allowed not in shapes:
            sample = full_reader(text, kind, context)
            shape = shapes[allowed] = _day_shape(sample, pattern, (first, second), in_year)
            if shape is not None and not shape.alternatives:  # which part is greater tells the order of these alone
                shapes[allowed[0], allowed[1], -allowed[2]] = shape
        shape = shapes[allowed]
        return _read_day(shape, text, in_year) if shape is not None else None

    return read


def _day_shape(sample: Parsed, pattern: bytes, spans: tuple[slice, slice], year: str) -> DayShape | None:
    """Find out which parts of a sample are its month and its day."""
    parts = tuple(sample.raw[span].zfill(2) for span in spans)
    ways = {f"{year}-{parts[month]}-{parts[day]}": (month, day) for month, day in ((0, 1), (1, 0))}
    values = (*(() if sample.value is None else (sample.value,)), *sample.alternatives)
    if sample.suggestion is not None or sample.number is not None or any(value not in ways for value in values):
        return None
    if isinstance(sample.value, str):
        return None if sample.alternatives else DayShape(sample, pattern, *spans, ways[sample.value], ())
    return DayShape(sample, pattern, *spans, None, tuple(ways[other] for other in sample.alternatives))


def _read_day(shape: DayShape, text: str, year: str) -> Parsed:
    sample = shape.sample
    parts = shape.parts(text)
    value = None
    if shape.value is not None:
        month, day = shape.value
        value = f"{year}-{parts[month]}-{parts[day]}"
    alternatives = tuple(f"{year}-{parts[m]}-{parts[d]}" for m, d in shape.alternatives) if value is None else ()
    return new_parsed(
        text,
        sample.kind,
        value,
        None,
        sample.currency,
        sample.unit,
        sample.style,
        sample.fraction_digits,
        alternatives,
        sample.decided_by,
        sample.flags,
        sample.roles,
        None,
        shape,
    )


def time_reader(
    full_reader: FullReader, pattern: bytes, text: str, kind: Kind, context: NumberContext
) -> ShapeReader | None:
    """Return a reader of the times of day that have a text's pattern, None for a pattern that is no `14:05[:30]`."""
    match = _TIME.fullmatch(pattern)
    if match is None:
        return None
    hour, minute, second = (slice(*match.span(group)) for group in (1, 2, 3))
    has_seconds = match[3] is not None
    noon = "".join(piece for piece in ("12" if len(match[1]) == 2 else "9", ":34", ":56" if has_seconds else ""))
    shape = TimeShape(full_reader(noon, kind, context), pattern)
    sample = shape.sample
    if sample.value != noon.zfill(len("00:00:00" if has_seconds else "00:00")) or sample.alternatives:
        return None

    def read(text: str, page: NumberContext) -> Parsed | None:
        hours = text[hour].zfill(2)
        if hours > "23" or text[minute] > "59" or (has_seconds and text[second] > "59"):
            return None
        return new_parsed(
            text,
            kind,
            hours + text[hour.stop :],
            None,
            sample.currency,
            sample.unit,
            sample.style,
            sample.fraction_digits,
            (),
            sample.decided_by,
            sample.flags,
            sample.roles,
            None,
            shape,
        )

    return read
