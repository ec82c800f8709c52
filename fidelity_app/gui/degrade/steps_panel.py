"""The right side of Degrade: the severity ladder and the list of steps."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QUndoStack
from PySide6.QtWidgets import QHBoxLayout, QMenu, QScrollArea, QToolButton, QVBoxLayout, QWidget

from fidelity_app.core.recipes import SEVERITIES, Recipe, Step
from fidelity_app.gui.degrade.bench import BASE_SEVERITY, Bench
from fidelity_app.gui.degrade.ladder_strip import LadderStrip
from fidelity_app.gui.degrade.order import companions
from fidelity_app.gui.degrade.step_card import StepCard
from fidelity_app.gui.degrade.step_list import StepList
from fidelity_app.gui.theme import Theme
from fidelity_app.gui.widgets.cards import Panel
from fidelity_app.gui.widgets.pills import pill
from fidelity_app.gui.widgets.text import ElidedLabel, escaped_tip, plain_label
from fidelity_app.services.catalogue import Operation

WIDTH_PX = 372
NOTE_MS = 8000
KEY_CHARS = 12


class StepsPanel(Panel):
    """Shows a bench. `wanted(bench, act, slider)` says what a person wants it to be, and by which act."""

    wanted = Signal(object, str, str)

    def __init__(self, operations: Mapping[str, Operation], theme: Theme, stack: QUndoStack) -> None:
        super().__init__()
        self.setMinimumWidth(WIDTH_PX)
        self._operations = operations
        self._bench = Bench()
        self._theme = theme
        self.list = StepList(operations, theme)
        self.title = ElidedLabel()
        self.title.setObjectName("muted")
        self.key = plain_label("", name="muted")
        self.ladder = LadderStrip(theme)
        self.ladder.chosen.connect(self._on_severity)
        self.add_button = pill("+ add step ▾", tip="Add a degradation")
        self.add_button.setMenu(self._menu())
        self.note = plain_label("", wrap=True, name="muted")
        self.note.hide()
        self._noted = QTimer(self, singleShot=True, interval=NOTE_MS)
        self._noted.timeout.connect(self.note.hide)
        self.undo_button, self.redo_button = QToolButton(), QToolButton()
        self._lay_out()
        self._connect(stack)
        self._restyle()

    @property
    def cards(self) -> list[StepCard]:
        """Return the cards, in the order in which their steps are carried out."""
        return self.list.cards

    def show_bench(self, bench: Bench) -> None:
        """Show a recipe; the cards stay when the same degradations are in it."""
        self._bench = bench
        key = bench.shown.key
        self.title.setText(title_of(bench))
        self.key.setText(f"key {key[:KEY_CHARS]}")
        self.key.setToolTip(
            f"{key}\nThe recipe's sha256: equal keys are equal steps. The seed and the page are not in it."
        )
        self.ladder.choose(bench.severity)
        self.list.show_steps(bench.steps, bench.shown.steps)
        self._none.setVisible(not bench.steps)

    def say(self, why: str) -> None:
        """Say why a step stays where it is, for a while; an empty text takes it away."""
        self.note.setText(why)
        self.note.setVisible(bool(why))
        if why:
            self.note.setAccessibleName(why)
            self._noted.start()

    # --- acts ----------------------------------------------------------------------------------------------------

    def remove_focused(self) -> None:
        """Remove the step whose card has the focus."""
        place = self.list.focused()
        if place is not None:
            self._on_removal(self.list.number_at(place))

    def _title(self, number: int) -> str:
        return self._operations[self._bench.steps[number].op].title

    def _on_severity(self, severity: float) -> None:
        self.wanted.emit(self._bench.at(severity), f"Severity {severity:g}", "")

    def _on_step_severity(self, number: int, value: float) -> None:
        act = f"Severity {value:g} of {self._title(number)}"
        self.wanted.emit(self._bench.with_severity(number, value), act, f"severity {number}")

    def _on_parameter(self, number: int, name: str, value: float) -> None:
        operation = self._operations[self._bench.steps[number].op]
        title = next(slider.title for slider in operation.sliders if slider.name == name)
        act = f"{title} {value:g} of {operation.title}"
        self.wanted.emit(self._bench.with_parameter(number, name, value), act, f"{name} {number}")

    def _on_removal(self, number: int) -> None:
        self.wanted.emit(self._bench.without_step(number), f"Remove {self._title(number)}", "")

    def _on_moved(self, number: int, to: int) -> None:
        among = companions(number, self._bench.steps, self._operations)
        place = among.index(number)
        act = f"Move {self._title(number)} {'earlier' if to < place else 'later'}"
        self.wanted.emit(self._bench.moved(among, place, to), act, "")

    def _add(self, operation: Operation) -> None:
        step = Step(operation.name, self._bench.severity or BASE_SEVERITY, {}, operation.version)
        self.wanted.emit(self._bench.with_step(step), f"Add {operation.title}", "")

    # --- building ------------------------------------------------------------------------------------------------

    def _connect(self, stack: QUndoStack) -> None:
        self.list.severity_wanted.connect(self._on_step_severity)
        self.list.parameter_wanted.connect(self._on_parameter)
        self.list.removal_wanted.connect(self._on_removal)
        self.list.moved.connect(self._on_moved)
        self.list.fixed.connect(self.say)
        self.list.reached.connect(lambda y: self._scroll.ensureVisible(0, y, 0, 40))
        self.undo_button.clicked.connect(stack.undo)
        self.redo_button.clicked.connect(stack.redo)
        stack.canUndoChanged.connect(self.undo_button.setEnabled)
        stack.canRedoChanged.connect(self.redo_button.setEnabled)
        stack.undoTextChanged.connect(self._name_undo)
        stack.redoTextChanged.connect(self._name_redo)
        for button in (self.undo_button, self.redo_button):
            button.setEnabled(False)
            button.setAutoRaise(True)
        self._name_undo("")
        self._name_redo("")
        self._theme.changed.connect(self._restyle)

    def _name_undo(self, act: str) -> None:
        self.undo_button.setToolTip(escaped_tip(f"Undo: {act} (Ctrl+Z)" if act else "Nothing to undo"))
        self.undo_button.setAccessibleName(f"Undo {act}".strip())

    def _name_redo(self, act: str) -> None:
        self.redo_button.setToolTip(escaped_tip(f"Redo: {act} (Ctrl+Shift+Z)" if act else "Nothing to redo"))
        self.redo_button.setAccessibleName(f"Redo {act}".strip())

    def _restyle(self) -> None:
        self.undo_button.setIcon(self._theme.icon("mdi6.undo"))
        self.redo_button.setIcon(self._theme.icon("mdi6.redo"))
        self.key.setFont(self._theme.mono())

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        for stage, operations in groupby(self._operations.values(), key=lambda operation: operation.stage):
            section = menu.addMenu(stage)
            section.setToolTipsVisible(True)
            for operation in operations:
                action = section.addAction(operation.title)
                action.setToolTip(operation.description)
                action.triggered.connect(lambda _=False, operation=operation: self._add(operation))
        return menu

    def _lay_out(self) -> None:
        self._none = plain_label(
            "Nothing is done to the page. Choose a recipe above, or add a step.", wrap=True, name="muted"
        )
        inside = QWidget()
        steps = QVBoxLayout(inside)
        steps.setContentsMargins(12, 4, 12, 12)
        steps.addWidget(self.list)
        steps.addWidget(self._none)
        steps.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        head = QVBoxLayout()
        head.setContentsMargins(14, 10, 14, 0)
        head.setSpacing(6)
        about = QHBoxLayout()
        about.addWidget(self.title, 1)
        about.addWidget(self.key)
        head.addLayout(about)
        head.addWidget(self.ladder)
        layout.addLayout(head)
        layout.addWidget(self._scroll, 1)
        noted = QVBoxLayout()
        noted.setContentsMargins(14, 0, 14, 0)
        noted.addWidget(self.note)
        layout.addLayout(noted)
        foot = QHBoxLayout()
        foot.setContentsMargins(12, 4, 12, 8)
        foot.addWidget(self.add_button)
        foot.addStretch(1)
        foot.addWidget(self.undo_button)
        foot.addWidget(self.redo_button)
        layout.addLayout(foot)


def title_of(bench: Bench) -> str:
    """Return what is on the bench, in words."""
    recipe: Recipe = bench.base
    changed = " · changed, not saved" if bench.edited else ""
    return f"{recipe.title or recipe.name}{changed}"


def next_severity(severity: float, by: int) -> float:
    """Return the whole severity above or below one, within the ladder."""
    return float(min(SEVERITIES[-1], max(SEVERITIES[0], round(severity) + by)))
