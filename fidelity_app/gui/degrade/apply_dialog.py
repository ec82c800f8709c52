"""Asks which documents and which recipes to make pictures of, and says how many that will be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QRadioButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from fidelity_app.core.recipes import SEVERITIES, Recipe
from fidelity_app.gui.runs.choices import RecipeChecks
from fidelity_app.gui.runs.planning import count_words
from fidelity_app.gui.widgets.text import plain_label

MOST_SEEDS = 50
LIST_PX = 190
SEEDS_PX = 84


@dataclass(frozen=True, slots=True)
class Scope:
    """Some documents that can be chosen together."""

    title: str
    document_ids: tuple[str, ...]
    pages: int


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be made."""

    document_ids: tuple[str, ...]
    recipes: tuple[Recipe, ...]
    seeds: tuple[int, ...]


class ApplyDialog(QDialog):
    """`order()` is what was chosen; the button that makes it is off while that is nothing."""

    def __init__(
        self, parent: QWidget, *, scopes: Sequence[Scope], shown: Recipe, recipes: Sequence[Recipe], seed: int
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Apply to…")
        self._scopes = tuple(scopes)
        self._shown = shown
        self._known = {recipe.name: recipe for recipe in recipes if recipe.steps and recipe.name != shown.name}
        self._seed = seed
        self._group = QButtonGroup(self)
        self.scope_buttons = [self._scope_button(number, scope) for number, scope in enumerate(self._scopes)]
        self.this_box = QCheckBox(f"{shown.name}, severity {shown.severity:g}, as on screen".replace("&", "&&"))
        self.ladder_box = QCheckBox(f"{shown.name} at severities 1 to 5".replace("&", "&&"))
        self.others = RecipeChecks()
        self.others.offer(tuple(self._known.values()))
        self.seeds = QSpinBox()
        self.total = plain_label("", wrap=True, name="muted")
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.make_button = self.buttons.addButton("Make pictures", QDialogButtonBox.ButtonRole.AcceptRole)
        self._lay_out()
        self._connect()
        self._count()

    def order(self) -> Order:
        """Return what was chosen."""
        scope = self._scope()
        return Order(
            scope.document_ids if scope is not None else (),
            self._recipes(),
            tuple(range(self._seed, self._seed + self.seeds.value())),
        )

    # --- inside --------------------------------------------------------------------------------------------------

    def _scope(self) -> Scope | None:
        number = self._group.checkedId()
        return self._scopes[number] if number >= 0 else None

    def _recipes(self) -> tuple[Recipe, ...]:
        """Return the recipes chosen, each key once."""
        wanted = [self._shown] if self.this_box.isChecked() else []
        if self.ladder_box.isChecked():
            wanted += [self._shown.at(float(severity)) for severity in SEVERITIES[1:]]
        wanted += [self._known[name].at(severity) for name, severity in self.others.checked()]
        return tuple({recipe.key: recipe for recipe in wanted}.values())

    def _count(self) -> None:
        scope, order = self._scope(), self.order()
        pages = scope.pages if scope is not None else 0
        pictures = pages * len(order.recipes) * len(order.seeds)
        self.make_button.setEnabled(pictures > 0)
        self.total.setText(
            f"{count_words(pages, 'page')} × {count_words(len(order.recipes), 'recipe')} × "
            f"{count_words(len(order.seeds), 'seed')}: {count_words(pictures, 'picture')}. "
            "Those that were made before are not made again."
            if order.recipes
            else "Choose at least one recipe."
        )

    def _scope_button(self, number: int, scope: Scope) -> QRadioButton:
        words = count_words(scope.pages, "page")
        if len(scope.document_ids) != 1:
            words = f"{count_words(len(scope.document_ids), 'document')}, {words}"
        button = QRadioButton(f"{scope.title}: {words}".replace("&", "&&"))
        button.setEnabled(bool(scope.document_ids))
        self._group.addButton(button, number)
        return button

    def _connect(self) -> None:
        self._group.idToggled.connect(lambda _id, _on: self._count())
        for box in (self.this_box, self.ladder_box):
            box.toggled.connect(lambda _on: self._count())
        self.others.changed.connect(self._count)
        self.seeds.valueChanged.connect(lambda _value: self._count())
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    def _lay_out(self) -> None:
        has_steps = bool(self._shown.steps)
        for box in (self.this_box, self.ladder_box):
            box.setEnabled(has_steps)
        self.this_box.setChecked(has_steps)
        self.scope_buttons[0].setChecked(True)
        self.seeds.setRange(1, MOST_SEEDS)
        self.seeds.setFixedWidth(SEEDS_PX)
        self.seeds.setAccessibleName("Number of seeds")
        self.seeds.setToolTip(f"Each seed gives another accident of the same kind; they count up from {self._seed}")
        layout = QVBoxLayout(self)
        layout.setSpacing(6)
        layout.addWidget(plain_label("Documents", name="pageTitle"))
        for button in self.scope_buttons:
            layout.addWidget(button)
        layout.addSpacing(6)
        layout.addWidget(plain_label("Recipes", name="pageTitle"))
        layout.addWidget(self.this_box)
        layout.addWidget(self.ladder_box)
        layout.addWidget(plain_label("Others, each at its own severity", name="muted"))
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.StyledPanel)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(self.others)
        scroll.setMinimumHeight(LIST_PX)
        layout.addWidget(scroll, 1)
        form = QFormLayout()
        form.addRow("Seeds", self.seeds)
        layout.addLayout(form)
        layout.addWidget(self.total)
        layout.addWidget(self.buttons)
        self.make_button.setDefault(True)
        self.resize(520, 560)
