"""The chosen field: its crop, its characters in columns, what happened in words, and the keys that decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from fidelity_app.gui.compare.columns_view import NAME_PX, ColumnsView, NamedRow
from fidelity_app.gui.compare.crop_view import CropView
from fidelity_app.gui.compare.finding_marks import char_marks
from fidelity_app.gui.compare.matrix_view import VERDICT_SIGNS
from fidelity_app.gui.theme import Theme
from fidelity_app.gui.widgets.pills import pill
from fidelity_app.gui.widgets.text import ElidedLabel, plain_label
from fidelity_app.services.drifting import drift_words
from fidelity_app.services.views import Finding, FindingModel
from fidelity_app.store.rows import RIGHT_VERDICTS, Decided

RIGHT_SIGN = "✓"
WORDS_PX = 290

DECISIONS: tuple[tuple[Decided, str, str], ...] = (
    (Decided.MODEL_WRONG, "M", "model wrong"),
    (Decided.TRUTH_WRONG, "T", "truth wrong"),
    (Decided.ILLEGIBLE, "I", "illegible"),
    (Decided.AMBIGUOUS, "B", "ambiguous"),
    (Decided.SKIPPED, "S", "skip"),
)
assert {decided for decided, _, _ in DECISIONS} == set(Decided)


class FindingPanel(QWidget):
    """Shows one finding. `decided(Decided)` and `inspect()` fire for the model under the cursor."""

    decided = Signal(object)
    inspect_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._title = ElidedLabel("")
        self._title.setObjectName("pageTitle")
        self.crop = CropView(theme, "The field as the models saw it", inset_px=NAME_PX)
        self.columns = ColumnsView(theme)
        self._words = QVBoxLayout()
        self._words.setSpacing(6)
        self._evidence = plain_label("", wrap=True, name="muted")
        self._buttons: dict[Decided, QPushButton] = {}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 10, 14, 10)
        layout.setSpacing(16)
        layout.addLayout(self._left_side(), 1)
        layout.addWidget(self._right_side())

    def show_finding(self, finding: Finding, chosen: FindingModel | None) -> None:
        """Show a finding with one of its models under the cursor."""
        self._title.setText(_headline(finding))
        marks = char_marks(chosen.marks, finding.page.index) if chosen else ()
        self.crop.show_part(finding.variant.rgb, finding.box, finding.glyphs, marks)
        self.columns.show_rows(_named_rows(finding))
        self._show_words(finding.models, chosen)
        shown = drift_words(finding)
        self._evidence.setText(f"The picture is {shown}.\n{_evidence(chosen)}" if shown else _evidence(chosen))
        for decided, button in self._buttons.items():
            button.setEnabled(chosen is not None)
            is_it = chosen is not None and chosen.decision is not None and chosen.decision.decision is decided
            button.setChecked(is_it)

    def _left_side(self) -> QVBoxLayout:
        side = QVBoxLayout()
        side.setSpacing(8)
        side.addWidget(self._title)
        side.addWidget(self.crop)
        holder = QVBoxLayout()
        holder.addWidget(self.columns)
        side.addWidget(_scrolled(holder), 1)
        return side

    def _right_side(self) -> QWidget:
        side = QWidget()
        side.setFixedWidth(WORDS_PX)
        layout = QVBoxLayout(side)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        holder = QVBoxLayout()
        holder.addLayout(self._words)
        layout.addWidget(_scrolled(holder), 1)
        layout.addLayout(self._decision_rows())
        layout.addWidget(self._evidence)
        return side

    def _decision_rows(self) -> QVBoxLayout:
        rows = QVBoxLayout()
        rows.setSpacing(4)
        buttons: list[QPushButton] = []
        for decided, key, text in DECISIONS:
            button = pill(f"{key}  {text}", tip=f"Decide for the model under the cursor: {text} ({key})")
            button.setAccessibleName(f"Decide: {text}")
            button.setCheckable(True)
            button.clicked.connect(_emitting(self.decided.emit, decided))
            self._buttons[decided] = button
            buttons.append(button)
        buttons.append(pill("Ctrl+I  evidence", tip="Request, reply and timing", on_click=self.inspect_asked.emit))
        for first in range(0, len(buttons), 2):
            row = QHBoxLayout()
            row.setSpacing(4)
            for button in buttons[first : first + 2]:
                row.addWidget(button)
            rows.addLayout(row)
        return rows

    def _show_words(self, models: Sequence[FindingModel], chosen: FindingModel | None) -> None:
        while (item := self._words.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        for model in models:
            label = plain_label(f"{model.model}: {model.words}", wrap=True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setObjectName("" if model.verdict in RIGHT_VERDICTS else "wrongText")
            font = label.font()
            font.setBold(model is chosen)
            label.setFont(font)
            self._words.addWidget(label)


def _scrolled(content: QVBoxLayout) -> QScrollArea:
    """Return a scroll area around a column of widgets, on the panel's own ground."""
    scroll = QScrollArea()
    scroll.setWidgetResizable(True)
    scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    holder = QWidget()
    holder.setObjectName("panel")
    content.setContentsMargins(0, 0, 0, 0)
    content.setSizeConstraint(QLayout.SizeConstraint.SetMinAndMaxSize)
    outer = QVBoxLayout(holder)
    outer.setContentsMargins(0, 0, 0, 0)
    outer.addLayout(content)
    outer.addStretch(1)
    scroll.setWidget(holder)
    return scroll


def _emitting(emit: Callable[[object], object], value: object) -> Callable[[], None]:
    def fire() -> None:
        emit(value)

    return fire


def _headline(finding: Finding) -> str:
    field = finding.field
    kind = f" · {field.kind.value}" if field else " · nothing is annotated here"
    currency = f" · {finding.document.currency}" if finding.document.currency else ""
    legibility = f" · {field.legibility.value}" if field and field.legibility.value != "clear" else ""
    return f"{finding.slot.key}{kind}{currency}{legibility} · {finding.document.name}"


def _named_rows(finding: Finding) -> tuple[NamedRow, ...]:
    truth = NamedRow("truth", "", True, finding.rows[0])
    rows = [
        NamedRow(model.model, _sign(model), model.verdict in RIGHT_VERDICTS, row, note=_note(model))
        for model, row in zip(finding.models, finding.rows[1:], strict=True)
    ]
    return (truth, *rows)


def _sign(model: FindingModel) -> str:
    if model.verdict is None:
        return "–"
    return VERDICT_SIGNS[model.verdict] or RIGHT_SIGN


def _note(model: FindingModel) -> str:
    return "" if model.text is not None else model.label.replace("_", " ")


def _evidence(model: FindingModel | None) -> str:
    if model is None:
        return ""
    parts = [f"{model.model}"]
    if model.confidence is not None:
        parts.append(f"said {model.confidence:.2f} sure")
    if len(model.repeats) > 1:
        parts.append(f"{model.repeats.count(model.text)} of {len(model.repeats)} repeats agree")
    if model.decision is not None:
        parts.append(f"decided by {model.decision.who} on {model.decision.at:%Y-%m-%d %H:%M}")
    return " · ".join(parts)
