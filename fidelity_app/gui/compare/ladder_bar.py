"""The chosen field under every recipe of the run: where it was read right, and where each reader first fails."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QSizePolicy, QWidget

from fidelity_app.core.verdicts import Verdict
from fidelity_app.gui.compare.matrix_view import VERDICT_SIGNS
from fidelity_app.gui.widgets.pills import pill
from fidelity_app.store.rows import RIGHT_VERDICTS, Cell, MatrixRow

RIGHT_SIGN = "✓"
NO_ANSWER_SIGN = "–"


class LadderBar(QScrollArea):
    """One pill per recipe with a sign for what the model under the cursor made of it. `chosen(Slot)` on a click."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("footer")
        self.setAccessibleName("The field under every recipe")
        self.setWidgetResizable(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._buttons: list[QPushButton] = []

    @property
    def buttons(self) -> tuple[QPushButton, ...]:
        return tuple(self._buttons)

    def show_rows(self, rows: Sequence[MatrixRow], *, slot_id: str, model_number: int) -> None:
        """Show the levels; with one recipe only there is no ladder to show."""
        holder = QWidget()
        holder.setObjectName("panel")
        row_layout = QHBoxLayout(holder)
        row_layout.setContentsMargins(8, 4, 8, 4)
        row_layout.setSpacing(6)
        self._buttons = []
        for row in rows:
            button = self._rung(row, model_number)
            button.setChecked(row.slot.id == slot_id)
            row_layout.addWidget(button)
            self._buttons.append(button)
        row_layout.addStretch(1)
        self.setWidget(holder)
        self.setFixedHeight(holder.sizeHint().height() + 4)
        self.setVisible(len(rows) > 1)

    def _rung(self, row: MatrixRow, model_number: int) -> QPushButton:
        cell = row.cells[model_number] if model_number < len(row.cells) else None
        button = pill(f"{row.recipe_label} {sign_of(cell)}", tip=_tip(cell))
        button.setCheckable(True)
        button.clicked.connect(lambda: self.chosen.emit(row.slot))
        return button


def sign_of(cell: Cell | None) -> str:
    """Return the sign of a reading: a tick, the verdict's own, or a dash where there is no answer."""
    if cell is None or cell.verdict is None:
        return NO_ANSWER_SIGN
    return VERDICT_SIGNS[cell.verdict] or RIGHT_SIGN if cell.verdict in RIGHT_VERDICTS else VERDICT_SIGNS[cell.verdict]


def first_failure(rows: Sequence[MatrixRow], model_number: int) -> MatrixRow | None:
    """Return the mildest level on which a model no longer reads the field right, None when it always does."""
    for row in sorted(rows, key=lambda one: one.severity):
        cell = row.cells[model_number] if model_number < len(row.cells) else None
        if cell is not None and cell.outcome is not None and not _is_right(cell.verdict):
            return row
    return None


def _is_right(verdict: Verdict | None) -> bool:
    return verdict in RIGHT_VERDICTS or verdict is Verdict.AMBIGUOUS


def _tip(cell: Cell | None) -> str:
    if cell is None or cell.outcome is None:
        return "not asked yet"
    return cell.label.replace("_", " ") or "as printed"
