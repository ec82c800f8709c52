"""Actions are data: keys, conflicts, the palette."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QMenu, QVBoxLayout, QWidget

from fidelity_app.gui.actions import ActionSet, ActionSpec, conflicts
from fidelity_app.gui.palette import CommandPalette, ShortcutList, rank


@pytest.fixture
def bench(qtbot):
    widget = QWidget()
    widget.line = QLineEdit()
    QVBoxLayout(widget).addWidget(widget.line)
    qtbot.addWidget(widget)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


@pytest.mark.parametrize("digit", list("0123456789"))
def test_a_bare_digit_is_never_a_shortcut(digit):
    with pytest.raises(ValueError, match="bare digit"):
        ActionSpec("x", "X", lambda: None, (digit,))


def test_a_key_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="is no key"):
        ActionSpec("x", "X", lambda: None, ("",))


def test_two_actions_with_one_key_are_a_conflict_however_it_is_written():
    specs = [ActionSpec("a", "A", lambda: None, ("Ctrl+K",)), ActionSpec("b", "B", lambda: None, ("ctrl+k",))]
    assert [(c.first_id, c.second_id) for c in conflicts(specs)] == [("a", "b")]


def test_a_single_letter_fires_on_the_page_but_not_while_text_is_typed(qtbot, bench):
    done = []
    ActionSet(bench, [ActionSpec("box", "Box", lambda: done.append("w"), ("W",))])
    bench.activateWindow()
    bench.line.setFocus()
    qtbot.keyClicks(bench.line, "adwrq")
    assert bench.line.text() == "adwrq"
    assert done == []
    bench.setFocus()
    qtbot.keyClick(bench, Qt.Key.Key_W)
    assert done == ["w"]


def test_what_cannot_be_done_now_is_not_done(qtbot, bench):
    done, allowed = [], []
    spec = ActionSpec("go", "Go", lambda: done.append(1), ("Ctrl+G",), enabled_when=lambda: bool(allowed))
    actions = ActionSet(bench, [spec])
    actions.trigger("go")
    allowed.append(1)
    actions.trigger("go")
    assert done == [1]


def test_a_menu_greys_what_cannot_be_done_and_lets_keys_work_afterwards(qtbot, bench):
    actions = ActionSet(bench, [ActionSpec("go", "Go", lambda: None, enabled_when=lambda: False)])
    menu = QMenu(bench)
    actions.fill(menu)
    menu.aboutToShow.emit()
    assert not actions.action("go").isEnabled()
    menu.aboutToHide.emit()
    assert actions.action("go").isEnabled()


@pytest.mark.parametrize(("typed", "fits"), [("next", True), ("nxt doc", True), ("zoom", False), ("", True)])
def test_the_palette_finds_by_letters_in_order(typed, fits):
    assert (rank(typed, "Next document") is not None) is fits


def test_the_palette_does_the_best_fitting_command_on_enter(qtbot, bench):
    done = []
    actions = ActionSet(
        bench,
        [
            ActionSpec("fit", "Fit page", lambda: done.append("fit")),
            ActionSpec("next", "Next document", lambda: done.append("next"), ("D",)),
        ],
    )
    palette = CommandPalette(bench, [actions])
    qtbot.addWidget(palette)
    palette.show()
    line = palette.findChild(QLineEdit)
    qtbot.keyClicks(line, "next")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert done == ["next"]


def test_the_list_of_keys_shows_every_action_that_has_one(qtbot, bench):
    specs = [ActionSpec("a", "Do A", lambda: None, ("Ctrl+A",)), ActionSpec("b", "Do B", lambda: None)]
    keys = ShortcutList(bench, specs)
    qtbot.addWidget(keys)
    assert keys.table.rowCount() == 1
    assert keys.table.item(0, 1).text() == "Do A"
