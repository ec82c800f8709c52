"""Saving, renaming, removing and bringing in recipes, and taking each back exactly."""

from __future__ import annotations

from pathlib import Path

import pytest

from fidelity_app.core.errors import Conflict, UserError
from fidelity_app.core.recipes import Recipe, Step
from fidelity_app.services import degrading
from fidelity_app.services.saved_recipes import (
    bringing_in,
    change_saved,
    inverse,
    removing,
    renaming,
    saved,
    saving,
)
from fidelity_app.services.workspace import Workspace, create_workspace
from fidelity_app.store import recipes as table

TILL = Recipe("till", (Step("jpeg", 2.5), Step("noise", 1.0, {"sigma": 4.25})), "At the till", 2.5)


@pytest.fixture
def ws(tmp_path: Path):
    with create_workspace(tmp_path / "ws") as made:
        degrading.save_recipe(made, TILL)
        yield made


def done_and_taken_back(ws: Workspace, changes) -> tuple[dict, dict, dict]:
    before = saved(ws)
    change_saved(ws, changes)
    after = saved(ws)
    change_saved(ws, inverse(changes))
    return before, after, saved(ws)


def test_a_saved_recipe_is_pinned_and_taking_it_back_leaves_no_trace(ws):
    before, after, again = done_and_taken_back(ws, saving(ws, Recipe("new", (Step("fax", 3.0),))))
    assert set(after) == {"till", "new"}
    assert after["new"].is_pinned
    assert again == before


def test_a_replaced_recipe_comes_back(ws):
    before, after, again = done_and_taken_back(ws, saving(ws, Recipe("till", (Step("fax", 1.0),))))
    assert [step.op for step in after["till"].steps] == ["fax"]
    assert again == before


def test_a_renamed_recipe_has_only_its_new_name(ws):
    before, after, again = done_and_taken_back(ws, renaming(ws, "till", "kiosk"))
    assert set(after) == {"kiosk"}
    assert after["kiosk"].key == before["till"].key
    assert again == before


@pytest.mark.parametrize("name", ["fax", "jpeg", "clean", "other"])
def test_a_name_that_means_another_recipe_is_not_taken_by_renaming(ws, name):
    degrading.save_recipe(ws, Recipe("other", (Step("jpeg", 1.0),)))
    with pytest.raises(UserError, match="already"):
        renaming(ws, "till", name)


@pytest.mark.parametrize("name", ["", "a:b", "a/b"])
def test_a_name_that_is_none_is_refused(ws, name):
    with pytest.raises(UserError, match="no name for a recipe"):
        renaming(ws, "till", name)


def test_a_removed_recipe_comes_back_even_when_it_is_of_older_pixels(ws):
    with ws.store.write() as tx:
        table.save(tx, Recipe("old", (Step("motion", 3.0, version=1),)), at=ws.clock())
    before, after, again = done_and_taken_back(ws, removing(ws, "old"))
    assert set(after) == {"till"}
    assert again == before


def test_a_preset_is_not_removed_and_the_way_out_is_named(ws):
    with pytest.raises(UserError, match="save a copy"):
        removing(ws, "fax")


def test_what_was_changed_elsewhere_meanwhile_is_not_overwritten(ws):
    changes = removing(ws, "till")
    degrading.save_recipe(ws, Recipe("till", (Step("fax", 1.0),)))
    with pytest.raises(Conflict, match="changed elsewhere"):
        change_saved(ws, changes)
    assert [step.op for step in saved(ws)["till"].steps] == ["fax"]


def test_of_two_changes_none_is_made_when_one_does_not_fit(ws):
    changes = renaming(ws, "till", "kiosk")
    degrading.save_recipe(ws, Recipe("kiosk", (Step("fax", 1.0),)))
    with pytest.raises(Conflict):
        change_saved(ws, changes)
    assert set(saved(ws)) == {"till", "kiosk"}


def test_a_recipe_from_elsewhere_takes_a_free_name_and_is_not_kept_twice(ws):
    assert bringing_in(ws, saved(ws)["till"]) == ()
    other = Recipe("till", (Step("fax", 1.0),))
    change_saved(ws, bringing_in(ws, other))
    assert set(saved(ws)) == {"till", "till-2"}
    change_saved(ws, bringing_in(ws, Recipe("till", (Step("fax", 2.0),))))
    assert set(saved(ws)) == {"till", "till-2", "till-3"}
    assert [change.name for change in bringing_in(ws, Recipe("scan.json", (Step("fax", 2.0),)))] == ["scan"]
