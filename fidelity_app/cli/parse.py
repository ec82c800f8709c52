"""`fidelity parse`: one text, or a file of rows, read as a number, date or identifier; and what decided it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from fidelity_app.cli.batch import BatchOption, BatchRow, KindOption, not_a_kind, print_line, read_batch
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
from fidelity_app.core.documents import Kind
from fidelity_app.core.errors import UserError
from fidelity_app.core.numbers.value import NumberContext


def parse(
    text: str | None = typer.Argument(None, help="The text exactly as printed; a leading minus is no option."),
    kind: Kind = KindOption,
    locale: LocaleOption = "",
    currency: CurrencyOption = "",
    unit: UnitOption = "",
    page_amount: AmountsOption = None,
    decimal_mark: MarkOption = "",
    date_order: OrderOption = "",
    calendar: CalendarOption = "",
    batch: Path | None = BatchOption,
    as_json: bool = JsonOption,
) -> None:
    """Read a number, date or identifier as it is printed, and say what decided its separators."""
    if batch is not None:
        _parse_batch(batch)
        return
    if text is None:
        raise UserError("parse needs a TEXT, or --batch FILE")
    context = page_context(
        locale=locale,
        currency=currency,
        unit=unit,
        page_amounts=page_amount,
        decimal_mark=decimal_mark,
        date_order=date_order,
        calendar=calendar,
    )
    result = _parsed(text, kind, context)
    if as_json:
        print_json(result)
        return
    _show(result)


def _parsed(text: str, kind: Kind, context: NumberContext) -> dict[str, Any]:
    from fidelity_app.core.numbers import parse as parse_number

    parsed = parse_number(text, kind, context)
    return {
        "value": parsed.value,
        "currency": parsed.currency,
        "unit": parsed.unit,
        "alternatives": list(parsed.alternatives) or None,
        "decided_by": parsed.decided_by,
        "flags": list(parsed.flags),
        "suggestion": parsed.suggestion,
    }


def _show(result: dict[str, Any]) -> None:
    for name, value in result.items():
        if value:
            say(f"{name.replace('_', ' '):<13} {value if isinstance(value, str) else ', '.join(value)}")
    if result["value"] is None:
        say("no value: it is absent, no number, or could be more than one")


def _parse_batch(path: Path) -> None:
    """Read row by row; a row that cannot be read says why, and the next one is read."""
    for row in read_batch(path):
        try:
            print_line(_read(row))
        except UserError as error:
            print_line({"id": row.id, "value": None, "problem": str(error)})


def _read(row: BatchRow) -> dict[str, Any]:
    from fidelity_app.core.numbers import parse as parse_number

    text, kind = row.text("text"), row.kind
    if kind is None:
        raise UserError(not_a_kind(row))
    parsed = parse_number(text, kind, row.context)
    return {
        "id": row.id,
        "value": parsed.value,
        "currency": parsed.currency,
        # The kind says "percent" already; a unit is what the text adds to its kind.
        "unit": None if kind is Kind.PERCENT and parsed.unit == "%" else parsed.unit,
        "alternatives": list(parsed.alternatives) or None,
    }
