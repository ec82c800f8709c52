"""`fidelity new`, `import`, `documents`: workspaces and what is in them."""

from __future__ import annotations

from pathlib import Path

import typer

from fidelity_app.cli.exits import Exit
from fidelity_app.cli.output import Heading, JsonOption, print_json, print_rows, say
from fidelity_app.cli.progress import live_progress

WorkspaceArgument = typer.Argument(..., metavar="WS", help="The workspace's folder.")


def new(path: Path = WorkspaceArgument, as_json: bool = JsonOption) -> None:
    """Make a workspace."""
    from fidelity_app.services.workspace import create_workspace

    with create_workspace(path) as ws:
        made = ws.path
    if as_json:
        print_json({"workspace": str(made)})
    else:
        say(f"workspace {made} made; next: fidelity import {made} PICTURES...")


def import_(
    path: Path = WorkspaceArgument,
    sources: list[Path] = typer.Argument(..., metavar="PATH...", help="Pictures, PDFs, or folders of them."),
    format: str = typer.Option("", "--format", help="The truth's format; guessed when not given."),
    locale: str = typer.Option("", "--locale", help="The documents' locale, for example de or en-GB."),
    tag: list[str] = typer.Option([], "--tag", help="A tag for the documents; may be given several times."),
    max_megapixels: int = typer.Option(
        0, "--max-megapixels", metavar="N", min=0, help="The largest picture taken; 0: as max_pixels in options.toml."
    ),
    as_json: bool = JsonOption,
) -> int:
    """Load pictures and their truth; everything left out is listed with its reason."""
    from fidelity_app.imaging.sources import printable, storable
    from fidelity_app.services.importing import import_paths
    from fidelity_app.services.jobs import CancelToken
    from fidelity_app.services.workspace import open_workspace

    with open_workspace(path) as ws, live_progress(quiet=as_json) as progress:
        report = import_paths(
            ws,
            sources,
            format=format,
            locale=locale,
            tags=tuple(tag),
            max_pixels=max_megapixels * 1_000_000 or None,
            progress=progress,
            cancel=CancelToken(),
        )
    if as_json:
        print_json(
            {
                "added": list(report.added),
                "duplicates": [{"path": storable(str(d.path)), "of": d.document_name} for d in report.duplicates],
                "left_out": [
                    {"path": storable(str(x.path)), "line": x.line, "reason": x.reason} for x in report.left_out
                ],
                "notes": list(report.notes),
            }
        )
    else:
        say(f"{len(report.added)} document{'' if len(report.added) == 1 else 's'} added")
        for note in report.notes:
            say(f"note: {note}")
        for duplicate in report.duplicates:
            say(f"already here: {printable(str(duplicate.path))} has the pixels of {duplicate.document_name}")
        for left in report.left_out:
            where = f", line {left.line}" if left.line else ""
            name = printable(left.path.name)
            say(f"left out: {printable(str(left.path))}{where}: {left.reason.removeprefix(f'{name}: ')}")
    # Nothing at all came in though something was wrong: a script must notice.
    return Exit.USAGE if report.left_out and not report.added and not report.duplicates else Exit.DONE


def documents(
    path: Path = WorkspaceArgument,
    text: str = typer.Option("", "--filter", help="Only documents whose name, tag or text holds this."),
    as_json: bool = JsonOption,
) -> None:
    """List the documents of a workspace."""
    from fidelity_app.services import library
    from fidelity_app.services.workspace import open_workspace
    from fidelity_app.store.rows import DocumentFilter

    with open_workspace(path) as ws:
        found = library.documents(ws, DocumentFilter(text=text))
    rows = [
        {
            "id": row.id,
            "name": row.name,
            "type": row.type,
            "locale": row.locale,
            "currency": row.currency,
            "state": row.state.value,
            "pages": row.pages,
            "fields": row.fields,
            "tags": list(row.tags),
        }
        for row in found
    ]
    headings = [
        Heading("Document", "name"),
        Heading("Type", "type"),
        Heading("Locale", "locale"),
        Heading("State", "state"),
        Heading("Pages", "pages", number=True),
        Heading("Fields", "fields", number=True),
        Heading("Tags", "tags"),
    ]
    print_rows(rows, headings, as_json=as_json, empty=f"No documents here. Next: fidelity import {path} PICTURES...")
