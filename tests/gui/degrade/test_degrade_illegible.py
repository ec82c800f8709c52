"""Marking on Degrade what nobody can read: by key, button and menu, seen in the row and on the picture, with undo."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu

from fidelity_app.core.documents import Legibility
from fidelity_app.core.edits import ChangeField
from fidelity_app.core.recipes import CLEAN
from fidelity_app.gui.canvas.records import BoxLook
from fidelity_app.gui.degrade.bench import Bench
from fidelity_app.gui.degrade.legibility_panel import MARK, TAKE_BACK
from fidelity_app.services import annotating, illegible, library

WAIT_MS = 20_000


@pytest.fixture
def page(qtbot, kiosk, open_window):
    made = open_window(kiosk, "degrade").current_page
    settled(qtbot, made)
    return made


def settled(qtbot, page) -> None:
    """Wait until picture and figures are those of what is on the bench."""

    def done() -> bool:
        shown = page.previewed is not None and page.previewed.recipe == page.bench.shown
        return shown and not page.preview.at_work and not page.legibility.at_work and bool(lines(page))

    qtbot.waitUntil(done, timeout=WAIT_MS)


def lines(page):
    return page.legibility.table.model().records


def choose(page, key: str):
    """Choose a field by its key, and return it."""
    field = next(line.field for line in lines(page) if line.field.key == key)
    page.legibility.choose(field.id)
    return field


def marks(page):
    return illegible.marks_of(page.context.workspace, page.document.id)


def line_of(page, key: str):
    return next(line for line in lines(page) if line.field.key == key)


def look(page, field_id: str, view) -> BoxLook:
    return next(record.look for record in view.records if record.id == field_id)


def test_the_key_marks_the_chosen_field_and_everything_shows_it(qtbot, page) -> None:
    field = choose(page, "total")
    qtbot.keyClick(page.legibility.table, Qt.Key.Key_I)
    (mark,) = marks(page)
    assert (mark.field_id, mark.recipe.label, mark.seed) == (field.id, "phone-in-a-hurry:3", page.seed.value())
    cells = page.legibility.table.model()
    row = next(row for row in range(cells.rowCount()) if lines(page)[row].field.id == field.id)
    assert cells.data(cells.index(row, 0)) == "⊘ total illegible"
    assert page.legibility.title.text() == "⊘ illegible from severity 3 up"
    for view in (page.before, page.after):
        assert look(page, field.id, view) is BoxLook.ABSTAINED
        assert "illegible" in next(record.label for record in view.records if record.id == field.id)
    assert page.legibility.mark_button.text() == TAKE_BACK
    assert sum(record.look is BoxLook.ABSTAINED for record in page.after.records) == 1


def test_the_key_takes_the_mark_back_and_undo_and_redo_go_both_ways(qtbot, page) -> None:
    choose(page, "total")
    for expected in (1, 0):
        qtbot.keyClick(page.legibility.table, Qt.Key.Key_I)
        assert len(marks(page)) == expected
    for _ in range(2):
        for expected in (1, 0):
            page.undo()
            assert len(marks(page)) == expected
        for expected in (1, 0):
            page.redo()
            assert len(marks(page)) == expected
    assert page.legibility.mark_button.text() == MARK
    history = illegible.marks_of(page.context.workspace, page.document.id, taken_back=True)
    assert len(history) > 1
    assert all(mark.taken_back_at is not None for mark in history)


def test_the_button_works_by_keyboard_and_names_the_field(qtbot, page) -> None:
    choose(page, "total")
    button = page.legibility.mark_button
    assert button.accessibleName() == f"{MARK}: total"
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert len(marks(page)) == 1
    assert button.accessibleName() == f"{TAKE_BACK}: total"


def test_the_menu_of_a_row_offers_it(qtbot, page) -> None:
    choose(page, "total")
    page.legibility.table.customContextMenuRequested.emit(QPoint(5, 5))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    (action,) = menu.actions()
    assert action.text() == MARK
    action.trigger()
    menu.close()
    assert len(marks(page)) == 1


def test_a_mark_holds_from_its_severity_up_and_for_its_seed(qtbot, page) -> None:
    field = choose(page, "total")
    page.legibility.toggle_mark()
    for severity, held in ((4, True), (2, False), (3, True)):
        page.steps.ladder.buttons[severity].click()
        settled(qtbot, page)
        assert bool(line_of(page, "total").illegible) is held
        assert look(page, field.id, page.after) is (BoxLook.ABSTAINED if held else BoxLook.PLAIN)
    page.seed.setValue(page.seed.value() + 1)
    settled(qtbot, page)
    qtbot.waitUntil(lambda: not line_of(page, "total").illegible, timeout=WAIT_MS)


def test_on_a_recipe_that_does_nothing_it_says_where_to_mark_instead(qtbot, page, monkeypatch) -> None:
    page.history.act("Clean", bench=Bench.of(CLEAN))
    settled(qtbot, page)
    said = []
    monkeypatch.setattr(page.context.notifier, "error", said.append)
    choose(page, "total")
    page.legibility.toggle_mark()
    assert marks(page) == ()
    assert "Annotate" in str(said[0])
    assert page.history.stack.undoText() == "Clean"


def test_a_field_that_is_illegible_on_the_page_says_so(qtbot, page) -> None:
    field = choose(page, "total")
    annotating.apply(page.context.workspace, ChangeField(field, replace(field, legibility=Legibility.ILLEGIBLE)))
    page.context.hub.tell("fields", page.document.id)
    qtbot.waitUntil(
        lambda: not page.legibility.at_work and line_of(page, "total").illegible == "illegible on the page",
        timeout=WAIT_MS,
    )
    assert look(page, field.id, page.after) is BoxLook.ABSTAINED


def test_a_mark_made_elsewhere_is_shown_and_taking_it_back_elsewhere_makes_undo_harmless(qtbot, page) -> None:
    field = choose(page, "total")
    page.legibility.toggle_mark()
    workspace = page.context.workspace
    illegible.take_back(workspace, marks(page))
    page.context.hub.tell("fields", page.document.id)
    qtbot.waitUntil(lambda: not line_of(page, "total").illegible, timeout=WAIT_MS)
    page.undo()
    assert marks(page) == ()
    assert look(page, field.id, page.after) is BoxLook.PLAIN


def test_it_is_said_what_the_mark_covers_and_that_another_page_hears_of_it(qtbot, page, monkeypatch) -> None:
    said, heard = [], []
    monkeypatch.setattr(page.context.notifier, "info", said.append)
    page.context.hub.happened.connect(heard.append)
    choose(page, "total")
    page.legibility.toggle_mark()
    qtbot.waitUntil(lambda: bool(said), timeout=WAIT_MS)
    assert said[0].startswith("total is illegible under phone-in-a-hurry from severity 3 up, seed 0")
    assert [(one.topic, one.ids) for one in heard] == [("fields", frozenset({page.document.id}))]
    assert library.document(page.context.workspace, page.document.id) == page.document
