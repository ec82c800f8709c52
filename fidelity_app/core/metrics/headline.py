"""The figures that decide, for one model under one recipe (SCORING section 5)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import comb, lcm

from fidelity_app.core.asks import Outcome
from fidelity_app.core.digit_errors import digit_counts
from fidelity_app.core.documents import Legibility
from fidelity_app.core.metrics.ratios import Ratio, f1, ratio
from fidelity_app.core.metrics.records import Record
from fidelity_app.core.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Headline:
    """All shares of one model under one recipe. Undefined shares have a value of None, never zero.

    - `recall` (value fidelity): right values / slots where something legible is printed;
    - `precision`: right values / values given, invented ones included;
    - `strict`: as recall, asking also for the same fraction digits, sign notation, currency and unit;
    - `digit_errors`: substituted, dropped, inserted and swapped digits / printed digits, over matched pairs;
    - `silent_errors`: wrong answers that do not say so / slots; `silent_in_sound` is the part inside documents whose
      arithmetic over the reading still holds;
    - `documents_right`: documents (in each repeat) with every slot right and nothing invented / documents;
    - `coverage`: slots with a value / slots.

    Failed trials are in every denominator but that of precision and digits, where there is nothing to count.
    `failures` counts their slots by outcome; `ambiguous` slots are counted here and nowhere else.
    """

    documents: int
    slots: int
    recall: Ratio
    precision: Ratio
    strict: Ratio
    digit_errors: Ratio
    silent_errors: Ratio
    silent_in_sound: Ratio
    documents_right: Ratio
    coverage: Ratio
    abstention_precision: Ratio
    abstention_recall: Ratio
    ambiguous: int
    abstained: int
    omitted: int
    invented: int
    verdicts: Mapping[Verdict, int] = field(default_factory=dict)
    failures: Mapping[Outcome, int] = field(default_factory=dict)

    @property
    def f1(self) -> float | None:
        """Return the harmonic mean of precision and recall."""
        return f1(self.precision.value, self.recall.value)


def headline(records: Iterable[Record]) -> Headline:
    """Count all shares over the records of one model under one recipe, all repeats together."""
    everything = list(records)
    judged = [record for record in everything if record.is_judged]
    slots = [record for record in judged if not record.is_extra]
    printed = [record for record in slots if record.is_printed]
    answered = [record for record in judged if record.is_answered]
    abstained = [record for record in slots if record.verdict is Verdict.ABSTAINED]
    unreadable = [record for record in slots if record.legibility is Legibility.ILLEGIBLE]
    return Headline(
        documents=len({record.document_id for record in everything}),
        slots=len(slots),
        recall=ratio(printed, lambda record: record.is_right),
        precision=ratio(answered, lambda record: record.is_right),
        strict=ratio(printed, lambda record: record.is_strictly_right),
        digit_errors=_digit_errors(slots),
        silent_errors=ratio(slots, lambda record: record.is_silent_error),
        silent_in_sound=ratio(slots, lambda record: record.is_silent_error and record.document_holds),
        documents_right=documents_right(everything),
        coverage=ratio(slots, lambda record: record.is_answered),
        abstention_precision=ratio(abstained, lambda record: record.abstained_rightly),
        abstention_recall=ratio(unreadable, lambda record: record.abstained_rightly),
        ambiguous=len(everything) - len(judged),
        abstained=len(abstained),
        omitted=sum(record.verdict is Verdict.OMITTED for record in slots),
        invented=sum(record.verdict is Verdict.HALLUCINATED for record in judged),
        verdicts=Counter(record.verdict for record in everything if record.verdict is not None),
        failures=Counter(record.outcome for record in everything if record.judgement is None),
    )


def documents_right(records: Iterable[Record]) -> Ratio:
    """Return the share of documents, repeat by repeat, with every judged slot right and nothing invented.

    A document of which nothing can be judged (all ambiguous) is not counted; one whose trial failed is not right.
    """
    units = _by_unit(record for record in records if record.is_judged)
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for (document_id, _), unit in units.items():
        counts[document_id][0] += all(record.is_right for record in unit)
        counts[document_id][1] += 1
    return Ratio(tuple((document_id, right, total) for document_id, (right, total) in sorted(counts.items())))


def pass_k(records: Iterable[Record], k: int) -> float | None:
    """Return the probability that k answers to a document, drawn from its repeats, are all right (pass^k).

    The unbiased estimate C(right, k) / C(repeats, k), averaged over documents (Yao et al. 2024, tau-bench, arXiv
    2406.12045). None when no document was asked k times. Raises ValueError for k below one.
    """
    return all_of_k(documents_right(records), k).value


def all_of_k(right: Ratio, k: int) -> Ratio:
    """Return pass^k as a share: draws of k repeats that are all right, of all draws, from `documents_right`.

    Documents asked less than k times are left out. Where some were asked more often than others, each weighs the same.
    Raises ValueError for k below one.
    """
    if k < 1:
        raise ValueError("k is at least one")
    asked = [(name, comb(hits, k), comb(total, k)) for name, hits, total in right.by_document if total >= k]
    whole = lcm(*(draws for _, _, draws in asked))
    return Ratio(tuple((name, passed * (whole // draws), whole) for name, passed, draws in asked))


def discordant(first: Iterable[Record], second: Iterable[Record]) -> tuple[int, int]:
    """Return the slots that only the first and only the second model has right, for McNemar's test.

    Slots are those that both were asked and that are judged for both, repeat by repeat.
    """
    mine, theirs = ({_place(record): record.is_right for record in side if _counts(record)} for side in (first, second))
    shared = mine.keys() & theirs.keys()
    only_first = sum(mine[place] and not theirs[place] for place in shared)
    return only_first, sum(theirs[place] and not mine[place] for place in shared)


def _counts(record: Record) -> bool:
    return record.is_judged and not record.is_extra


def _place(record: Record) -> tuple[str, str, int]:
    return record.document_id, record.slot, record.repeat


def _by_unit(records: Iterable[Record]) -> dict[tuple[str, int], Sequence[Record]]:
    def unit(record: Record) -> tuple[str, int]:
        return record.document_id, record.repeat

    return {key: list(group) for key, group in groupby(sorted(records, key=unit), key=unit)}


def _digit_errors(records: Sequence[Record]) -> Ratio:
    counts = {id(record): digit_counts(record.judgement) for record in records if record.judgement is not None}
    matched = [record for record in records if id(record) in counts]
    return ratio(
        matched,
        lambda record: counts[id(record)].errors,
        lambda record: counts[id(record)].truth_digits,
    )
