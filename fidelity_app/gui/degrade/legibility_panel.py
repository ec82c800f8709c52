"""How hard every field became: contrast, sharpness and digit height, measured; and what a person cannot read at all."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout

from fidelity_app.core.documents import Document, Field, Legibility
from fidelity_app.core.illegible import IllegibleMark
from fidelity_app.core.recipes import Recipe
from fidelity_app.gui.bridge import Job, Jobs, Latest
from fidelity_app.gui.canvas.records import BoxLook
from fidelity_app.gui.degrade.illegible import IllegibleMarks
from fidelity_app.gui.degrade.preview import Previewed
from fidelity_app.gui.tables.records import Column, RecordModel, Tone
from fidelity_app.gui.tables.view import RecordTable
from fidelity_app.gui.theme import Theme
from fidelity_app.gui.widgets.cards import Panel
from fidelity_app.gui.widgets.pills import pill
from fidelity_app.gui.widgets.text import plain_label
from fidelity_app.services.illegible import mark_words
from fidelity_app.services.legibility import FieldLegibility, field_legibility

UNKNOWN = "–"
SIGN = "⊘"
TITLE = "Legibility, hardest first"
NO_BOX = "No field of this page has a box to measure."
MARK, TAKE_BACK = "Mark illegible", "Take mark back"


@dataclass(frozen=True, slots=True)
class Line:
    """A field with what was measured, and the mark that holds for what is shown."""

    measured: FieldLegibility
    mark: IllegibleMark | None = None

    @property
    def field(self) -> Field:
        """Return the field."""
        return self.measured.field

    @property
    def illegible(self) -> str:
        """Say since when nobody can read it; empty for a field that can be read."""
        if self.mark is not None:
            return f"illegible from severity {self.mark.recipe.severity:g} up"
        return "illegible on the page" if self.field.legibility is Legibility.ILLEGIBLE else ""

    @property
    def about(self) -> str:
        """Return what stands in the tip: the printed text, and whose mark it is."""
        words = f"{self.field.key}: {self.field.text}"
        if self.mark is None:
            return f"{words}\n{self.illegible}" if self.illegible else words
        return f"{words}\n{mark_words(self.mark)}" + (f": {self.mark.note}" if self.mark.note else "")


def _figure(value: float | None, digits: int) -> str:
    return UNKNOWN if value is None else f"{value:.{digits}f}"


def box_look(field: Field, *, marked: bool) -> tuple[BoxLook, str]:
    """Return how a field's box is drawn, and its label in words."""
    label = f"{field.key} {field.text}"
    if marked or field.legibility is Legibility.ILLEGIBLE:
        return BoxLook.ABSTAINED, f"{SIGN} {label} · illegible"
    return BoxLook.PLAIN, label


COLUMNS: tuple[Column[Line], ...] = (
    Column(
        "Field",
        lambda line: f"{SIGN} {line.field.key}" if line.illegible else line.field.key,
        aside=lambda line: "illegible" if line.illegible else "",
        tone=lambda line: Tone.ABSTAINED if line.illegible else Tone.PLAIN,
        tip=lambda line: line.about,
        stretch=True,
    ),
    Column(
        "Digit px",
        lambda line: _figure(line.measured.after.digit_height_px, 0),
        aside=lambda line: _figure(line.measured.before.digit_height_px, 0),
        number=True,
        about="Median height of the characters in pixels, commas and points left out; small: as loaded.",
    ),
    Column(
        "Contrast",
        lambda line: _figure(line.measured.after.contrast, 2),
        aside=lambda line: _figure(line.measured.before.contrast, 2),
        number=True,
        about="Difference between paper and ink, 0 to 1; small: as loaded.",
    ),
    Column(
        "Sharpness",
        lambda line: _figure(line.measured.after.sharpness, 2),
        aside=lambda line: _figure(line.measured.before.sharpness, 2),
        number=True,
        about="Steepest edge as a share of the contrast per pixel, 1 for a clean step; small: as loaded.",
    ),
)


def _title_of(line: Line) -> str:
    return f"{SIGN} {line.illegible}" if line.illegible else TITLE


class LegibilityPanel(Panel):
    """Lists the fields of the page, hardest first; `chosen(field_id)` when a person picks one.

    The field of the current row can be marked illegible under what is shown, by button, key and menu.
    """

    chosen = Signal(str)

    def __init__(self, jobs: Jobs, theme: Theme, marks: IllegibleMarks) -> None:
        super().__init__()
        self.marks = marks
        self._latest = Latest(jobs, self)
        self._measured: tuple[FieldLegibility, ...] = ()
        self._shown: tuple[Recipe, int] | None = None
        self.table = RecordTable(
            RecordModel(COLUMNS, key=lambda line: line.field.id), theme, "Legibility of each field"
        )
        self.title = plain_label(TITLE, name="muted")
        self.mark_button = pill(MARK, on_click=self.toggle_mark)
        self._build()
        self.table.clicked.connect(lambda _index: self._on_picked())
        self.table.opened.connect(lambda _line: self._on_picked())
        self.table.chosen.connect(self._show_state)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._open_menu)
        self.marks.changed.connect(self._refresh)
        self._show_state(None)

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

        def show(found: tuple[FieldLegibility, ...]) -> None:
            self._measured, self._shown = found, (previewed.recipe, previewed.seed)
            self._refresh()

        self._latest.submit(work, done=show, failed=self._on_failed)

    def choose(self, field_id: str) -> None:
        """Bring a field's row into view."""
        if field_id:
            self.table.choose(field_id)

    def can_mark(self) -> bool:
        """Say whether there is a field to mark or to take a mark from."""
        return self._shown is not None and self.table.current() is not None

    def toggle_mark(self) -> None:
        """Mark the field of the current row illegible under what is shown, or take its mark back."""
        line = self.table.current()
        if line is not None and self._shown is not None:
            self.marks.toggle(line.field, *self._shown)

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.setSpacing(4)
        head = QHBoxLayout()
        head.setContentsMargins(14, 0, 8, 0)
        head.addWidget(self.title, 1)
        head.addWidget(self.mark_button)
        layout.addLayout(head)
        layout.addWidget(self.table, 1)

    def _refresh(self) -> None:
        if self._shown is None:
            return
        held = self.marks.under(*self._shown)
        lines = tuple(Line(one, held.get(one.field.id)) for one in self._measured)
        self.table.show_records(lines)

    def _show_state(self, line: Line | None) -> None:
        marked = line is not None and line.mark is not None
        if self._shown is not None:
            self.title.setText(NO_BOX if line is None else _title_of(line))
        self.mark_button.setText(TAKE_BACK if marked else MARK)
        self.mark_button.setAccessibleName(f"{TAKE_BACK if marked else MARK}: {line.field.key}" if line else MARK)
        self.mark_button.setEnabled(line is not None)
        self.mark_button.setToolTip(
            "Nobody can read the chosen field under this recipe, from this severity up (I). Runs judge it so: an "
            "answer there is invented, saying that it cannot be read is right."
        )

    def _open_menu(self, at: QPoint) -> None:
        line = self.table.current()
        if line is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(TAKE_BACK if line.mark is not None else MARK, self.toggle_mark)
        menu.popup(self.table.viewport().mapToGlobal(at))

    def _on_failed(self, error: BaseException) -> None:
        self.title.setText(f"Legibility could not be measured: {error}")

    def _on_picked(self) -> None:
        line = self.table.current()
        if line is not None:
            self.chosen.emit(line.field.id)
