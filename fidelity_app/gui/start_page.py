"""The first window: open a workspace, make one, or see the demonstration."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QMainWindow, QVBoxLayout, QWidget

from fidelity_app.core.errors import UserError
from fidelity_app.gui.bridge import Job, Jobs
from fidelity_app.gui.notify import Notifier
from fidelity_app.gui.widgets.cards import Card
from fidelity_app.gui.widgets.pills import pill
from fidelity_app.gui.widgets.progress import JobStrip
from fidelity_app.gui.widgets.text import ElidedLabel, plain_label

QUESTION = "Can you trust the digits a vision model reads off your documents?"


class StartWindow(QMainWindow):
    """Asks for a workspace. `chosen(path, make)`: open the folder, or make it first."""

    chosen = Signal(object, bool)
    demonstrated = Signal(object)

    def __init__(self, *, recent: Path | None, run_demo: Callable[[Path, Job], object]) -> None:
        super().__init__()
        self.setWindowTitle("Fidelity")
        self.jobs = Jobs(self)
        self._run_demo = run_demo
        self._strip = JobStrip()
        frame = QWidget()
        layout = QVBoxLayout(frame)
        layout.addStretch(2)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._card(recent))
        row.addStretch(1)
        layout.addLayout(row)
        layout.addStretch(3)
        layout.addWidget(self._strip)
        self.setCentralWidget(frame)
        self.notifier = Notifier(self)
        self.resize(900, 560)

    def _card(self, recent: Path | None) -> Card:
        card = Card("Fidelity")
        card.title.setObjectName("bigTitle")
        card.setMinimumWidth(560)
        card.body.addWidget(plain_label(QUESTION, wrap=True))
        if recent is not None:
            again = pill(f"Open {recent.name} again", primary=True, on_click=lambda: self.chosen.emit(recent, False))
            card.body.addWidget(again)
            where = ElidedLabel(str(recent))
            where.setObjectName("muted")
            card.body.addWidget(where)
        self.open_button = pill("Open a workspace…", on_click=self._ask_to_open)
        self.new_button = pill("New workspace…", primary=recent is None, on_click=self._ask_to_make)
        self.demo_button = pill("Show me: make the demonstration…", on_click=self._ask_for_demo)
        for button in (self.new_button, self.open_button, self.demo_button):
            card.body.addWidget(button)
        card.body.addWidget(
            plain_label(
                "A workspace is a folder: one SQLite file and the images. Your own files are only read. The "
                "demonstration takes the shipped samples through the models built in here: no key, no network.",
                wrap=True,
                name="muted",
            )
        )
        return card

    def _ask_to_open(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, "Open a workspace")
        if folder:
            self.chosen.emit(Path(folder), False)

    def _ask_to_make(self) -> None:
        folder, _ = QFileDialog.getSaveFileName(self, "New workspace: name the folder to make", "receipts")
        if folder:
            self.chosen.emit(Path(folder), True)

    def _ask_for_demo(self) -> None:
        folder, _ = QFileDialog.getSaveFileName(self, "Demonstration: name the folder to make", "fidelity-demo")
        if folder:
            self.start_demo(Path(folder))

    def start_demo(self, folder: Path) -> Job:
        """Make the demonstration in a folder, in the background."""
        job = self.jobs.run(
            lambda job: self._run_demo(folder, job),
            title="Demonstration",
            owner=self,
            done=lambda _: self.demonstrated.emit(folder),
            failed=self.notifier.error,
        )
        self._strip.follow(job)
        return job

    def refuse(self, error: UserError | Exception) -> None:
        """Say why a folder could not be opened."""
        self.notifier.error(error)
