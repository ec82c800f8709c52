"""Apply to…: makes the pictures of many documents under some recipes, with progress, and says what came of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from fidelity_app.core.recipes import Recipe
from fidelity_app.gui.bridge import Job
from fidelity_app.gui.degrade.apply_dialog import ApplyDialog, Order, Scope
from fidelity_app.gui.page import PageContext
from fidelity_app.gui.runs.planning import count_words
from fidelity_app.gui.widgets.pills import pill
from fidelity_app.gui.widgets.progress import JobStrip
from fidelity_app.gui.widgets.text import ElidedLabel, plain_label
from fidelity_app.services import degrading, library
from fidelity_app.services.making_variants import MadeVariants, make_variants
from fidelity_app.store.rows import DocumentFilter, DocumentRow

MB = 1_000_000


def outcome_words(made: MadeVariants) -> str:
    """Return one sentence about what was made, what was there, and what is missing."""
    parts = [f"{count_words(made.made, 'picture')} made ({made.bytes / MB:,.1f} MB)"]
    if made.known:
        parts.append(f"{made.known:,} here already")
    if made.drifted:
        parts.append(f"{made.drifted:,} with other pixels than when they were made first")
    failed = sum(item.variants for item in made.failed)
    if failed:
        parts.append(f"{failed:,} not made")
    if made.cancelled:
        parts.append("cancelled; what was made is kept")
    return ", ".join(parts) + "."


def scopes(
    rows: Sequence[DocumentRow], *, here: str, listed: Sequence[str] | None, selected: Sequence[str]
) -> tuple[Scope, ...]:
    """Return the choices of documents: this one, those selected or listed in the Library, and all."""
    pages = {row.id: row.pages for row in rows}

    def scope(title: str, ids: Sequence[str]) -> Scope:
        known = tuple(one for one in ids if one in pages)
        return Scope(title, known, sum(pages[one] for one in known))

    found = [scope("This document", [here]), scope("Selected in the Library", selected)]
    if listed is not None and len(listed) < len(rows):
        found.append(scope("Listed in the Library by its filters", listed))
    return (*found, scope("All documents", [row.id for row in rows]))


class NotMadeDialog(QDialog):
    """Every picture that could not be made, with its reason."""

    def __init__(self, parent: QWidget, made: MadeVariants) -> None:
        super().__init__(parent)
        self.setWindowTitle("Not made")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        rows = [
            (item.document_name, f"{item.page_index + 1}", item.recipe or "every recipe", item.reason)
            for item in made.failed
        ]
        self.table = QTableWidget(len(rows), 4)
        self.table.setAccessibleName("Not made")
        self.table.setHorizontalHeaderLabels(["Document", "Page", "Recipe", "Why"])
        self.table.verticalHeader().setVisible(False)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.horizontalHeader().setSectionResizeMode(3, QHeaderView.ResizeMode.Stretch)
        self.table.setColumnWidth(0, 220)
        for number, row in enumerate(rows):
            for column, text in enumerate(row):
                self.table.setItem(number, column, QTableWidgetItem(text))
        self.text = "\n".join("\t".join(row) for row in rows)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton("Copy list", QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text))
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(plain_label(outcome_words(made), wrap=True, name="emptyTitle"))
        layout.addWidget(self.table)
        layout.addWidget(buttons)
        self.resize(820, 400)


class OutcomeBar(QFrame):
    """One line that says what was made; hidden until something was, and when it is closed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self._made: MadeVariants | None = None
        self.setObjectName("footer")
        self.setAccessibleName("Last pictures made")
        self.label = ElidedLabel()
        self.why_button = pill("What is missing…", on_click=self._show_missing)
        close = pill("Close", on_click=self.hide)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 6, 14, 6)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.why_button)
        layout.addWidget(close)
        self.hide()

    def show_made(self, made: MadeVariants) -> None:
        """Show what came of it."""
        self._made = made
        complete = not made.failed and not made.cancelled
        self.label.setText(f"{'✓ ' if complete else ''}{outcome_words(made)}")
        self.why_button.setVisible(bool(made.failed))
        self.show()

    def _show_missing(self) -> None:
        if self._made is not None:
            NotMadeDialog(self._window, self._made).open()


class Applying(QObject):
    """Asks, runs one making at a time, and shows how far it is. `ended(MadeVariants)` when it has."""

    ended = Signal(object)

    def __init__(self, context: PageContext, window: QWidget) -> None:
        super().__init__(window)
        self._context = context
        self._window = window
        self.strip = JobStrip()
        self.outcome = OutcomeBar(window)
        self.job: Job | None = None

    def ask(self, document_id: str, shown: Recipe, seed: int) -> ApplyDialog | None:
        """Open the dialog; one making at a time."""
        if self.job is not None:
            self._context.notifier.info("Pictures are being made. Wait for their end, or cancel, then try again.")
            return None
        workspace, choice = self._context.workspace, self._context.hub.library
        rows = library.documents(workspace, DocumentFilter())
        dialog = ApplyDialog(
            self._window,
            scopes=scopes(rows, here=document_id, listed=choice.listed, selected=choice.selected),
            shown=shown,
            recipes=degrading.recipes(workspace),
            seed=seed,
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self.make(dialog.order()))
        dialog.open()
        return dialog

    def make(self, order: Order) -> Job:
        """Make pictures in the background."""
        workspace = self._context.workspace

        def work(job: Job) -> MadeVariants:
            return make_variants(
                workspace,
                order.document_ids,
                order.recipes,
                seeds=order.seeds,
                progress=job.report,
                cancel=job.token,
            )

        job = self._context.jobs.run(
            work, title="Making pictures", owner=self, done=self._show, failed=self._context.notifier.error
        )
        self.job = job
        job.finished.connect(self._forget)
        job.cancelled.connect(lambda: self._context.notifier.info("Cancelled before a picture was made."))
        self.outcome.hide()
        self.strip.follow(job)
        return job

    def _show(self, made: MadeVariants) -> None:
        self.outcome.show_made(made)
        self.ended.emit(made)

    def _forget(self) -> None:
        self.job = None
