"""How far wrong values are off: powers of ten, and money per currency."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from fidelity_app.core.differences import SIZED_KINDS, exact_difference, exact_sum
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


def magnitude(records: Iterable[Record], *, currency: str | Mapping[str, str] = "") -> Magnitude:
    """Measure the wrong values whose sizes are both known: mismatches and values of another field.

    `currency` is what amounts without a sign are in, for all documents or by document.
    """
    powers: Counter[int | None] = Counter()
    groups: dict[str, list[tuple[Record, Decimal]]] = {}
    for record, (printed, read) in _wrong_sizes(records):
        powers[power_of_ten(printed, read)] += 1
        truth = record.judgement.truth if record.judgement is not None else None
        if truth is not None and truth.kind is Kind.AMOUNT:
            stated = currency if isinstance(currency, str) else currency.get(record.document_id, "")
            groups.setdefault(truth.currency or stated, []).append((record, exact_difference(read, printed)))
    return Magnitude(powers, tuple(_money(name, found) for name, found in sorted(groups.items())))


def _wrong_sizes(records: Iterable[Record]) -> Iterator[tuple[Record, tuple[Decimal, Decimal]]]:
    for record in records:
        if record.judgement is None or record.verdict not in (Verdict.MISMATCH, Verdict.WRONG_FIELD):
            continue
        pair = _numbers(record.judgement)
        if pair is not None and record.judgement.truth.kind in SIZED_KINDS:
            yield record, pair


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
    record, largest = max(found, key=lambda pair: (pair[1].copy_abs(), pair[0].document_id, pair[0].slot))
    return Money(
        currency=currency,
        count=len(found),
        signed=exact_sum(difference for _, difference in found),
        unsigned=exact_sum(difference.copy_abs() for _, difference in found),
        largest=largest,
        largest_document=record.document_id,
        largest_slot=record.slot,
    )
