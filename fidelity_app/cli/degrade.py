"""`fidelity degrade`: one picture made worse, its ladder of severities, or a contact sheet of many recipes."""

from __future__ import annotations

from pathlib import Path

import typer

from fidelity_app.cli.output import JsonOption, print_json, say
from fidelity_app.cli.progress import live_progress
from fidelity_app.core.canonical import sha256_hex
from fidelity_app.core.errors import UserError


def degrade(
    image: Path = typer.Argument(..., metavar="IMAGE", help="A picture or PDF."),
    recipe: list[str] = typer.Option(
        [], "--recipe", metavar="NAME[:SEVERITY]|FILE.json", help="What to do to it; a sheet takes several."
    ),
    output: Path | None = typer.Option(None, "-o", "--output", help="The PNG to write; with --ladder, a folder."),
    ladder: bool = typer.Option(False, "--ladder", help="Write severities 1 to 5 of the recipe into the folder."),
    sheet: Path | None = typer.Option(
        None, "--sheet", help="Write one PNG that shows severities 1 to 5 of the recipes, of all presets without any."
    ),
    page: int = typer.Option(1, "--page", min=1, help="Which page of a PDF or TIFF."),
    seed: int = typer.Option(0, "--seed", help="The same seed gives the same bytes."),
    as_json: bool = JsonOption,
) -> None:
    """Degrade one picture: into a PNG file, a ladder of severities, or a contact sheet of recipes."""
    from fidelity_app.services import degraded_files, degrading

    if (output is None) == (sheet is None):
        raise UserError("degrade needs -o OUTPUT.png, -o FOLDER with --ladder, or --sheet SHEET.png")
    chosen = [degrading.find_recipe(None, name) for name in recipe]
    if sheet is not None:
        if ladder:
            raise UserError("a sheet shows every ladder already: leave --ladder out")
        shown = chosen or [preset for preset in degrading.recipes() if preset.steps]
        with live_progress(quiet=as_json) as progress:
            degraded_files.write_contact_sheet(image, shown, sheet, seed=seed, page_index=page - 1, progress=progress)
        _report([(sheet, f"{len(shown)} recipes")], seed=seed, as_json=as_json)
        return
    if len(chosen) != 1 or output is None:
        raise UserError("degrade needs one --recipe; `fidelity recipes` lists them")
    if not ladder:
        degraded_files.degrade_file(image, chosen[0], output, seed=seed, page_index=page - 1)
        _report([(output, chosen[0].label)], seed=seed, as_json=as_json, recipe=chosen[0].as_json())
        return
    with live_progress(quiet=as_json) as progress:
        written = degraded_files.degrade_ladder(
            image, chosen[0], output, seed=seed, page_index=page - 1, progress=progress
        )
    _report([(path, rung.label) for path, rung in written], seed=seed, as_json=as_json)


def _report(written: list[tuple[Path, str]], *, seed: int, as_json: bool, recipe: object = None) -> None:
    files = [(path, what, sha256_hex(path.read_bytes())) for path, what in written]
    if not as_json:
        for path, what, sha in files:
            say(f"{path}: {what}, seed {seed}, sha256 {sha[:16]}")
        return
    entries = [{"output": str(path), "what": what, "seed": seed, "sha256": sha} for path, what, sha in files]
    if len(entries) == 1:
        print_json({**entries[0], "recipe": recipe} if recipe is not None else entries[0])
    else:
        print_json(entries)
