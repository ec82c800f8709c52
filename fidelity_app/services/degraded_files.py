"""Pictures of no workspace made worse: one file, a ladder of severities, or a contact sheet of many recipes."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fidelity_app.core.errors import ExternalError, UserError
from fidelity_app.core.recipes import SEVERITIES, Recipe
from fidelity_app.services.jobs import CancelToken, Progress, no_progress

LEVELS = tuple(severity for severity in SEVERITIES if severity)


def degrade_file(image: Path, recipe: Recipe, output: Path, *, seed: int = 0, page_index: int = 0) -> None:
    """Write a degraded picture of a file as PNG; the same seed gives the same bytes.

    Raises UserError for what is no picture and for an output that is none or is the picture itself, ExternalError when
    the output cannot be written; what was there before is then untouched.
    """
    _check_output(output, image)
    page, dpi = _opened(image, page_index)
    _write(output, _degraded(page, recipe, seed=seed, dpi=dpi).rgb)


def degrade_ladder(
    image: Path,
    recipe: Recipe,
    folder: Path,
    *,
    seed: int = 0,
    page_index: int = 0,
    progress: Progress = no_progress,
    cancel: CancelToken | None = None,
) -> list[tuple[Path, Recipe]]:
    """Write `RECIPE-1.png` to `RECIPE-5.png` into a folder, which is made when missing; return files and recipes.

    Raises UserError for what is no picture, a recipe without steps, and a folder that is a file or in which the picture
    itself would be written over; ExternalError when a file cannot be written.
    """
    if not recipe.steps:
        raise UserError(f"the recipe {recipe.name!r} does nothing to a picture: it has no severities")
    if not recipe.severity:
        raise UserError(f"the recipe {recipe.name!r} is of severity 0, so it has no others in proportion")
    outputs = {severity: folder / f"{_file_stem(recipe)}-{severity}.png" for severity in LEVELS}
    if folder.is_file():
        raise UserError(f"{folder}: this is a file; a ladder is written into a folder")
    for output in outputs.values():
        if folder.is_dir():
            _check_output(output, image)
    page, dpi = _opened(image, page_index)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ExternalError(f"{folder}: {error.strerror or error}") from error
    written: list[tuple[Path, Recipe]] = []
    for severity, output in outputs.items():
        if cancel is not None:
            cancel.check()
        level = recipe.at(severity)
        progress(len(written), len(LEVELS), level.label)
        _write(output, _degraded(page, level, seed=seed, dpi=dpi).rgb)
        written.append((output, level))
    progress(len(LEVELS), len(LEVELS), "")
    return written


def write_contact_sheet(
    image: Path,
    recipes: Sequence[Recipe],
    output: Path,
    *,
    severities: Sequence[float] = LEVELS,
    seed: int = 0,
    page_index: int = 0,
    progress: Progress = no_progress,
    cancel: CancelToken | None = None,
) -> None:
    """Write one PNG: a row per recipe, a column per severity, each the same piece of the page at full resolution.

    The piece is where the page has most ink; it is followed through every recipe's geometry. Raises UserError for what
    is no picture and for an output that is none or is the picture itself, ExternalError when it cannot be written.
    """
    from fidelity_app.imaging.contact_sheet import SheetRow, contact_sheet, densest_point, piece

    _check_output(output, image)
    page, dpi = _opened(image, page_index)
    centre = densest_point(page.rgb)
    rows: list[SheetRow] = []
    total = len(recipes) * len(severities)
    for recipe in recipes:
        cells = [piece(page.rgb, centre)]
        for severity in severities:
            if cancel is not None:
                cancel.check()
            progress(len(rows) * len(severities) + len(cells) - 1, total, f"{recipe.name}:{severity:g}")
            made = _degraded(page, recipe.at(severity), seed=seed, dpi=dpi)
            moved = made.page_map.forward([centre])[0]
            cells.append(piece(made.rgb, (float(moved[0]), float(moved[1]))))
        rows.append(SheetRow(recipe.name, tuple(cells)))
    progress(total, total, "")
    _write(output, contact_sheet(["as loaded", *(f"severity {severity:g}" for severity in severities)], rows))


def _file_stem(recipe: Recipe) -> str:
    """Return a name for files: a recipe's own name may come from a file, and is then no path."""
    return re.sub(r"[^\w-]+", "-", recipe.name).strip("-") or "recipe"


def _opened(image: Path, page_index: int) -> tuple[Any, float | None]:
    from fidelity_app.imaging.opening import open_pages
    from fidelity_app.imaging.text_scale import estimate_dpi
    from fidelity_app.settings.options import OptionsFile

    options = OptionsFile().load()
    pages = open_pages(image, name=image.name, max_pixels=options.max_pixels, dpi=float(options.pdf_dpi))
    if not 0 <= page_index < len(pages):
        count = f"{len(pages)} page{'' if len(pages) == 1 else 's'}"
        raise UserError(f"{image}: it has {count}, there is no page {page_index + 1}")
    page = pages[page_index]
    return page, page.dpi if page.dpi is not None else estimate_dpi(page.rgb)


def _degraded(page: Any, recipe: Recipe, *, seed: int, dpi: float | None) -> Any:
    from fidelity_app.imaging.variants import degrade

    return degrade(page.rgb, recipe, seed=seed, identity=page.pixel_sha, dpi=dpi)


def _check_output(output: Path, image: Path) -> None:
    """Say what is wrong with an output before time is spent on it: a source is never written over."""
    if output.is_dir():
        raise UserError(f"{output}: this is a folder; name a PNG file in it")
    if output.suffix.lower() != ".png":
        raise UserError(f"{output}: pictures are written as PNG, without loss; name it {output.stem}.png")
    if output.exists() and image.exists() and output.samefile(image):
        raise UserError(f"{output}: this is the picture itself, which is never written over; name another file")
    if not output.parent.is_dir():
        raise ExternalError(f"{output}: there is no folder {output.parent}; make it, or name another")


def _write(output: Path, rgb: Any) -> None:
    """Write a PNG beside the output and put it in its place: there is the whole file, or what was there before."""
    from fidelity_app.imaging.encoding import to_png

    data = to_png(rgb)
    temporary = output.with_name(f".{output.name}.{os.getpid()}.new")
    try:
        temporary.write_bytes(data)
        temporary.replace(output)
    except OSError as error:
        raise ExternalError(f"{output}: {error.strerror or error}; what was there before is untouched") from error
    finally:
        temporary.unlink(missing_ok=True)
