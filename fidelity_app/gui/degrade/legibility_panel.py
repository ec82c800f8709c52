"""How hard every field became: contrast, sharpness and digit height, measured on the degraded pixels."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout

from fidelity_app.core.documents import Document
from fidelity_app.gui.bridge import Job, Jobs, Latest
from fidelity_app.gui.degrade.preview import Previewed
from fidelity_app.gui.tables.records import Column, RecordModel
from fidelity_app.gui.tables.view import RecordTable
from fidelity_app.gui.theme import Theme
from fidelity_app.gui.widgets.cards import Panel
from fidelity_app.gui.widgets.text import plain_label
from fidelity_app.services.legibility import FieldLegibility, field_legibility

UNKNOWN = "–"


def _figure(value: float | None, digits: int) -> str:
    return UNKNOWN if value is None else f"{value:.{digits}f}"


COLUMNS: tuple[Column[FieldLegibility], ...] = (
    Column("Field", lambda one: one.field.key, tip=lambda one: f"{one.field.key}: {one.field.text}", stretch=True),
    Column(
        "Digit px",
        lambda one: _figure(one.after.digit_height_px, 0),
        aside=lambda one: _figure(one.before.digit_height_px, 0),
        number=True,
        about="Height of the ink in pixels; small: as loaded.",
    ),
    Column(
        "Contrast",
        lambda one: _figure(one.after.contrast, 2),
        aside=lambda one: _figure(one.before.contrast, 2),
        number=True,
        about="Difference between paper and ink, 0 to 1; small: as loaded.",
    ),
    Column(
        "Sharpness",
        lambda one: _figure(one.after.sharpness, 2),
        aside=lambda one: _figure(one.before.sharpness, 2),
        number=True,
        about="Steepest edge as a share of the contrast per pixel, 1 for a clean step; small: as loaded.",
    ),
)


class LegibilityPanel(Panel):
    """Lists the fields of the page, hardest first; `chosen(field_id)` when a person picks one."""

    chosen = Signal(str)

    def __init__(self, jobs: Jobs, theme: Theme) -> None:
        super().__init__()
        self._latest = Latest(jobs, self)
        self.table = RecordTable(RecordModel(COLUMNS, key=lambda one: one.field.id), theme, "Legibility of each field")
        self.title = plain_label("Legibility, hardest first", name="muted")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.setSpacing(4)
        head = QVBoxLayout()
        head.setContentsMargins(14, 0, 14, 0)
        head.addWidget(self.title)
        layout.addLayout(head)
        layout.addWidget(self.table, 1)
        self.table.clicked.connect(lambda _index: self._on_picked())

    @property
    def at_work(self) -> bool:
        """Say whether figures are still to come."""
        return self._latest.busy

    def measure(self, document: Document, previewed: Previewed) -> None:
        """Measure the fields of a page; an older question is forgotten."""

        def work(_job: Job) -> tuple[FieldLegibility, ...]:
            return field_legibility(
                document.fields,
                before=previewed.before,
                after=previewed.after,
                page_map=previewed.page_map,
                page_index=previewed.page.index,
            )

        self._latest.submit(work, done=self._show, failed=self._on_failed)

    def choose(self, field_id: str) -> None:
        """Bring a field's row into view."""
        if field_id:
            self.table.choose(field_id)

    def _show(self, found: tuple[FieldLegibility, ...]) -> None:
        self.title.setText("Legibility, hardest first" if found else "No field of this page has a box to measure.")
        self.table.show_records(found)

    def _on_failed(self, error: BaseException) -> None:
        self.title.setText(f"Legibility could not be measured: {error}")

    def _on_picked(self) -> None:
        record = self.table.current()
        if record is not None:
            self.chosen.emit(record.field.id)
