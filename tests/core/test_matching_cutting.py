"""A located line is cut to a field's box character by character, and the truth's text has no say in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidelity_app.core.asks import Outcome, ParsedReply, ReadItem
from fidelity_app.core.documents import Field, Kind
from fidelity_app.core.geometry import Quad
from fidelity_app.core.matching import Match, match
from fidelity_app.core.matching.cutting import cut
from fidelity_app.core.replies.lines import RUNG

WIDTH = 10.0


def glyphs(text: str, left: float = 0.0) -> tuple[Quad, ...]:
    return tuple(Quad.rect(left + at * WIDTH, 0, left + (at + 1) * WIDTH, 20) for at in range(len(text)))


def line(text: str, *, is_exact: bool = True) -> ReadItem:
    places = glyphs(text)
    return ReadItem(text, box=Quad.hull(places), glyphs=places if is_exact else ())


def box_of(part: str, text: str, *, margin: float = 0.0) -> Quad:
    """Return the box of a part as a person would draw it, `margin` characters wider on both sides."""
    start = text.index(part)
    return Quad.rect((start - margin) * WIDTH, 0, (start + len(part) + margin) * WIDTH, 20)


def field(text: str, kind: Kind, box: Quad, key: str = "f") -> Field:
    return Field(key, "d", 0, key, kind, text, box)


def read(fields: list[Field], *items: ReadItem) -> tuple[Match, ...]:
    return match(fields, ParsedReply(Outcome.OK, "", RUNG, items, False))


@pytest.mark.parametrize("is_exact", [True, False])
@pytest.mark.parametrize(
    ("text", "kind", "part"),
    [
        ("No.0713", Kind.IDENTIFIER, "0713"),
        ("#20933", Kind.IDENTIFIER, "20933"),
        ("#20933", Kind.IDENTIFIER, "#20933"),
        ("Check #80683", Kind.IDENTIFIER, "80683"),
        ("XXXX3823", Kind.IDENTIFIER, "3823"),
        ("登録番号T0000000000128", Kind.IDENTIFIER, "T0000000000128"),
        ("電話00-5555-0128", Kind.PHONE, "00-5555-0128"),
        ("2026年3月9日19:04", Kind.DATE, "2026年3月9日"),
        ("2026年3月9日19:04", Kind.TIME, "19:04"),
        ("Date:02/02/2018 10:30", Kind.DATE, "02/02/2018"),
        ("11/02/17 14:03 Num. 1", Kind.TIME, "14:03"),
        ("(税 ¥1,214)", Kind.AMOUNT, "¥1,214"),
        ("¥1,214)", Kind.AMOUNT, "¥1,214"),
        ("TOTAL RM28.90", Kind.AMOUNT, "28.90"),
        ("TOTAL RM28.90", Kind.AMOUNT, "RM28.90"),
        ("28.90 SR", Kind.AMOUNT, "28.90"),
        ("28.90T", Kind.AMOUNT, "28.90"),
        ("SUM 3.5C", Kind.AMOUNT, "3.5C"),
        ("SUM 15.u0", Kind.AMOUNT, "15.u0"),
        ("PAID 82, 10 €", Kind.AMOUNT, "82, 10 €"),
        ("COUPON FRISCHE-10%", Kind.PERCENT, "-10%"),
        ("1,234 kg x 2,99", Kind.QUANTITY, "1,234 kg"),
        ("2 x 14.45 28.90", Kind.AMOUNT, "14.45"),
        ("2 x Dinkelbrot 750g 5,60", Kind.OTHER, "Dinkelbrot 750g"),
        ("から揚げ弁当※", Kind.OTHER, "から揚げ弁当"),
    ],
)
def test_the_part_in_the_box_is_read_and_what_stands_around_it_is_not(
    text: str, kind: Kind, part: str, is_exact: bool
) -> None:
    (found,) = read([field("?", kind, box_of(part, text))], line(text, is_exact=is_exact))
    assert found.text == part
    assert len(found.glyphs) == len(part)


@pytest.mark.parametrize(
    ("text", "kind", "box", "whole"),
    [
        ("1250.00", Kind.AMOUNT, Quad.rect(10, 0, 70, 20), "1250.00"),
        ("1250.00", Kind.AMOUNT, Quad.rect(0, 0, 52, 20), "1250.00"),
        ("0047283", Kind.IDENTIFIER, Quad.rect(20, 0, 70, 20), "0047283"),
        ("12/03/2", Kind.DATE, Quad.rect(0, 0, 61, 20), "12/03/2"),
        ("TAX -12.50", Kind.AMOUNT, Quad.rect(50, 0, 100, 20), "-12.50"),
        ("TAX (12.50)", Kind.AMOUNT, Quad.rect(50, 0, 100, 20), "(12.50)"),
        ("12.50- A", Kind.AMOUNT, Quad.rect(0, 0, 50, 20), "12.50-"),
        ("VAT 19%", Kind.PERCENT, Quad.rect(40, 0, 60, 20), "19%"),
        ("A 7 B", Kind.QUANTITY, Quad.rect(28, 0, 40, 20), "7"),
    ],
)
def test_no_digit_or_sign_is_cut_off_at_the_edge_of_a_box(text: str, kind: Kind, box: Quad, whole: str) -> None:
    (found,) = read([field("?", kind, box)], line(text))
    assert found.text == whole


def test_a_date_and_a_time_that_ran_together_are_parted_between_their_boxes() -> None:
    text = ":29/12/202511:41"
    day, hour = "29/12/2025", "11:41"
    fields = [
        field(day, Kind.DATE, box_of(day, text), "date"),
        field(hour, Kind.TIME, box_of(hour, text), "time"),
    ]
    assert [found.text for found in read(fields, line(text))] == [day, hour]


def test_digits_are_not_parted_where_only_one_field_is_annotated() -> None:
    text = ":29/12/202511:41"
    (found,) = read([field("29/12/2025", Kind.DATE, box_of("29/12/2025", text))], line(text))
    assert found.text == "29/12/202511"


def test_digits_are_not_parted_where_the_reader_did_not_say_where_they_are() -> None:
    text = "1250.00"
    fields = [
        field("1", Kind.QUANTITY, Quad.rect(0, 0, 10, 20), "quantity"),
        field("250.00", Kind.AMOUNT, Quad.rect(10, 0, 70, 20), "price"),
    ]
    assert [found.text for found in read(fields, line(text, is_exact=False))] == [None, "1250.00"]
    assert [found.text for found in read(fields, line(text))] == ["1", "250.00"]


def test_a_letter_that_the_reader_glued_to_a_word_is_cut_only_where_it_stands_clearly_outside() -> None:
    text = "2 xTee"
    places = (*glyphs("2 x"), *glyphs("Tee", left=40.0))
    item = ReadItem(text, box=Quad.hull(places), glyphs=places)
    assert read([field("?", Kind.OTHER, Quad.rect(40, 0, 70, 20))], item)[0].text == "Tee"
    assert read([field("?", Kind.OTHER, Quad.rect(45, 0, 70, 20))], item)[0].text == "Tee"


def test_nothing_is_read_from_the_line_above() -> None:
    (found,) = read([field("5.00", Kind.AMOUNT, Quad.rect(0, 21, 40, 41))], line("5.00"))
    assert found.item is None


LINES = st.text(alphabet="0123456789.,-:/() x¥$%#ABno日", min_size=1, max_size=16).filter(str.strip)
EDGES = st.tuples(st.floats(-20, 150), st.floats(8, 120))


@given(
    LINES, EDGES, st.sampled_from(Kind), st.booleans(), st.text(min_size=1, max_size=8), st.text(min_size=1, max_size=8)
)
def test_the_cut_is_the_same_whatever_the_truth_says(
    text: str, edges: tuple[float, float], kind: Kind, is_exact: bool, one: str, other: str
) -> None:
    box = Quad.rect(edges[0], 0, edges[0] + edges[1], 20)
    (first,) = read([field(one, kind, box)], line(text, is_exact=is_exact))
    (second,) = read([field(other, kind, box)], line(text, is_exact=is_exact))
    assert (first.text, first.start, first.end) == (second.text, second.start, second.end)


@given(LINES, EDGES, st.sampled_from(Kind), st.booleans())
def test_no_cut_ends_inside_a_run_of_digits(text: str, edges: tuple[float, float], kind: Kind, is_exact: bool) -> None:
    left, width = edges
    reaches = [((at * WIDTH - left) / width, ((at + 1) * WIDTH - left) / width) for at in range(len(text))]
    span = cut(text, reaches, kind, is_exact=is_exact)
    if span is not None:
        assert 0 <= span.start < span.end <= len(text)
        for edge in (span.start, span.end):
            assert not (0 < edge < len(text) and text[edge - 1].isdecimal() and text[edge].isdecimal())


@given(st.integers(0, 99_999), st.floats(0, 0.45), st.floats(0, 0.45))
def test_a_sloppy_box_reads_the_same_number(cents: int, left: float, right: float) -> None:
    number = f"{cents // 100}.{cents % 100:02d}"
    text = f"TOTAL: {number} A"
    exact = box_of(number, text)
    x0, _, x1, _ = exact.bounds
    box = Quad.rect(x0 + (left - 0.2) * WIDTH, 0, x1 - (right - 0.2) * WIDTH, 20)
    assert read([field("?", Kind.AMOUNT, box)], line(text))[0].text == number
