"""Degrading live, through the real operations."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from PySide6.QtCore import Qt
from support.workspaces import replay_model, run_models

from fidelity_app.core.recipes import CLEAN, Recipe, Step
from fidelity_app.gui.degrade.bench import Bench
from fidelity_app.gui.degrade.float_slider import FloatSlider
from fidelity_app.imaging.crops import upright
from fidelity_app.services import degrading, library
from fidelity_app.services.catalogue import catalogue
from fidelity_app.services.importing import import_paths
from fidelity_app.services.workspace import create_workspace
from fidelity_app.store import recipes as recipes_table

SAMPLES = Path(__file__).resolve().parents[3] / "samples"

RECIPE = Recipe("r", (Step("jpeg", 3.0), Step("noise", 1.0, {"sigma": 4.0})), severity=3.0)


def shown(qtbot, page):
    qtbot.waitUntil(lambda: not page.preview.at_work, timeout=20_000)
    return page.previewed


@given(severity=st.sampled_from([0.0, 1.0, 2.0, 4.0, 5.0]))
def test_going_up_and_down_the_ladder_comes_back_exactly(severity):
    bench = Bench.of(RECIPE)
    assert bench.at(severity).at(3.0).shown == RECIPE


def test_a_change_on_a_rung_keeps_the_rung_and_marks_the_recipe_as_changed():
    changed = Bench.of(RECIPE).at(5.0).with_severity(1, 0.5)
    assert changed.edited
    assert changed.severity == 5.0
    assert changed.shown.steps[1].severity == 0.5


def test_changing_a_severity_lets_its_table_speak_again():
    assert Bench.of(RECIPE).with_severity(1, 2.0).shown.steps[1].parameters == {}


def test_a_change_on_rung_zero_starts_from_the_base():
    changed = Bench.of(RECIPE).at(0.0).with_parameter(0, "quality", 40.0)
    assert changed.shown.steps[1].severity == 1.0
    assert changed.severity == 3.0


def test_steps_are_added_and_removed():
    bench = Bench.of(CLEAN).with_step(Step("jpeg", 2.0))
    assert [step.op for step in bench.shown.steps] == ["jpeg"]
    assert bench.without_step(0).shown.steps == ()


def test_every_slider_reaches_all_values_of_its_severity_table(qtbot):
    for operation in catalogue().values():
        for spec in operation.sliders:
            slider = FloatSlider(spec.title, minimum=spec.minimum, maximum=spec.maximum, step=spec.step)
            qtbot.addWidget(slider)
            for severity in range(6):
                slider.show_value(spec.at(severity))
                assert abs(slider.value - spec.at(severity)) <= spec.step, (operation.name, spec.name)


def test_the_preview_is_what_a_model_would_be_sent(qtbot, page):
    previewed = shown(qtbot, page)
    made = degrading.variant(page.context.workspace, previewed.page, previewed.recipe, seed=previewed.seed)
    assert np.array_equal(previewed.after, made.rgb)


def test_severity_zero_shows_the_page_as_loaded(qtbot, page):
    page.steps.ladder.buttons[0].click()
    previewed = shown(qtbot, page)
    assert np.array_equal(previewed.after, previewed.before)


def test_a_slider_changes_the_picture_and_says_that_nothing_is_saved_yet(qtbot, page):
    before = shown(qtbot, page).after
    page.steps.cards[0].severity.spin.setValue(5.0)
    after = shown(qtbot, page).after
    assert before.shape != after.shape or not np.array_equal(before, after)
    assert "changed, not saved" in page.steps.title.text()


def test_of_many_changes_the_one_at_work_and_the_newest_are_shown(qtbot, page):
    shown(qtbot, page)
    seen = []
    page.preview.shown.connect(lambda made: seen.append((made.seed, made.newest)))
    for seed in range(10, 40):
        page.seed.setValue(seed)
    shown(qtbot, page)
    assert seen == [(10, False), (39, True)]


def test_a_large_photo_follows_a_slider_that_does_not_rest(qtbot, photo_page):
    qtbot.waitUntil(lambda: photo_page.previewed is not None and photo_page.previewed.exact, timeout=60_000)
    seen = []
    photo_page.preview.shown.connect(lambda made: seen.append(made.exact))
    slider = photo_page.steps.cards[3].severity.slider
    place = 0
    while len(seen) < 3:
        place = place % 40 + 1
        slider.setValue(place)
        qtbot.wait(20)
        assert place < 10_000
    assert not any(seen)
    shown(qtbot, photo_page)
    assert photo_page.previewed.exact
    assert photo_page.previewed.recipe == photo_page.bench.shown


def test_the_boxes_are_carried_through_the_geometry(qtbot, page):
    previewed = shown(qtbot, page)
    before = {record.id: record.quad for record in page.before.records}
    after = {record.id: record.quad for record in page.after.records}
    assert before.keys() == after.keys()
    assert before
    for field_id, quad in before.items():
        assert after[field_id] == previewed.page_map.quad(quad)


def test_both_pictures_show_the_same_spot_after_zooming(qtbot, page):
    shown(qtbot, page)
    record = page.before.records[0]
    page.before.zoom_to(record.quad)
    carried = page.previewed.carried(record.quad).bounds
    centre = page.after.place().centre
    width, height = page.after.size_px
    assert abs(centre[0] * width - (carried[0] + carried[2]) / 2) < 6
    assert abs(centre[1] * height - (carried[1] + carried[3]) / 2) < 6


def test_a_recipe_is_saved_and_known_by_its_name(qtbot, page):
    page.steps.cards[0].severity.spin.setValue(4.0)
    assert page.save("my-till")
    found = degrading.find_recipe(page.context.workspace, "my-till")
    assert found.steps[0].severity == 4.0
    assert "changed" not in page.steps.title.text()
    shown(qtbot, page)


def test_a_name_that_is_none_is_refused_with_a_message(qtbot, page):
    assert not page.save("a:b")
    assert "no name for a recipe" in page.context.notifier.toast.text
    shown(qtbot, page)


def test_keys_change_severity_and_seed(qtbot, page):
    shown(qtbot, page)
    qtbot.keyClick(page.after, Qt.Key.Key_BracketRight)
    qtbot.keyClick(page.after, Qt.Key.Key_S)
    assert (page.bench.severity, page.seed.value()) == (4.0, 1)
    shown(qtbot, page)


def test_every_field_says_how_hard_it_became(qtbot, page):
    shown(qtbot, page)
    qtbot.waitUntil(lambda: not page.legibility.at_work and bool(page.legibility.table.model().records), timeout=20_000)
    records = page.legibility.table.model().records
    boxed = [field for field in page.document.fields if field.box is not None and field.page_index == 0]
    assert {one.field.id for one in records} == {field.id for field in boxed}
    assert [one.measured.after.ease for one in records] == sorted(one.measured.after.ease for one in records)
    assert sum(one.measured.after.ease < one.measured.before.ease for one in records) > len(records) / 2


def test_a_picked_row_is_the_chosen_box_and_the_other_way_round(qtbot, page):
    shown(qtbot, page)
    qtbot.waitUntil(lambda: not page.legibility.at_work and bool(page.legibility.table.model().records), timeout=20_000)
    table = page.legibility.table
    last = table.model().records[-1].field.id
    qtbot.mouseClick(
        table.viewport(),
        Qt.MouseButton.LeftButton,
        pos=table.visualRect(table.model().index(0, 0)).center(),
    )
    assert page.after.selected_id == table.model().records[0].field.id
    page.after.selected.emit(last)
    assert table.current().field.id == last


@pytest.fixture
def photo_page(qtbot, tmp_path, open_window):
    """The page on a photograph of twelve megapixels."""
    with Image.open(SAMPLES / "kiosk-de.jpg") as sample:
        sample.resize((3000, 4000)).save(tmp_path / "photo.jpg", quality=90)
    workspace = create_workspace(tmp_path / "photos")
    import_paths(workspace, [tmp_path / "photo.jpg"])
    return open_window(workspace, "degrade").current_page


def test_a_large_photo_is_shown_roughly_at_once_and_then_exactly(qtbot, photo_page):
    seen = []
    photo_page.preview.shown.connect(lambda made: seen.append((made.exact, photo_page.pictures.after_hint.text())))
    qtbot.waitUntil(lambda: [exact for exact, _ in seen] == [False, True], timeout=60_000)
    previewed = shown(qtbot, photo_page)
    made = degrading.variant(photo_page.context.workspace, previewed.page, previewed.recipe, seed=previewed.seed)
    assert np.array_equal(previewed.after, made.rgb)


def test_a_rough_picture_has_the_exact_size_and_geometry_and_looks_alike(qtbot, photo_page):
    qtbot.waitUntil(lambda: photo_page.previewed is not None and photo_page.previewed.exact, timeout=60_000)
    exact = shown(qtbot, photo_page)
    page = exact.page
    rough, page_map = degrading.rough_preview(
        exact.before, exact.recipe, seed=exact.seed, identity=page.pixel_sha, dpi=page.dpi
    )
    assert rough.shape == exact.after.shape
    corners = np.array([[10.0, 10.0], [2900.0, 3900.0]])
    assert np.array_equal(page_map.forward(corners), exact.page_map.forward(corners))
    difference = np.abs(rough[::16, ::16].astype(int) - exact.after[::16, ::16].astype(int))
    assert difference.mean() < 12


def test_the_ladder_shows_the_chosen_field_at_every_severity(qtbot, page):
    shown(qtbot, page)
    seen = []
    page._ladder.shown.connect(seen.append)
    field = next(field for field in page.document.fields if field.key == "total")
    page.after.selected.emit(field.id)
    qtbot.waitUntil(lambda: bool(seen), timeout=20_000)
    pieces = seen[-1]
    assert len(pieces) == 6
    clean = upright(page.previewed.before, field.box)
    assert np.array_equal(pieces[0], clean)
    assert len({piece.tobytes() for piece in pieces}) == 6


def test_between_two_rungs_none_is_pressed(qtbot, page):
    page.steps.ladder.choose(2.5)
    assert not any(button.isChecked() for button in page.steps.ladder.buttons.values())
    page.steps.ladder.choose(4)
    assert [severity for severity, button in page.steps.ladder.buttons.items() if button.isChecked()] == [4]


def test_a_recipe_of_older_pixels_is_shown_as_it_is_now_and_can_be_saved_anew(qtbot, page):
    workspace = page.context.workspace
    with workspace.store.write() as tx:
        recipes_table.save(tx, Recipe("old", (Step("motion", 3.0, version=1),)), at=workspace.clock())
    page._on_recipe("old")
    shown(qtbot, page)
    assert page.bench.edited
    assert "save it to use it again" in page.context.notifier.toast.text
    assert page.save("old")
    assert degrading.find_recipe(workspace, "old").steps[0].version == 2
    shown(qtbot, page)


def test_a_ladder_that_cannot_be_made_is_said_and_shows_no_old_picture(qtbot, page):
    previewed = shown(qtbot, page)
    seen = []
    page._ladder.shown.connect(seen.append)
    with qtbot.waitSignal(page._ladder.failed, timeout=20_000):
        page._ladder.ask(previewed, Recipe("no", (Step("sneeze", 2.0),)), page.document.fields[0].box)
    assert seen[-1] == ()
    assert "sneeze" in page.context.notifier.toast.text


def test_the_seed_is_that_of_the_newest_run_so_that_marks_hold_for_it(qtbot, kiosk, tmp_path, open_window):
    document_id = library.documents(kiosk)[0].id
    replay_model(kiosk, tmp_path, {"total": "28,90"})
    run_models(kiosk, [document_id], ["replay"], seed=7)
    degrade = open_window(kiosk, "degrade").current_page
    assert degrade.seed.value() == 7
    assert not degrade.steps.undo_button.isEnabled()
    qtbot.waitUntil(lambda: degrade.previewed is not None, timeout=20_000)
    assert degrade.previewed.seed == 7
