"""The Runs page: the plan at the left, the runs at the right, and what is under way above them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QMessageBox, QSplitter, QVBoxLayout, QWidget

from fidelity_app.gui.actions import ActionSpec
from fidelity_app.gui.bridge import Job, Latest
from fidelity_app.gui.empty import EmptyOr, EmptyState
from fidelity_app.gui.page import Happened, Page, PageContext
from fidelity_app.gui.runs import planning
from fidelity_app.gui.runs.executions import Executions
from fidelity_app.gui.runs.form import PlanForm
from fidelity_app.gui.runs.planning import PlanChoices, PlanDraft, count_words
from fidelity_app.gui.runs.run_columns import resume_title, run_columns, run_name
from fidelity_app.gui.runs.strip import RunStrip
from fidelity_app.gui.tables.records import RecordModel
from fidelity_app.gui.tables.view import RecordTable
from fidelity_app.gui.widgets.pills import pill
from fidelity_app.services import running
from fidelity_app.services.drifting import sent_words
from fidelity_app.services.views import RunOutcome, RunProgress
from fidelity_app.store.rows import RunRow

ESTIMATE_DELAY_MS = 150
REFRESH_MS = 1000
LEAST_FORM_PX, LEAST_LIST_PX = 320, 200
NO_RUNS = "Choose models and recipes at the left, then Start.\nEvery reply is stored, so nothing is asked twice."


class RunsPage(Page):
    """Plan, start, follow, stop, resume. A run goes on while another page is in front."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context, "Runs")
        self._target = ""
        self._offered = False
        self._choices = Latest(context.jobs, self)
        self._estimates = Latest(context.jobs, self)
        self._lists = Latest(context.jobs, self)
        self.executions = Executions(context.workspace, context.jobs, self)
        self.form = PlanForm(context.theme)
        self.model: RecordModel[RunRow] = RecordModel(
            run_columns(lambda run_id: self.executions.get(run_id) is not None), key=lambda run: run.id, parent=self
        )
        self.table = RecordTable(self.model, context.theme, "Runs")
        self.strips: dict[str, RunStrip] = {}
        self._build_header()
        self._build_body()
        self._connect()
        self.set_actions(*self._specs())

    def enter(self, target: str) -> None:
        """Show the plan and the runs, at a run when one is named."""
        self._target = target
        self.reload_choices()
        self.reload_runs()

    def showEvent(self, event: QShowEvent) -> None:
        """Think the plan through again: time has passed while the page was away."""
        super().showEvent(event)
        self._estimate_timer.start()

    # --- building ------------------------------------------------------------------------------------------------

    def _build_header(self) -> None:
        self.compare_button = pill("Compare", tip="Open this run in Compare (Enter)", on_click=self.open_compare)
        self.report_button = pill("Report", tip="Open this run in Report", on_click=self.open_report)
        self.resume_button = pill("Resume", tip="Go on; nothing answered is asked again", on_click=self.resume)
        self.archive_button = pill("Archive…", tip="Take this run off the list", on_click=self.ask_to_archive)
        self._buttons = (self.compare_button, self.report_button, self.resume_button, self.archive_button)
        for button in self._buttons:
            self.header_right.addWidget(button)

    def _build_body(self) -> None:
        right = QWidget()
        self._right = QVBoxLayout(right)
        self._right.setContentsMargins(0, 0, 0, 0)
        self._right.setSpacing(10)
        self._stack = EmptyOr(self.table, EmptyState("No runs yet", NO_RUNS))
        self._stack.setMinimumWidth(LEAST_LIST_PX)
        self._right.addWidget(self._stack, 1)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.form)
        split.addWidget(right)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(12)
        split.setStyleSheet("QSplitter::handle { background: transparent; }")
        split.setStretchFactor(0, 0)
        split.setStretchFactor(1, 1)
        split.setSizes([470, 700])
        self.form.setMinimumWidth(LEAST_FORM_PX)
        content = QWidget()
        around = QHBoxLayout(content)
        around.setContentsMargins(12, 12, 12, 12)
        around.addWidget(split)
        self._content = EmptyOr(
            content,
            EmptyState(
                "No documents to ask about",
                "A run asks models to read your documents.\nImport receipts or invoices first, then plan it here.",
                buttons=[("Go to Library", lambda: self.context.go("library", ""))],
            ),
        )
        self._content.show_content(True)
        self._content.setMinimumWidth(LEAST_FORM_PX + LEAST_LIST_PX)
        self.body.addWidget(self._content)

    def _connect(self) -> None:
        self._estimate_timer = QTimer(self, singleShot=True, interval=ESTIMATE_DELAY_MS)
        self._estimate_timer.timeout.connect(self._estimate)
        self._refresh_timer = QTimer(self, interval=REFRESH_MS)
        self._refresh_timer.timeout.connect(self._refresh)
        self.form.changed.connect(self._estimate_timer.start)
        self.form.start_asked.connect(self.start)
        self.table.opened.connect(lambda _run: self.open_compare())
        self.table.chosen.connect(self._on_chosen)
        self.executions.began.connect(self._on_began)
        self.executions.progressed.connect(self._on_progress)
        self.executions.ended.connect(self._on_ended)
        self.executions.failed.connect(self.context.notifier.error)
        self.context.hub.happened.connect(self._on_happened)

    def _specs(self) -> Sequence[ActionSpec]:
        def chosen() -> bool:
            return self.table.current() is not None

        def busy() -> bool:
            return bool(self.strips)

        return (
            ActionSpec("runs.start", "Start the planned run", self.start, ("Ctrl+Return",), group="Runs"),
            ActionSpec("runs.compare", "Open in Compare", self.open_compare, group="Runs", enabled_when=chosen),
            ActionSpec("runs.report", "Open in Report", self.open_report, group="Runs", enabled_when=chosen),
            ActionSpec("runs.resume", "Resume", self.resume, ("Ctrl+Shift+Return",), group="Runs", enabled_when=chosen),
            ActionSpec("runs.stop", "Stop: start nothing new", self.stop, ("Ctrl+.",), group="Runs", enabled_when=busy),
            ActionSpec(
                "runs.abort", "Abort: cancel now", self.abort, ("Ctrl+Shift+.",), group="Runs", enabled_when=busy
            ),
            ActionSpec("runs.find", "Find documents", self.form.text.setFocus, ("Ctrl+L", "/"), group="Runs"),
        )

    # --- what there is -------------------------------------------------------------------------------------------

    def reload_choices(self) -> None:
        """Ask again which models, recipes and tags there are."""
        workspace = self.context.workspace

        def work(_job: Job) -> PlanChoices:
            return planning.choices(workspace)

        self._choices.submit(work, done=self._offer, failed=self.context.notifier.error)

    def reload_runs(self) -> None:
        """Ask again for the runs."""
        workspace = self.context.workspace

        def work(_job: Job) -> list[RunRow]:
            return running.runs(workspace)

        self._lists.submit(work, done=self._show_runs, failed=self.context.notifier.error)

    def _offer(self, choices: PlanChoices) -> None:
        self._content.show_content(bool(choices.documents))
        self._offered = True
        self.form.offer(choices)
        self._estimate_timer.start()

    def _refresh(self) -> None:
        """Ask again while the page is in front; when it comes back, `enter` asks."""
        if self.isVisible():
            self.reload_runs()

    def _show_runs(self, runs: list[RunRow]) -> None:
        self._stack.show_content(bool(runs))
        self.table.show_records(runs)
        if self._target and self.table.choose(self._target):
            self._target = ""
        if self.isVisible():
            under_way = f" · {len(self.strips)} under way" if self.strips else ""
            self.context.status.set_right(f"{count_words(len(runs), 'run')}{under_way}")

    def _estimate(self) -> None:
        if not (self._offered and self.isVisible()):
            return
        workspace, draft = self.context.workspace, self.form.draft()

        def work(_job: Job) -> planning.Planned:
            return planning.think_through(workspace, draft)

        self._estimates.submit(work, done=self.form.show_planned, failed=self.context.notifier.error)

    # --- one run -------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Freeze what is planned as a run and execute it."""
        if self.form.start.isEnabled():
            self.form.start.setEnabled(False)
            self.start_draft(self.form.draft())

    def start_draft(self, draft: PlanDraft) -> Job:
        """Freeze a draft as a run and execute it."""
        workspace = self.context.workspace

        def work(_job: Job) -> RunRow:
            request = planning.request_of(workspace, draft)
            return running.run(workspace, running.start_run(workspace, running.plan_run(workspace, request)))

        job = self.context.jobs.run(
            work, title="Start", owner=self, done=self._execute, failed=self.context.notifier.error
        )
        job.finished.connect(self._estimate_timer.start)
        return job

    def resume(self) -> None:
        """Go on with the chosen run, or ask again what failed on the way to the model."""
        run = self.table.current()
        if run is not None and resume_title(run):
            self._execute(run)

    def stop(self) -> None:
        """Start nothing new in any run under way."""
        for strip in self.strips.values():
            strip.stop()

    def abort(self) -> None:
        """Cancel every run under way."""
        for strip in self.strips.values():
            strip.abort()

    def open_compare(self) -> None:
        """Open the chosen run in Compare; one without answers has nothing to show there."""
        run = self.table.current()
        if run is None:
            return
        if not run.answered and not run.failed:
            self.context.notifier.info(f"{run_name(run)} has no answers yet. {resume_title(run)} it, then compare.")
            return
        self.context.go("compare", run.id)

    def open_report(self) -> None:
        """Open the chosen run in Report."""
        run = self.table.current()
        if run is not None:
            self.context.go("report", run.id)

    def ask_to_archive(self) -> None:
        """Ask whether the chosen run shall leave the list."""
        run = self.table.current()
        if run is None:
            return
        box = QMessageBox(self)
        box.setWindowTitle("Archive a run")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(f"Take {run_name(run)} off the list?")
        box.setInformativeText("Nothing is deleted: its replies stay in the workspace, and are used again.")
        yes = box.addButton("Archive", QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        yes.clicked.connect(lambda: self.archive(run.id))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def archive(self, run_id: str) -> None:
        """Take a run off the list."""
        workspace = self.context.workspace

        def work(_job: Job) -> None:
            running.archive_run(workspace, run_id)

        def done(_nothing: object) -> None:
            self.reload_runs()
            self.context.hub.tell("runs", run_id, initiator=self)

        self.context.jobs.run(work, title="Archive", owner=self, done=done, failed=self.context.notifier.error)

    def _execute(self, run: RunRow) -> None:
        self._target = run.id
        if not self.executions.start(run.id, run_name(run)):
            self.context.notifier.info(f"{run_name(run)} is under way already.")

    # --- what comes back -----------------------------------------------------------------------------------------

    def _on_began(self, run_id: str) -> None:
        execution = self.executions.get(run_id)
        assert execution is not None
        strip = RunStrip(execution)
        self.strips[run_id] = strip
        self._right.insertWidget(len(self.strips) - 1, strip)
        self._refresh_timer.start()
        self._refresh()
        self.context.hub.tell("runs", run_id, initiator=self)

    def _on_progress(self, run_id: str, progress: RunProgress) -> None:
        if run_id in self.strips:
            self.strips[run_id].show_progress(progress)

    def _on_ended(self, run_id: str, outcome: RunOutcome | None) -> None:
        strip = self.strips.pop(run_id, None)
        if strip is not None:
            self._right.removeWidget(strip)
            strip.hide()
            strip.deleteLater()
            if outcome is not None:
                self.context.notifier.info(outcome_words(strip.run_title, outcome))
        if not self.strips:
            self._refresh_timer.stop()
        self._refresh()
        self._estimate_timer.start()
        self.context.hub.tell("runs", run_id, initiator=self)

    def _on_chosen(self, run: RunRow | None) -> None:
        for button in self._buttons:
            button.setEnabled(run is not None)
        title = resume_title(run) if run is not None else ""
        self.resume_button.setText(title or "Resume")
        self.resume_button.setAccessibleName(title or "Resume")
        self.resume_button.setEnabled(bool(title) and run is not None and self.executions.get(run.id) is None)
        self.archive_button.setEnabled(run is not None and self.executions.get(run.id) is None)

    def _on_happened(self, happened: Happened) -> None:
        if happened.initiator is self or not self.isVisible():
            return
        if happened.about("documents", "fields", "recipes", "models"):
            self.reload_choices()
        if happened.about("runs"):
            self.reload_runs()


def outcome_words(name: str, outcome: RunOutcome) -> str:
    """Return how an execution ended, in one sentence or two."""
    counts = f"{outcome.answered:,} answered, {outcome.failed:,} failed"
    note = f" Note: {sent_words(outcome.drifted)}." if outcome.drifted else ""
    if outcome.complete:
        return f"{name} is done: {counts}.{note}"
    return f"{name} stopped: {counts}, {outcome.open:,} still open. Resume it when you like.{note}"
