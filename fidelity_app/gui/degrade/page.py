"""The Degrade page: the page as loaded and after a recipe, beside each other or one over the other; sliders, live."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget

from fidelity_app.core.documents import Document
from fidelity_app.core.errors import FidelityError
from fidelity_app.core.recipes import CLEAN, Recipe
from fidelity_app.gui.bridge import Latest
from fidelity_app.gui.canvas.records import BoxRecord
from fidelity_app.gui.degrade.applying import Applying
from fidelity_app.gui.degrade.bench import Bench
from fidelity_app.gui.degrade.header import DegradeHeader
from fidelity_app.gui.degrade.history import History, Setup
from fidelity_app.gui.degrade.illegible import IllegibleMarks
from fidelity_app.gui.degrade.ladder_pictures import LadderPictures, middle_of
from fidelity_app.gui.degrade.legibility_panel import LegibilityPanel, box_look
from fidelity_app.gui.degrade.peek import Peek
from fidelity_app.gui.degrade.pictures import Look, Pictures
from fidelity_app.gui.degrade.preview import Preview, Previewed
from fidelity_app.gui.degrade.shelf import Shelf
from fidelity_app.gui.degrade.specs import degrade_specs
from fidelity_app.gui.degrade.steps_panel import StepsPanel, next_severity
from fidelity_app.gui.empty import EmptyOr, EmptyState
from fidelity_app.gui.page import Happened, Page, PageContext
from fidelity_app.services import degrading, library, running
from fidelity_app.services.catalogue import catalogue
from fidelity_app.settings.options import OptionsFile
from fidelity_app.store.rows import DocumentFilter

FIRST_RECIPE = "phone-in-a-hurry"


class DegradePage(Page):
    """Shows one page under the recipe on the bench; every act on the bench can be taken back."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context, "Degrade")
        self.document: Document | None = None
        self.previewed: Previewed | None = None
        self.chosen_id = ""
        self._page_index = 0
        self._ids: tuple[str, ...] = ()
        self.history = History(self)
        self.shelf = Shelf(context, self.history, self)
        self.peek = Peek(self)
        self.preview = Preview(context.workspace, context.jobs, self)
        self.pictures = Pictures(context.theme)
        self.steps = StepsPanel(catalogue(), context.theme, self.history.stack)
        self.illegible = IllegibleMarks(context, self.history.stack, self)
        self.legibility = LegibilityPanel(context.jobs, context.theme, self.illegible)
        self.applying = Applying(context, self)
        self._ladder = LadderPictures(context.jobs, self)
        self._options = Latest(context.jobs, self)
        self.head = DegradeHeader(self)
        self.before, self.after = self.pictures.before, self.pictures.after
        self.seed, self.recipe_pill = self.head.seed, self.head.recipe_pill
        self.boxes_button = self.head.boxes_button
        self.content = EmptyOr(self._splitter(), self._empty_state())
        self.body.addWidget(self.content, 1)
        self.body.addWidget(self.applying.strip)
        self.body.addWidget(self.applying.outcome)
        self._order_tabs()
        self._connect()
        self.head.take_actions(self.set_actions(*degrade_specs(self)))
        self._show_look(self._remembered_look())
        self._restyle()

    @property
    def bench(self) -> Bench:
        """Return the recipe on the bench."""
        return self.history.setup.bench

    def enter(self, target: str) -> None:
        """Show the document named, else the one that was shown, else the first."""
        self._ids = tuple(row.id for row in library.documents(self.context.workspace, DocumentFilter()))
        current = self.document.id if self.document else ""
        wanted = target or (current if current in self._ids else "") or (self._ids[0] if self._ids else "")
        self.content.show_content(bool(wanted))
        self.head.set_shown(bool(wanted))
        self._offer_recipes()
        if self.bench == Bench():
            self.history.start(Setup(Bench.of(self._recipe(FIRST_RECIPE)), self._first_seed()))
        if wanted:
            self.show_document(wanted)
        self.after.setFocus()

    def _first_seed(self) -> int:
        """Return the seed of the newest run, so that what is seen and marked here is what its models were shown."""
        newest = next(iter(running.runs(self.context.workspace)), None)
        return Setup().seed if newest is None else newest.seed

    def leave(self) -> bool:
        """Stop looking at the original: the key that is held is let go elsewhere."""
        self.peek.end()
        return super().leave()

    # --- what is shown -------------------------------------------------------------------------------------------

    def show_document(self, document_id: str) -> None:
        """Bring a document's first page to the bench."""
        if self.document is None or document_id != self.document.id:
            self._page_index, self.chosen_id = 0, ""
            self._forget_page()
        self.document = library.document(self.context.workspace, document_id)
        self.illegible.load(self.document)
        place = self._ids.index(document_id) + 1 if document_id in self._ids else 1
        self.head.show_document(self.document.name, place, len(self._ids))
        pages = [(f"{page.index + 1} of {len(self.document.pages)}", page.index) for page in self.document.pages]
        self.head.page_pill.set_choices(pages, current=self._page_index)
        self.head.page_pill.setVisible(len(pages) > 1)
        self._ask()

    def step_document(self, step: int) -> None:
        """Go to the document after or before this one."""
        if self.document is not None and self.document.id in self._ids:
            place = self._ids.index(self.document.id) + step
            if 0 <= place < len(self._ids):
                self.show_document(self._ids[place])

    def step_page(self, step: int) -> None:
        """Go to the page after or before this one."""
        pages = [page.index for page in self.document.pages] if self.document is not None else []
        if self._page_index + step in pages:
            self._on_page(self._page_index + step)
            self.head.page_pill.choose(self._page_index)

    def _forget_page(self) -> None:
        self.previewed = None
        self.pictures.clear()
        self.steps.ladder.show_pieces(())

    def _ask(self) -> None:
        pages = self.document.pages if self.document is not None else ()
        page = next((page for page in pages if page.index == self._page_index), None)
        if page is not None:
            # What is asked for now comes before what was asked about the picture before.
            self._ladder.drop()
            setup = self.history.setup
            self.preview.ask(page, setup.bench.shown, setup.seed, compared=self.pictures.compared)

    def _show(self, previewed: Previewed) -> None:
        self.previewed = previewed
        self.pictures.show_previewed(previewed)
        self._draw_boxes()
        if self.document is not None and previewed.exact and previewed.newest:
            self.legibility.measure(self.document, previewed)
            self._climb(previewed)
        recipe = previewed.recipe
        rough = "" if previewed.exact else " · rough, exact in a moment"
        self.pictures.say(f"{recipe.name} · severity {recipe.severity:g} · seed {previewed.seed}{rough}")
        width, height = previewed.page_map.size
        self.context.status.set_right(f"{width:,} × {height:,} px")

    def _climb(self, previewed: Previewed | None) -> None:
        """Show the ladder at the chosen field, else at the total, else at the first one, else at the page's middle."""
        records = self._records()
        totals = {field.id for field in self.document.fields if field.key == "total"} if self.document else set()
        wanted = (record.quad for ids in ({self.chosen_id}, totals) for record in records if record.id in ids)
        if previewed is not None:
            page = previewed.page
            somewhere = records[0].quad if records else middle_of(page.width_px, page.height_px)
            self._ladder.ask(previewed, self.bench.base, next(wanted, somewhere))

    def _draw_boxes(self) -> None:
        self.pictures.set_boxes(self._records() if self.boxes_button.isChecked() else (), chosen_id=self.chosen_id)

    def _records(self) -> list[BoxRecord]:
        fields = self.document.fields if self.document is not None else ()
        marked = self.illegible.under(self.bench.shown, self.history.setup.seed)
        return [
            BoxRecord(field.id, field.box, *box_look(field, marked=field.id in marked))
            for field in fields
            if field.box is not None and field.page_index == self._page_index
        ]

    # --- acts ----------------------------------------------------------------------------------------------------

    def step_severity(self, step: int) -> None:
        """Climb the ladder, up or down."""
        severity = next_severity(self.bench.severity, step)
        self.history.act(f"Severity {severity:g}", bench=self.bench.at(severity))

    def step_seed(self, step: int) -> None:
        """Take the seed after or before this one."""
        self.seed.setValue(self.seed.value() + step)

    def undo(self) -> None:
        """Take back the last act on the bench, and say which."""
        name = self.history.stack.undoText()
        self.history.stack.undo()
        self.context.notifier.info(f"Taken back: {name}")

    def redo(self) -> None:
        """Do again what was taken back, and say what."""
        name = self.history.stack.redoText()
        self.history.stack.redo()
        self.context.notifier.info(f"Done again: {name}")

    def save(self, name: str) -> bool:
        """Save the recipe that is on screen; say whether it worked."""
        return self.shelf.save(name)

    def ask_to_apply(self) -> None:
        """Ask which documents' pictures to make, and make them."""
        if self.document is not None:
            self.applying.ask(self.document.id, self.bench.shown, self.history.setup.seed)

    def toggle_look(self) -> None:
        """Change between side by side and before/after."""
        self._choose_look((Look.SIDE if self.pictures.look is Look.SPLIT else Look.SPLIT).value)

    def _show_setup(self, setup: Setup) -> None:
        self.steps.show_bench(setup.bench)
        self.recipe_pill.show_recipe(setup.bench.base.name, edited=setup.bench.edited)
        self.seed.blockSignals(True)
        self.seed.setValue(setup.seed)
        self.seed.blockSignals(False)
        self._ask()

    def _offer_recipes(self) -> None:
        choices = [(recipe.name, recipe.name) for recipe in degrading.recipes(self.context.workspace)]
        self.recipe_pill.set_choices(choices)
        self.recipe_pill.show_recipe(self.bench.base.name, edited=self.bench.edited)

    def _recipe(self, name: str) -> Recipe:
        known = degrading.recipes(self.context.workspace)
        return next((recipe for recipe in known if recipe.name == name), CLEAN)

    def _on_recipe(self, name: object) -> None:
        saved = self._recipe(str(name))
        try:
            recipe = degrading.renewed(saved)
        except FidelityError as error:
            self.context.notifier.error(error)
            self.recipe_pill.show_recipe(self.bench.base.name, edited=self.bench.edited)
            return
        if recipe is saved:
            self.history.act(f"Recipe {recipe.name}", bench=Bench.of(recipe))
            self.recipe_pill.show_recipe(self.bench.base.name, edited=self.bench.edited)
            return
        self.history.act(f"Recipe {recipe.name}", bench=replace(Bench.of(recipe), edited=True))
        self.context.notifier.info(
            f"{recipe.name} was saved when its degradations made other pixels. This is what they make now; save it to "
            "use it again."
        )

    # --- how it is shown -----------------------------------------------------------------------------------------

    def _show_look(self, look: Look) -> None:
        self.pictures.show_as(look)
        self.head.looks.choose(look.value)

    def _choose_look(self, value: str) -> None:
        self._show_look(Look(value))
        self._options.submit(
            lambda _job: OptionsFile().set(degrade_look=value),
            done=lambda _options: None,
            failed=self.context.notifier.error,
        )
        if self.previewed is not None and self.previewed.original is None:
            self._ask()

    def _remembered_look(self) -> Look:
        try:
            return Look(OptionsFile().load().degrade_look)
        except FidelityError as error:
            self.context.notifier.error(error)
            return Look.SIDE

    # --- building ------------------------------------------------------------------------------------------------

    def _connect(self) -> None:
        self.history.changed.connect(self._show_setup)
        self.steps.wanted.connect(lambda bench, act, slider: self.history.act(act, bench=bench, slider=slider))
        self.shelf.changed.connect(self._offer_recipes)
        self.peek.changed.connect(self.pictures.peek)
        self.preview.loaded.connect(self.pictures.show_page)
        self.preview.shown.connect(self._show)
        self.preview.failed.connect(self.context.notifier.error)
        self.preview.busy.connect(self._on_busy)
        self._ladder.shown.connect(self.steps.ladder.show_pieces)
        self._ladder.failed.connect(self.context.notifier.error)
        self.head.name.clicked.connect(lambda: self._to_library())
        self.head.page_pill.chosen.connect(self._on_page)
        self.head.looks.chosen.connect(self._choose_look)
        self.head.apply_button.clicked.connect(lambda: self.ask_to_apply())
        self.head.save_button.clicked.connect(lambda: self.shelf.ask_to_save())
        self.head.dice.clicked.connect(lambda: self.step_seed(+1))
        self.recipe_pill.chosen.connect(self._on_recipe)
        self.seed.valueChanged.connect(lambda seed: self.history.act(f"Seed {seed}", seed=seed))
        self.boxes_button.toggled.connect(lambda _: self._draw_boxes())
        self.pictures.selected.connect(self._on_selected)
        self.legibility.chosen.connect(self._on_picked)
        self.illegible.changed.connect(self._draw_boxes)
        self.context.theme.changed.connect(self._restyle)
        self.context.hub.happened.connect(self._on_happened)

    def _on_busy(self, busy: bool) -> None:
        if busy:
            self.pictures.say(f"{self.bench.base.name} · severity {self.bench.severity:g} · working…")

    def _on_page(self, index: object) -> None:
        self._page_index = int(str(index))
        self.chosen_id = ""
        self._forget_page()
        self._ask()

    def _on_selected(self, field_id: str | None) -> None:
        self.chosen_id = field_id or ""
        self.legibility.choose(self.chosen_id)
        self._draw_boxes()
        self._climb(self.previewed)

    def _on_picked(self, field_id: str) -> None:
        """Show on both pictures the field whose row was picked."""
        self.chosen_id = field_id
        self._draw_boxes()
        quad = next((record.quad for record in self.after.records if record.id == field_id), None)
        if quad is not None:
            self.after.show_quad(quad)
        self._climb(self.previewed)

    def _on_happened(self, what: Happened) -> None:
        if what.initiator is not self and what.about("recipes", "fields", "documents") and self.isVisible():
            self._offer_recipes()
            if self.document is not None:
                self.show_document(self.document.id)

    def _to_library(self) -> None:
        self.context.go("library", self.document.id if self.document is not None else "")

    def _restyle(self) -> None:
        self.head.restyle(self.context.theme)

    def _order_tabs(self) -> None:
        """Let Tab go as the eye does: the header, the pictures, the ladder, the steps, the list of fields."""
        pictures = (self.before, self.after, self.pictures.divider)
        severities = tuple(self.steps.ladder.buttons.values())
        foot = (self.steps.add_button, self.steps.undo_button, self.steps.redo_button)
        legibility = (self.legibility.mark_button, self.legibility.table)
        for first, second in pairwise((*self.head.stops(), *pictures, *severities, *foot, *legibility)):
            QWidget.setTabOrder(first, second)

    def _splitter(self) -> QSplitter:
        splitter = QSplitter(Qt.Orientation.Horizontal)
        side = QSplitter(Qt.Orientation.Vertical)
        for number, panel in enumerate((self.steps, self.legibility)):
            side.addWidget(panel)
            side.setCollapsible(number, number == 1)
        side.setSizes([480, 250])
        for number, (widget, stretch) in enumerate(((self.pictures, 1), (side, 0))):
            splitter.addWidget(widget)
            splitter.setStretchFactor(number, stretch)
            splitter.setCollapsible(number, False)
        splitter.setSizes([840, 372])
        return splitter

    def _empty_state(self) -> EmptyState:
        return EmptyState(
            "No document to degrade",
            "Import receipts or invoices in the library first. Then see here what a hurried phone, a fax or a summer "
            "in a wallet makes of them, and save what you find as a recipe.",
            buttons=(("Go to the library", partial(self.context.go, "library", "")),),
        )
