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
    shares: tuple[NamedMeasure, ...]
    digits: DigitTable
    magnitude: Magnitude
    sums: FlipCounts
    papers: Columns
    power: Power


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
    """The sheets of a run in its order, the pairs of its models, and the names of its documents by id."""

    sheets: tuple[MeasureSheet, ...]
    pairs: tuple[ModelPair, ...]
    names: Mapping[str, str]
