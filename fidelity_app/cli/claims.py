"""`fidelity claims`: every number of a text in a document; and what a run in verify mode prints."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from fidelity_app.cli.documents import WorkspaceArgument
from fidelity_app.cli.exits import Exit
from fidelity_app.cli.output import Heading, JsonOption, print_json, print_rows, say
from fidelity_app.core.errors import UserError

if TYPE_CHECKING:
    from fidelity_app.core.claims import ProseReport
    from fidelity_app.services.workspace import Workspace


def print_claims(ws: Workspace, run_id: str) -> bool:
    """Print the tables of a run in verify mode; return False for a run without claims, which prints nothing."""
    from fidelity_app.cli.report import print_table
    from fidelity_app.services.claim_tables import claim_tables

    tables = claim_tables(ws, run_id)
    for table in tables:
        print_table(table)
    return bool(tables)


def claims_json(ws: Workspace, run_id: str) -> dict[str, Any]:
    """Return the rates and every claim of a run in verify mode for programs, nothing for other runs."""
    from dataclasses import asdict

    from fidelity_app.cli.report import measure_json
    from fidelity_app.services.claim_tables import RATES, claim_lines
    from fidelity_app.services.claiming import claim_rates

    rates = [
        {
            "model": row.model,
            "recipe": row.recipe_label,
            "documents": row.documents,
            "claims": row.claims,
            **{name: measure_json(getattr(row, name)) for name in RATES},
            "abstained": row.abstained,
            "failed": row.failed,
            "undecided": row.undecided,
        }
        for row in claim_rates(ws, run_id)
    ]
    return {"claim_rates": rates, "claims": [asdict(line) for line in claim_lines(ws, run_id)]} if rates else {}


def claims(
    path: Path = WorkspaceArgument,
    document: str = typer.Argument("", metavar="[DOCUMENT]", help="The document's name or id; optional with --run."),
    file: str = typer.Argument("", metavar="[FILE|-]", help="The text to check; - is standard input."),
    run: str = typer.Option("", "--run", help="Check the transcriptions of this run instead of a text."),
    fail: bool = typer.Option(False, "--fail", help="End with code 1 when a number is not printed."),
    as_json: bool = JsonOption,
) -> int:
    """Find every number of a text in a document: where it is printed, or that it is not, and what it resembles."""
    from fidelity_app.services.workspace import open_workspace

    with open_workspace(path) as ws:
        if run:
            if file:
                raise UserError("a text and --run are two things to check; give one of them")
            invented = _check_run(ws, run, document, as_json=as_json)
        elif document and file:
            invented = _check_text(ws, document, file, as_json=as_json)
        else:
            raise UserError("claims needs a document and a file (- is standard input), or --run RUN")
    return Exit.FAILED if fail and invented else Exit.DONE


def _check_text(ws: Workspace, document: str, file: str, *, as_json: bool) -> int:
    from fidelity_app.services.prose_claims import check_text, find_document

    found = find_document(ws, document)
    text = _read(file)
    report = check_text(found, text)
    if as_json:
        print_json({"document": found.name, **_report_json(text, report)})
    else:
        print_rows(_rows(report), _HEADINGS, as_json=False, empty="The text claims no number.")
        say(_told(report))
    return len(report.hallucinated)


def _read(file: str) -> str:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise UserError(f"{file}: {error.strerror or error}") from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(f"{file}: this is no UTF-8 text (byte {error.start})") from error


def _rows(report: ProseReport) -> list[dict[str, Any]]:
    from fidelity_app.services.prose_claims import claim_words

    return [{"text": claim.text, "where": claim_words(claim)} for claim in report.claims]


def _told(report: ProseReport) -> str:
    counted, others = len(report.judged), len(report.claims) - len(report.judged)
    apart = f"; {others} derived, taken back or undecided stand apart" if others else ""
    aside = f"; {len(report.numbering)} only number the text itself" if report.numbering else ""
    return f"{len(report.hallucinated)} of {counted} numbers are not printed{apart}{aside}"


def _report_json(text: str, report: ProseReport) -> dict[str, Any]:
    from fidelity_app.services.prose_claims import claim_words

    return {
        "claims": [
            {
                "text": claim.text,
                "start": claim.start,
                "end": claim.end,
                "kind": claim.kind.value,
                "support": claim.support.value,
                "fields": [{"key": field.key, "page": field.page_index + 1} for field in claim.fields],
                "derivation": claim.derivation,
                "near": None if claim.near is None else {"key": claim.near.key, "text": claim.near.text},
                "fault": claim.fault,
                "words": claim_words(claim),
            }
            for claim in report.claims
        ],
        "numbering": [text[start:end] for start, end in report.numbering],
        "not_printed": len(report.hallucinated),
        "counted": len(report.judged),
    }


def _check_run(ws: Workspace, run: str, document: str, *, as_json: bool) -> int:
    from fidelity_app.cli.report import measure_json, percent
    from fidelity_app.services import running
    from fidelity_app.services.prose_claims import claim_words, find_document, prose_rates, run_prose

    document_id = find_document(ws, document).id if document else ""
    found = list(run_prose(ws, running.find_run(ws, run).id, document_id=document_id))
    rates = prose_rates(found)
    rows = [
        {
            "document": one.document_name,
            "model": one.model,
            "recipe": one.recipe_label,
            "repeat": one.repeat + 1,
            "text": claim.text,
            "support": claim.support.value,
            "where": claim_words(claim),
        }
        for one in found
        for claim in (one.report.claims if one.report is not None else ())
    ]
    invented = [row for row in rows if row["support"] == "hallucinated"]
    if as_json:
        shown = [
            {
                "model": rate.model,
                "recipe": rate.recipe_label,
                "per_claim": measure_json(rate.per_claim),
                "per_document": measure_json(rate.per_document),
                "left_out": rate.left_out,
                "failed": rate.failed,
            }
            for rate in rates
        ]
        print_json({"rates": shown, "claims": rows})
        return len(invented)
    print_rows(invented, _RUN_HEADINGS, as_json=False, empty="Every number of the transcriptions is printed.")
    table = [
        {
            "model": rate.model,
            "recipe": rate.recipe_label,
            "per_claim": f"{percent(rate.per_claim)} of {rate.per_claim.total}",
            "per_document": f"{percent(rate.per_document)} of {rate.per_document.total}",
            "failed": rate.failed,
        }
        for rate in rates
    ]
    say("")
    print_rows(table, _RATE_HEADINGS, as_json=False, empty="Nothing was transcribed yet.")
    say("A number that is printed but not annotated counts as not printed: annotate all numbers of a page first.")
    return len(invented)


_HEADINGS = (Heading("Number", "text"), Heading("Where", "where"))
_RUN_HEADINGS = (
    Heading("Document", "document"),
    Heading("Model", "model"),
    Heading("Recipe", "recipe"),
    Heading("Number", "text"),
    Heading("Where", "where"),
)
_RATE_HEADINGS = (
    Heading("Model", "model"),
    Heading("Recipe", "recipe"),
    Heading("Numbers not printed", "per_claim", number=True),
    Heading("Documents with one", "per_document", number=True),
    Heading("Failed", "failed", number=True),
)
