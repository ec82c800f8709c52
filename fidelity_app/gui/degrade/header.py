"""The header of Degrade: document, page, recipe, seed; how it is shown; what is done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QPushButton, QSpinBox, QToolButton, QWidget

from fidelity_app.gui.actions import ActionSet
from fidelity_app.gui.degrade.float_slider import CalmSeed
from fidelity_app.gui.degrade.pictures import Look
from fidelity_app.gui.degrade.specs import RECIPE_GROUP
from fidelity_app.gui.page import Page
from fidelity_app.gui.theme import Theme
from fidelity_app.gui.widgets.pills import ChoicePill, FilterPills, pill
from fidelity_app.gui.widgets.text import escaped_tip, plain_label

MOST_SEED = 2**31 - 1
NAME_PX = 180
RECIPE_PX = 170
SEED_PX = 84


class RecipePill(ChoicePill):
    """The pill of recipes: a long name is shortened, and one that was changed has a star."""

    _edited = False

    def show_recipe(self, name: str, *, edited: bool) -> None:
        """Show a recipe by its name, without telling anybody."""
        self._edited = edited
        self.choose(name)

    def _show(self, text: str) -> None:
        short = self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, RECIPE_PX)
        star = " *" if self._edited and text else ""
        super()._show(f"{short}{star}")
        said = f"{text}, changed" if star else text
        self.setAccessibleName(f"recipe: {said}")
        self.setToolTip(escaped_tip(f"{said}\nChoose another recipe (R)" if text else ""))


class DegradeHeader:
    """Makes the widgets and puts them on the page's header line; it connects nothing."""

    def __init__(self, page: Page) -> None:
        self.name: QPushButton = pill("", tip="Back to the library")
        self.page_pill = ChoicePill("page")
        self.recipe_pill = RecipePill("recipe")
        self.more = pill("⋯", tip="Save, rename, delete, import and export recipes")
        self.more.setAccessibleName("Recipe actions")
        self.seed: QSpinBox = CalmSeed()
        self.dice = QToolButton()
        self.looks = FilterPills(((Look.SIDE.value, "Side by side"), (Look.SPLIT.value, "Before/after")))
        self.boxes_button = pill("Boxes", tip="Show the fields' boxes, carried through the geometry (B)")
        self.apply_button = pill("Apply to…", tip="Make the pictures of many documents (Ctrl+Enter)")
        self.save_button = pill("Save as…", tip="Save as a recipe (Ctrl+S)", primary=True)
        self._set_up()
        self._seed_label = plain_label("seed")
        left: tuple[QWidget, ...] = (self.name, self.page_pill, self.recipe_pill, self.more, self._seed_label)
        for widget in (*left, self.seed, self.dice):
            page.header.addWidget(widget)
        right: tuple[QWidget, ...] = (self.looks, self.boxes_button, self.apply_button, self.save_button)
        for widget in right:
            page.header_right.addWidget(widget)

    def show_document(self, name: str, place: int, count: int) -> None:
        """Show which document of how many it is."""
        short = self.name.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, NAME_PX)
        self.name.setText(f"{short}   {place:,} of {count:,}".replace("&", "&&"))
        self.name.setAccessibleName(f"Document {name}, {place:,} of {count:,}. Back to the library")
        self.name.setToolTip(escaped_tip(f"{name}\nBack to the library"))

    def set_shown(self, shown: bool) -> None:
        """Show the widgets, or none on an empty page (the page pill has a rule of its own)."""
        for widget in (self.name, self._seed_label, *self.stops()[2:]):
            widget.setVisible(shown)
        self.looks.setVisible(shown)
        if not shown:
            self.page_pill.hide()

    def stops(self) -> tuple[QWidget, ...]:
        """Return the widgets that Tab visits, from left to right."""
        return (
            self.name,
            self.page_pill,
            self.recipe_pill,
            self.more,
            self.seed,
            self.dice,
            self.boxes_button,
            self.apply_button,
            self.save_button,
        )

    def take_actions(self, actions: ActionSet) -> None:
        """Fill the menu of recipe actions."""
        menu = QMenu(self.more)
        actions.fill(menu, group=RECIPE_GROUP)
        self.more.setMenu(menu)

    def restyle(self, theme: Theme) -> None:
        """Take the icons from the scheme."""
        self.dice.setIcon(theme.icon("mdi6.dice-5-outline"))

    def _set_up(self) -> None:
        self.seed.setRange(0, MOST_SEED)
        self.seed.setValue(1)
        self.seed.setKeyboardTracking(False)
        self.seed.setFixedWidth(SEED_PX)
        self.seed.setAccessibleName("Seed")
        self.seed.setToolTip("The same seed gives the same pixels")
        self.dice.setAutoRaise(True)
        self.dice.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.dice.setAccessibleName("Another seed")
        self.dice.setToolTip("Another accident of the same kind (S; Shift+S goes back)")
        self.boxes_button.setCheckable(True)
        self.boxes_button.setChecked(True)
        self.looks.setAccessibleName("How the original is shown")
        self.looks.setToolTip("Side by side, or one over the other with a divider (V); hold O to see the original")
