"""A mark of what nobody can read holds for the same steps, as severe or severer, with the same seed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.workspaces import plain_document

from fidelity_app.core.documents import Legibility
from fidelity_app.core.illegible import IllegibleMark, as_legible_as, holding, ladder_key
from fidelity_app.core.recipes import CLEAN, Recipe, Step

NOW = datetime(2026, 1, 2, tzinfo=UTC)
FAX = Recipe("fax", (Step("bleed", 2.0, version=1), Step("fax", 3.0, {"dpi": 80.0}, version=2)), severity=3.0)


def _mark(recipe: Recipe = FAX, *, mark_id: str = "m", field_id: str = "doc-f", seed: int = 0) -> IllegibleMark:
    return IllegibleMark(mark_id, "doc", field_id, recipe, seed, "ann", NOW)


@given(st.floats(0.01, 5), st.floats(0.01, 5))
def test_it_holds_at_its_severity_and_at_the_stronger_ones_of_the_ladder(marked: float, looked_at: float) -> None:
    mark = _mark(FAX.at(marked))
    assert mark.holds(FAX.at(marked), seed=0)
    if looked_at >= marked:
        assert mark.holds(FAX.at(looked_at), seed=0)
    elif FAX.at(looked_at).steps[1].severity < FAX.at(marked).steps[1].severity - 1e-3:
        assert not mark.holds(FAX.at(looked_at), seed=0)


def test_the_recipes_name_decides_nothing() -> None:
    assert _mark().holds(replace(FAX, name="other", title="Other"), seed=0)


@pytest.mark.parametrize(
    "edited",
    [
        replace(FAX, steps=FAX.steps[::-1]),
        replace(FAX, steps=FAX.steps[:1]),
        replace(FAX, steps=(*FAX.steps, Step("jpeg", 1.0, version=1))),
        replace(FAX, steps=(FAX.steps[0], replace(FAX.steps[1], parameters={"dpi": 79.0}))),
        replace(FAX, steps=(FAX.steps[0], replace(FAX.steps[1], version=3))),
        replace(FAX, steps=(replace(FAX.steps[0], severity=1.9), replace(FAX.steps[1], severity=5.0))),
        CLEAN,
    ],
    ids=["order", "fewer", "more", "parameter", "version", "one step milder", "clean"],
)
def test_an_edited_recipe_is_another_ladder(edited: Recipe) -> None:
    assert not _mark().holds(edited, seed=0)


def test_another_seed_puts_the_damage_elsewhere() -> None:
    assert not _mark(seed=1).holds(FAX, seed=2)


def test_a_mark_taken_back_holds_no_more() -> None:
    assert not replace(_mark(), taken_back_at=NOW).holds(FAX, seed=0)


def test_the_ladders_key_is_that_of_all_its_severities_and_of_no_other_recipe() -> None:
    assert ladder_key(FAX) == ladder_key(FAX.at(5)) != ladder_key(replace(FAX, steps=FAX.steps[:1]))


def test_of_several_marks_the_mildest_is_named() -> None:
    marks = [_mark(FAX, mark_id="three"), _mark(FAX.at(2), mark_id="two"), _mark(FAX.at(4), mark_id="four")]
    assert holding(marks, FAX.at(5), seed=0)["doc-f"].id == "two"
    assert holding(marks, FAX.at(1), seed=0) == {}


def test_a_document_under_the_recipe_has_its_marked_field_illegible_and_nothing_else_changed() -> None:
    document = plain_document()
    seen = as_legible_as(document, [_mark(), _mark(field_id="gone")], FAX.at(4), seed=0)
    assert seen.fields[0] == replace(document.fields[0], legibility=Legibility.ILLEGIBLE)
    assert replace(seen, fields=document.fields) == document
    assert as_legible_as(document, [_mark()], FAX.at(2), seed=0) is document
