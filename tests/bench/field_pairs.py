"""The fields of the race "judge a field": notations as receipts print them, half read right, half with one fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import count as count_up

import numpy as np

from fidelity_app.core.documents import Kind

SEED = 7
SWAP_MARKS = str.maketrans(",.", ".,")
SPACED = str.maketrans(",.", " ,")

STYLES: tuple[Callable[[Decimal], str], ...] = (
    lambda value: f"{value:.2f}",
    lambda value: f"{value:,.2f}",
    lambda value: f"{value:,.2f}".translate(SWAP_MARKS),
    lambda value: f"${value:,.2f}",
    lambda value: f"{value:.2f} EUR",
)
Draw = np.random.Generator
Pair = tuple[str, str, Kind]


def field_pairs(count: int, *, distinct: bool = False) -> list[Pair]:
    """Return truth, reading and kind of fields in a fixed mix; every other one is read right.

    `distinct` never prints a text twice: the kinds that have few texts run out of them.
    """
    draw = np.random.default_rng(SEED)
    makers = [maker for share, maker in MAKERS for _ in range(share)]
    fields = (makers[int(draw.integers(len(makers)))](draw) for _ in count_up())
    return _pairs(fields, count, draw, fault=with_one_fault, distinct=distinct)


def amount_pairs(count: int, *, distinct: bool = False) -> list[Pair]:
    """Return amounts of one to five whole digits in five notations; every other one is read right."""
    draw = np.random.default_rng(SEED)
    fields = (
        (STYLES[number % len(STYLES)](Decimal(_number(draw, 100, 10 ** _number(draw, 3, 8))) / 100), Kind.AMOUNT)
        for number in count_up()
    )
    return _pairs(fields, count, draw, fault=_misread, distinct=distinct)


def _pairs(
    fields: Iterator[tuple[str, Kind]], count: int, draw: Draw, *, fault: Callable[[str, Draw], str], distinct: bool
) -> list[Pair]:
    seen: set[str] = set()
    made: list[Pair] = []
    for truth, kind in fields:
        if len(made) == count:
            break
        if not distinct or truth not in seen:
            made.append((truth, truth if len(made) % 2 == 0 else fault(truth, draw), kind))
            seen.add(truth)
    return made


def with_one_fault(text: str, draw: Draw) -> str:
    """Return another text: one digit misread, lost, invented or swapped, or the mark or the sign gone."""
    faults = [fault for share, fault in FAULTS for _ in range(share)]
    for _ in range(20):
        faulty = faults[int(draw.integers(len(faults)))](text, draw)
        if faulty != text and faulty.strip():
            return faulty
    return _misread(text, draw)


def _amount(draw: Draw) -> str:
    """Return an amount of one to six whole digits, small ones oftener, a third of them on .00, .50 or .99."""
    whole = int(draw.integers(1, 10 ** int(draw.choice((1, 2, 2, 2, 3, 3, 4, 5, 6)))))
    cents = int(draw.choice((0, 50, 99))) if draw.random() < 0.33 else int(draw.integers(100))
    return f"{Decimal(whole * 100 + cents) / 100:,.2f}"


def _number(draw: Draw, low: int, high: int) -> int:
    return int(draw.integers(low, high))


def _date(draw: Draw) -> tuple[int, int, int]:
    return _number(draw, 2015, 2026), _number(draw, 1, 13), _number(draw, 1, 29)


def _dotted(draw: Draw) -> str:
    year, month, day = _date(draw)
    return f"{day:02d}.{month:02d}.{year}"


def _slashed(draw: Draw) -> str:
    year, month, day = _date(draw)
    return f"{day:02d}/{month:02d}/{year}"


def _iso(draw: Draw) -> str:
    return "{:04d}-{:02d}-{:02d}".format(*_date(draw))


def _identifier(draw: Draw) -> str:
    number = _number(draw, 0, 10**9)
    return (f"{number:06d}", f"INV-{number:08d}", f"A{number:07d}", f"{number:09d}")[_number(draw, 0, 4)]


MAKERS: tuple[tuple[int, Callable[[Draw], tuple[str, Kind]]], ...] = (
    (22, lambda draw: (_amount(draw).replace(",", ""), Kind.AMOUNT)),
    (10, lambda draw: (_amount(draw), Kind.AMOUNT)),
    (8, lambda draw: (_amount(draw).translate(SWAP_MARKS), Kind.AMOUNT)),
    (4, lambda draw: (_amount(draw).translate(SPACED), Kind.AMOUNT)),
    (8, lambda draw: (f"${_amount(draw)}", Kind.AMOUNT)),
    (8, lambda draw: (f"{_amount(draw).translate(SWAP_MARKS)} €", Kind.AMOUNT)),
    (4, lambda draw: (f"{_amount(draw)} EUR", Kind.AMOUNT)),
    (3, lambda draw: (f"-{_amount(draw)}", Kind.AMOUNT)),
    (3, lambda draw: (f"Rp {_number(draw, 1, 999)}.000", Kind.AMOUNT)),
    (4, lambda draw: (str(_number(draw, 1, 30)), Kind.QUANTITY)),
    (3, lambda draw: (f"{_number(draw, 1, 9)}.{_number(draw, 100, 999)} kg", Kind.QUANTITY)),
    (3, lambda draw: (f"{_number(draw, 1, 30)}%", Kind.PERCENT)),
    (2, lambda draw: (f"{_number(draw, 1, 30)},{_number(draw, 0, 99):02d} %", Kind.PERCENT)),
    (4, lambda draw: (_dotted(draw), Kind.DATE)),
    (3, lambda draw: (_slashed(draw), Kind.DATE)),
    (3, lambda draw: (_iso(draw), Kind.DATE)),
    (8, lambda draw: (_identifier(draw), Kind.IDENTIFIER)),
)


def _digit_place(text: str, draw: Draw) -> int:
    places = [place for place, character in enumerate(text) if character.isdigit()]
    return places[_number(draw, 0, len(places))]


def _misread(text: str, draw: Draw) -> str:
    place = _digit_place(text, draw)
    wrong = (int(text[place]) + _number(draw, 1, 10)) % 10
    return f"{text[:place]}{wrong}{text[place + 1 :]}"


def _dropped(text: str, draw: Draw) -> str:
    place = _digit_place(text, draw)
    return text[:place] + text[place + 1 :]


def _invented(text: str, draw: Draw) -> str:
    place = _digit_place(text, draw)
    return f"{text[:place]}{_number(draw, 0, 10)}{text[place:]}"


def _swapped(text: str, draw: Draw) -> str:
    place = _digit_place(text, draw)
    two = text[place : place + 2]
    return text[:place] + two[::-1] + text[place + 2 :] if two.isdigit() else text


def _without_last_mark(text: str, draw: Draw) -> str:
    place = max(text.rfind("."), text.rfind(","))
    return text[:place] + text[place + 1 :] if place >= 0 else text


def _without_sign(text: str, draw: Draw) -> str:
    return text.lstrip("-").rstrip("%")


FAULTS: tuple[tuple[int, Callable[[str, Draw], str]], ...] = (
    (10, _misread),
    (3, _dropped),
    (2, _invented),
    (2, _swapped),
    (2, _without_last_mark),
    (1, _without_sign),
)
