"""Measuring: the headline of a run from sums made in SQL, with intervals drawn by document."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from fidelity_app.core.costs import NOTHING, Cost, fee, per_right_document, time_cost
from fidelity_app.core.metrics import Ratio, intervals
from fidelity_app.core.recipes import Recipe
from fidelity_app.reports.rows import FailureRow
from fidelity_app.services.views import HeadlineRow, Measure
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import measures as table
from fidelity_app.store import replies as reply_table
from fidelity_app.store import runs as run_table
from fidelity_app.store.measures import DocumentCounts

SEED = 20_260_101
"""Of the bootstrap: the same counts give the same interval on every machine."""

Groups = Mapping[tuple[str, str], Sequence[DocumentCounts]]


def grouped(ws: Workspace, run_id: str) -> dict[tuple[str, str], list[DocumentCounts]]:
    """Return the sums of a run by model and recipe key, in the order of the run."""
    db = ws.store.read()
    found: dict[tuple[str, str], list[DocumentCounts]] = {}
    for row in table.by_document(db, run_id):
        found.setdefault((row.model, row.recipe_key), []).append(row)
    recipes = run_table.recipes_of(db, run_id)
    models = [item.config.name for item in run_table.models_of(db, run_id)]
    places = [(model, recipe.key) for recipe in recipes for model in models]
    return {place: found[place] for place in places if place in found}


def headline(ws: Workspace, run_id: str) -> list[HeadlineRow]:
    """Return one row per recipe and model, in the order of the run; empty while nothing is scored."""
    recipes = {recipe.key: recipe for recipe in run_table.recipes_of(ws.store.read(), run_id)}
    return [_row(model, recipes[recipe_key], counts) for (model, recipe_key), counts in grouped(ws, run_id).items()]


def _row(model: str, recipe: Recipe, counts: Sequence[DocumentCounts]) -> HeadlineRow:
    measures = measured([share(counts, *lines) for lines in HEADLINE.values()])
    return HeadlineRow(
        model=model,
        recipe_key=recipe.key,
        recipe_label=recipe.label,
        severity=recipe.severity if recipe.steps else 0.0,
        documents=len(counts),
        slots=sum(item.slots for item in counts),
        ambiguous=sum(item.ambiguous for item in counts),
        failures=sum(item.failed for item in counts),
        **dict(zip(HEADLINE, measures, strict=True)),
    )


Count = Callable[[DocumentCounts], int]

HEADLINE: Mapping[str, tuple[Count, Count]] = {
    "value_fidelity": (lambda item: item.right, lambda item: item.printed),
    "digit_error_rate": (lambda item: item.digit_errors, lambda item: item.truth_digits),
    "silent_error_rate": (lambda item: item.silent, lambda item: item.slots),
    "strict_document_rate": (lambda item: item.units_right, lambda item: item.units),
    "coverage": (lambda item: item.answered, lambda item: item.slots),
}
"""What is counted above and below the line, by the name of the measure."""


def share(counts: Sequence[DocumentCounts], above: Count, below: Count) -> Ratio:
    """Return a share that remembers its documents."""
    return Ratio(tuple((item.document_id, above(item), below(item)) for item in counts))


def measured(shares: Sequence[Ratio]) -> list[Measure]:
    """Return the shares with their intervals, drawn by document with the seed of all reports."""
    return [
        Measure(
            value=found.value,
            low=None if interval is None else interval.low,
            high=None if interval is None else interval.high,
            hits=found.hits,
            total=found.total,
        )
        for found, interval in zip(shares, intervals(shares, seed=SEED), strict=True)
    ]


def cost_words(ws: Workspace, run_id: str, groups: Groups) -> dict[tuple[str, str], str]:
    """Return the cost of one fully right document in words, by model and recipe key.

    What another run asked cost nothing here; a model without prices that is asked over a network costs an unknown sum.
    """
    from fidelity_app.vision import find_adapter

    words: dict[tuple[str, str], str] = {}
    for frozen in run_table.models_of(ws.store.read(), run_id):
        name, prices = frozen.config.name, frozen.config.prices
        if not prices:
            said = "no fee" if find_adapter(frozen.config.adapter).local else "unknown (no prices)"
            words.update(((model, key), said) for model, key in groups if model == name)
            continue
        spent: dict[str, Cost] = {}
        for recipe_key, attempt in reply_table.spent(ws.store.read(), run_id, name):
            took = time_cost(attempt.seconds + attempt.backoff_s, prices)
            spent[recipe_key] = spent.get(recipe_key, NOTHING) + fee(attempt.usage, prices) + took
        for model, key in groups:
            if model == name:
                right = sum(item.units_right for item in groups[model, key])
                cost = per_right_document([spent.get(key, NOTHING)], right)
                words[model, key] = "no document was fully right" if cost is None else cost.words
    return words


def failures(ws: Workspace, run_id: str) -> tuple[FailureRow, ...]:
    """Return the trials of a run without an answer, by model, recipe and reason, most frequent first."""
    return tuple(FailureRow(*row) for row in table.failed_trials(ws.store.read(), run_id))
