"""How far wrong values are off: powers of ten, and money per currency."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from fidelity_app.core.documents import Kind
from fidelity_app.core.metrics.records import Record
from fidelity_app.core.verdicts import Judgement, Verdict


@dataclass(frozen=True, slots=True)
class Money:
    """Differences of one currency ("" where none is known): reading minus truth, summed signed and unsigned."""

    currency: str
    count: int
    signed: Decimal
    unsigned: Decimal
    largest: Decimal
    largest_document: str
    largest_slot: str


@dataclass(frozen=True, slots=True)
class Magnitude:
    """`powers` counts mismatches by the power of ten between reading and truth (0: the same size, None: no ratio)."""

    powers: Mapping[int | None, int]
    money: tuple[Money, ...]


def magnitude(records: Iterable[Record], *, currency: str = "") -> Magnitude:
    """Measure the mismatches whose values are both known; `currency` is what amounts without a sign are in."""
    wrong = [
        (record, record.judgement)
        for record in records
        if record.judgement is not None
        and record.verdict in (Verdict.MISMATCH, Verdict.WRONG_FIELD)
        and _numbers(record.judgement) is not None
    ]
    powers = Counter(power_of_ten(*pair) for _, judgement in wrong if (pair := _numbers(judgement)) is not None)
    groups: dict[str, list[tuple[Record, Decimal]]] = {}
    for record, judgement in wrong:
        pair = _numbers(judgement)
        if pair is not None and judgement.truth.kind is Kind.AMOUNT:
            groups.setdefault(judgement.truth.currency or currency, []).append((record, pair[1] - pair[0]))
    return Magnitude(powers, tuple(_money(name, found) for name, found in sorted(groups.items())))


def power_of_ten(truth: Decimal, reading: Decimal) -> int | None:
    """Return log10 of the ratio, rounded to the nearest whole number (ties away from 1); None where a side is zero.

    28.90 read as 2890 is 2; read as 23.90 it is 0.
    """
    if not truth or not reading:
        return None
    quotient = abs(reading / truth)
    exponent = quotient.adjusted()
    # sqrt(10) divides two powers; compared as squares, no logarithm is needed and none is rounded.
    return exponent + (1 if (quotient.scaleb(-exponent)) ** 2 >= 10 else 0)


def _numbers(judgement: Judgement) -> tuple[Decimal, Decimal] | None:
    if judgement.reading is None or judgement.truth.number is None or judgement.reading.number is None:
        return None
    return judgement.truth.number, judgement.reading.number


def _money(currency: str, found: list[tuple[Record, Decimal]]) -> Money:
    record, largest = max(found, key=lambda pair: (abs(pair[1]), pair[0].document_id, pair[0].slot))
    return Money(
        currency=currency,
        count=len(found),
        signed=sum((difference for _, difference in found), Decimal(0)),
        unsigned=sum((abs(difference) for _, difference in found), Decimal(0)),
        largest=largest,
        largest_document=record.document_id,
        largest_slot=record.slot,
    )
