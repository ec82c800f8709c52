"""The chosen field, to be typed: its pixels above, the printed text, how it is read, key, kind and legibility."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout

from fidelity_app.core.documents import Field, Kind, Legibility
from fidelity_app.core.numbers.value import Parsed
from fidelity_app.gui.annotate.crop import CropView
from fidelity_app.gui.annotate.value_edit import ValueEdit
from fidelity_app.gui.theme import Theme
from fidelity_app.gui.widgets.cards import Panel
from fidelity_app.gui.widgets.choice import ChoiceBox
from fidelity_app.gui.widgets.pills import pill
from fidelity_app.gui.widgets.text import ElidedLabel, plain_label

# By place, because Qt turns a StrEnum that is kept as item data into a plain str.
_KINDS = tuple(Kind)
_LEGIBILITIES = tuple(Legibility)
CORRECTING_HINT = "drag · ←→ choose · Shift+←→ move · Backspace automatic · Esc done"


class FieldEditor(Panel):
    """Signals say what a person wants; nothing is changed here. `parse` reads a text as the chosen field's kind."""

    accepted = Signal(str)
    key_wanted = Signal(str)
    kind_wanted = Signal(object)
    legibility_wanted = Signal(object)

    def __init__(self, theme: Theme, parse: Callable[[str], Parsed | None]) -> None:
        super().__init__()
        self._theme = theme
        self._parse = parse
        self.caption = plain_label("", name="muted")
        self.characters = pill("G  character boxes", tip="Correct where each character stands (G)")
        self.characters.setAccessibleName("Correct the character boxes")
        self.characters.setCheckable(True)
        self.characters.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.correcting_hint = plain_label(CORRECTING_HINT, wrap=True, name="muted")
        self.correcting_hint.hide()
        self.crop = CropView(theme)
        self.value = ValueEdit()
        self.parsed = ElidedLabel()
        self.parsed.setAccessibleName("Read as")
        self.decided_by = plain_label("", wrap=True, name="muted")
        self.decided_by.setAccessibleName("Why it is read so")
        self.key = QComboBox(editable=True)
        self.key.setAccessibleName("Field key")
        self.key.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.kind = ChoiceBox()
        self.kind.setAccessibleName("Kind")
        self.legibility = ChoiceBox()
        self.legibility.setAccessibleName("Legibility")
        self.kind.addItems([kind.value for kind in _KINDS])
        self.legibility.addItems([legibility.value for legibility in _LEGIBILITIES])
        self._lay_out()
        theme.changed.connect(self._restyle)
        self._restyle()
        self.value.accepted.connect(self.accepted)
        self.value.textChanged.connect(self._show_parsed)
        self.kind.activated.connect(lambda _: self.kind_wanted.emit(_KINDS[self.kind.currentIndex()]))
        self.legibility.activated.connect(
            lambda _: self.legibility_wanted.emit(_LEGIBILITIES[self.legibility.currentIndex()])
        )
        self.key.activated.connect(lambda _: self._want_key())
        line = QLineEdit()
        self.key.setLineEdit(line)
        line.editingFinished.connect(self._want_key)
        self._field: Field | None = None

    @property
    def field_id(self) -> str:
        """Return the id of the field that is shown."""
        return self._field.id if self._field is not None else ""

    def show_field(self, field: Field | None, suggestions: list[str], *, keep_typed: bool) -> None:
        """Show a field (None: nothing is chosen); `keep_typed` leaves what is half typed alone."""
        self._field = field
        for widget in (self.value, self.key, self.kind, self.legibility):
            widget.setEnabled(field is not None)
        if field is None:
            self.value.show_stored("")
            self.caption.setText("No field is chosen")
            self.crop.show_hint("Draw a box (W) around a printed value")
            return
        self.caption.setText(f"{field.key} · {field.kind.value}" + (f" · {field.note}" if field.note else ""))
        if not keep_typed:
            self.value.show_stored(field.text)
        self.key.clear()
        self.key.addItems([field.key, *suggestions])
        self.key.setCurrentText(field.key)
        self.kind.setCurrentIndex(_KINDS.index(field.kind))
        self.legibility.setCurrentIndex(_LEGIBILITIES.index(field.legibility))
        self._show_parsed()

    def set_correcting(self, on: bool) -> None:
        """Show whether character boxes are being corrected, and its keys."""
        self.characters.setChecked(on)
        self.correcting_hint.setVisible(on)
        self.crop.set_correcting(on)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.addWidget(self.value, 3)
        read = QVBoxLayout()
        read.setSpacing(1)
        read.addWidget(self.parsed)
        read.addWidget(self.decided_by)
        row.addLayout(read, 2)
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        for column, (label, widget) in enumerate(
            (("key", self.key), ("kind", self.kind), ("legible", self.legibility))
        ):
            grid.addWidget(plain_label(label, name="muted"), 0, column)
            grid.addWidget(widget, 1, column)
        grid.setColumnStretch(0, 2)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(2, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 8, 14, 10)
        layout.setSpacing(6)
        top = QHBoxLayout()
        top.addWidget(self.caption, 1)
        top.addWidget(self.characters)
        layout.addLayout(top)
        layout.addWidget(self.crop)
        layout.addWidget(self.correcting_hint)
        layout.addLayout(row)
        layout.addLayout(grid)

    def _restyle(self) -> None:
        size = self.font().pointSizeF()
        self.value.setFont(self._theme.mono(size * 1.5))
        self.parsed.setFont(self._theme.mono(bold=True))
        self.crop.update()

    def _want_key(self) -> None:
        key = self.key.currentText().strip()
        if self._field is not None and key and key != self._field.key:
            self.key_wanted.emit(key)

    def _show_parsed(self) -> None:
        parsed = self._parse(self.value.text()) if self._field is not None else None
        shown, why = read_words(parsed)
        self.parsed.setText(shown)
        self.decided_by.setText(why)
        self.decided_by.setVisible(bool(why))


def read_words(parsed: Parsed | None) -> tuple[str, str]:
    """Return how a text is read, and why; an unknown value is said to be unknown."""
    if parsed is None or not parsed.raw:
        return "", ""
    if parsed.value is None:
        if parsed.alternatives:
            return "ambiguous", "could be " + " or ".join(parsed.alternatives)
        if parsed.kind is Kind.OTHER:
            return "text, as written", parsed.decided_by
        meant = f"; perhaps {parsed.suggestion} is meant" if parsed.suggestion else ""
        return "not readable as " + parsed.kind.value, parsed.decided_by + meant
    value = parsed.value if isinstance(parsed.value, str) else " | ".join(parsed.value)
    more = [part for part in (parsed.currency, parsed.unit) if part]
    return " ".join([f"= {value}", *more]), parsed.decided_by
