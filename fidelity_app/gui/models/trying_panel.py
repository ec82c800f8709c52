"""What a test of a model showed: the picture that was sent, what came back, how long it took, the requests raw."""

from __future__ import annotations

import json

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QTabWidget, QVBoxLayout, QWidget

from fidelity_app.core.asks import Attempt
from fidelity_app.gui.empty import EmptyOr, EmptyState
from fidelity_app.gui.tables.picture import PngView
from fidelity_app.gui.theme import Theme
from fidelity_app.gui.widgets.cards import Card
from fidelity_app.gui.widgets.text import plain_label
from fidelity_app.services.views import ModelTest

MOST_SHOWN = 200_000
NOT_YET = "A test sends one picture whose total is known, and shows\nwhat came back. Nothing of it is stored in a run."


class TryingPanel(Card):
    """Shows the last test."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("Test")
        self._theme = theme
        self.picture = PngView("The picture that was sent")
        self.message = plain_label("", wrap=True)
        self.facts = plain_label("", wrap=True, name="muted")
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        for label in (self.message, self.facts):
            label.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
        words = QVBoxLayout()
        words.addWidget(self.message)
        words.addWidget(self.facts)
        words.addWidget(self.tabs, 1)
        content = QWidget()
        row = QHBoxLayout(content)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(14)
        row.addWidget(self.picture, 1)
        row.addLayout(words, 2)
        self.stack = EmptyOr(content, EmptyState("Does it answer?", NOT_YET))
        self.body.addWidget(self.stack, 1)

    def show_test(self, name: str, test: ModelTest) -> None:
        """Show a test's outcome."""
        self.title.setText(f"Test of {name}")
        self.picture.show_png(test.picture_png)
        self.message.setText(f"{'✓' if test.ok else '✕'} {test.message}")
        self.message.setObjectName("rightText" if test.ok else "wrongText")
        self.message.style().polish(self.message)
        self.facts.setText(facts_words(test))
        while self.tabs.count():
            old = self.tabs.widget(0)
            self.tabs.removeTab(0)
            if old is not None:
                old.deleteLater()
        for attempt in test.attempts:
            if lines := lines_read(attempt):
                self.tabs.addTab(self._text(lines, "What it read"), "What it read")
            number = "" if len(test.attempts) == 1 else f" {attempt.number}"
            self.tabs.addTab(self._text(reply_text(attempt), f"Reply{number}"), f"What came back{number}")
            self.tabs.addTab(self._text(request_text(attempt), f"Request{number}"), f"What was sent{number}")
        self.stack.show_content(True)

    def _text(self, content: str, name: str) -> QPlainTextEdit:
        edit = QPlainTextEdit(content[:MOST_SHOWN], readOnly=True)
        edit.setFont(self._theme.mono())
        edit.setAccessibleName(name)
        return edit


def facts_words(test: ModelTest) -> str:
    """Return the figures of a test."""
    parts = [
        f"printed {test.expected}",
        f"read {test.answered}" if test.answered else "nothing read",
        f"{test.seconds:.2f} s",
        f"outcome {test.outcome.value.replace('_', ' ')}",
        f"served by {test.served_model}" if test.served_model else "",
        f"{len(test.attempts)} requests" if len(test.attempts) > 1 else "",
    ]
    return " · ".join(part for part in parts if part)


def lines_read(attempt: Attempt) -> str:
    """Return the lines of a reader that says where each one is, without the places; empty for any other reply."""
    try:
        found = json.loads(attempt.body)
    except ValueError:
        return ""
    if not isinstance(found, list):
        return ""
    return "\n".join(str(item["text"]) for item in found if isinstance(item, dict) and item.get("text"))


def reply_text(attempt: Attempt) -> str:
    """Return what came back, as it came."""
    body = attempt.body.decode("utf-8", errors="backslashreplace")
    status = f"status {attempt.status}\n" if attempt.status is not None else ""
    reason = f"{attempt.outcome.value}: {attempt.reason}\n" if attempt.reason else ""
    return f"{status}{reason}\n{body}".lstrip("\n")


def request_text(attempt: Attempt) -> str:
    """Return what was sent: without the key, pictures as their sha256."""
    return json.dumps(attempt.request, ensure_ascii=False, indent=2)
