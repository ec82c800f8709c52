"""`fidelity score` and `fidelity parse`: the scorer by itself, on one pair or on a file of rows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import typer

from fidelity_app.cli.drawing import draw_alignment
from fidelity_app.cli.output import JsonOption, print_json, say
from fidelity_app.core.documents import Kind
from fidelity_app.core.errors import UserError

KindOption = typer.Option(Kind.AMOUNT, "--kind", help="What the text is.")
BatchOption = typer.Option(None, "--batch", help="A JSON Lines file of rows; one JSON line per row is printed.")


def score(
    truth: str | None = typer.Option(None, "--truth", help="The text exactly as printed."),
    reading: str | None = typer.Option(None, "--reading", help="The text as it was read."),
    kind: Kind = KindOption,
    locale: str = typer.Option("", "--locale", help="The page's locale, for example de or en-GB."),
    currency: str = typer.Option("", "--currency", help="The page's currency (ISO 4217)."),
    batch: Path | None = BatchOption,
    as_json: bool = JsonOption,
) -> None:
    """Judge a reading against what is printed: verdict, values, error kinds, character by character."""
    if batch is not None:
        _score_batch(batch)
        return
    if truth is None or reading is None:
        raise UserError("score needs --truth and --reading, or --batch FILE")
    from fidelity_app.core.numbers import NumberContext

    context = NumberContext(locale=locale, currency=currency.upper())
    result = _judged(truth, reading, kind, context)
    if as_json:
        print_json(result)
        return
    _show(result, truth, reading)


def _judged(truth: str, reading: str, kind: Kind, context: Any) -> dict[str, Any]:
    from fidelity_app.core.verdicts import judge
    from fidelity_app.core.words import explain

    judgement = judge(truth, reading, kind, truth_context=context, reading_context=context)
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


def _show(result: dict[str, Any], truth: str, reading: str) -> None:
    draw_alignment(truth, reading)
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
    from fidelity_app.cli.batch import read_batch
    from fidelity_app.core.verdicts import judge

    for row in read_batch(path):
        truth, reading, kind = row.text("truth"), row.text("reading"), row.kind
        if kind is None:
            _line({"id": row.id, "verdict": None, "errors": [], "problem": _not_a_kind(row.fields.get("kind"))})
            continue
        judgement = judge(truth, reading, kind, truth_context=row.context, reading_context=row.context)
        _line(
            {
                "id": row.id,
                "verdict": judgement.verdict.value,
                "errors": list(judgement.errors),
                "truth_value": judgement.truth.value,
                "reading_value": judgement.reading.value if judgement.reading else None,
            }
        )


def parse(
    text: str | None = typer.Argument(None, help="The text exactly as printed."),
    kind: Kind = KindOption,
    locale: str = typer.Option("", "--locale", help="The page's locale, for example de or en-GB."),
    currency: str = typer.Option("", "--currency", help="The page's currency (ISO 4217)."),
    batch: Path | None = BatchOption,
    as_json: bool = JsonOption,
) -> None:
    """Read a number, date or identifier as it is printed, and say what decided its separators."""
    from fidelity_app.core.numbers import NumberContext
    from fidelity_app.core.numbers import parse as parse_number

    if batch is not None:
        _parse_batch(batch)
        return
    if text is None:
        raise UserError("parse needs a TEXT, or --batch FILE")
    parsed = parse_number(text, kind, NumberContext(locale=locale, currency=currency.upper()))
    result = {
        "value": parsed.value,
        "currency": parsed.currency,
        "unit": parsed.unit,
        "alternatives": list(parsed.alternatives) or None,
        "decided_by": parsed.decided_by,
        "flags": list(parsed.flags),
        "suggestion": parsed.suggestion,
    }
    if as_json:
        print_json(result)
        return
    for name, value in result.items():
        if value:
            say(f"{name.replace('_', ' '):<13} {value if isinstance(value, str) else ', '.join(value)}")
    if parsed.value is None:
        say("no value: it is absent, no number, or could be more than one")


def _parse_batch(path: Path) -> None:
    from fidelity_app.cli.batch import read_batch
    from fidelity_app.core.numbers import parse as parse_number

    for row in read_batch(path):
        text, kind = row.text("text"), row.kind
        if kind is None:
            _line({"id": row.id, "value": None, "problem": _not_a_kind(row.fields.get("kind"))})
            continue
        parsed = parse_number(text, kind, row.context)
        _line(
            {
                "id": row.id,
                "value": parsed.value,
                "currency": parsed.currency,
                # The kind says "percent" already; a unit is what the text adds to its kind.
                "unit": None if kind is Kind.PERCENT and parsed.unit == "%" else parsed.unit,
                "alternatives": list(parsed.alternatives) or None,
            }
        )


def _not_a_kind(word: object) -> str:
    return f"{word!r} is no kind; a kind is one of {', '.join(Kind)}"


def _line(value: dict[str, Any]) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False))
