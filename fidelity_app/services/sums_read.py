"""The arithmetic of what was read: which of a document's sums flip when a model's values stand in for the truth's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal, InvalidOperation
from itertools import groupby

from fidelity_app.core.documents import Document, Kind
from fidelity_app.core.reconciliation import Flip, SumCheck, check, flips
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import documents as document_table
from fidelity_app.store import readmodels
from fidelity_app.store.readmodels import ScoredReading

_NUMBERS = (Kind.AMOUNT, Kind.QUANTITY, Kind.PERCENT)
_CHANGED = ("holds_breaks", "breaks_holds")


def flipped(ws: Workspace, run_id: str) -> Counter[tuple[str, str]]:
    """Return how many sums changed their state under what was read, by model and recipe key."""
    found: Counter[tuple[str, str]] = Counter()
    for model, recipe_key, flip in each_flip(ws, run_id):
        found[model, recipe_key] += flip.name in _CHANGED
    return found


def each_flip(ws: Workspace, run_id: str) -> Iterator[tuple[str, str, Flip]]:
    """Yield model, recipe key and flip for every sum of every document, model, recipe and repeat of a run."""
    for document_id, rows in groupby(readmodels.readings(ws.store.read(), run_id), key=lambda row: row.document_id):
        document = document_table.get(ws.store.read(), document_id)
        for (model, recipe_key, _repeat), found in document_flips(document, rows).items():
            for flip in found:
                yield model, recipe_key, flip


def document_flips(document: Document, rows: Iterable[ScoredReading]) -> dict[tuple[str, str, int], tuple[Flip, ...]]:
    """Return the flips of one document's readings, by model, recipe key and repeat."""
    answers: dict[tuple[str, str, int], list[ScoredReading]] = {}
    for row in rows:
        if row.kind in _NUMBERS and row.field_id:
            answers.setdefault((row.model, row.recipe_key, row.repeat), []).append(row)
    # The truth's sums are the same for every model that was asked the same fields.
    printed: dict[tuple[tuple[str, Decimal | None], ...], tuple[SumCheck, ...]] = {}
    found: dict[tuple[str, str, int], tuple[Flip, ...]] = {}
    for place, readings in answers.items():
        truth = {row.key: _number(row.truth_value) for row in readings}
        asked = tuple(truth.items())
        if asked not in printed:
            printed[asked] = check(truth, document.currency)
        found[place] = flips(printed[asked], {row.key: _number(row.reading_value) for row in readings})
    return found


def _number(value: str | tuple[str, ...] | None) -> Decimal | None:
    """Return a canonical value as its exact number; a list of numbers or none at all is unknown."""
    if not isinstance(value, str):
        return None
    try:
        number = Decimal(value)
    except InvalidOperation:
        return None
    return number if number.is_finite() else None
