"""Makers of faults in identifiers, dates and times."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import assume
from hypothesis import strategies as st
from support.fault_makers import Maker, Pair, makes
from support.printed_values import LATIN

from fidelity_app.core.documents import Kind

# characters of identifiers

DIGITS = st.text(LATIN[1:], min_size=5, max_size=14)


@makes("leading_zero_lost")
def leading_zero_lost(data: st.DataObject) -> Pair:
    digits = data.draw(DIGITS)
    return Pair("0" * data.draw(st.integers(1, 4)) + digits, digits, Kind.IDENTIFIER)


@makes("leading_zero_added")
def leading_zero_added(data: st.DataObject) -> Pair:
    digits = data.draw(DIGITS)
    return Pair(digits, "0" * data.draw(st.integers(1, 4)) + digits, Kind.IDENTIFIER)


@makes("trailing_zero_dropped", label=False)
def trailing_zero_dropped(data: st.DataObject) -> Pair:
    digits = data.draw(DIGITS)
    return Pair(digits + "0" * data.draw(st.integers(1, 3)), digits, Kind.IDENTIFIER)


@makes("scientific_notation")
def scientific_notation(data: st.DataObject) -> Pair:
    digits = data.draw(st.text(LATIN[1:], min_size=9, max_size=20))
    written = data.draw(st.sampled_from([f"{Decimal(digits):.5E}", f"{digits}.0"]))
    return Pair(digits, written, Kind.IDENTIFIER)


@makes("truncated")
def truncated(data: st.DataObject) -> Pair:
    digits = "".join(data.draw(st.permutations(LATIN[1:])))
    kept = data.draw(st.integers(3, 7))
    return Pair(digits, data.draw(st.sampled_from([digits[:kept], digits[-kept:]])), Kind.IDENTIFIER)


@makes("character_dropped")
def character_dropped(data: st.DataObject) -> Pair:
    digits = data.draw(DIGITS)
    return Pair(f"INV-{digits}", data.draw(st.sampled_from([f"INV{digits}", f"IV-{digits}"])), Kind.IDENTIFIER)


@makes("character_inserted")
def character_inserted(data: st.DataObject) -> Pair:
    digits = data.draw(DIGITS)
    return Pair(f"INV{digits}", data.draw(st.sampled_from([f"INV-{digits}", f"INVE{digits}"])), Kind.IDENTIFIER)


@makes("case_changed")
def case_changed(data: st.DataObject) -> Pair:
    digits = data.draw(DIGITS)
    return Pair(f"Inv-{digits}", f"{data.draw(st.sampled_from(['INV', 'inv', 'iNV']))}-{digits}", Kind.IDENTIFIER)


LETTERS = {"0": "OoQD", "1": "lI", "5": "S", "8": "B", "2": "Z", "6": "Gb", "9": "gq"}


@makes("lookalike")
def lookalike(data: st.DataObject) -> Pair:
    digits, digit = data.draw(st.text("347", min_size=2, max_size=6)), data.draw(st.sampled_from(sorted(LETTERS)))
    at, letter = data.draw(st.integers(1, len(digits) - 1)), data.draw(st.sampled_from(LETTERS[digit]))
    texts = [f"K{digits[:at]}{char}{digits[at:]}" for char in (digit, letter)]
    return Pair(*data.draw(st.permutations(texts)), Kind.IDENTIFIER)


# dates and times

YEARS = st.integers(2001, 2039)
FORMS = ["{year}-{month:02d}-{day:02d}", "{day:02d}.{month:02d}.{year}", "{year}年{month}月{day}日"]


def day(data: st.DataObject) -> dict[str, int]:
    return {"year": data.draw(YEARS), "month": data.draw(st.integers(1, 12)), "day": data.draw(st.integers(13, 28))}


@makes("date_order_swapped")
def date_order_swapped(data: st.DataObject) -> Pair:
    year, one, other = data.draw(YEARS), data.draw(st.integers(1, 12)), data.draw(st.integers(1, 12))
    assume(one != other)
    form = data.draw(st.sampled_from(FORMS))
    texts = [form.format(year=year, month=one, day=other), form.format(year=year, month=other, day=one)]
    return Pair(texts[0], texts[1], Kind.DATE)


def wrong_component(name: str) -> Maker:
    def maker(data: st.DataObject) -> Pair:
        truth = day(data)
        wrong = {**day(data), **{other: truth[other] for other in truth if other != name}}
        assume(truth != wrong)
        form = data.draw(st.sampled_from(FORMS))
        return Pair(form.format(**truth), form.format(**wrong), Kind.DATE)

    return maker


for _name in ("year", "month", "day"):
    makes(f"date_component_wrong:{_name}", label=False)(wrong_component(_name))


def clock(data: st.DataObject) -> str:
    return f"{data.draw(st.integers(13, 23))}:{data.draw(st.integers(10, 59))}"


def dated_pair(data: st.DataObject) -> tuple[str, str]:
    date = data.draw(st.sampled_from(FORMS[:2])).format(**day(data))
    return f"{date} {clock(data)}", date


@makes("date_component_wrong:time", label=False)
def wrong_time_of_day(data: st.DataObject) -> Pair:
    date = data.draw(st.sampled_from(FORMS[:2])).format(**day(data))
    times = [clock(data), clock(data)]
    assume(times[0] != times[1])
    return Pair(f"{date} {times[0]}", f"{date} {times[1]}", Kind.DATE)


@makes("date_component_lost:time")
def time_of_day_lost(data: st.DataObject) -> Pair:
    return Pair(*dated_pair(data), Kind.DATE)


@makes("date_component_added:time")
def time_of_day_added(data: st.DataObject) -> Pair:
    return Pair(*reversed(dated_pair(data)), Kind.DATE)


def month_pair(data: st.DataObject) -> tuple[str, str]:
    date = FORMS[0].format(**day(data))
    return date, date[: len("2024-03")]


@makes("date_component_lost:day")
def day_lost(data: st.DataObject) -> Pair:
    return Pair(*month_pair(data), Kind.DATE)


@makes("date_component_added:day")
def day_added(data: st.DataObject) -> Pair:
    return Pair(*reversed(month_pair(data)), Kind.DATE)


@makes("meridiem_lost")
def meridiem_lost(data: st.DataObject) -> Pair:
    text = f"{data.draw(st.integers(1, 11)):02d}:{data.draw(st.integers(0, 59)):02d}"
    return Pair(f"{text} PM", text, Kind.TIME)


@makes("meridiem_changed")
def meridiem_changed(data: st.DataObject) -> Pair:
    text = f"{data.draw(st.integers(1, 12)):02d}:{data.draw(st.integers(0, 59)):02d}"
    halves = data.draw(st.permutations(["AM", "PM"]))
    return Pair(f"{text} {halves[0]}", f"{text} {halves[1]}", Kind.TIME)


def wrong_clock(place: int) -> Maker:
    def maker(data: st.DataObject) -> Pair:
        truth = [data.draw(st.integers(0, 23)), data.draw(st.integers(0, 59)), data.draw(st.integers(0, 59))]
        other = [number if at != place else data.draw(st.integers(0, 23)) for at, number in enumerate(truth)]
        assume(truth != other)
        return Pair(*(":".join(f"{number:02d}" for number in clock) for clock in (truth, other)), Kind.TIME)

    return maker


for _place, _name in enumerate(("hour", "minute", "second")):
    makes(f"time_component_wrong:{_name}", label=False)(wrong_clock(_place))
