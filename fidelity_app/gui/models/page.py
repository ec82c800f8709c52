"""The Models page: who can be asked, with which settings, and whether they answer."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QMessageBox, QSplitter, QWidget

from fidelity_app.core.asks import ModelConfig
from fidelity_app.gui.actions import ActionSpec
from fidelity_app.gui.bridge import Job, Latest
from fidelity_app.gui.empty import EmptyOr, EmptyState
from fidelity_app.gui.models import draft as drafts
from fidelity_app.gui.models import readiness
from fidelity_app.gui.models.dialog import ModelDialog
from fidelity_app.gui.models.draft import ModelDraft
from fidelity_app.gui.models.model_columns import MODEL_COLUMNS
from fidelity_app.gui.models.readiness import ModelLine
from fidelity_app.gui.models.trying_panel import TryingPanel
from fidelity_app.gui.page import Happened, Page, PageContext
from fidelity_app.gui.tables.records import RecordModel
from fidelity_app.gui.tables.view import RecordTable
from fidelity_app.gui.widgets.cards import Card
from fidelity_app.gui.widgets.pills import pill
from fidelity_app.gui.widgets.progress import JobStrip
from fidelity_app.services import models
from fidelity_app.services.views import ModelTest
from fidelity_app.settings.secrets import NO_KEY

LEAST_PX = 320
NO_MODELS = (
    "Add the vision models whose digits you want to check:\n"
    "any endpoint that speaks the OpenAI protocol, or the OCR\nengines of this machine."
)


class ModelsPage(Page):
    """List, add, edit, copy, remove and test models."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context, "Models")
        self._target = ""
        self._lists = Latest(context.jobs, self)
        self.test_job: Job | None = None
        self.dialog: ModelDialog | None = None
        self.model: RecordModel[ModelLine] = RecordModel(MODEL_COLUMNS, key=lambda line: line.config.name, parent=self)
        self.table = RecordTable(self.model, context.theme, "Models")
        self.panel = TryingPanel(context.theme)
        self.strip = JobStrip()
        self._build_header()
        self._build_body()
        self.table.opened.connect(lambda _line: self.edit())
        self.table.chosen.connect(self._on_chosen)
        context.hub.happened.connect(self._on_happened)
        self.set_actions(*self._specs())

    def enter(self, target: str) -> None:
        """Show the models, at one when it is named."""
        self._target = target
        self.reload()
        self.table.setFocus()

    def reload(self) -> None:
        """Ask again for the models and whether they can be asked."""
        workspace = self.context.workspace

        def work(_job: Job) -> list[ModelLine]:
            return readiness.lines(workspace)

        self._lists.submit(work, done=self._show, failed=self.context.notifier.error)

    # --- building ------------------------------------------------------------------------------------------------

    def _build_header(self) -> None:
        self.test_button = pill("Test", tip="Ask this model for a total that is known (T)", on_click=self.test)
        self.edit_button = pill("Edit…", tip="Change this model's settings (Enter)", on_click=self.edit)
        self.copy_button = pill("Copy…", tip="Add a model like this one", on_click=self.copy)
        self.remove_button = pill("Remove…", tip="Take this model off the list", on_click=self.ask_to_remove)
        self._buttons = (self.test_button, self.edit_button, self.copy_button, self.remove_button)
        for button in self._buttons:
            self.header_right.addWidget(button)
        self.header_right.addWidget(pill("Add a model…", primary=True, on_click=self.add))

    def _build_body(self) -> None:
        listing = Card()
        listing.setAccessibleName("Models")
        listing.body.setContentsMargins(1, 1, 1, 1)
        empty = EmptyState("No models yet", NO_MODELS, buttons=[("Add a model…", self.add)])
        self._stack = EmptyOr(self.table, empty)
        self._stack.show_content(True)
        self._stack.setMinimumWidth(LEAST_PX)
        self.panel.setMinimumWidth(LEAST_PX)
        listing.body.addWidget(self._stack)
        split = QSplitter(Qt.Orientation.Vertical)
        split.addWidget(listing)
        split.addWidget(self.panel)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(12)
        split.setStyleSheet("QSplitter::handle { background: transparent; }")
        split.setSizes([240, 420])
        content = QWidget()
        around = QHBoxLayout(content)
        around.setContentsMargins(12, 12, 12, 12)
        around.addWidget(split)
        self.body.addWidget(content, 1)
        self.body.addWidget(self.strip)

    def _specs(self) -> Sequence[ActionSpec]:
        def chosen() -> bool:
            return self.table.current() is not None

        return (
            ActionSpec("models.add", "Add a model", self.add, ("Ctrl+N",), group="Models"),
            ActionSpec("models.edit", "Edit this model", self.edit, ("E",), group="Models", enabled_when=chosen),
            ActionSpec("models.copy", "Copy this model", self.copy, ("Ctrl+D",), group="Models", enabled_when=chosen),
            ActionSpec("models.test", "Test this model", self.test, ("T",), group="Models", enabled_when=chosen),
            ActionSpec(
                "models.remove", "Remove this model", self.ask_to_remove, ("Del",), group="Models", enabled_when=chosen
            ),
        )

    # --- the list ------------------------------------------------------------------------------------------------

    def _show(self, lines: list[ModelLine]) -> None:
        self._stack.show_content(bool(lines))
        self.table.show_records(lines)
        if self._target:
            self.table.choose(self._target)
            self._target = ""
        ready = sum(line.why_not is None for line in lines)
        if self.isVisible():
            self.context.status.set_right(f"{ready:,} of {len(lines):,} models ready")

    def _on_chosen(self, line: ModelLine | None) -> None:
        for button in self._buttons:
            button.setEnabled(line is not None)
        self.test_button.setEnabled(line is not None and self.test_job is None)

    def _on_happened(self, happened: Happened) -> None:
        if happened.initiator is not self and happened.about("models") and self.isVisible():
            self.reload()

    # --- adding, editing, removing -------------------------------------------------------------------------------

    def add(self) -> None:
        """Ask for a new model."""
        self._open(None)

    def edit(self) -> None:
        """Ask for other settings of the chosen model."""
        line = self.table.current()
        if line is not None:
            self._open(line)

    def copy(self) -> None:
        """Ask for a new model that starts from the chosen one."""
        line = self.table.current()
        if line is not None:
            self._open(None)
            assert self.dialog is not None
            self.dialog.show_config(line.config, name=f"{line.config.name} copy")

    def save(self, draft: ModelDraft) -> Job:
        """Save a model; a dialog that is open closes, or says why not."""
        workspace = self.context.workspace

        def work(_job: Job) -> str:
            return drafts.save(workspace, draft)

        return self.context.jobs.run(work, title="Save", owner=self, done=self._saved, failed=self._not_saved)

    def ask_to_remove(self) -> None:
        """Ask whether the chosen model shall leave the list."""
        line = self.table.current()
        if line is None:
            return
        box = QMessageBox(self)
        box.setWindowTitle("Remove a model")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(f"Remove {line.config.name} from the list?")
        key = " Its key in the keyring is forgotten." if line.key_source == "keyring" else ""
        box.setInformativeText(f"Runs that asked it keep it, with every reply.{key}")
        yes = box.addButton("Remove", QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        yes.clicked.connect(lambda: self.remove(line))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def remove(self, line: ModelLine) -> Job:
        """Take a model off the list and forget its key."""
        workspace, name = self.context.workspace, line.config.name

        def work(_job: Job) -> str:
            models.remove_model(workspace, name)
            if line.key_source != NO_KEY:
                workspace.secrets.remove(name)
            return name

        return self.context.jobs.run(
            work, title="Remove", owner=self, done=self._changed, failed=self.context.notifier.error
        )

    def _open(self, line: ModelLine | None) -> None:
        config: ModelConfig | None = None if line is None else line.config
        source = "" if line is None or line.key_source == NO_KEY else line.key_source
        self.dialog = ModelDialog(self, self.context.theme, config=config, key_source=source)
        self.dialog.saving.connect(self.save)
        self.dialog.finished.connect(self._forget_dialog)
        self.dialog.open()

    def _forget_dialog(self) -> None:
        self.dialog = None

    def _saved(self, name: str) -> None:
        if self.dialog is not None:
            self.dialog.accept()
        self._changed(name)

    def _not_saved(self, error: BaseException) -> None:
        if self.dialog is not None:
            self.dialog.complain(error)
        else:
            self.context.notifier.error(error)

    def _changed(self, name: str) -> None:
        self._target = name
        self.reload()
        self.context.status.set_saved()
        self.context.hub.tell("models", name, initiator=self)

    # --- testing -------------------------------------------------------------------------------------------------

    def test(self) -> Job | None:
        """Ask the chosen model for a total that is known; one test at a time."""
        line = self.table.current()
        if line is None or self.test_job is not None:
            return None
        workspace, name = self.context.workspace, line.config.name

        def work(job: Job) -> ModelTest:
            return models.test_model(workspace, name, cancel=job.token)

        job = self.context.jobs.run(
            work,
            title=f"Asking {name}",
            owner=self,
            done=lambda test: self.panel.show_test(name, test),
            failed=self.context.notifier.error,
        )
        self.test_job = job
        self.test_button.setEnabled(False)
        job.finished.connect(self._test_ended)
        self.strip.follow(job)
        return job

    def _test_ended(self) -> None:
        self.test_job = None
        self._on_chosen(self.table.current())
