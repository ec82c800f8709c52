"""Checkable rows of the plan: models with what keeps them from running, recipes with their severity."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QDoubleSpinBox, QHBoxLayout, QVBoxLayout, QWidget

from fidelity_app.core.recipes import SEVERITIES, Recipe
from fidelity_app.gui.runs.planning import ModelChoice
from fidelity_app.gui.widgets.text import ElidedLabel, escaped_tip, plain_label

NAME_PX = 168
SEVERITY_STEP = 0.5


class ModelChecks(QWidget):
    """One row per model. A model that cannot run says why and cannot be checked; choices survive a new list."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._rows: dict[str, QCheckBox] = {}
        self._shown: tuple[ModelChoice, ...] | None = None
        self._unchecked: set[str] = set()
        self._layout = _column(self)

    def offer(self, models: Sequence[ModelChoice]) -> None:
        """Show these models. A new one that can run is checked, because whoever adds a model wants to ask it."""
        if tuple(models) == self._shown:
            return
        self._unchecked |= {name for name, box in self._rows.items() if box.isEnabled() and not box.isChecked()}
        _clear(self._layout)
        self._rows = {model.name: self._add(model) for model in models}
        self._shown = tuple(models)
        if not models:
            self._layout.addWidget(plain_label("No models yet: add one on the Models page.", name="muted"))
        self.changed.emit()

    def checked(self) -> tuple[str, ...]:
        """Return the names of the checked models."""
        return tuple(name for name, box in self._rows.items() if box.isChecked())

    def stops(self) -> tuple[QWidget, ...]:
        """Return the widgets that the Tab key visits, from top to bottom."""
        return tuple(self._rows.values())

    def box(self, name: str) -> QCheckBox:
        """Return a model's check box."""
        return self._rows[name]

    def _add(self, model: ModelChoice) -> QCheckBox:
        box = _check_box(model.name)
        box.setEnabled(model.missing is None)
        box.setChecked(model.missing is None and model.name not in self._unchecked)
        said = ElidedLabel(model.missing or model.detail)
        said.setObjectName("muted" if model.missing is None else "wrongText")
        box.setAccessibleDescription(model.missing or model.detail)
        box.toggled.connect(lambda _on: self.changed.emit())
        self._layout.addWidget(_row(box, said))
        return box


class RecipeChecks(QWidget):
    """One row per recipe with its severity 0..5; the severity counts only while the recipe is checked."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._rows: dict[str, tuple[QCheckBox, QDoubleSpinBox]] = {}
        self._shown: tuple[Recipe, ...] = ()
        self._layout = _column(self)

    def offer(self, recipes: Sequence[Recipe]) -> None:
        """Show these recipes, those that were checked still checked; at first the documents as they are."""
        if tuple(recipes) == self._shown:
            return
        before = dict(self.checked()) if self._rows else {recipe.name: 0.0 for recipe in recipes if not recipe.steps}
        _clear(self._layout)
        self._rows = {recipe.name: self._add(recipe, before) for recipe in recipes}
        self._shown = tuple(recipes)
        self.changed.emit()

    def checked(self) -> tuple[tuple[str, float], ...]:
        """Return names and severities of the checked recipes."""
        return tuple((name, spin.value()) for name, (box, spin) in self._rows.items() if box.isChecked())

    def stops(self) -> tuple[QWidget, ...]:
        """Return the widgets that the Tab key visits, from top to bottom."""
        return tuple(widget for row in self._rows.values() for widget in row if widget.parent() is not None)

    def row(self, name: str) -> tuple[QCheckBox, QDoubleSpinBox]:
        """Return a recipe's check box and severity."""
        return self._rows[name]

    def _add(self, recipe: Recipe, before: dict[str, float]) -> tuple[QCheckBox, QDoubleSpinBox]:
        box, spin = _check_box(recipe.name), _severity_box(recipe)
        box.setAccessibleDescription(recipe.title)
        box.setChecked(recipe.name in before)
        if recipe.name in before and recipe.steps:
            spin.setValue(before[recipe.name])
        spin.setEnabled(box.isChecked())
        box.toggled.connect(spin.setEnabled)
        box.toggled.connect(lambda _on: self.changed.emit())
        spin.valueChanged.connect(lambda _value: self.changed.emit())
        title = ElidedLabel(recipe.title)
        title.setObjectName("muted")
        self._layout.addWidget(_row(box, title, spin if recipe.steps else None))
        return box, spin


def _severity_box(recipe: Recipe) -> QDoubleSpinBox:
    spin = QDoubleSpinBox()
    spin.setRange(SEVERITIES[0], SEVERITIES[-1])
    spin.setSingleStep(SEVERITY_STEP)
    spin.setDecimals(1)
    spin.setValue(recipe.severity)
    spin.setAccessibleName(f"Severity of {recipe.name}")
    spin.setToolTip("Severity, 0 (nothing) to 5 (hardly legible)")
    spin.setFixedWidth(62)
    return spin


def _check_box(name: str) -> QCheckBox:
    box = QCheckBox(name.replace("&", "&&"))
    box.setAccessibleName(name)
    box.setToolTip(escaped_tip(name))
    box.setFixedWidth(NAME_PX)
    return box


def _row(box: QCheckBox, said: ElidedLabel, spin: QDoubleSpinBox | None = None) -> QWidget:
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(8)
    layout.addWidget(box)
    layout.addWidget(said, 1)
    if spin is not None:
        layout.addWidget(spin)
    row.setMinimumHeight(28)
    return row


def _column(widget: QWidget) -> QVBoxLayout:
    layout = QVBoxLayout(widget)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    return layout


def _clear(layout: QVBoxLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
