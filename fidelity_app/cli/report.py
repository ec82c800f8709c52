"""`fidelity report` and the headline table that `run` and `demo` print too."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from fidelity_app.cli.documents import WorkspaceArgument
from fidelity_app.cli.output import Heading, JsonOption, print_json, print_rows, say
from fidelity_app.cli.progress import live_progress

if TYPE_CHECKING:
    from fidelity_app.reports.rows import Cell, Table
    from fidelity_app.services.reporting_views import RunMeasures
    from fidelity_app.services.views import HeadlineRow, Measure

HEADINGS = (
    Heading("Model", "model"),
    Heading("Recipe", "recipe"),
    Heading("Value fidelity", "value_fidelity", number=True),
    Heading("Digit errors", "digit_error_rate", number=True),
    Heading("Silent errors", "silent_error_rate", number=True),
    Heading("Strict documents", "strict_document_rate", number=True),
    Heading("Values", "slots", number=True),
    Heading("Failed", "failures", number=True),
    Heading("Ambiguous", "ambiguous", number=True),
)
MEASURES = ("value_fidelity", "digit_error_rate", "silent_error_rate", "strict_document_rate", "coverage")


def report(
    path: Path = WorkspaceArgument,
    run: str = typer.Argument(..., metavar="RUN", help="The run's name or id."),
    measures: bool = typer.Option(False, "--measures", help="Print the full tables of measures too."),
    csv: Path | None = typer.Option(
        None, "--csv", help="Write every reading here, and every measure beside it (measures.csv beside report.csv)."
    ),
    html: Path | None = typer.Option(None, "--html", help="Write the self-contained page here."),
    as_json: bool = JsonOption,
) -> None:
    """Print a run's headline and write its evidence as CSV and HTML."""
    from fidelity_app.cli.claims import claims_json, print_claims
    from fidelity_app.services import reporting, running
    from fidelity_app.services.workspace import open_workspace

    written: list[Path] = []
    with open_workspace(path) as ws, live_progress(quiet=as_json) as progress:
        run_id = running.find_run(ws, run).id
        rows = reporting.headline(ws, run_id)
        claims = claims_json(ws, run_id)
        wanted = measures or csv is not None or html is not None
        found = reporting.run_measures(ws, run_id, progress=progress) if wanted else None
        if csv is not None:
            reporting.export_csv(ws, run_id, csv, progress=progress)
            reporting.export_measures_csv(ws, run_id, reporting.measures_path(csv), measures=found)
            written += [csv, reporting.measures_path(csv)]
        if html is not None:
            reporting.export_html(ws, run_id, html, measures=found, progress=progress)
            written.append(html)
        is_shown = not as_json and print_claims(ws, run_id)
    found = found if measures and not is_shown else None
    if as_json:
        shown = [headline_json(row) for row in rows]
        print_json(claims or (shown if found is None else {"headline": shown, "measures": measures_json(found)}))
        return
    if not is_shown:
        print_headline(rows, as_json=False)
    if found is not None:
        print_measures(found)
    elif rows:
        say("All measures: --measures")
    for file in written:
        say(f"written: {file}")


def print_measures(found: RunMeasures) -> None:
    """Print the full tables: shares, digits, confusions, sizes, sums, hardness, comparisons, papers' measures."""
    from fidelity_app.core.metrics import merged
    from fidelity_app.services.reporting_tables import by_model, confusion_table, measure_tables

    tables = measure_tables(found)
    for line in tables.meaning:
        say(line)
    digits = {model: merged([sheet.digits for sheet in sheets]) for model, sheets in by_model(found.sheets).items()}
    confusions = [confusion_table(model, table) for model, table in digits.items()]
    classes = [table for _, table in tables.classes]
    for shown in (*tables.shares, *classes, *confusions, tables.sizes, tables.money, tables.sums):
        print_table(shown)
    for shown in (tables.heights, tables.ease, tables.pairs, tables.power, tables.papers):
        print_table(shown)


def print_table(table: Table) -> None:
    """Print one table of measures with its title and its note."""
    say("")
    say(table.title)
    headings = [Heading(title, str(at), number=at >= table.labels) for at, title in enumerate(table.headings)]
    rows = [{str(at): _cell(cell) for at, cell in enumerate(row)} for row in table.rows]
    print_rows(rows, headings, as_json=False, empty="None.")
    if table.note:
        say(table.note)


def _cell(cell: Cell) -> str:
    return f"{cell.text} ({cell.small})" if cell.small else cell.text


def measures_json(found: RunMeasures) -> list[dict[str, str]]:
    """Return the lines of measures.csv for programs; every figure is an exact text."""
    from dataclasses import asdict

    from fidelity_app.services.reporting_lines import measure_lines

    return [asdict(line) for line in measure_lines(found)]


def print_headline(rows: Sequence[HeadlineRow], *, as_json: bool) -> None:
    """Print the headline: per model and recipe the figures that decide."""
    if as_json:
        print_json([headline_json(row) for row in rows])
        return
    shown: list[dict[str, Any]] = [
        {
            "model": row.model,
            "recipe": row.recipe_label,
            **{name: percent(getattr(row, name)) for name in MEASURES},
            "slots": row.slots,
            "failures": row.failures,
            "ambiguous": row.ambiguous,
        }
        for row in rows
    ]
    print_rows(shown, HEADINGS, as_json=False, empty="Nothing was scored yet.")


def percent(measure: Measure) -> str:
    """Write a measure with its interval, or a dash where nothing could be counted."""
    if measure.value is None:
        return "–"
    interval = ""
    if measure.low is not None and measure.high is not None:
        interval = f" ({100 * measure.low:.1f}–{100 * measure.high:.1f})"
    return f"{100 * measure.value:.1f} %{interval}"


def headline_json(row: HeadlineRow) -> dict[str, Any]:
    """Return a headline row for programs: shares as numbers 0..1 with their counts, None where undefined."""
    return {
        "model": row.model,
        "recipe": row.recipe_label,
        "recipe_key": row.recipe_key,
        "severity": row.severity,
        "documents": row.documents,
        "slots": row.slots,
        "failures": row.failures,
        "ambiguous": row.ambiguous,
        **{name: measure_json(getattr(row, name)) for name in MEASURES},
    }


def measure_json(measure: Measure) -> dict[str, Any]:
    return {
        "value": measure.value,
        "low": measure.low,
        "high": measure.high,
        "hits": measure.hits,
        "total": measure.total,
    }
