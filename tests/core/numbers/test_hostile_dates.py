"""Whatever is printed in a date, time or telephone field: nothing raises, and no value holds what the text does not."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidelity_app.core.documents import Kind
from fidelity_app.core.numbers import NumberContext, parse
from fidelity_app.core.numbers.calendars import gregorian
from fidelity_app.core.numbers.reader import read_in_full

_CHARS = st.sampled_from("01234567890123456789./-: ,'T()WZRS\u5e74\u6708\u65e5\u6642OlISBxX#*+\u0663\uff15")
_PIECES = st.sampled_from(
    ["Mar", "MAY ", " de ", "pm", " AM", " Uhr", "March ", "\u4ee4\u548c", "2024", "24", "III", "Sept "]
)
_TEXTS = st.lists(_CHARS | _PIECES, min_size=1, max_size=12).map("".join)
_PAGES = st.sampled_from(
    [
        NumberContext(),
        NumberContext(locale="de"),
        NumberContext(locale="en-US"),
        NumberContext(locale="ja"),
        NumberContext(locale="th"),
        NumberContext(date_order="YMD"),
        NumberContext(calendar="roc"),
        NumberContext(locale="no such locale"),
    ]
)
_KINDS = st.sampled_from([Kind.DATE, Kind.TIME, Kind.IDENTIFIER, Kind.PHONE, Kind.OTHER])
_LOOK_ALIKES = {"0": "OoQ", "1": "l|", "2": "Zz", "5": "S", "6": "Gb", "8": "B", "9": "gq"}


@settings(max_examples=500, deadline=None)
@given(st.text(max_size=30) | _TEXTS, _KINDS, _PAGES)
def test_nothing_raises_and_the_shape_of_a_text_changes_nothing(text: str, kind: Kind, page: NumberContext) -> None:
    parsed = parse(text, kind, page)
    assert parsed == read_in_full(text, kind, page)
    assert parsed.value is None or not parsed.alternatives


@settings(max_examples=500, deadline=None)
@given(_TEXTS)
def test_every_part_of_a_date_is_printed(text: str) -> None:
    parsed = parse(text, Kind.DATE)
    for found in (parsed.value, *(() if parsed.suggestion else parsed.alternatives)):
        if isinstance(found, str) and not any(flag.startswith("calendar:") for flag in parsed.flags):
            year, _, day = (*found[:10].split("-"), "")[:3]
            digits = re.sub(r"[^0-9]", "", text.translate(str.maketrans("\u0663\uff15", "35")))
            assert year[2:] in digits and day.lstrip("0") in digits


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 99), st.integers(0, 99), st.integers(0, 9999), st.sampled_from("./- "), _PAGES)
def test_a_day_that_does_not_exist_is_never_rolled_over(
    first: int, second: int, year: int, mark: str, page: NumberContext
) -> None:
    parsed = parse(f"{first:02d}{mark}{second:02d}{mark}{year:04d}", Kind.DATE, page)
    is_converted = any(flag.startswith("calendar:") for flag in parsed.flags)
    possible = [gregorian(year, month, day) for month, day in ((first, second), (second, first))]
    if all(day is None for day in possible):
        assert (parsed.value is None and parsed.alternatives == ()) or is_converted
    elif isinstance(parsed.value, str) and not is_converted:
        assert parsed.value in {day.isoformat() for day in possible if day is not None}


@settings(max_examples=300, deadline=None)
@given(
    st.dates(),
    st.sampled_from(
        ["%d.%m.%Y", "%Y-%m-%d", "%d/%m/%Y", "%Y%m%d", "%d %B %Y", "%B %d, %Y", "%d.%m.%Y 14:05", "%d-%b-%y"]
    ),
    st.data(),
)
def test_a_letter_for_a_digit_of_a_date_leaves_no_value(day: object, style: str, data: st.DataObject) -> None:
    text = f"{day:{style}}"
    places = [place for place, char in enumerate(text) if char in _LOOK_ALIKES]
    if places:
        place = data.draw(st.sampled_from(places))
        letter = data.draw(st.sampled_from(_LOOK_ALIKES[text[place]]))
        assert parse(f"{text[:place]}{letter}{text[place + 1 :]}", Kind.DATE).value is None


@settings(max_examples=300, deadline=None)
@given(st.times(), st.sampled_from(["%H:%M", "%H:%M:%S", "%I:%M %p", "%H.%M", "%Hh%M"]), st.data())
def test_a_letter_for_a_digit_of_a_time_leaves_no_value(moment: object, style: str, data: st.DataObject) -> None:
    text = f"{moment:{style}}"
    places = [place for place, char in enumerate(text) if char in _LOOK_ALIKES]
    if places:
        place = data.draw(st.sampled_from(places))
        letter = data.draw(st.sampled_from(_LOOK_ALIKES[text[place]]))
        assert parse(f"{text[:place]}{letter}{text[place + 1 :]}", Kind.TIME).value is None


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from("0123456789 ()-./+x#Tel:,O"), max_size=24).map("".join))
def test_a_telephone_number_has_the_printed_digits(text: str) -> None:
    parsed = parse(text, Kind.PHONE)
    if isinstance(parsed.value, str):
        digits = re.sub(r"[^0-9]", "", text)
        kept = re.sub(r"[^0-9]", "", parsed.value)
        assert kept == digits or ("trunk-zero" in parsed.flags and len(kept) < len(digits))
        assert parsed.value.startswith("+") == text.lstrip(" ([Tel:.").startswith("+")


@pytest.mark.parametrize("kind", [Kind.DATE, Kind.TIME, Kind.IDENTIFIER, Kind.PHONE])
@pytest.mark.parametrize("piece", ["1", "X-", "*-", "1.", "March ", "IBAN A", "+1 ", "\u5e74", "...", "(0)"])
def test_ten_thousand_characters_are_read_at_once(kind: Kind, piece: str) -> None:
    parsed = read_in_full(piece * (10_000 // len(piece)) + "!", kind, NumberContext())
    assert len(parsed.roles) == len(parsed.raw)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Total 14.05", "14.05"),
        ("MwSt 19.00", "19.00"),
        ("at 14.05", "14.05"),
        ("Ref 05032024", "5032024"),
        ("Ref 050324", "50324"),
        ("Table 12/27", ("12", "27")),
        ("Table 5", "5"),
        ("20.30 Uhr", "20:30"),
        ("kl. 14.05", "14:05"),
        ("Kasse 14:05", "14:05"),
        ("EXP 12/27", "2027-12"),
        ("Datum 05.03.2024", "2024-03-05"),
    ],
)
def test_where_no_date_is_expected_a_number_stays_a_number(text: str, value: object) -> None:
    assert parse(text, Kind.OTHER).value == value
