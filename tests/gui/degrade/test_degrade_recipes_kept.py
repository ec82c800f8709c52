"""Saved recipes handled in the window: each act with undo, and files in and out."""

from __future__ import annotations

import json

import pytest
from PySide6.QtGui import QGuiApplication

from fidelity_app.core.recipes import Recipe, Step
from fidelity_app.services import degrading
from fidelity_app.services.saved_recipes import saved


@pytest.fixture
def mine(page, settled):
    """The page with a saved recipe on the bench."""
    page.steps.cards[0].severity.spin.setValue(4.0)
    assert page.shelf.save("mine")
    settled()
    return page


def kept(page) -> dict[str, Recipe]:
    return saved(page.context.workspace)


def said(page) -> str:
    return page.context.notifier.toast.text


def test_saving_is_taken_back_and_done_again(mine, settled):
    recipe = kept(mine)["mine"]
    mine.undo()
    assert kept(mine) == {}
    assert mine.bench.edited
    assert mine.bench.base.name == "phone-in-a-hurry"
    mine.redo()
    assert kept(mine) == {"mine": recipe}
    assert not mine.bench.edited
    settled()


def test_a_recipe_that_is_replaced_comes_back_by_undo(mine, settled):
    first = kept(mine)["mine"]
    mine.steps.cards[0].severity.spin.setValue(1.0)
    assert mine.shelf.save("mine")
    assert "replaced" in said(mine)
    assert kept(mine)["mine"] != first
    mine.undo()
    assert kept(mine)["mine"] == first
    settled()


def test_saving_under_the_name_of_a_preset_is_said(mine, settled):
    assert mine.shelf.save("fax")
    assert "preset of the same name" in said(mine)
    settled()


def test_renaming_keeps_the_bench_and_is_taken_back(mine, settled):
    assert mine.shelf.rename("ours")
    assert set(kept(mine)) == {"ours"}
    assert mine.bench.base.name == "ours"
    assert "ours" in mine.recipe_pill.text()
    mine.undo()
    assert set(kept(mine)) == {"mine"}
    assert mine.bench.base.name == "mine"
    settled()


def test_a_taken_name_is_refused_and_nothing_can_be_undone_that_was_not_done(mine, settled):
    count = mine.history.stack.count()
    assert not mine.shelf.rename("fax")
    assert "already" in said(mine)
    assert mine.history.stack.count() == count
    settled()


def test_deleting_leaves_the_steps_on_the_bench_and_is_taken_back(mine, settled):
    steps = mine.bench.steps
    assert mine.shelf.delete()
    assert kept(mine) == {}
    assert mine.bench.steps == steps
    assert mine.bench.edited
    mine.undo()
    assert set(kept(mine)) == {"mine"}
    assert not mine.bench.edited
    settled()


def test_an_undo_that_another_process_has_overtaken_is_refused_and_leaves_the_stack(mine, settled):
    mine.shelf.delete()
    degrading.save_recipe(mine.context.workspace, Recipe("mine", (Step("fax", 1.0),)))
    mine.history.stack.undo()
    assert "changed elsewhere" in said(mine)
    assert [step.op for step in kept(mine)["mine"].steps] == ["fax"]
    assert mine.history.stack.undoText() == "Save recipe mine"
    settled()


def test_presets_are_neither_renamed_nor_deleted(page, settled):
    actions = page.actions_set
    actions.refresh()
    assert not actions.action("degrade.delete").isEnabled()
    assert not actions.action("degrade.rename").isEnabled()
    assert not page.shelf.delete()
    assert "save a copy" in said(page)
    settled()


def test_a_recipe_goes_out_to_a_file_and_comes_in_elsewhere_with_the_same_key(qtbot, mine, settled, tmp_path):
    path = tmp_path / "mine.json"
    key = mine.bench.shown.key
    mine.shelf.export_file(path)
    qtbot.waitUntil(path.exists, timeout=5000)
    mine.shelf.delete()
    mine._on_recipe("fax")
    mine.shelf.import_file(path)
    qtbot.waitUntil(lambda: mine.bench.base.name == "mine", timeout=5000)
    assert mine.bench.shown.key == key
    assert kept(mine)["mine"].key == key
    mine.undo()
    assert kept(mine) == {}
    assert mine.bench.base.name == "fax"
    settled()


def test_a_file_whose_name_is_taken_comes_in_beside_it_and_says_so(qtbot, mine, settled, tmp_path):
    path = tmp_path / "x.json"
    path.write_text(json.dumps(Recipe("mine", (Step("fax", 2.0),)).as_json()))
    mine.shelf.import_file(path)
    qtbot.waitUntil(lambda: "mine-2" in kept(mine), timeout=5000)
    assert "mine-2" in said(mine)
    assert len(kept(mine)["mine"].steps) == 5
    settled()


def test_a_file_that_is_no_recipe_is_refused_with_its_name(qtbot, mine, settled, tmp_path):
    path = tmp_path / "no.json"
    path.write_text("{}")
    before = mine.history.stack.count()
    mine.shelf.import_file(path)
    qtbot.waitUntil(lambda: "no.json" in said(mine), timeout=5000)
    assert mine.history.stack.count() == before
    settled()


def test_json_and_key_are_copied_and_the_key_is_shown(mine, settled):
    mine.shelf.copy_json()
    copied = json.loads(QGuiApplication.clipboard().text())
    assert copied["name"] == "mine"
    assert copied["steps"][0]["severity"] == 4.0
    mine.shelf.copy_key()
    key = QGuiApplication.clipboard().text()
    assert key == mine.bench.shown.key
    assert mine.steps.key.text() == f"key {key[:12]}"
    assert key in mine.steps.key.toolTip()
    settled()


def test_a_long_name_is_shortened_on_the_pill_and_whole_in_its_tip(mine, settled):
    name = "receipts-from-the-petrol-station-at-night-with-a-cracked-lens"
    assert mine.shelf.rename(name)
    assert "…" in mine.recipe_pill.text()
    assert name in mine.recipe_pill.toolTip()
    assert mine.recipe_pill.sizeHint().width() < 280
    mine.steps.cards[0].severity.spin.setValue(1.0)
    assert "*" in mine.recipe_pill.text()
    settled()
