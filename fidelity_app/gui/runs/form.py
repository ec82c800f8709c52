"""The plan of a run: which documents, which models, which recipes, and how they are asked."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from fidelity_app.core.asks import Mode
from fidelity_app.gui.runs.choices import ModelChecks, RecipeChecks
from fidelity_app.gui.runs.planning import MODE_TITLES, PlanChoices, PlanDraft, Planned, count_words, estimate_words
from fidelity_app.gui.theme import Theme
from fidelity_app.gui.widgets.choice import ChoiceBox
from fidelity_app.gui.widgets.pills import ChoicePill, pill, search_box
from fidelity_app.gui.widgets.text import plain_label

MOST_REPEATS = 100
MOST_SEED = 2_147_483_647


class PlanForm(QFrame):
    """What a person chooses. `changed` fires at every change, `start_asked` at the button."""

    changed = Signal()
    start_asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("card")
        self.setAccessibleName("Plan of a run")
        self.text = search_box("all documents, or find by name, tag, text")
        self.tag = ChoicePill("tag")
        self.count = plain_label("", name="muted")
        self.models, self.recipes = ModelChecks(), RecipeChecks()
        self.mode = ChoiceBox()
        self.repeats, self.seed = _spin("Repeats", 1, MOST_REPEATS), _spin("Seed", 0, MOST_SEED)
        self.name = QLineEdit(placeholderText="optional")
        self.name.setAccessibleName("Name of the run")
        self.trials = plain_label("", wrap=True, name="pageTitle")
        self.takes = plain_label("", wrap=True, name="muted")
        self.start = pill("Start", primary=True, on_click=self.start_asked.emit)
        self.start.setEnabled(False)
        self._mode_words = plain_label("", wrap=True, name="muted")
        self._fill_modes()
        self._build()
        self._connect()

    def offer(self, choices: PlanChoices) -> None:
        """Show what there is to choose from; what is chosen stays chosen."""
        tags: list[tuple[str, object]] = [("any", ""), *((tag, tag) for tag in choices.tags)]
        current = self.tag.data if self.tag.data in choices.tags else ""
        self.tag.set_choices(tags, current=current)
        self.models.offer(choices.models)
        self.recipes.offer(choices.recipes)
        self._settle_children()

    def draft(self) -> PlanDraft:
        """Return what is chosen now."""
        return PlanDraft(
            text=self.text.text().strip(),
            tag=str(self.tag.data or ""),
            models=self.models.checked(),
            recipes=self.recipes.checked(),
            mode=Mode(self.mode.currentData()),
            repeats=self.repeats.value(),
            seed=self.seed.value(),
            name=self.name.text().strip(),
        )

    def show_planned(self, planned: Planned) -> None:
        """Show what the choice means: documents, trials, cost, time; or what is missing."""
        self.count.setText(count_words(planned.documents, "document"))
        self.start.setEnabled(planned.estimate is not None)
        if planned.estimate is None:
            self.trials.setText(planned.problem)
            self.takes.setText("")
            return
        trials, takes = estimate_words(planned.estimate)
        self.trials.setText(trials)
        self.takes.setText("\n".join((takes, *planned.estimate.notes)))

    # --- building ------------------------------------------------------------------------------------------------

    def _fill_modes(self) -> None:
        self.mode.setAccessibleName("How the models are asked")
        for number, (mode, title, words) in enumerate(MODE_TITLES):
            self.mode.addItem(title, mode.value)
            self.mode.setItemData(number, words, Qt.ItemDataRole.ToolTipRole)
        self._mode_words.setText(MODE_TITLES[0][2])

    def _build(self) -> None:
        inside = QWidget()
        inside.setObjectName("panel")
        form = QVBoxLayout(inside)
        form.setContentsMargins(14, 12, 14, 12)
        form.setSpacing(6)
        for title, widgets in (
            ("Documents", (self._documents_row(), self.count)),
            ("Models", (self.models,)),
            ("How they are asked", (self._how_row(), self._mode_words)),
            ("Recipes, with their severity 0 to 5", (self.recipes,)),
        ):
            form.addWidget(plain_label(title, name="pageTitle"))
            for widget in widgets:
                form.addWidget(widget)
            form.addSpacing(8)
        form.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addWidget(scroll, 1)
        layout.addWidget(self._footer())

    def _documents_row(self) -> QWidget:
        return _line(self.text, self.tag, stretch=self.text)

    def _how_row(self) -> QWidget:
        row = QWidget()
        grid = QGridLayout(row)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        pairs = (("Mode", self.mode), ("Repeats", self.repeats), ("Seed", self.seed), ("Name", self.name))
        for number, (title, widget) in enumerate(pairs):
            label = plain_label(title, name="muted")
            label.setBuddy(widget)
            grid.addWidget(label, 0, number)
            grid.addWidget(widget, 1, number)
        grid.setColumnStretch(3, 1)
        return row

    def _footer(self) -> QFrame:
        footer = QFrame()
        footer.setObjectName("footer")
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.trials)
        words.addWidget(self.takes)
        row = QHBoxLayout(footer)
        row.setContentsMargins(14, 10, 14, 10)
        row.addLayout(words, 1)
        row.addWidget(self.start, 0, Qt.AlignmentFlag.AlignVCenter)
        return footer

    def _connect(self) -> None:
        self.text.textChanged.connect(lambda _text: self.changed.emit())
        self.tag.chosen.connect(lambda _tag: self.changed.emit())
        self.models.changed.connect(self.changed)
        self.recipes.changed.connect(self.changed)
        self.mode.currentIndexChanged.connect(self._on_mode)
        for spin in (self.repeats, self.seed):
            spin.valueChanged.connect(lambda _value: self.changed.emit())
        self._theme.changed.connect(self._settle_children)
        self._settle_children()

    def _on_mode(self, number: int) -> None:
        self._mode_words.setText(MODE_TITLES[number][2])
        self.changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave the wheel to the scrolling form: a wheel turned over a number must not change the plan."""
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QAbstractSpinBox | ChoiceBox):
            event.ignore()
            return not watched.hasFocus()
        return super().eventFilter(watched, event)

    def _settle_children(self) -> None:
        """Guard the numbers that are there now, and let the outline of check boxes be seen in the dark, too."""
        for box in self.findChildren(QCheckBox):
            palette = box.palette()
            palette.setColor(QPalette.ColorRole.Window, QColor(self._theme.tokens.text_muted))
            box.setPalette(palette)
        for widget in (*self.findChildren(QAbstractSpinBox), *self.findChildren(ChoiceBox)):
            widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            widget.installEventFilter(self)
        for before, after in pairwise(self.stops()):
            QWidget.setTabOrder(before, after)

    def stops(self) -> tuple[QWidget, ...]:
        """Return the widgets that the Tab key visits, as the eye does: from top to bottom."""
        how = (self.mode, self.repeats, self.seed, self.name)
        return (self.text, self.tag, *self.models.stops(), *how, *self.recipes.stops(), self.start)


def _spin(name: str, least: int, most: int) -> QSpinBox:
    spin = QSpinBox()
    spin.setRange(least, most)
    spin.setAccessibleName(name)
    spin.setFixedWidth(72)
    return spin


def _line(*widgets: QWidget, stretch: QWidget) -> QWidget:
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(8)
    for widget in widgets:
        layout.addWidget(widget, 1 if widget is stretch else 0)
    return row
