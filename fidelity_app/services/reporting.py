"""Reporting: a run's evidence, handed to the writers of CSV and HTML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fidelity_app.core.alignment import Alignment
from fidelity_app.core.asks import Mode
from fidelity_app.core.differences import SIZED_KINDS, exact_difference
from fidelity_app.core.documents import Document, Kind, Page
from fidelity_app.core.recipes import Recipe
from fidelity_app.core.verdicts import SCORER_VERSION, Judgement
from fidelity_app.core.words import explain
from fidelity_app.services import claim_tables
from fidelity_app.services.comparing import failure_words
from fidelity_app.services.jobs import CancelToken, Coalesced, Progress, no_progress
from fidelity_app.services.judgements import judgement_from
from fidelity_app.services.legibility import Legible
from fidelity_app.services.measuring import headline
from fidelity_app.services.reporting_hardness import Measurer, Slot
from fidelity_app.services.reporting_measures import run_measures
from fidelity_app.services.reporting_views import RunMeasures
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import documents as document_table
from fidelity_app.store import readmodels, replies
from fidelity_app.store import runs as run_table
from fidelity_app.store.readmodels import ScoredReading

if TYPE_CHECKING:
    from fidelity_app.reports.rows import ReadingRow

__all__ = [
    "export_csv",
    "export_html",
    "export_measures_csv",
    "headline",
    "measures_path",
    "reading_rows",
    "run_measures",
]


def export_csv(
    ws: Workspace, run_id: str, path: Path, *, progress: Progress = no_progress, cancel: CancelToken | None = None
) -> int:
    """Write every reading of a run as CSV, or every claim of one in verify mode, and return how many.

    Raises ExternalError when the file cannot be written.
    """
    from fidelity_app.reports import write_claims_csv, write_readings_csv

    if _is_verify(ws, run_id):
        return write_claims_csv(claim_tables.claim_lines(ws, run_id), path)
    return write_readings_csv(reading_rows(ws, run_id, progress=progress, cancel=cancel), path)


def export_measures_csv(
    ws: Workspace, run_id: str, path: Path, *, measures: RunMeasures | None = None, progress: Progress = no_progress
) -> int:
    """Write every measure of a run as CSV and return how many lines; `measures` are the run's, where they are known.

    Raises ExternalError when the file cannot be written.
    """
    from fidelity_app.reports import write_measures_csv
    from fidelity_app.services.reporting_lines import measure_lines

    if _is_verify(ws, run_id):
        return write_measures_csv(claim_tables.rate_lines(ws, run_id), path)
    return write_measures_csv(measure_lines(measures or run_measures(ws, run_id, progress=progress)), path)


def _is_verify(ws: Workspace, run_id: str) -> bool:
    return run_table.row(ws.store.read(), run_id).mode is Mode.VERIFY


def measures_path(readings: Path) -> Path:
    """Return where measures stand beside a CSV of readings: measures.csv by report.csv, x-measures.csv by x.csv."""
    return readings.with_name("measures.csv" if readings.stem == "report" else f"{readings.stem}-measures.csv")


def export_html(
    ws: Workspace, run_id: str, path: Path, *, measures: RunMeasures | None = None, progress: Progress = no_progress
) -> None:
    """Write a run's report as one self-contained page. Raises ExternalError when the file cannot be written."""
    from fidelity_app.reports import write_report_html
    from fidelity_app.services.report_page import full_report_data

    found = measures or run_measures(ws, run_id, progress=progress)
    write_report_html(full_report_data(ws, run_id, found, progress=progress), path)


def reading_rows(
    ws: Workspace, run_id: str, *, progress: Progress = no_progress, cancel: CancelToken | None = None
) -> Iterator[ReadingRow]:
    """Yield the lines of the main export, in the order of the run; memory stays flat."""
    db = ws.store.read()
    run = run_table.row(db, run_id)
    show = Coalesced(progress, ws.monotonic)
    sheet = _Sheet(ws, {recipe.key: recipe for recipe in run.recipes}, run.mode, run.seed)
    total = run.trials
    for done, reading in enumerate(readmodels.readings(db, run_id)):
        if cancel is not None:
            cancel.check()
        show(min(done, total), total, reading.document_name)
        yield sheet.row(reading)
    show(total, total, "")


class _Sheet:
    """Fills the lines of one run, keeping the document and the trial at hand that come again in the next line."""

    def __init__(self, ws: Workspace, recipes: Mapping[str, Recipe], mode: Mode, seed: int) -> None:
        self._ws = ws
        self._recipes = recipes
        self._mode = mode
        self._seed = seed
        self._document: Document | None = None
        self._trials: dict[str, dict[str, str]] = {}
        self._measurer = Measurer(ws, recipes.values(), seed)
        self._hard: dict[str, dict[Slot, Legible]] = {}

    def row(self, reading: ScoredReading) -> ReadingRow:
        """Return one line of the export; every cell is text, as printed or as said."""
        from fidelity_app.reports.rows import ReadingRow

        document = self._document_of(reading)
        judgement = judgement_from(self._ws, reading, document)
        field = next((item for item in document.fields if item.id == reading.field_id), None)
        page: Page | None = next((item for item in document.pages if item.index == reading.page_index), None)
        return ReadingRow(
            document=reading.document_name,
            page=(0 if page is None else page.index) + 1,
            field=reading.key,
            kind=reading.kind.value,
            legibility=reading.legibility.value if field is not None else "",
            recipe=reading.recipe_label,
            severity=f"{reading.severity:g}",
            seed=self._seed,
            model=reading.model,
            repeat=reading.repeat + 1,
            mode=self._mode.value,
            outcome=reading.outcome.value,
            printed=reading.truth_text if judgement is None else judgement.truth.raw,
            read=reading.text or "",
            verdict="" if reading.verdict is None else reading.verdict.value,
            errors=" ".join(reading.errors),
            operations=operations(None if judgement is None else judgement.alignment),
            printed_value=value_text(reading.truth_value),
            read_value=value_text(reading.reading_value),
            difference=difference(judgement),
            currency=_currency(judgement, document),
            explanation=failure_words(reading.outcome) if judgement is None else explain(judgement),
            decided_by="" if judgement is None or judgement.reading is None else judgement.reading.decided_by,
            confidence="" if reading.confidence is None else f"{reading.confidence:.4f}",
            decision=reading.decision,
            decision_note=reading.decision_note,
            **self._measured(reading),
            scorer_version=SCORER_VERSION,
            **self._trial_of(reading.trial_id),
        )

    def _measured(self, reading: ScoredReading) -> dict[str, str]:
        """Return how hard the field was to read on its variant; what is unknown stays empty."""
        if reading.recipe_key not in self._hard:
            self._hard[reading.recipe_key] = self._measurer.of(self._document_of(reading), (reading.recipe_key,))
        found = self._hard[reading.recipe_key].get((reading.recipe_key, reading.field_id))
        return {name: "" if found is None else _figure(getattr(found, name)) for name in _MEASURED}

    def _document_of(self, reading: ScoredReading) -> Document:
        if self._document is None or self._document.id != reading.document_id:
            self._document = document_table.get(self._ws.store.read(), reading.document_id)
            self._trials.clear()
            self._hard.clear()
        return self._document

    def _trial_of(self, trial_id: str) -> dict[str, Any]:
        if trial_id not in self._trials:
            db = self._ws.store.read()
            trial = replies.trial(db, trial_id)
            attempts = replies.attempts(db, trial.answer_trial_id or trial.id)
            last = attempts[-1] if attempts else None
            self._trials[trial_id] = {
                "served_model": "" if last is None else last.served_model,
                "latency_ms": "" if last is None else f"{1000 * last.seconds:.0f}",
                "trial_key": trial.key,
                "pixels_sha256": " ".join(trial.image_shas),
            }
        return self._trials[trial_id]


_MEASURED = ("contrast", "sharpness", "digit_height_px")


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}".rstrip("0").rstrip(".")


def operations(alignment: Alignment | None) -> str:
    """Write the character operations as `8>3@1`: printed, read, and the place in the printed text, counted from 1."""
    if alignment is None:
        return ""
    return " ".join(
        f"{alignment.truth_text(op)}>{alignment.reading_text(op)}@{op.truth_start + 1}" for op in alignment.differences
    )


def value_text(value: str | tuple[str, ...] | None) -> str:
    """Write a canonical value; several numbers are parted by semicolons."""
    return "" if value is None else value if isinstance(value, str) else "; ".join(value)


def difference(judgement: Judgement | None) -> str:
    """Return read minus printed, exact, where both are one number; else nothing."""
    if judgement is None or judgement.reading is None:
        return ""
    printed, read = judgement.truth.number, judgement.reading.number
    if printed is None or read is None or judgement.truth.kind not in SIZED_KINDS:
        return ""
    return f"{exact_difference(read, printed):f}"


def _currency(judgement: Judgement | None, document: Document) -> str:
    if judgement is None or judgement.truth.kind is not Kind.AMOUNT:
        return ""
    return judgement.truth.currency or document.currency
