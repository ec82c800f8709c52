"""The two questions of Annotate, asked the same way however a person leaves; Cancel means cancel."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget


class Answer(StrEnum):
    """What a person chose."""

    KEEP = "keep"
    DISCARD = "discard"
    STAY = "stay"


def ask_about_typed(parent: QWidget, *, key: str, stored: str, typed: str) -> Answer:
    """Ask what becomes of a half-typed text: a half-typed value is never truth by itself."""
    before = f"in place of {stored!r}" if stored else "as its printed text"
    return _ask(
        parent,
        f"{key}: keep {typed!r} {before}?",
        QMessageBox.StandardButton.Save,
    )


def ask_about_unsaved(parent: QWidget, *, count: int, why: str) -> Answer:
    """Ask what becomes of edits that cannot be written: KEEP tries again, DISCARD gives them up."""
    edits = "1 edit is" if count == 1 else f"{count} edits are"
    return _ask(parent, f"{edits} not saved yet: {why}", QMessageBox.StandardButton.Retry)


def _ask(parent: QWidget, text: str, keep: QMessageBox.StandardButton) -> Answer:
    box = QMessageBox(parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setIcon(QMessageBox.Icon.Question)
    box.setText(text)
    buttons = QMessageBox.StandardButton
    box.setStandardButtons(keep | buttons.Discard | buttons.Cancel)
    box.setDefaultButton(keep)
    chosen = box.exec()
    if chosen == keep:
        return Answer.KEEP
    return Answer.DISCARD if chosen == buttons.Discard else Answer.STAY
