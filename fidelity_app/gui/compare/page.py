"""The page for which the application exists: find the worst misreading, understand it, decide with one key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from fidelity_app.core.asks import Mode
from fidelity_app.core.verdicts import Verdict
from fidelity_app.gui.actions import ActionSpec
from fidelity_app.gui.canvas.zoom import Fit
from fidelity_app.gui.compare.finding_panel import DECISIONS, FindingPanel
from fidelity_app.gui.compare.inspect_dialog import InspectDialog
from fidelity_app.gui.compare.ladder_bar import LadderBar, first_failure
from fidelity_app.gui.compare.loading import FindingLoader, Opened
from fidelity_app.gui.compare.matrix_model import MatrixModel
from fidelity_app.gui.compare.matrix_view import MatrixView
from fidelity_app.gui.compare.pages_panel import PagesPanel
from fidelity_app.gui.empty import EmptyOr, EmptyState
from fidelity_app.gui.page import Happened, Page, PageContext
from fidelity_app.gui.widgets.pills import ChoicePill, FilterPills, search_box
from fidelity_app.services import comparing, deciding, running
from fidelity_app.services.views import FindingModel
from fidelity_app.store.rows import RIGHT_VERDICTS, Cell, Decided, Matrix, MatrixFilter, MatrixRow, RunRow, Show, Slot

SEARCH_DELAY_MS = 200
SHOW_TITLES = (
    (Show.ALL, "All"),
    (Show.WRONG, "Wrong"),
    (Show.DIFFERENT, "Different"),
    (Show.REFUSED, "Refused"),
    (Show.UNDECIDED, "Undecided"),
)
assert {show for show, _ in SHOW_TITLES} == set(Show)

# What a person decides about; a model that says it cannot read is believed (Show.UNDECIDED counts the same).
TO_DECIDE = frozenset(Verdict) - RIGHT_VERDICTS - {Verdict.ABSTAINED, Verdict.AMBIGUOUS}


class ComparePage(Page):
    """Fields by models, the chosen field in columns, and the page that the models saw."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context, "Compare")
        self._run: RunRow | None = None
        self._opened: Opened | None = None
        self._chosen_model = 0
        self._wanted = MatrixFilter(show=Show.ALL)
        self.model = MatrixModel(self._fetch, self)
        self.table = MatrixView(self.model, context.theme)
        self.pages = PagesPanel(context.theme)
        self.panel = FindingPanel(context.theme)
        self.ladder = LadderBar()
        self._loader = FindingLoader(context.workspace, context.jobs, self)
        self._build_header()
        self._build_body()
        self._connect()
        self.set_actions(*self._specs())

    # --- coming and going ----------------------------------------------------------------------------------------

    def enter(self, target: str) -> None:
        """Show a run (the newest that has answers, unless one is named)."""
        runs = [run for run in running.runs(self.context.workspace) if run.answered or run.failed]
        self.run_choice.set_choices([(run.name, run.id) for run in runs])
        self._stack.show_content(bool(runs))
        if not runs:
            return
        keep = target or (self._run.id if self._run else "")
        self._show_run(next((run for run in runs if run.id == keep), runs[0]))
        self.table.setFocus()

    def _show_run(self, run: RunRow) -> None:
        self._run = run
        self._loader.forget()
        self.run_choice.choose(run.id)
        choices: list[tuple[str, object]] = [("all", "")]
        choices += [(recipe.label, recipe.key) for recipe in run.recipes]
        known = {recipe.key for recipe in run.recipes}
        if self._wanted.recipe_key not in known:
            self._wanted = replace(self._wanted, recipe_key="")
        self.recipe_choice.set_choices(choices, current=self._wanted.recipe_key)
        self._reload()

    # --- building ------------------------------------------------------------------------------------------------

    def _build_header(self) -> None:
        self.run_choice, self.recipe_choice = ChoicePill("Run"), ChoicePill("Recipe")
        self.filters = FilterPills([(show.value, title) for show, title in SHOW_TITLES])
        self.search = search_box("find text, key, value")
        self.search.setFixedWidth(170)
        self.header.addWidget(self.run_choice)
        self.header.addWidget(self.recipe_choice)
        self.header_right.addWidget(self.filters)
        self.header_right.addWidget(self.search)

    def _build_body(self) -> None:
        upper = QWidget()
        stacked = QVBoxLayout(upper)
        stacked.setContentsMargins(0, 0, 0, 0)
        stacked.setSpacing(0)
        stacked.addWidget(self.pages, 1)
        stacked.addWidget(self.ladder)
        right = QSplitter(Qt.Orientation.Vertical)
        right.addWidget(upper)
        right.addWidget(self.panel)
        right.setStretchFactor(0, 3)
        right.setStretchFactor(1, 2)
        right.setSizes([430, 300])
        right.setChildrenCollapsible(False)
        content = QSplitter(Qt.Orientation.Horizontal)
        content.addWidget(self.table)
        content.addWidget(right)
        content.setSizes([570, 630])
        content.setChildrenCollapsible(False)
        empty = EmptyState(
            "Nothing to compare yet",
            "A run asks models to read your documents. Plan one, or make the demonstration with `fidelity demo`.",
            buttons=[("Plan a run", lambda: self.context.go("runs", ""))],
        )
        self._nothing_found = EmptyState("Nothing here", "No finding matches the filter and the search.")
        self._found = EmptyOr(content, self._nothing_found)
        claims_asked = EmptyState(
            "This run asked about claims",
            "Its answers are yes and no: there is no reading to compare.\nThe Report page lists what was confirmed.",
            buttons=[("Open the report", lambda: self.context.go("report", self._run.id if self._run else ""))],
        )
        self._readings = EmptyOr(self._found, claims_asked)
        self._stack = EmptyOr(self._readings, empty)
        self.body.addWidget(self._stack)

    def _connect(self) -> None:
        self._search_timer = QTimer(self, singleShot=True, interval=SEARCH_DELAY_MS)
        self._search_timer.timeout.connect(self._on_search)
        self.search.textChanged.connect(lambda _text: self._search_timer.start())
        self.filters.chosen.connect(self._on_show)
        self.run_choice.chosen.connect(lambda run_id: self.enter(str(run_id)))
        self.recipe_choice.chosen.connect(self._on_recipe)
        self.model.failed.connect(self.context.notifier.error)
        self.model.loaded.connect(self._on_loaded)
        self.table.chosen.connect(self._on_chosen)
        self._loader.opened.connect(self._on_opened)
        self._loader.failed.connect(self.context.notifier.error)
        self.pages.slot_clicked.connect(self._on_box)
        self.ladder.chosen.connect(self._on_rung)
        self.panel.decided.connect(self._decide)
        self.panel.inspect_asked.connect(self._inspect)
        self.context.hub.happened.connect(self._on_happened)

    def _specs(self) -> Sequence[ActionSpec]:
        decisions = [
            ActionSpec(
                f"compare.{decided}", text.capitalize(), self._deciding(decided), (key,), enabled_when=self._has_finding
            )
            for decided, key, text in DECISIONS
        ]
        return (
            *decisions,
            ActionSpec("compare.next", "Next undecided", self._next_undecided, ("Space", "Ctrl+Shift+D")),
            ActionSpec("compare.inspect", "Evidence", self._inspect, ("Ctrl+I",), enabled_when=self._has_finding),
            ActionSpec("compare.search", "Search", self._focus_search, ("Ctrl+L", "/")),
            ActionSpec("compare.zoom", "Zoom to field", self.pages.zoom_to_field, ("Ctrl+G",)),
            ActionSpec("compare.fit", "Fit page", lambda: self.pages.fit(Fit.PAGE), ("Ctrl+F",)),
            ActionSpec("compare.width", "Fit width", lambda: self.pages.fit(Fit.WIDTH), ("Ctrl+Shift+F",)),
            ActionSpec("compare.full", "100 %", lambda: self.pages.degraded.set_zoom(1.0), ("Ctrl+0",)),
        )

    # --- what is asked for ---------------------------------------------------------------------------------------

    def _fetch(self, wanted: MatrixFilter) -> Matrix:
        assert self._run is not None
        return comparing.matrix(self.context.workspace, self._run.id, wanted)

    def _reload(self) -> None:
        slot = self.table.chosen_slot()
        self.model.show(self._wanted)
        row = self.model.row_of(slot.id) if slot else -1
        row = row if row >= 0 else self.model.next_row(-1)
        self._readings.show_content(self._run is None or self._run.mode is not Mode.VERIFY)
        self._found.show_content(row >= 0)
        if row >= 0:
            self.table.choose_row(row)
        else:
            self._opened = None
            self.pages.clear()

    def _on_show(self, show: str) -> None:
        self._wanted = replace(self._wanted, show=Show(show))
        self._reload()
        self.table.setFocus()

    def _on_search(self) -> None:
        self._wanted = replace(self._wanted, text=self.search.text().strip())
        self._reload()

    def _on_recipe(self, key: object) -> None:
        self._wanted = replace(self._wanted, recipe_key=str(key or ""))
        self._reload()

    def _on_loaded(self, matrix: Matrix) -> None:
        for show, count in matrix.counts.items():
            self.filters.set_count(show.value, count)
        wrong, undecided = matrix.counts.get(Show.WRONG, 0), matrix.counts.get(Show.UNDECIDED, 0)
        total = matrix.counts.get(Show.ALL, 0)
        self.context.status.set_left(f"{wrong:,} wrong of {total:,} values · {undecided:,} undecided")

    # --- the chosen finding --------------------------------------------------------------------------------------

    def _on_chosen(self, slot: Slot, model_number: int) -> None:
        same = self._opened is not None and self._opened.finding.slot.id == slot.id
        self._chosen_model = self._pick_model(slot) if model_number < 0 else model_number
        if same and self._opened is not None:
            self._on_opened(self._opened)
        elif self._run is not None:
            self._loader.open(self._run.id, slot)

    def _pick_model(self, slot: Slot) -> int:
        """Return the first model that is wrong: that is the one to look at when none was pointed at."""
        entry = self.model.entry(self.model.row_of(slot.id))
        cells = entry.cells if isinstance(entry, MatrixRow) else ()
        return next((n for n, cell in enumerate(cells) if cell is not None and cell.wrong), 0)

    def _on_opened(self, opened: Opened) -> None:
        self._opened = opened
        model = self._model()
        overlays = opened.overlays.get(model.model, ()) if model is not None else ()
        self.pages.show_finding(opened.finding, opened.clean_rgb, overlays, model)
        self.panel.show_finding(opened.finding, model)
        slot_id = opened.finding.slot.id
        self.ladder.show_rows(opened.ladder, slot_id=slot_id, model_number=self._chosen_model)
        self.context.status.set_right(self._first_failures(opened.ladder))

    def _first_failures(self, ladder: Sequence[MatrixRow]) -> str:
        """Say on which level each model first fails with the chosen field."""
        if len(ladder) < 2:
            return ""
        failures = [first_failure(ladder, number) for number in range(len(self.model.matrix.models))]
        parts = [
            f"{name} at {row.recipe_label}" if row is not None else f"{name} never"
            for name, row in zip(self.model.matrix.models, failures, strict=True)
        ]
        return "first fails: " + " · ".join(parts)

    def _on_rung(self, slot: Slot) -> None:
        row = self.model.row_of(slot.id)
        if row >= 0:
            self.table.choose_row(row)
        elif self._run is not None:
            self._loader.open(self._run.id, slot)

    def _model(self) -> FindingModel | None:
        """Return the model under the cursor."""
        if self._opened is None:
            return None
        models = self._opened.finding.models
        names = self.model.matrix.models
        name = names[self._chosen_model] if self._chosen_model < len(names) else ""
        return next((model for model in models if model.model == name), models[0] if models else None)

    def _on_box(self, slot_id: str) -> None:
        row = self.model.row_of(slot_id)
        if row >= 0:
            self.table.choose_row(row)

    def _next_undecided(self) -> None:
        def undecided(row: MatrixRow) -> bool:
            return any(cell is not None and _is_open(cell) for cell in row.cells)

        row = self.model.next_row(self.table.currentIndex().row(), wanted=undecided)
        if row < 0:
            row = self.model.next_row(-1, wanted=undecided)
        if row < 0:
            self.context.notifier.info("Everything in this list is decided.")
            return
        self.table.setCurrentIndex(self.model.index(row, 0))
        self.table.scrollTo(self.model.index(row, 0))

    # --- deciding ------------------------------------------------------------------------------------------------

    def _has_finding(self) -> bool:
        return self._opened is not None

    def _deciding(self, decided: Decided) -> Callable[[], None]:
        return lambda: self._decide(decided)

    def _decide(self, decided: Decided) -> None:
        model = self._model()
        if model is None or self._run is None:
            return
        try:
            deciding.decide(self.context.workspace, model.reading_id, decided)
        except Exception as error:  # noqa: BLE001  (told to the window, which knows what to do with each kind)
            self.context.notifier.error(error)
            return
        self.context.status.set_saved()
        self._loader.forget()
        self._reload()
        self.context.hub.tell("decisions", self._run.id, initiator=self)

    def _inspect(self) -> None:
        model = self._model()
        if model is None:
            return
        inspection = comparing.inspect(self.context.workspace, model.reading_id)
        InspectDialog(inspection, self.context.theme, self).open()

    def _focus_search(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    def _on_happened(self, happened: Happened) -> None:
        if happened.initiator is self or not happened.about("runs", "fields", "decisions"):
            return
        self._loader.forget()
        if self.isVisible():
            self.enter("")


def _is_open(cell: Cell) -> bool:
    return cell.verdict in TO_DECIDE and cell.decision is None
