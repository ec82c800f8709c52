"""The foot of Annotate: which sums of the printed amounts hold, break, or cannot be checked."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from PySide6.QtWidgets import QVBoxLayout, QWidget

from fidelity_app.core.reconciliation import SumCheck, SumState, repair_words
from fidelity_app.gui.widgets.cards import Panel
from fidelity_app.gui.widgets.text import plain_label

MOST_LINES = 5
MOST_PARTS = 6

# Sign, style, and place in the list: what breaks comes first.
_STATES: dict[SumState, tuple[str, str, int]] = {
    SumState.BREAKS: ("✕", "wrongText", 0),
    SumState.HOLDS: ("✓", "rightText", 1),
    SumState.NOT_CHECKABLE: ("?", "muted", 2),
}
assert set(_STATES) == set(SumState)


class SumsPanel(Panel):
    """One line per check, with a sign as well as a colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, name="footer")
        self.setAccessibleName("Sums")
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(14, 8, 14, 8)
        self._layout.setSpacing(3)
        self.lines: tuple[str, ...] = ()

    def show_checks(self, checks: Sequence[SumCheck]) -> None:
        """Show these checks; the ones that break come first when there is not room for all."""
        ordered = sorted(checks, key=lambda check: _STATES[check.state][2])
        lines = [(sum_words(check), _STATES[check.state][1]) for check in ordered[:MOST_LINES]]
        if not lines:
            lines = [("No sum to check yet: it needs items, subtotal, tax and total.", "muted")]
        elif len(checks) > MOST_LINES:
            lines.append((f"and {len(checks) - MOST_LINES} more that {_rest(ordered[MOST_LINES:])}", "muted"))
        if tuple(text for text, _ in lines) == self.lines:
            return
        while item := self._layout.takeAt(0):
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for text, style in lines:
            self._layout.addWidget(plain_label(text, wrap=True, name=style))
        self.lines = tuple(text for text, _ in lines)


def sum_words(check: SumCheck) -> str:
    """Return one check as a line: sign, parts, what is printed, the rule, and by how much it breaks."""
    mark = " × " if check.product else " + "
    parts = [_number(part.signed) for part in check.parts]
    if len(parts) > MOST_PARTS:
        parts = [*parts[: MOST_PARTS - 1], f"… ({len(parts)} parts)"]
    sum_text = mark.join(parts).replace("+ -", "− ")
    line = f"{_STATES[check.state][0]} {sum_text} = {_number(check.stated)}   {check.rule}"
    if check.state is SumState.BREAKS and check.difference is not None:
        line += f"; printed is {abs(check.difference)} too {'high' if check.difference > 0 else 'low'}"
        line += f"; {hint}" if (hint := repair_words(check)) else ""
    return line


def _number(value: Decimal | None) -> str:
    return "?" if value is None else f"{value:f}"


def _rest(checks: Sequence[SumCheck]) -> str:
    states = {check.state for check in checks}
    if states == {SumState.HOLDS}:
        return "hold"
    return "cannot be checked" if states == {SumState.NOT_CHECKABLE} else "hold or cannot be checked"
