"""Faults of dates and times, by component; a day/month swap is tested before any digit (SCORING section 1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from fidelity_app.core.documents import Kind
from fidelity_app.core.faults.compared import options
from fidelity_app.core.faults.evidence import Evidence, Side

_ISO = re.compile(r"^(?P<year>-?\d{4,})-(?P<month>\d\d)(?:-(?P<day>\d\d))?(?:T(?P<time>.+))?$")
_CLOCK = re.compile(r"^(?P<hour>\d\d):(?P<minute>\d\d)(?::(?P<second>[\d.,]+))?")
_MERIDIEM = re.compile(r"\b[ap]\.?m\b|\d[ap]m?\b", re.IGNORECASE)
_DIGIT_RUN = re.compile(r"[0-9]+")
_NO_SECONDS = re.compile(r"^((?:[^T]+T)?\d\d:\d\d):00(?=$|Z|[+-])")


@dataclass(frozen=True, slots=True)
class DateParts:
    """The components of an ISO value, as text; None where the value has none."""

    year: str
    month: str
    day: str | None
    time: str | None


def date_parts(value: str) -> DateParts | None:
    """Split an ISO 8601 date with or without day and time; None for anything else."""
    match = _ISO.match(value)
    return DateParts(match["year"], match["month"], match["day"], match["time"]) if match else None


def components(side: Side) -> tuple[int, ...]:
    """Return the numbers of a date in the order in which they are written."""
    return tuple(int(run) for run in _DIGIT_RUN.findall("".join(part.key for part in side.parts)))


def to_the_minute(value: str | tuple[str, ...] | None) -> str | tuple[str, ...] | None:
    """Return a time, of a day or not, without seconds that are zero: 14:05:00 is 14:05 with more precision."""
    return _NO_SECONDS.sub(r"\1", value) if isinstance(value, str) else value


def order_kinds(evidence: Evidence) -> Iterator[str]:
    """Name a day and month that changed places, or half a day lost with AM or PM."""
    if evidence.kind is Kind.DATE and order_swapped(evidence):
        yield "date_order_swapped"
    elif evidence.kind is Kind.TIME and evidence.truth.digits == evidence.reading.digits:
        had, has = (bool(_MERIDIEM.search(side.parsed.raw)) for side in (evidence.truth, evidence.reading))
        if had and not has:
            yield "meridiem_lost"
        elif had and has:
            yield "meridiem_changed"


def order_swapped(evidence: Evidence) -> bool:
    """Say whether the dates become equal when day and month of one change places."""
    pair = _dates(evidence)
    if pair is None or pair[0] == pair[1]:
        return False
    truth, reading = pair
    return (truth.year, truth.month, truth.day) == (reading.year, reading.day, reading.month)


def component_kinds(evidence: Evidence) -> Iterator[str]:
    """Name the components of a date or time that are wrong, lost or invented."""
    if evidence.kind is Kind.DATE and not order_swapped(evidence):
        yield from _wrong_date_parts(evidence)
    elif evidence.kind is Kind.TIME:
        yield from _wrong_clock_parts(evidence)


def same_layout(evidence: Evidence) -> bool:
    """Say whether both are written alike but for their digits, so that digits may be compared one by one."""
    if _skeleton(evidence.truth.folded) != _skeleton(evidence.reading.folded):
        return False
    mine, theirs = _year_places(evidence.truth), _year_places(evidence.reading)
    return not mine or not theirs or bool(mine & theirs)


def _year_places(side: Side) -> frozenset[int]:
    """Return at which of a date's numbers its year may stand; none for a text without a value."""
    parts = [date_parts(value) for value in options(side.parsed)]
    years = {int(part.year) for part in parts if part}
    written = components(side)
    return frozenset(at for at, number in enumerate(written) if {number, number + 1900, number + 2000} & years)


def _skeleton(text: str) -> str:
    return _DIGIT_RUN.sub("0", text).casefold()


def _dates(evidence: Evidence) -> tuple[DateParts, DateParts] | None:
    """Return the two dates; of an ambiguous one the reading that shares most components with the other side."""
    truths = [parts for value in options(evidence.truth.parsed) if (parts := date_parts(value))]
    readings = [parts for value in options(evidence.reading.parsed) if (parts := date_parts(value))]
    pairs = [(truth, reading) for truth in truths for reading in readings if truth != reading]
    return max(pairs, key=_agreement, default=None)


def _agreement(pair: tuple[DateParts, DateParts]) -> int:
    truth, reading = pair
    names = ("year", "month", "day", "time")
    return sum(getattr(truth, name) == getattr(reading, name) for name in names)


def _wrong_date_parts(evidence: Evidence) -> Iterator[str]:
    pair = _dates(evidence)
    if pair is None:
        return
    truth, reading = pair
    for name in ("year", "month", "day", "time"):
        mine, theirs = getattr(truth, name), getattr(reading, name)
        if mine == theirs:
            continue
        how = "wrong" if mine and theirs else "lost" if mine else "added"
        yield f"date_component_{how}:{name}"


def _wrong_clock_parts(evidence: Evidence) -> Iterator[str]:
    values = evidence.truth.parsed.value, evidence.reading.parsed.value
    clocks = [_CLOCK.match(value) if isinstance(value, str) else None for value in values]
    if clocks[0] is None or clocks[1] is None:
        return
    for name in ("hour", "minute", "second"):
        if clocks[0][name] != clocks[1][name]:
            yield f"time_component_wrong:{name}"
