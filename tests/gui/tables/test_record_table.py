"""A table of records keeps its selection, opens by Enter, and shows data as plain text."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from fidelity_app.gui.tables.records import CELL_ROLE, CellLook, Column, RecordModel, Tone
from fidelity_app.gui.tables.view import RecordTable
from fidelity_app.gui.theme import Theme


@dataclass(frozen=True, slots=True)
class Item:
    id: str
    text: str = ""


ITEMS = (Item("a", "0012.50"), Item("b", "<b>bold</b>"), Item("c", "-42.00"))
COLUMNS: tuple[Column[Item], ...] = (
    Column("Id", lambda item: item.id, number=True),
    Column("Text", lambda item: item.text, aside=lambda item: f"of {item.id}", tip=lambda item: item.text),
)


@pytest.fixture
def table(theme: Theme, qtbot: QtBot) -> RecordTable[Item]:
    made: RecordTable[Item] = RecordTable(RecordModel(COLUMNS, key=lambda item: item.id), theme, "Items")
    qtbot.addWidget(made)
    made.show_records(ITEMS)
    made.show()
    return made


def test_the_model_keeps_the_rules_of_qt(qtmodeltester: ModelTester) -> None:
    model: RecordModel[Item] = RecordModel(COLUMNS, key=lambda item: item.id)
    model.set_records(ITEMS)
    qtmodeltester.check(model)
    assert model.data(model.index(9, 9)) is None


def test_a_cell_is_spoken_with_what_stands_beside_it_and_its_tip_is_escaped(table: RecordTable[Item]) -> None:
    index = table.model().index(1, 1)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "<b>bold</b> of b"
    assert index.data(CELL_ROLE) == CellLook("<b>bold</b>", "of b", Tone.PLAIN)
    assert "&lt;b&gt;bold" in index.data(Qt.ItemDataRole.ToolTipRole)


def test_the_chosen_record_stays_chosen_when_others_come_before_it(table: RecordTable[Item]) -> None:
    table.choose("b")
    table.show_records((Item("new"), *ITEMS))
    assert table.current() == ITEMS[1]
    table.show_records(ITEMS[:1])
    assert table.current() == ITEMS[0]
    table.show_records(())
    assert table.current() is None


def test_a_record_that_changed_is_drawn_anew_in_place(table: RecordTable[Item], qtbot: QtBot) -> None:
    table.choose("c")
    with qtbot.waitSignal(table.model().dataChanged):
        table.show_records((*ITEMS[:2], Item("c", "42.00")))
    assert table.current() == Item("c", "42.00")


def test_enter_opens_the_chosen_record(table: RecordTable[Item], qtbot: QtBot) -> None:
    table.choose("c")
    with qtbot.waitSignal(table.opened) as opened:
        qtbot.keyClick(table, Qt.Key.Key_Return)
    assert opened.args == [ITEMS[2]]


def test_a_double_click_opens_the_record_under_it(table: RecordTable[Item], qtbot: QtBot) -> None:
    spot = table.visualRect(table.model().index(1, 0)).center()
    with qtbot.waitSignal(table.opened) as opened:
        qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=spot)
        qtbot.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert opened.args == [ITEMS[1]]


def test_a_table_is_drawn_in_both_schemes(table: RecordTable[Item], theme: Theme) -> None:
    light = table.viewport().grab().toImage()
    assert light.width() > 0
    theme.toggle()
    try:
        assert table.viewport().grab().toImage() != light
    finally:
        theme.toggle()
