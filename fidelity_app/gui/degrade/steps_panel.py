"""The right side of Degrade: the severity ladder and the list of steps."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QScrollArea, QVBoxLayout, QWidget

from fidelity_app.core.recipes import Recipe, Step
from fidelity_app.gui.degrade.bench import BASE_SEVERITY, Bench
from fidelity_app.gui.degrade.ladder_strip import LadderStrip
from fidelity_app.gui.degrade.step_card import StepCard
from fidelity_app.gui.theme import Theme
from fidelity_app.gui.widgets.cards import Panel
from fidelity_app.gui.widgets.pills import pill
from fidelity_app.gui.widgets.text import ElidedLabel, plain_label
from fidelity_app.services.catalogue import Operation

WIDTH_PX = 372


class StepsPanel(Panel):
    """Shows a bench and says by `wanted(bench)` what a person wants it to be."""

    wanted = Signal(object)

    def __init__(self, operations: Mapping[str, Operation], theme: Theme) -> None:
        super().__init__()
        self.setMinimumWidth(WIDTH_PX)
        self._operations = operations
        self._bench = Bench()
        self._open: set[str] = set()
        self.cards: list[StepCard] = []
        self.title = ElidedLabel()
        self.title.setObjectName("muted")
        self.ladder = LadderStrip(theme)
        self.ladder.chosen.connect(lambda severity: self.wanted.emit(self._bench.at(severity)))
        self.add_button = pill("+ add step ▾", tip="Add a degradation")
        self.add_button.setMenu(self._menu())
        self._steps = QVBoxLayout()
        self._steps.setContentsMargins(12, 4, 12, 12)
        self._steps.setSpacing(8)
        self._lay_out()

    def show_bench(self, bench: Bench) -> None:
        """Show a recipe; the cards stay when the same degradations are in it."""
        self._bench = bench
        shown = bench.shown
        self.title.setText(title_of(bench))
        self.ladder.choose(bench.severity)
        steps = bench.base.steps if bench.severity == 0 else shown.steps
        if [card.operation.name for card in self.cards] != [step.op for step in steps]:
            self._make_cards(steps)
        for card, step in zip(self.cards, shown.steps, strict=True):
            card.show_step(step)
        self._none.setVisible(not steps)

    def _make_cards(self, steps: tuple[Step, ...]) -> None:
        for card in self.cards:
            self._steps.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = []
        for number, step in enumerate(steps):
            card = StepCard(self._operations[step.op], is_open=step.op in self._open)
            card.severity_wanted.connect(lambda value, n=number: self.wanted.emit(self._bench.with_severity(n, value)))
            card.parameter_wanted.connect(
                lambda name, value, n=number: self.wanted.emit(self._bench.with_parameter(n, name, value))
            )
            card.removal_wanted.connect(lambda n=number: self.wanted.emit(self._bench.without_step(n)))
            card.opened.connect(lambda is_open, op=step.op: self._remember_open(op, is_open))
            self.cards.append(card)
            self._steps.insertWidget(number, card)

    def _remember_open(self, op: str, is_open: bool) -> None:
        self._open = self._open | {op} if is_open else self._open - {op}

    def _add(self, operation: Operation) -> None:
        step = Step(operation.name, self._bench.severity or BASE_SEVERITY, {}, operation.version)
        self.wanted.emit(self._bench.with_step(step))

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
        self._steps.addWidget(self._none)
        self._steps.addStretch(1)
        inside = QWidget()
        inside.setLayout(self._steps)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        head = QVBoxLayout()
        head.setContentsMargins(14, 10, 14, 0)
        head.setSpacing(6)
        head.addWidget(self.title)
        head.addWidget(self.ladder)
        layout.addLayout(head)
        layout.addWidget(scroll, 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(12, 4, 12, 8)
        foot.addWidget(self.add_button)
        foot.addStretch(1)
        layout.addLayout(foot)


def title_of(bench: Bench) -> str:
    """Return what is on the bench, in words."""
    recipe: Recipe = bench.base
    changed = " · changed, not saved" if bench.edited else ""
    return f"{recipe.title or recipe.name}{changed}"
