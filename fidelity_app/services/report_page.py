"""The report page's content: headline, worst findings with their pixels, confusions, failures, method."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from fidelity_app import __version__
from fidelity_app.core.alignment import OpKind
from fidelity_app.core.columns import columns
from fidelity_app.core.differences import relative_difference
from fidelity_app.core.documents import Kind
from fidelity_app.core.geometry import Quad
from fidelity_app.core.metrics import LABELS, merged
from fidelity_app.core.verdicts import SCORER_VERSION
from fidelity_app.reports.rows import Confusion, FindingCard, Rate, ReportData, SummaryRow
from fidelity_app.services import claim_tables, measuring, sums_read
from fidelity_app.services.comparing import finding
from fidelity_app.services.jobs import Progress, no_progress
from fidelity_app.services.reporting_tables import blocks_of, by_model, measure_tables
from fidelity_app.services.reporting_views import RunMeasures
from fidelity_app.services.views import Finding, FindingModel, HeadlineRow, Measure
from fidelity_app.services.workspace import Workspace
from fidelity_app.store import measure_sums
from fidelity_app.store import measures as table
from fidelity_app.store import runs as run_table
from fidelity_app.store.measures import DocumentCounts, SilentError
from fidelity_app.store.rows import RunRow

MOST_CARDS = 24
MOST_RANKED = 5000
WRONG_COLOUR = (201, 72, 11)
_CROP_MARGIN = 1.5
"""Heights of the field's box around it: its line and the neighbours, so that the eye can judge the print."""


def report_data(ws: Workspace, run_id: str, *, progress: Progress = no_progress) -> ReportData:
    """Gather everything that the report page shows."""
    db = ws.store.read()
    run = run_table.row(db, run_id)
    rows = measuring.headline(ws, run_id)
    groups = measuring.grouped(ws, run_id)
    costs = measuring.cost_words(ws, run_id, groups)
    flipped = sums_read.flipped(ws, run_id)
    wanted = worst_first(table.silent_errors(db, run_id, limit=MOST_RANKED))[:MOST_CARDS]
    cards = []
    for done, error in enumerate(wanted):
        progress(done, len(wanted), "pictures of the findings")
        cards.append(_card(finding(ws, run_id, error.slot), error.model))
    progress(len(wanted), len(wanted), "")
    return ReportData(
        title="Fidelity: which digits were read right",
        run_name=run.name,
        made_at=ws.clock().strftime("%Y-%m-%d %H:%M UTC"),
        documents=run.documents,
        slots=max((row.slots + row.ambiguous for row in rows), default=0),
        summary=tuple(
            _summary(
                row,
                groups[row.model, row.recipe_key],
                cost=costs[row.model, row.recipe_key],
                flipped=flipped.get((row.model, row.recipe_key), 0),
            )
            for row in rows
        ),
        findings=tuple(cards),
        findings_total=table.silent_total(db, run_id),
        confusions=tuple(_confusion(ws, run_id, model) for model in run.models),
        failures=measuring.failures(ws, run_id),
        method=(*_method(run), *_illegible(ws, run)),
        claims=claim_tables.claim_tables(ws, run_id),
    )


def full_report_data(
    ws: Workspace, run_id: str, measures: RunMeasures, *, progress: Progress = no_progress
) -> ReportData:
    """Gather what the report page shows, with the full tables of the run's measures."""
    blocks = {
        model: blocks_of(merged([sheet.digits for sheet in sheets]))
        for model, sheets in by_model(measures.sheets).items()
    }
    data = report_data(ws, run_id, progress=progress)
    if data.claims:
        return data
    return replace(
        data,
        measures=measure_tables(measures),
        confusions=tuple(replace(found, blocks=blocks.get(found.model, ())) for found in data.confusions),
    )


def worst_first(errors: Sequence[SilentError]) -> list[SilentError]:
    """Rank wrong readings: amounts before other sizes before the rest, and each by how far off it is."""
    return sorted(errors, key=_rank)


def _rank(error: SilentError) -> tuple[int, Decimal]:
    off = None
    if error.printed_value is not None and error.read_value is not None:
        off = relative_difference(error.read_value, error.printed_value, error.kind)
    if off is None:
        return 2, Decimal(0)
    return int(error.kind is not Kind.AMOUNT), -off


def _summary(row: HeadlineRow, counts: Sequence[DocumentCounts], *, cost: str, flipped: int) -> SummaryRow:
    return SummaryRow(
        model=row.model,
        recipe=row.recipe_label,
        documents=row.documents,
        slots=row.slots,
        value_fidelity=_rate(row.value_fidelity),
        digit_error_rate=_rate(row.digit_error_rate),
        silent_error_rate=_rate(row.silent_error_rate),
        strict_document_rate=_rate(row.strict_document_rate),
        wrong=row.silent_error_rate.hits,
        omitted=sum(item.omitted for item in counts),
        abstained=sum(item.abstained for item in counts),
        failed=row.failures,
        ambiguous=row.ambiguous,
        sums_flipped=flipped,
        cost_per_right_document=cost,
    )


def _rate(measure: Measure) -> Rate:
    return Rate(measure.value, measure.low, measure.high)


def _card(found: Finding, model: str) -> FindingCard:
    answer = next(item for item in found.models if item.model == model)
    return FindingCard(
        document=found.document.name,
        field=found.slot.key,
        recipe=found.recipe.label,
        model=model,
        printed="" if found.field is None else found.field.text,
        read=answer.text or "",
        words=answer.words,
        columns=()
        if answer.judgement is None or answer.judgement.alignment is None
        else columns(answer.judgement.alignment),
        crop_png=_crop(found, answer),
    )


def _crop(found: Finding, answer: FindingModel) -> bytes | None:
    """Cut the field's surroundings out of the picture that the model saw, with the wrong characters outlined."""
    from fidelity_app.imaging.encoding import to_png
    from fidelity_app.imaging.outlining import outlined

    box = found.box or answer.box
    if box is None:
        return None
    rgb: Any = found.variant.rgb
    left, top, right, bottom = window(box, width=rgb.shape[1], height=rgb.shape[0])
    wrong = [mark.box for mark in answer.marks if mark.box is not None and mark.kind is not OpKind.NOTATION]
    quads = [quad.moved(-left, -top) for quad in (wrong or [box])]
    return to_png(outlined(rgb[top:bottom, left:right], quads, colour=WRONG_COLOUR))


def window(box: Quad, *, width: int, height: int) -> tuple[int, int, int, int]:
    """Return left, top, right, bottom of a box with its surroundings, in whole pixels inside the picture."""
    x0, y0, x1, y1 = box.bounds
    margin = _CROP_MARGIN * min(y1 - y0, x1 - x0)
    left, top = max(0, min(width - 1, int(x0 - 2 * margin))), max(0, min(height - 1, int(y0 - margin)))
    right, bottom = min(width, max(left + 1, int(x1 + 2 * margin))), min(height, max(top + 1, int(y1 + margin)))
    return left, top, right, bottom


def _confusion(ws: Workspace, run_id: str, model: str) -> Confusion:
    from fidelity_app.core.digit_errors import MATRIX_CLASS

    counts = {(row, column): 0 for row in LABELS for column in LABELS}
    for (printed, read), count in table.confusion_cells(ws.store.read(), run_id, model).items():
        counts[MATRIX_CLASS[printed], MATRIX_CLASS[read]] += count
    matrix = tuple(tuple(counts[row, column] for column in LABELS) for row in LABELS)
    return Confusion(model, LABELS, LABELS, matrix)


def _method(run: RunRow) -> tuple[tuple[str, str], ...]:
    return (
        ("Fidelity", f"version {__version__}, scorer version {SCORER_VERSION}, Python {platform.python_version()}"),
        ("Asked", f"mode {run.mode.value}, {run.repeats} time(s), seed {run.seed}"),
        ("Recipes", ", ".join(f"{recipe.label} ({recipe.key[:12]})" for recipe in run.recipes)),
        ("Value fidelity", "right values / values printed; failures and omissions stay below the line"),
        ("Digit errors", "digits substituted, missing, added or swapped / printed digits, over comparable pairs"),
        ("Silent errors", "wrong answers that do not say so / values asked for"),
        ("Strict documents", "documents with every value right and nothing invented / documents"),
        ("Intervals", f"95 %, bootstrap over documents with seed {measuring.SEED}; none for a single document"),
    )


def _illegible(ws: Workspace, run: RunRow) -> tuple[tuple[str, str], ...]:
    """Say how many fields nobody can read, by recipe: an answer there is invented, saying so is right."""
    labels = {recipe.key: recipe.label for recipe in run.recipes}
    counts = dict(measure_sums.illegible_fields(ws.store.read(), run.id))
    if not counts:
        return ()
    shown = ", ".join(f"{label}: {counts[key]}" for key, label in labels.items() if key in counts)
    return (("Illegible fields", f"{shown}; a person can read nothing there, so that only saying so is right"),)
