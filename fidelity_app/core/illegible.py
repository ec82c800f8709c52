"""What a person cannot read under a recipe: marks, and which recipes a mark holds for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from fidelity_app.core.canonical import Json, key_of
from fidelity_app.core.documents import Document, Legibility
from fidelity_app.core.recipes import SCHEMA, Recipe, Step

_ROUNDING = 1e-6
"""Severities are rounded to this in a recipe's key (IMAGING section 3), so a level climbed twice is the same one."""


@dataclass(frozen=True, slots=True)
class IllegibleMark:
    """A person's word that nobody can read a field under a recipe, from this recipe's severity up.

    What it holds for is decided by the pinned steps, not by the recipe's name: the same operations in the same order,
    of the same versions, with the same parameters, at least as severe in every step, and drawn with the same seed
    (another seed puts a glare or a finger elsewhere). So a mark holds for the severity it was made at and for the
    stronger ones of that ladder. A recipe that was edited otherwise, or whose operations make other pixels now, is
    another ladder: the mark stays on record and says nothing about it.
    `taken_back_at` is None while the mark stands.
    """

    id: str
    document_id: str
    field_id: str
    recipe: Recipe
    seed: int
    who: str
    at: datetime
    note: str = ""
    taken_back_at: datetime | None = None
    taken_back_by: str = ""

    def holds(self, recipe: Recipe, *, seed: int) -> bool:
        """Say whether the mark stands and holds for a (pinned) recipe and a seed."""
        if self.taken_back_at is not None or seed != self.seed or ladder_key(recipe) != ladder_key(self.recipe):
            return False
        pairs = zip(self.recipe.steps, recipe.steps, strict=True)
        return all(step.severity >= marked.severity - _ROUNDING for marked, step in pairs)


def ladder_key(recipe: Recipe) -> str:
    """Return the sha256 of what all severities of a recipe share: its steps' operations, versions and parameters."""
    return key_of({"schema": SCHEMA, "ladder": [_without_severity(step) for step in recipe.steps]})


def _without_severity(step: Step) -> dict[str, Json]:
    return {name: value for name, value in step.as_json().items() if name != "severity"}


def holding(marks: Iterable[IllegibleMark], recipe: Recipe, *, seed: int) -> dict[str, IllegibleMark]:
    """Return by field id the mark that holds for a recipe and a seed; of several the one from the mildest severity."""
    found: dict[str, IllegibleMark] = {}
    for mark in marks:
        known = found.get(mark.field_id)
        if mark.holds(recipe, seed=seed) and (known is None or mark.recipe.severity < known.recipe.severity):
            found[mark.field_id] = mark
    return found


def as_legible_as(document: Document, marks: Iterable[IllegibleMark], recipe: Recipe, *, seed: int) -> Document:
    """Return the document as a person can read it under a recipe: marked fields are illegible, whatever they were."""
    marked = holding(marks, recipe, seed=seed)
    if not marked:
        return document
    fields = tuple(
        replace(field, legibility=Legibility.ILLEGIBLE) if field.id in marked else field for field in document.fields
    )
    return replace(document, fields=fields)
