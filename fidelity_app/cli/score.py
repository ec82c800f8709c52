"""`fidelity score`: the scorer by itself, on one pair or on a file of rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from fidelity_app.cli.batch import BatchOption, BatchRow, KindOption, not_a_kind, print_line, read_batch
from fidelity_app.cli.drawing import draw_alignment
from fidelity_app.cli.output import JsonOption, print_json, say
from fidelity_app.cli.page_options import (
    AmountsOption,
    CalendarOption,
    CurrencyOption,
    LocaleOption,
    MarkOption,
    OrderOption,
    UnitOption,
    page_context,
)
from fidelity_app.core.alignment import Alignment, align
from fidelity_app.core.documents import Kind
from fidelity_app.core.errors import UserError
from fidelity_app.core.verdicts import Judgement, judge

PageOption = typer.Option(
    None, "--page", metavar="PRINTED READ", help="Two text files: a page as printed, and its transcription."
)
HtmlOption = typer.Option(None, "--html", help="With --page: write both beside each other, with what differs.")


def score(
    truth: str | None = typer.Option(None, "--truth", help="The text exactly as printed."),
    reading: str | None = typer.Option(None, "--reading", help="The text as it was read."),
    kind: Kind = KindOption,
    locale: LocaleOption = "",
    currency: CurrencyOption = "",
    unit: UnitOption = "",
    page_amount: AmountsOption = None,
    decimal_mark: MarkOption = "",
    date_order: OrderOption = "",
    calendar: CalendarOption = "",
    batch: Path | None = BatchOption,
    page: tuple[Path, Path] | None = PageOption,
    html: Path | None = HtmlOption,
    as_json: bool = JsonOption,
) -> None:
    """Judge a reading against what is printed: verdict, values, error kinds, character by character."""
    if batch is not None:
        _score_batch(batch)
        return
    if page is not None:
        _score_page(page, html, as_json=as_json)
        return
    if truth is None or reading is None:
        raise UserError("score needs --truth and --reading, or --batch FILE, or --page PRINTED READ")
    context = page_context(
        locale=locale,
        currency=currency,
        unit=unit,
        page_amounts=page_amount,
        decimal_mark=decimal_mark,
        date_order=date_order,
        calendar=calendar,
    )
    judgement = judge(truth, reading, kind, truth_context=context, reading_context=context)
    result = _told(judgement, truth, reading)
    if as_json:
        print_json(result)
        return
    _show(result, judgement.alignment or align(truth, reading))


def _score_page(files: tuple[Path, Path], html: Path | None, *, as_json: bool) -> None:
    from fidelity_app.services.transcripts import compare_files

    found = compare_files(*files, html=html)
    counts = {
        "characters": found.characters,
        "errors": found.errors,
        "digits": found.digits,
        "digit_errors": found.digit_errors,
    }
    if as_json:
        print_json({**counts, "html": None if html is None else str(html)})
        return
    say(f"{found.errors} of {found.characters} characters differ, {found.digit_errors} of them about digits")
    say(f"{found.digits} digits are printed; spaces, line ends and group marks are layout")
    if html is not None:
        say(f"written to {html}")


def _told(judgement: Judgement, truth: str, reading: str) -> dict[str, Any]:
    from fidelity_app.core.words import explain

    alignment = judgement.alignment
    return {
        "verdict": judgement.verdict.value,
        "errors": list(judgement.errors),
        "truth_value": judgement.truth.value,
        "reading_value": judgement.reading.value if judgement.reading else None,
        "truth_decided_by": judgement.truth.decided_by,
        "reading_decided_by": judgement.reading.decided_by if judgement.reading else "",
        "suggestion": judgement.reading.suggestion if judgement.reading else None,
        "words": explain(judgement),
        "operations": [
            {
                "op": op.kind.value,
                "truth_start": op.truth_start,
                "truth_text": truth[op.truth_start : op.truth_end],
                "reading_start": op.reading_start,
                "reading_text": reading[op.reading_start : op.reading_end],
            }
            for op in (alignment.ops if alignment else ())
            if op.kind.value != "equal"
        ],
    }


def _show(result: dict[str, Any], alignment: Alignment) -> None:
    draw_alignment(alignment)
    say("")
    say(f"verdict   {result['verdict']}")
    if result["errors"]:
        say(f"errors    {', '.join(result['errors'])}")
    for side in ("truth", "reading"):
        value, why = result[f"{side}_value"], result[f"{side}_decided_by"]
        shown = "no value" if value is None else value if isinstance(value, str) else " and ".join(value)
        say(f"{side:<9} {shown}{f'   ({why})' if why else ''}")
    if result["suggestion"]:
        say(f"perhaps   {result['suggestion']}   (a suggestion, never used as a value)")
    say(result["words"])


def _score_batch(path: Path) -> None:
    """Judge row by row; a row that cannot be judged says why, and the next one is judged."""
    for row in read_batch(path):
        try:
            print_line(_scored(row))
        except UserError as error:
            print_line({"id": row.id, "verdict": None, "errors": [], "problem": str(error)})


def _scored(row: BatchRow) -> dict[str, Any]:
    # Null is nothing printed, and an answer that says it cannot be read.
    truth, reading, kind = row.answer("truth") or "", row.answer("reading"), row.kind
    if kind is None:
        raise UserError(not_a_kind(row))
    judgement = judge(
        truth, reading, kind, truth_context=row.context, reading_context=row.context, abstained=reading is None
    )
    return {
        "id": row.id,
        "verdict": judgement.verdict.value,
        "errors": list(judgement.errors),
        "truth_value": judgement.truth.value,
        "reading_value": judgement.reading.value if judgement.reading else None,
    }
