"""`fidelity report` and the headline table that `run` and `demo` print too."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from fidelity_app.cli.documents import WorkspaceArgument
from fidelity_app.cli.output import Heading, JsonOption, print_json, print_rows, say

if TYPE_CHECKING:
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
    csv: Path | None = typer.Option(None, "--csv", help="Write every reading here."),
    html: Path | None = typer.Option(None, "--html", help="Write the self-contained page here."),
    as_json: bool = JsonOption,
) -> None:
    """Print a run's headline and write its evidence as CSV and HTML."""
    from fidelity_app.services import reporting, running
    from fidelity_app.services.workspace import open_workspace

    with open_workspace(path) as ws:
        run_id = running.find_run(ws, run).id
        rows = reporting.headline(ws, run_id)
        if csv is not None:
            reporting.export_csv(ws, run_id, csv)
        if html is not None:
            reporting.export_html(ws, run_id, html)
    print_headline(rows, as_json=as_json)
    if not as_json:
        for written in (csv, html):
            if written is not None:
                say(f"written: {written}")


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
        **{name: _measure_json(getattr(row, name)) for name in MEASURES},
    }


def _measure_json(measure: Measure) -> dict[str, Any]:
    return {
        "value": measure.value,
        "low": measure.low,
        "high": measure.high,
        "hits": measure.hits,
        "total": measure.total,
    }
