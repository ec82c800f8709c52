"""The measures of a run as tables, pages and files are written from them: frozen, complete, decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fidelity_app.core.compatibility import Columns
from fidelity_app.core.metrics import DigitTable, FlipCounts, Magnitude
from fidelity_app.services.views import Measure

DROPS = (0.02, 0.05)
"""Falls of value fidelity for which the report says how many documents would show them."""


@dataclass(frozen=True, slots=True)
class NamedMeasure:
    """A measure by its name in files, with the number of documents that it is counted over."""

    name: str
    measure: Measure
    documents: int


@dataclass(frozen=True, slots=True)
class Power:
    """What the documents at hand can show: how many would show each of `DROPS`, and the smallest drop they show."""

    needed: tuple[int | None, ...]
    smallest: float | None


@dataclass(frozen=True, slots=True)
class MeasureSheet:
    """All measures of one model under one recipe. Counts are slots, but for `documents`."""

    model: str
    recipe_key: str
    recipe: str
    documents: int
    repeats: int
    slots: int
    ambiguous: int
    failed: int
    omitted: int
    abstained: int
    invented: int
    illegible: int
    shares: tuple[NamedMeasure, ...]
    digits: DigitTable
    magnitude: Magnitude
    sums: FlipCounts
    papers: Columns
    power: Power


@dataclass(frozen=True, slots=True)
class Hardness:
    """How one model reads values of one class: of a digit height, or of a third by ease (core.metrics.ease).

    `slots` are the values asked for, all recipes and repeats together.
    """

    model: str
    name: str
    slots: int
    documents: int
    value_fidelity: Measure
    silent_error_rate: Measure


@dataclass(frozen=True, slots=True)
class HowHard:
    """How hard a run's values were and what that did: per model by digit height and by thirds of ease.

    `ends` are the greatest ease of the hardest third and of the middle one. `cliffs` are the models that are shown to
    read smaller digits worse, each with the edge in px and value fidelity below and from it on.
    """

    by_height: tuple[Hardness, ...] = ()
    by_third: tuple[Hardness, ...] = ()
    ends: tuple[float, float] = (0.0, 0.0)
    cliffs: tuple[tuple[str, float, Measure, Measure], ...] = ()


@dataclass(frozen=True, slots=True)
class ModelPair:
    """Two models over the same slots of the same documents: the difference of their value fidelity, and McNemar's test.

    `difference` is the first's minus the second's, None where there is no interval (one document).
    """

    recipe_key: str
    recipe: str
    first: str
    second: str
    difference: float | None
    low: float | None
    high: float | None
    documents: int
    slots: int
    only_first: int
    only_second: int
    p_value: float


@dataclass(frozen=True, slots=True)
class RunMeasures:
    """The sheets of a run in its order, the pairs of its models, its documents' names by id, and how hard it was."""

    sheets: tuple[MeasureSheet, ...]
    pairs: tuple[ModelPair, ...]
    names: Mapping[str, str]
    how_hard: HowHard = HowHard()
