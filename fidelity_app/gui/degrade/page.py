"""The Degrade page: the page as loaded and after a recipe, side by side and moving together; sliders, live."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QLineEdit, QSpinBox, QSplitter, QWidget

from fidelity_app.core.documents import Document
from fidelity_app.core.errors import FidelityError
from fidelity_app.core.geometry import Point, Quad
from fidelity_app.core.recipes import CLEAN, Recipe
from fidelity_app.gui.actions import ActionSpec
from fidelity_app.gui.canvas.hint import CanvasHint
from fidelity_app.gui.canvas.records import BoxLook, BoxRecord
from fidelity_app.gui.canvas.view import PageView
from fidelity_app.gui.canvas.view_actions import view_actions
from fidelity_app.gui.canvas.zoom import LinkedViews
from fidelity_app.gui.degrade.bench import Bench
from fidelity_app.gui.degrade.ladder_pictures import LadderPictures
from fidelity_app.gui.degrade.legibility_panel import LegibilityPanel
from fidelity_app.gui.degrade.preview import Preview, Previewed
from fidelity_app.gui.degrade.steps_panel import StepsPanel
from fidelity_app.gui.empty import EmptyOr, EmptyState
from fidelity_app.gui.page import Happened, Page, PageContext
from fidelity_app.gui.widgets.pills import ChoicePill, pill
from fidelity_app.gui.widgets.text import plain_label
from fidelity_app.services import degrading, library
from fidelity_app.services.catalogue import catalogue
from fidelity_app.store.rows import DocumentFilter

MOST_SEED = 2**31 - 1
FIRST_RECIPE = "phone-in-a-hurry"


class DegradePage(Page):
    """Shows one page under the recipe on the bench."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context, "Degrade")
        self.bench = Bench()
        self.document: Document | None = None
        self.previewed: Previewed | None = None
        self._page_index = 0
        self._ids: tuple[str, ...] = ()
        self._chosen_id = ""
        self.before = PageView(name="Page as loaded")
        self.after = PageView(name="Page after the recipe")
        self.before_hint = CanvasHint(self.before, "original")
        self.after_hint = CanvasHint(self.after)
        self._links = LinkedViews((self.before, self.after), carry=self._carry)
        self.preview = Preview(context.workspace, context.jobs, self)
        self.steps = StepsPanel(catalogue(), context.theme)
        self._ladder = LadderPictures(context.jobs, self)
        self.legibility = LegibilityPanel(context.jobs, context.theme)
        self.name = pill("", tip="Back to the library", on_click=self._to_library)
        self.page_pill = ChoicePill("page")
        self.recipe_pill = ChoicePill("recipe")
        self.seed = QSpinBox()
        self.boxes_button = pill("Boxes", tip="Show the fields' boxes, carried through the geometry")
        self.save_button = pill("Save as recipe…", primary=True, on_click=self.ask_to_save)
        self.content = EmptyOr(self._splitter(), self._empty_state())
        self.body.addWidget(self.content, 1)
        self._build_header()
        self._order_tabs()
        self._connect()
        self.set_actions(*self._specs())
        self._restyle()

    def enter(self, target: str) -> None:
        """Show the document named, else the one that was shown, else the first."""
        self._ids = tuple(row.id for row in library.documents(self.context.workspace, DocumentFilter()))
        current = self.document.id if self.document else ""
        wanted = target or (current if current in self._ids else "") or (self._ids[0] if self._ids else "")
        self.content.show_content(bool(wanted))
        for widget in (self.name, self.recipe_pill, self.seed, self.save_button, self.boxes_button):
            widget.setVisible(bool(wanted))
        self._offer_recipes()
        if self.bench == Bench():
            self.put(Bench.of(self._recipe(FIRST_RECIPE)))
        if wanted:
            self.show_document(wanted)
        self.after.setFocus()

    # --- what is shown -------------------------------------------------------------------------------------------

    def show_document(self, document_id: str) -> None:
        """Bring a document's first page to the bench."""
        if self.document is None or document_id != self.document.id:
            self._page_index, self._chosen_id = 0, ""
            self.previewed = None
            self.before.set_image(None)
            self.after.set_image(None)
        self.document = library.document(self.context.workspace, document_id)
        place = self._ids.index(document_id) + 1 if document_id in self._ids else 1
        short = self.name.fontMetrics().elidedText(self.document.name, Qt.TextElideMode.ElideMiddle, 200)
        self.name.setText(f"{short}   {place:,} of {len(self._ids):,}".replace("&", "&&"))
        pages = [(f"{page.index + 1} of {len(self.document.pages)}", page.index) for page in self.document.pages]
        self.page_pill.set_choices(pages, current=self._page_index)
        self.page_pill.setVisible(len(pages) > 1)
        self._ask()

    def step_document(self, step: int) -> None:
        """Go to the document after or before this one."""
        if self.document is not None and self.document.id in self._ids:
            place = self._ids.index(self.document.id) + step
            if 0 <= place < len(self._ids):
                self.show_document(self._ids[place])

    def put(self, bench: Bench) -> None:
        """Put a recipe on the bench and show what it does."""
        self.bench = bench
        self.steps.show_bench(bench)
        self.recipe_pill.choose(None if bench.edited else bench.base.name)
        self._ask()

    def step_severity(self, step: int) -> None:
        """Climb the ladder, up or down."""
        self.put(self.bench.at(min(5.0, max(0.0, round(self.bench.severity) + step))))

    def _ask(self) -> None:
        pages = self.document.pages if self.document is not None else ()
        page = next((page for page in pages if page.index == self._page_index), None)
        if page is not None:
            self.preview.ask(page, self.bench.shown, self.seed.value())

    def _show(self, previewed: Previewed) -> None:
        self.previewed = previewed
        first = self.after.size_px == (0, 0)
        if self.before.size_px == (0, 0):
            self.before.set_picture(previewed.loaded.picture)
        self._links.enabled = False
        self.after.set_picture(previewed.picture)
        self._links.enabled = True
        if not first:
            self._links.follow(0)
        self._draw_boxes()
        if self.document is not None and previewed.exact:
            self.legibility.measure(self.document, previewed)
            self._climb(previewed)
        recipe = previewed.recipe
        rough = "" if previewed.exact else " · rough, exact in a moment"
        self.after_hint.say(f"{recipe.name} · severity {recipe.severity:g} · seed {previewed.seed}{rough}")
        width, height = previewed.page_map.size
        self.context.status.set_right(f"{width:,} × {height:,} px")

    def _climb(self, previewed: Previewed | None) -> None:
        """Show the ladder at the chosen field, else at the total, else at the page's first one."""
        records = self._records()
        totals = {field.id for field in self.document.fields if field.key == "total"} if self.document else set()
        wanted = (record.quad for ids in ({self._chosen_id}, totals) for record in records if record.id in ids)
        quad = next(wanted, records[0].quad if records else None)
        if previewed is not None and quad is not None:
            self._ladder.ask(previewed, self.bench.base, quad)
        else:
            self.steps.ladder.show_pieces(())

    def _draw_boxes(self) -> None:
        shown = self.boxes_button.isChecked() and self.previewed is not None
        records = self._records() if shown else []
        self.before.set_boxes(records, selected_id=self._chosen_id)
        carried = [
            BoxRecord(record.id, self.previewed.carried(record.quad), record.look, record.label)
            for record in records
            if self.previewed is not None
        ]
        self.after.set_boxes(carried, selected_id=self._chosen_id)

    def _records(self) -> list[BoxRecord]:
        fields = self.document.fields if self.document is not None else ()
        return [
            BoxRecord(field.id, field.box, BoxLook.PLAIN, f"{field.key} {field.text}")
            for field in fields
            if field.box is not None and field.page_index == self._page_index
        ]

    def _carry(self, leader: int, _follower: int, centre: Point) -> Point:
        if self.previewed is None:
            return centre
        return self.previewed.carried_centre(centre, forward=leader == 0)

    # --- recipes -------------------------------------------------------------------------------------------------

    def ask_to_save(self) -> None:
        """Ask for a name, and save what is on screen under it."""
        name, ok = QInputDialog.getText(
            self, "Save as recipe", "Name of the recipe", QLineEdit.EchoMode.Normal, f"my-{self.bench.base.name}"
        )
        if ok:
            self.save(name.strip())

    def save(self, name: str) -> bool:
        """Save the recipe that is on screen; say whether it worked."""
        recipe = self.bench.named(name)
        try:
            degrading.save_recipe(self.context.workspace, recipe)
        except FidelityError as error:
            self.context.notifier.error(error)
            return False
        self._offer_recipes()
        self.put(Bench.of(recipe))
        self.context.hub.tell("recipes", name, initiator=self)
        self.context.notifier.info(f"Recipe {name} is saved; runs and the command line know it by this name.")
        return True

    def _offer_recipes(self) -> None:
        choices = [(recipe.name, recipe.name) for recipe in degrading.recipes(self.context.workspace)]
        current = None if self.bench.edited else self.bench.base.name
        self.recipe_pill.set_choices(choices, current=current)

    def _recipe(self, name: str) -> Recipe:
        known = degrading.recipes(self.context.workspace)
        return next((recipe for recipe in known if recipe.name == name), CLEAN)

    def _on_recipe(self, name: object) -> None:
        saved = self._recipe(str(name))
        recipe = degrading.renewed(saved)
        if recipe is saved:
            self.put(Bench.of(recipe))
            return
        self.put(replace(Bench.of(recipe), edited=True))
        self.context.notifier.info(
            f"{recipe.name} was saved when its degradations made other pixels. This is what they make now; save it to "
            "use it again."
        )

    # --- building ------------------------------------------------------------------------------------------------

    def _connect(self) -> None:
        self.preview.loaded.connect(self.before.set_picture)
        self.preview.shown.connect(self._show)
        self.preview.failed.connect(self.context.notifier.error)
        self.preview.busy.connect(self._on_busy)
        self.steps.wanted.connect(self.put)
        self._ladder.shown.connect(self.steps.ladder.show_pieces)
        self._ladder.failed.connect(self.context.notifier.error)
        self.recipe_pill.chosen.connect(self._on_recipe)
        self.page_pill.chosen.connect(self._on_page)
        self.seed.valueChanged.connect(lambda _: self._ask())
        self.boxes_button.toggled.connect(lambda _: self._draw_boxes())
        self.before.selected.connect(self._on_selected)
        self.after.selected.connect(self._on_selected)
        self.legibility.chosen.connect(self._on_picked)
        self.context.theme.changed.connect(self._restyle)
        self.context.hub.happened.connect(self._on_happened)

    def _on_busy(self, busy: bool) -> None:
        if busy:
            self.after_hint.say(f"{self.bench.base.name} · severity {self.bench.severity:g} · working…")

    def _on_page(self, index: object) -> None:
        self._page_index = int(str(index))
        self.before.set_image(None)
        self._ask()

    def _on_selected(self, field_id: str | None) -> None:
        self._chosen_id = field_id or ""
        self.legibility.choose(self._chosen_id)
        self._draw_boxes()
        self._climb(self.previewed)

    def _on_picked(self, field_id: str) -> None:
        """Show on both pictures the field whose row was picked."""
        self._chosen_id = field_id
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
        for view in (self.before, self.after):
            view.set_tokens(self.context.theme.tokens)

    def _build_header(self) -> None:
        self.seed.setRange(0, MOST_SEED)
        self.seed.setValue(1)
        self.seed.setAccessibleName("Seed")
        self.seed.setToolTip("The same seed gives the same pixels")
        self.boxes_button.setCheckable(True)
        self.boxes_button.setChecked(True)
        for widget in (self.name, self.page_pill, self.recipe_pill, plain_label("seed"), self.seed):
            self.header.addWidget(widget)
        self.header_right.addWidget(self.boxes_button)
        self.header_right.addWidget(self.save_button)

    def _order_tabs(self) -> None:
        """Let Tab go as the eye does: the header, the pictures, the ladder, the steps, the list of fields."""
        header = (self.name, self.page_pill, self.recipe_pill, self.seed, self.boxes_button, self.save_button)
        severities = tuple(self.steps.ladder.buttons.values())
        order = (*header, self.before, self.after, *severities, self.steps.add_button, self.legibility.table)
        for first, second in pairwise(order):
            QWidget.setTabOrder(first, second)

    def _splitter(self) -> QSplitter:
        splitter = QSplitter(Qt.Orientation.Horizontal)
        side = QSplitter(Qt.Orientation.Vertical)
        for number, panel in enumerate((self.steps, self.legibility)):
            side.addWidget(panel)
            side.setCollapsible(number, number == 1)
        side.setSizes([480, 250])
        for widget in (self.before, self.after, side):
            splitter.addWidget(widget)
        splitter.setSizes([420, 420, 372])
        for number, stretch in enumerate((1, 1, 0)):
            splitter.setStretchFactor(number, stretch)
            splitter.setCollapsible(number, number == 0)
        return splitter

    def _empty_state(self) -> EmptyState:
        return EmptyState(
            "No document to degrade",
            "Import receipts or invoices in the library first. Then see here what a hurried phone, a fax or a summer "
            "in a wallet makes of them, and save what you find as a recipe.",
            buttons=(("Go to the library", partial(self.context.go, "library", "")),),
        )

    def _specs(self) -> tuple[ActionSpec, ...]:
        def shown() -> bool:
            return self.document is not None

        def chosen_quad() -> Quad | None:
            return next((record.quad for record in self.after.records if record.id == self._chosen_id), None)

        rows = (
            ("next_document", "Next document", partial(self.step_document, +1), ("D",)),
            ("previous_document", "Previous document", partial(self.step_document, -1), ("A",)),
            ("harder", "Higher severity", partial(self.step_severity, +1), ("]", "+")),
            ("milder", "Lower severity", partial(self.step_severity, -1), ("[", "-")),
            ("seed", "Another seed", lambda: self.seed.setValue(self.seed.value() + 1), ("S",)),
            ("boxes", "Show or hide boxes", self.boxes_button.toggle, ("B",)),
            ("save", "Save as recipe", self.ask_to_save, ("Ctrl+S",)),
        )
        own = tuple(
            ActionSpec(f"degrade.{name}", text, handler, keys, group="Degrade", enabled_when=shown)
            for name, text, handler, keys in rows
        )
        return (*own, *view_actions("degrade", self.after, chosen_quad))
