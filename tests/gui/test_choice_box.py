"""A closed choice keeps its letters: typing finds an entry and fires no shortcut."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from fidelity_app.gui.widgets.choice import ChoiceBox


def test_a_letter_finds_an_entry_and_does_not_fire_the_pages_key(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    box = ChoiceBox()
    box.addItems(["quantity", "amount", "date"])
    other = QPushButton("other")
    layout = QVBoxLayout(window)
    layout.addWidget(box)
    layout.addWidget(other)
    fired: list[str] = []
    action = QAction(window)
    action.setShortcuts([QKeySequence("A"), QKeySequence("D")])
    action.triggered.connect(lambda: fired.append("fired"))
    window.addAction(action)
    window.show()
    qtbot.waitExposed(window)
    with qtbot.waitActive(window):
        window.activateWindow()
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_A)
    assert (box.currentText(), fired) == ("amount", [])
    other.setFocus()
    qtbot.keyClick(other, Qt.Key.Key_D)
    assert fired == ["fired"]
