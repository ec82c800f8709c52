"""The Report page: the headline of a run, what it means, the worst findings, and the files to hand on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QSizePolicy, QStackedWidget

from fidelity_app.core.asks import Mode
from fidelity_app.gui.actions import ActionSpec
from fidelity_app.gui.bridge import Job, Latest
from fidelity_app.gui.empty import EmptyOr, EmptyState
from fidelity_app.gui.page import Happened, Page, PageContext
from fidelity_app.gui.report.body import ReportBody
from fidelity_app.gui.report.claims_body import ClaimsBody
from fidelity_app.gui.report.export_bar import ExportBar, file_name
from fidelity_app.gui.report.report_columns import HeadlineLine
from fidelity_app.gui.runs.planning import count_words
from fidelity_app.gui.runs.run_columns import run_name
from fidelity_app.gui.widgets.pills import ChoicePill, pill
from fidelity_app.gui.widgets.progress import JobStrip
from fidelity_app.reports.rows import MeasureTables, ReportData
from fidelity_app.services import claiming, report_page, reporting, running
from fidelity_app.services.claiming import ClaimRates
from fidelity_app.services.jobs import Progress
from fidelity_app.services.reporting_measures import run_measures
from fidelity_app.services.reporting_tables import measure_tables
from fidelity_app.store.claims import ClaimRow
from fidelity_app.store.rows import RunRow

LEAST_PX = 320

Export = Callable[[Path, Job], str]


class ReportPage(Page):
    """Choose a run, read its figures, export them."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context, "Report")
        self._wanted = ""
        self.run: RunRow | None = None
        self._loaded: RunRow | None = None
        self._folder = ""
        self._lists = Latest(context.jobs, self)
        self._headlines = Latest(context.jobs, self)
        self._details = Latest(context.jobs, self)
        self._measures = Latest(context.jobs, self)
        self.export_job: Job | None = None
        self.run_choice = ChoicePill("Run")
        self.run_choice.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.report = ReportBody(context.theme)
        self.claims = ClaimsBody(context.theme)
        self.exported = ExportBar()
        self.strip = JobStrip()
        self._build()
        self.run_choice.chosen.connect(lambda run_id: self.enter(str(run_id)))
        self.report.finding_opened.connect(self._open_compare)
        context.hub.happened.connect(self._on_happened)
        self.set_actions(*self._specs())

    def enter(self, target: str) -> None:
        """Show a run: the one named, else the one before, else the newest with answers."""
        self._wanted = target or (self.run.id if self.run is not None else "")
        self._reload()

    # --- building ------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.header.addWidget(self.run_choice)
        self.csv_button = pill("Export CSV…", tip="Every reading, one line each", on_click=self.ask_for_csv)
        self.html_button = pill(
            "Export report…", tip="One HTML page to hand on", primary=True, on_click=self.ask_for_html
        )
        self.header_right.addWidget(self.csv_button)
        self.header_right.addWidget(self.html_button)
        self._by_mode = QStackedWidget()
        self._by_mode.addWidget(self.report)
        self._by_mode.addWidget(self.claims)
        self._scored = EmptyOr(
            self._by_mode,
            EmptyState(
                "Nothing is scored in this run yet",
                "Answers are judged at the end of a run.\nGo on with it on the Runs page.",
                buttons=[("Go to Runs", lambda: self.context.go("runs", self.run.id if self.run else ""))],
            ),
        )
        self._scored.show_content(True)
        self._stack = EmptyOr(
            self._scored,
            EmptyState(
                "Nothing to report yet",
                "A report sums up a run: who read how many digits right.\nPlan a run first.",
                buttons=[("Plan a run", lambda: self.context.go("runs", ""))],
            ),
        )
        self._stack.show_content(True)
        self._stack.setMinimumWidth(LEAST_PX)
        self.body.addWidget(self._stack, 1)
        self.body.addWidget(self.exported)
        self.body.addWidget(self.strip)

    def _specs(self) -> Sequence[ActionSpec]:
        def can_export() -> bool:
            return self.csv_button.isEnabled()

        return (
            ActionSpec(
                "report.csv", "Export CSV", self.ask_for_csv, ("Ctrl+E",), group="Report", enabled_when=can_export
            ),
            ActionSpec(
                "report.html",
                "Export report",
                self.ask_for_html,
                ("Ctrl+Shift+E",),
                group="Report",
                enabled_when=can_export,
            ),
            ActionSpec("report.compare", "Open in Compare", self._open_compare, ("Ctrl+Return",), group="Report"),
        )

    # --- showing -------------------------------------------------------------------------------------------------

    def _reload(self) -> None:
        workspace = self.context.workspace

        def work(_job: Job) -> list[RunRow]:
            return [run for run in running.runs(workspace) if run.answered or run.failed]

        self._lists.submit(work, done=self._show_runs, failed=self.context.notifier.error)

    def _show_runs(self, runs: list[RunRow]) -> None:
        self._stack.show_content(bool(runs))
        self.run = _chosen(runs, self._wanted)
        self.run_choice.set_choices(
            [(_run_title(run), run.id) for run in runs], current=self.run.id if self.run else None
        )
        self._allow_export()
        if self.run is None:
            return
        self.report.about.setText(run_words(self.run))
        is_verify = self.run.mode is Mode.VERIFY
        self._by_mode.setCurrentWidget(self.claims if is_verify else self.report)
        if self.run != self._loaded:
            self._loaded = self.run
            (self._load_claims if is_verify else self._load)(self.run.id)

    def _load_claims(self, run_id: str) -> None:
        workspace = self.context.workspace

        def work(_job: Job) -> tuple[list[ClaimRates], list[ClaimRow]]:
            return claiming.claim_rates(workspace, run_id), claiming.claim_rows(workspace, run_id)

        self._headlines.submit(work, done=self._show_claims, failed=self._not_loaded)

    def _show_claims(self, found: tuple[list[ClaimRates], list[ClaimRow]]) -> None:
        rates, rows = found
        self._scored.show_content(bool(rates))
        self.claims.show_claims(rates, rows, run_words(self.run) if self.run is not None else "")

    def _load(self, run_id: str) -> None:
        workspace = self.context.workspace

        def headline(_job: Job) -> list[HeadlineLine]:
            return [HeadlineLine(row) for row in reporting.headline(workspace, run_id)]

        def details(job: Job) -> ReportData:
            return report_page.report_data(workspace, run_id, progress=_checked(job))

        def measures(job: Job) -> MeasureTables:
            job.progressed.connect(self.report.measures.show_progress)
            return measure_tables(run_measures(workspace, run_id, progress=job.report, cancel=job.token))

        self.report.wait_for_details()
        self._headlines.submit(headline, done=self._show_headline, failed=self._not_loaded)
        self._details.submit(details, done=self.report.show_details, failed=self._not_loaded)
        self._measures.submit(measures, done=self.report.measures.show_tables, failed=self._not_measured)

    def _not_measured(self, error: BaseException) -> None:
        self._loaded = None
        self.report.measures.say(f"The measures could not be counted: {error}")

    def _not_loaded(self, error: BaseException) -> None:
        self._loaded = None
        self.context.notifier.error(error)

    def _show_headline(self, lines: list[HeadlineLine]) -> None:
        self._scored.show_content(bool(lines))
        self.report.show_headline(lines)
        if self.isVisible():
            self.context.status.set_left("scored from stored replies, nothing asked")

    def _open_compare(self) -> None:
        if self.run is not None:
            self.context.go("compare", self.run.id)

    def _on_happened(self, happened: Happened) -> None:
        if happened.initiator is not self and happened.about("runs", "fields", "decisions") and self.isVisible():
            self.enter("")

    # --- exporting -----------------------------------------------------------------------------------------------

    def ask_for_csv(self) -> None:
        """Choose where the readings go, then write them."""
        path = self._ask("Export CSV", ".csv", "CSV (*.csv)")
        if path is not None:
            self.export_csv(path)

    def ask_for_html(self) -> None:
        """Choose where the page goes, then write it."""
        path = self._ask("Export report", ".html", "HTML (*.html)")
        if path is not None:
            self.export_html(path)

    def export_csv(self, path: Path) -> Job | None:
        """Write every reading of the run as CSV, in the background."""
        workspace, run_id = self.context.workspace, self.run.id if self.run is not None else ""
        noun = "claim" if self.run is not None and self.run.mode is Mode.VERIFY else "reading"

        def export(target: Path, job: Job) -> str:
            count = reporting.export_csv(workspace, run_id, target, progress=job.report, cancel=job.token)
            return f"{count_words(count, noun)} written"

        return self._export(path, export)

    def export_html(self, path: Path) -> Job | None:
        """Write the run's report as one page, in the background."""
        workspace, run_id = self.context.workspace, self.run.id if self.run is not None else ""

        def export(target: Path, job: Job) -> str:
            reporting.export_html(workspace, run_id, target, progress=_checked(job))
            return "Report written"

        return self._export(path, export)

    def _export(self, path: Path, export: Export) -> Job | None:
        if self.run is None or self.export_job is not None:
            return None
        job = self.context.jobs.run(
            lambda job: export(path, job),
            title=f"Writing {path.name}",
            owner=self,
            done=lambda words: self.exported.show_export(path, words),
            failed=self.context.notifier.error,
        )
        self.export_job = job
        self._allow_export()
        job.finished.connect(self._export_ended)
        self.strip.follow(job)
        return job

    def _export_ended(self) -> None:
        self.export_job = None
        self._allow_export()

    def _allow_export(self) -> None:
        for button in (self.csv_button, self.html_button):
            button.setEnabled(self.run is not None and self.export_job is None)

    def _ask(self, title: str, suffix: str, kinds: str) -> Path | None:
        if self.run is None:
            return None
        folder = Path(self._folder or self.context.workspace.path.parent)
        name, _ = QFileDialog.getSaveFileName(self, title, str(folder / file_name(run_name(self.run), suffix)), kinds)
        if not name:
            return None
        path = Path(name) if Path(name).suffix else Path(name).with_suffix(suffix)
        self._folder = str(path.parent)
        return path


def _chosen(runs: Sequence[RunRow], wanted: str) -> RunRow | None:
    """Return the run that is wanted, else the newest that is scored, else the newest."""
    scored = (run for run in runs if run.scored_at is not None)
    return next((run for run in runs if run.id == wanted), None) or next(scored, runs[0] if runs else None)


def _run_title(run: RunRow) -> str:
    return f"{run.number} · {run.name}" if run.name else str(run.number)


def run_words(run: RunRow) -> str:
    """Return what a run was made of."""
    parts = [
        count_words(run.documents, "document"),
        count_words(len(run.models), "model"),
        count_words(len(run.recipes), "recipe"),
        count_words(run.repeats, "repeat"),
        f"mode {run.mode.value}",
        f"{run.open:,} trials still open" if run.open else "",
    ]
    return " · ".join(part for part in parts if part)


def _checked(job: Job) -> Progress:
    """Return a progress that ends the work when its job is cancelled."""

    def progress(done: int, total: int, text: str) -> None:
        job.token.check()
        job.report(done, total, text)

    return progress
