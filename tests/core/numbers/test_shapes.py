"""A text read by its shape is read as the full reader reads it, whatever its digits."""

from __future__ import annotations

import string

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import NumberContext, parse
from fidelity_app.core.numbers.reader import read_in_full
from fidelity_app.core.numbers.shaped_characters import CharacterShape
from fidelity_app.core.numbers.shaped_days import DayShape, TimeShape
from fidelity_app.core.numbers.shapes import ShapeBook

PARTS = st.sampled_from([0, 1, 2, 9, 11, 12, 13, 28, 29, 30, 31, 32])
YEARS = st.sampled_from([0, 1403, 1899, 1900, 1999, 2000, 2024, 2099, 2100, 2150, 2567]) | st.integers(1895, 2105)
DATES = st.builds(
    str.format,
    st.sampled_from(
        ["{0:02d}{3}{1:02d}{3}{2:04d}", "{0}{3}{1}{3}{2:04d}", "{2:04d}{3}{1:02d}{3}{0:02d}", "{2:04d}{3}{1}{3}{0}"]
    ),
    PARTS,
    PARTS,
    YEARS,
    st.sampled_from("./-"),
)
TIMES = st.from_regex(r"[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?", fullmatch=True)
IDENTIFIERS = st.text("0123456789AEX- ./*#", min_size=1, max_size=20) | st.from_regex(r"[0-9]{1,16}", fullmatch=True)
PHONES = st.from_regex(r"(\\+[1-9]{1,2} )?(\\(0\\))?[0-9]{2,4}[ /-][0-9]{3,8}", fullmatch=True)
NUMBERS = st.from_regex(r"[1-9][0-9]{0,2}[.,][0-9]{3}( kg| EUR)?", fullmatch=True)
ZERO_LED = st.from_regex(r"-?0{1,4}[0-9]{0,3}([.,][0-9]{3})?([.,][0-9]{1,3})?( kg|%)?", fullmatch=True)
TEXTS = (
    st.tuples(DATES, st.just(Kind.DATE))
    | st.tuples(TIMES, st.just(Kind.TIME))
    | st.tuples(IDENTIFIERS, st.just(Kind.IDENTIFIER))
    | st.tuples(PHONES | IDENTIFIERS, st.just(Kind.PHONE))
    | st.tuples(ZERO_LED | NUMBERS, st.sampled_from([Kind.AMOUNT, Kind.QUANTITY, Kind.PERCENT, Kind.OTHER]))
)
CONTEXTS = st.builds(
    NumberContext,
    locale=st.sampled_from(["", "de-DE", "en-US", "ja-JP", "th-TH", "fa-IR", "zh-TW", "sv-SE"]),
    currency=st.sampled_from(["", "JPY", "KWD"]),
    page_amounts=st.sampled_from([(), ("1,50",)]),
    decimal_mark=st.sampled_from(["", "", ","]),
    mark_by_sum=st.sampled_from(["", "", "."]),
    date_order=st.sampled_from(["", "MDY", "YMD"]),
    calendar=st.sampled_from(["", "buddhist", "japanese", "roc", "persian"]),
)


@st.composite
def of_one_pattern(draw: st.DrawFn) -> tuple[list[str], Kind]:
    """Return texts that differ in their digits alone: the first of them teaches the shape to the others."""
    text, kind = draw(TEXTS)
    digits = sum(char in string.digits for char in text)
    figures = draw(st.lists(st.text("0123459", min_size=digits, max_size=digits), max_size=4))
    others = [_with_digits(text, iter(row)) for row in figures]
    return [text, *others], kind


def _with_digits(text: str, digits: object) -> str:
    return "".join(next(digits) if char in string.digits else char for char in text)  # type: ignore[call-overload]


@settings(max_examples=300)
@given(of_one_pattern(), CONTEXTS)
@example((["4929 1234 5678 9012", "1929 1234 5678 9012"], Kind.IDENTIFIER), NumberContext())
@example((["0.50", "0.00", "0.05"], Kind.AMOUNT), NumberContext())
@example((["-0.50", "-0.00"], Kind.AMOUNT), NumberContext())
@example((["28/02/2024", "29/02/2023", "29/02/2024"], Kind.DATE), NumberContext())
def test_texts_of_one_shape_are_read_as_in_full(texts: tuple[list[str], Kind], context: NumberContext) -> None:
    rows, kind = texts
    book = ShapeBook(read_in_full)
    assert [book.read(text, kind, context) for text in rows] == [read_in_full(text, kind, context) for text in rows]


@pytest.mark.parametrize(
    ("one", "other", "kind", "shape"),
    [
        ("05.03.2024", "06.07.2019", Kind.DATE, DayShape),
        ("2024-03-05", "2019-01-11", Kind.DATE, DayShape),
        ("14:05", "09:59", Kind.TIME, TimeShape),
        ("INV-0042", "INV-9130", Kind.IDENTIFIER, CharacterShape),
        ("+49 30 1234567", "+44 20 7654321", Kind.PHONE, CharacterShape),
    ],
)
def test_texts_that_differ_in_their_digits_share_a_shape(one: str, other: str, kind: Kind, shape: type) -> None:
    first, second = parse(one, kind).shape, parse(other, kind).shape
    assert isinstance(first, shape)
    assert first is second


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("29.02.2024", Kind.DATE),
        ("05.03.1899", Kind.DATE),
        ("5 March 2024", Kind.DATE),
        ("25:10", Kind.TIME),
        ("2:05 PM", Kind.TIME),
        ("4929 1234 5678 9012", Kind.IDENTIFIER),
        ("****1234", Kind.IDENTIFIER),
        ("+49 (0)30 1234567", Kind.PHONE),
    ],
)
def test_where_the_digits_themselves_tell_there_is_no_shape(text: str, kind: Kind) -> None:
    assert parse(text, kind).shape is None


def test_what_the_parts_of_a_day_allow_is_part_of_its_shape() -> None:
    shapes = [
        parse(text, Kind.DATE).shape for text in ("05/03/2024", "03/05/2024", "13/05/2024", "05/13/2024", "99/99/2024")
    ]
    assert len({id(shape) for shape in shapes}) == len(shapes)
    assert parse("03/05/2024", Kind.DATE).alternatives == ("2024-03-05", "2024-05-03")
