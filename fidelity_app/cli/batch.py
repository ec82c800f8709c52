"""Rows of a JSON Lines file, as `score --batch` and `parse --batch` take them and answer them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from fidelity_app.core.documents import Kind
from fidelity_app.core.errors import UserError
from fidelity_app.core.numbers.value import NumberContext

KindOption = typer.Option(Kind.AMOUNT, "--kind", help="What the text is.")
BatchOption = typer.Option(None, "--batch", help="A JSON Lines file of rows; one JSON line per row is printed.")

_CONTEXT_TEXTS = ("locale", "currency", "unit", "decimal_mark", "date_order", "calendar")


@dataclass(frozen=True, slots=True)
class BatchRow:
    """One row: its id as given, its fields, and the line it stands on."""

    id: Any
    fields: Mapping[str, Any]
    line: int
    source: str

    def text(self, name: str) -> str:
        """Return a text field, a number as it is written. Raises UserError naming the line of what is none."""
        value = self.answer(name)
        if value is None:
            raise UserError(f'{self.source}, line {self.line}: "{name}" is null')
        return value

    def answer(self, name: str) -> str | None:
        """Return a text field, None where it is null: the model says that it cannot read it. Raises as `text`."""
        if name not in self.fields:
            raise UserError(f'{self.source}, line {self.line}: "{name}" is missing')
        value = self.fields[name]
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if value is not None and not isinstance(value, str):
            raise UserError(f'{self.source}, line {self.line}: "{name}" is no text')
        return value

    @property
    def kind(self) -> Kind | None:
        """Return the kind, `amount` where none is given, None for a word that is no kind."""
        value = self.fields.get("kind", Kind.AMOUNT.value)
        return Kind(value) if isinstance(value, str) and value in set(Kind) else None

    @property
    def context(self) -> NumberContext:
        """Return what the row says of its page. Raises UserError naming the line when it is malformed."""
        value = self.fields.get("context") or {}
        if not isinstance(value, dict):
            raise UserError(f'{self.source}, line {self.line}: "context" is an object')
        amounts = value.get("page_amounts") or []
        if not isinstance(amounts, list) or not all(isinstance(item, str) for item in amounts):
            raise UserError(f'{self.source}, line {self.line}: "page_amounts" is a list of texts')
        texts = {name: str(value[name]) for name in _CONTEXT_TEXTS if value.get(name)}
        return NumberContext(**texts, page_amounts=tuple(amounts))


def read_batch(path: Path) -> Iterator[BatchRow]:
    """Yield the rows of a JSON Lines file, empty lines passed over; numbers stay the text that they are.

    Raises UserError naming the file, and the line and column of what is not JSON.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: not UTF-8 text (byte {error.start})") from error
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            fields = _row(line, number, str(path))
            yield BatchRow(id=fields.get("id"), fields=fields, line=number, source=str(path))


def _row(line: str, number: int, source: str) -> Mapping[str, Any]:
    try:
        value = json.loads(line, parse_float=str)
    except json.JSONDecodeError as error:
        raise UserError(f"{source}, line {number}, column {error.colno}: not JSON: {error.msg}") from error
    if not isinstance(value, dict):
        raise UserError(f"{source}, line {number}: a row is an object")
    return value


def not_a_kind(row: BatchRow) -> str:
    """Say of a row whose kind is None what it could have been."""
    return f"{row.fields.get('kind')!r} is no kind; a kind is one of {', '.join(Kind)}"


def print_line(value: Mapping[str, Any]) -> None:
    """Print one row's answer as one line of JSON."""
    typer.echo(json.dumps(value, ensure_ascii=False))
