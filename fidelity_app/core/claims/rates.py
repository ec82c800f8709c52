"""How often prose claims numbers that the document does not print: per claim, and per document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fidelity_app.core.claims.checking import ProseReport
from fidelity_app.core.metrics.ratios import Ratio


@dataclass(frozen=True, slots=True)
class HallucinationRates:
    """Two shares over the same texts. Each knows its documents, so that intervals are drawn by document.

    - `per_claim`: hallucinated claims / claims, undecided ones left out of both;
    - `per_document`: texts with at least one hallucinated claim / texts, those that claim nothing included.

    `undecided` counts the claims that were left out.
    """

    per_claim: Ratio
    per_document: Ratio
    undecided: int


def hallucination_rates(reports: Iterable[tuple[str, ProseReport]]) -> HallucinationRates:
    """Count reports given with their document's id; several texts about one document (repeats) are several texts."""
    claims: dict[str, list[int]] = {}
    texts: dict[str, list[int]] = {}
    undecided = 0
    for document_id, report in reports:
        of_claims = claims.setdefault(document_id, [0, 0])
        of_texts = texts.setdefault(document_id, [0, 0])
        of_claims[0] += len(report.hallucinated)
        of_claims[1] += len(report.judged)
        of_texts[0] += bool(report.hallucinated)
        of_texts[1] += 1
        undecided += len(report.claims) - len(report.judged)
    return HallucinationRates(_ratio(claims), _ratio(texts), undecided)


def _ratio(counts: dict[str, list[int]]) -> Ratio:
    return Ratio(tuple((document_id, above, below) for document_id, (above, below) in sorted(counts.items())))
