"""The report itself: headline, what the measures mean, worst findings with their pixels, confusions, failures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from fidelity_app.gui.report.confusion_view import ConfusionView, misread
from fidelity_app.gui.report.measures_card import MeasuresCard
from fidelity_app.gui.report.report_columns import (
    FAILURE_COLUMNS,
    FINDING_COLUMNS,
    HEADLINE_COLUMNS,
    MEASURES,
    HeadlineLine,
)
from fidelity_app.gui.runs.planning import count_words
from fidelity_app.gui.tables.picture import PngView
from fidelity_app.gui.tables.records import RecordModel
from fidelity_app.gui.tables.view import RecordTable
from fidelity_app.gui.theme import Theme
from fidelity_app.gui.widgets.cards import Card
from fidelity_app.gui.widgets.pills import ChoicePill
from fidelity_app.gui.widgets.text import plain_label
from fidelity_app.reports.rows import FailureRow, FindingCard, ReportData

MOST_HEADLINE_PX = 330
FINDINGS_PX = 250
_EXPLAINED = frozenset(title for title, _name, _about in MEASURES)
WAITING = "Gathering findings and their pictures…"


class ReportBody(QScrollArea):
    """Cards under each other. `finding_opened` fires on Enter or double click on a finding."""

    finding_opened = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("Report")
        self._lines: Sequence[HeadlineLine] = ()
        self._data: ReportData | None = None
        self.headline: RecordModel[HeadlineLine] = RecordModel(
            HEADLINE_COLUMNS, key=lambda line: (line.row.model, line.row.recipe_key), parent=self
        )
        self.findings: RecordModel[FindingCard] = RecordModel(
            FINDING_COLUMNS, key=lambda card: (card.document, card.field, card.model, card.recipe), parent=self
        )
        self.failures: RecordModel[FailureRow] = RecordModel(FAILURE_COLUMNS, key=lambda row: row, parent=self)
        self.headline_table = RecordTable(self.headline, theme, "Headline")
        self.findings_table = RecordTable(self.findings, theme, "Worst findings")
        self.failures_table = RecordTable(self.failures, theme, "Failures")
        self.about = plain_label("", wrap=True, name="muted")
        self.note = plain_label("", wrap=True, name="muted")
        self.findings_note = plain_label(WAITING, wrap=True, name="muted")
        self.crop = PngView("The pixels that the model saw")
        self.words = plain_label("", wrap=True)
        self.measures = MeasuresCard(theme)
        self.confusion = ConfusionView(theme)
        self.confusion_choice = ChoicePill("Model")
        self.method = plain_label("", wrap=True, name="muted")
        self.confusion_note = plain_label("", wrap=True, name="muted")
        self._build()
        self.findings_table.opened.connect(lambda _card: self.finding_opened.emit())
        self.findings_table.chosen.connect(self._show_card)
        self.confusion_choice.chosen.connect(self._show_confusion)

    # --- showing -------------------------------------------------------------------------------------------------

    def show_headline(self, lines: Sequence[HeadlineLine]) -> None:
        """Show the figures that decide."""
        self._lines = tuple(lines)
        self._show_lines()

    def wait_for_details(self) -> None:
        """Forget the details of another run: nothing of it may stand below the headline of this one."""
        self._data = None
        self.findings_note.setText(WAITING)
        self._findings_content.hide()
        self._failures_card.hide()
        self.measures.wait()
        self.confusion_choice.set_choices([])
        self.confusion.show_confusion(None)
        self.confusion_note.setText("")
        self.verticalScrollBar().setValue(0)

    def show_details(self, data: ReportData) -> None:
        """Show findings, confusions, failures, and the rest of the headline."""
        self._data = data
        self._show_lines()
        self.findings_table.show_records(data.findings)
        self.findings_note.setText(_findings_words(data))
        self._findings_content.setVisible(bool(data.findings))
        self.failures_table.show_records(data.failures)
        self._failures_card.setVisible(bool(data.failures))
        self.failures_table.setFixedHeight(min(190, self.failures_table.natural_height()))
        self.method.setText("\n".join(f"{what}: {how}" for what, how in data.method if what not in _EXPLAINED))
        known = [item.model for item in data.confusions]
        current = self.confusion_choice.data if self.confusion_choice.data in known else (known[0] if known else None)
        self.confusion_choice.set_choices([(name, name) for name in known], current=current)
        self._show_confusion(current)

    def _show_lines(self) -> None:
        found = {(row.model, row.recipe): row for row in self._data.summary} if self._data is not None else {}
        lines = [replace(line, summary=found.get((line.row.model, line.row.recipe_label))) for line in self._lines]
        self.headline_table.show_records(lines)
        self.headline_table.fit_columns()
        self.headline_table.setFixedHeight(min(MOST_HEADLINE_PX, self.headline_table.natural_height() + 14))
        ambiguous = sum(line.row.ambiguous for line in self._lines)
        left_out = f"{count_words(ambiguous, 'ambiguous value')} left out on both sides. " if ambiguous else ""
        self.note.setText(
            f"Small figures: 95 % intervals over documents; a single document has none. {left_out}"
            "Failures stay in every denominator."
        )

    def _show_card(self, card: FindingCard | None) -> None:
        self.crop.show_png(card.crop_png if card is not None else None)
        self.words.setText(card.words if card is not None else "")

    def _show_confusion(self, model: object) -> None:
        confusions = self._data.confusions if self._data is not None else ()
        found = next((item for item in confusions if item.model == model), None)
        self.confusion.show_confusion(found)
        count = sum(item[0] for item in misread(found)) if found is not None else 0
        self.confusion_note.setText(
            f"{count:,} characters misread. Printed down, read across; . decimal mark, ± sign, ¤ symbol, a letter, "
            "∅ nothing (lost at the right, added at the foot)."
            if count
            else "No character was misread where print and reading can be compared."
        )

    # --- building ------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(12)
        column.addWidget(self._headline_card())
        column.addWidget(self._findings_card())
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self._confusion_card(), 1)
        row.addWidget(self._meaning_card(), 1)
        column.addLayout(row)
        column.addWidget(self.measures)
        column.addWidget(self._make_failures_card())
        column.addStretch(1)
        self.setWidget(inside)

    def _headline_card(self) -> Card:
        card = Card("Headline")
        card.body.addWidget(self.about)
        card.body.addWidget(self.headline_table)
        card.body.addWidget(self.note)
        return card

    def _findings_card(self) -> Card:
        card = Card("Worst findings")
        card.body.addWidget(self.findings_note)
        self._findings_content = QWidget()
        side = QVBoxLayout()
        side.addWidget(self.crop, 1)
        side.addWidget(self.words)
        row = QHBoxLayout(self._findings_content)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(14)
        row.addWidget(self.findings_table, 3)
        row.addLayout(side, 1)
        self._findings_content.setFixedHeight(FINDINGS_PX)
        self._findings_content.hide()
        card.body.addWidget(self._findings_content)
        return card

    def _confusion_card(self) -> Card:
        card = Card("Which character becomes which")
        card.body.addWidget(self.confusion_choice, 0, Qt.AlignmentFlag.AlignLeft)
        card.body.addWidget(self.confusion, 1)
        card.body.addWidget(self.confusion_note)
        card.setMinimumHeight(440)
        return card

    def _meaning_card(self) -> Card:
        card = Card("What is measured")
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        for row, (title, _name, about) in enumerate(MEASURES):
            grid.addWidget(plain_label(title, name="pageTitle"), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(plain_label(about, wrap=True, name="muted"), row, 1)
        card.body.addLayout(grid)
        card.body.addSpacing(10)
        card.body.addWidget(plain_label("How this run was made", name="pageTitle"))
        card.body.addWidget(self.method)
        card.body.addStretch(1)
        return card

    def _make_failures_card(self) -> Card:
        card = Card("Failures")
        card.body.addWidget(plain_label("Trials without an answer that could be scored.", name="muted"))
        card.body.addWidget(self.failures_table)
        card.hide()
        self._failures_card = card
        return card


def _findings_words(data: ReportData) -> str:
    if not data.findings:
        return "No value was read wrong without saying so."
    shown = len(data.findings)
    all_of_them = (
        f"The worst {shown} of {data.findings_total:,} silent errors"
        if data.findings_total > shown
        else (f"All {shown} silent errors" if shown > 1 else "The only silent error")
    )
    return f"{all_of_them}. Enter or a double click opens Compare."
