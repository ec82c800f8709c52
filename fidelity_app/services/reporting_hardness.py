"""How hard the values of a run were, and how each model reads the hard and the easy ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from fidelity_app.core.documents import Document
from fidelity_app.core.metrics import HEIGHTS, THIRDS, UNKNOWN, Ratio, cliff, height_class, third_of, thirds
from fidelity_app.core.recipes import Recipe
from fidelity_app.services import measuring
from fidelity_app.services.legibility import Legible, hardness
from fidelity_app.services.reporting_views import Hardness, HowHard
from fidelity_app.services.views import Measure
from fidelity_app.services.workspace import Workspace
from fidelity_app.store.measure_sums import SlotCounts

Slot = tuple[str, str]
"""Recipe key and field id: what was seen."""


class Measurer:
    """Gathers how hard the fields of a run's documents were; each variant is opened at most once, and mostly never."""

    def __init__(self, ws: Workspace, recipes: Iterable[Recipe], seed: int) -> None:
        self._ws = ws
        self._recipes = {recipe.key: recipe for recipe in recipes}
        self._seed = seed

    def of(self, document: Document, recipe_keys: Iterable[str]) -> dict[Slot, Legible]:
        """Return what was measured of a document under some recipes of the run."""
        found: dict[Slot, Legible] = {}
        for key in recipe_keys:
            measured = hardness(self._ws, document, self._recipes[key], seed=self._seed)
            found.update(((key, field_id), one) for field_id, one in measured.items())
        return found


@dataclass(slots=True)
class _Sums:
    """What is counted of one class: by document the values, those printed, those read right, and silent errors."""

    lines: dict[str, list[int]] = field(default_factory=dict)

    def add(self, row: SlotCounts) -> None:
        line = self.lines.setdefault(row.document_id, [0, 0, 0, 0])
        for place, count in enumerate((row.slots, row.printed, row.right, row.silent)):
            line[place] += count

    def share(self, above: int, below: int) -> Ratio:
        return Ratio(tuple((name, line[above], line[below]) for name, line in sorted(self.lines.items())))

    @property
    def slots(self) -> int:
        return sum(line[0] for line in self.lines.values())


_SLOTS, _PRINTED, _RIGHT, _SILENT = range(4)
_Classes = dict[tuple[str, str], _Sums]


def how_hard(
    read: Callable[[], Iterable[SlotCounts]], measured: Mapping[Slot, Legible], models: Iterable[str]
) -> HowHard:
    """Return how each model (in the order of `models`) reads every class of values.

    A slot is easy or hard by itself, whoever reads it: the classes hold the same values for all models. `read` gives
    the slots of the run and is called twice, so that a million of them need not be at hand at once.
    """
    names = tuple(models)
    seen = {(row.recipe_key, row.field_id) for row in read()}
    ends = thirds(one.ease for slot, one in measured.items() if slot in seen)
    heights: _Classes = {}
    by_third: _Classes = {}
    for row in read():
        one = measured.get((row.recipe_key, row.field_id))
        height = height_class(None if one is None else one.digit_height_px)
        third = third_of(None if one is None else one.ease, ends)
        heights.setdefault((row.model, height), _Sums()).add(row)
        by_third.setdefault((row.model, third), _Sums()).add(row)
    return HowHard(
        by_height=_lines(heights, names, (*HEIGHTS, UNKNOWN)),
        by_third=_lines(by_third, names, (*THIRDS, UNKNOWN)),
        ends=ends,
        cliffs=tuple(_cliffs(heights, names)),
    )


def _lines(classes: _Classes, models: Iterable[str], names: Iterable[str]) -> tuple[Hardness, ...]:
    ordered = tuple(names)
    places = [(model, name) for model in models for name in ordered if (model, name) in classes]
    shares = [classes[place].share(above, below) for place in places for above, below in _SHARES]
    measures = iter(measuring.measured(shares))
    return tuple(
        Hardness(
            model=model,
            name=name,
            slots=classes[model, name].slots,
            documents=len(classes[model, name].lines),
            value_fidelity=next(measures),
            silent_error_rate=next(measures),
        )
        for model, name in places
    )


_SHARES = ((_RIGHT, _PRINTED), (_SILENT, _SLOTS))


def _cliffs(classes: _Classes, models: Iterable[str]) -> Iterator[tuple[str, float, Measure, Measure]]:
    for model in models:
        by_height = {name: sums.share(_RIGHT, _PRINTED) for (who, name), sums in classes.items() if who == model}
        found = cliff(by_height, seed=measuring.SEED)
        if found is not None:
            below, above = measuring.measured([found.below, found.above])
            yield model, found.edge_px, below, above
