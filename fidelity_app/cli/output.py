"""What commands print: tables for people, JSON for programs, complaints on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import typer

JsonOption = typer.Option(False, "--json", help="Print JSON instead of a table.")


@dataclass(frozen=True, slots=True)
class Heading:
    """One column of a table: its title, the key of its value in a row, and whether it is a number."""

    title: str
    key: str
    number: bool = False


def say(text: str) -> None:
    """Print one line of plain text; what a document said may be in it, so nothing in it is markup."""
    typer.echo(text)


def complain(text: str) -> None:
    """Print an error for a person, on standard error."""
    typer.echo(f"fidelity: {text}", err=True)


def print_json(value: Any) -> None:
    """Print one JSON value; decimals and dates have been turned to text before."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2 if sys.stdout.isatty() else None))


def print_rows(rows: Sequence[Mapping[str, Any]], headings: Iterable[Heading], *, as_json: bool, empty: str) -> None:
    """Print rows as JSON or as a table; `empty` says what to do when there is none."""
    if as_json:
        print_json(list(rows))
        return
    if not rows:
        say(empty)
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    columns = list(headings)
    for heading in columns:
        table.add_column(heading.title, justify="right" if heading.number else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(_shown(row.get(heading.key))) for heading in columns))
    console = Console()
    if not console.is_terminal:
        console = Console(width=200)
    console.print(table)


def _shown(value: Any) -> str:
    match value:
        case None:
            return "–"
        case list() | tuple():
            return ", ".join(str(item) for item in value)
        case _:
            return str(value)
