"""Bare pictures and PDFs: documents without truth, to be annotated here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from fidelity_app.formats.items import Format, ImportItem, LeftOut
from fidelity_app.formats.pictures import is_picture


def _detect(path: Path) -> bool:
    return is_picture(path) or (path.is_dir() and any(is_picture(file) for file in path.rglob("*")))


def _read(path: Path) -> Iterator[ImportItem | LeftOut]:
    """Yield one document per picture or PDF, from folders within folders too; other files are listed as left out."""
    if path.is_file():
        yield ImportItem(path.stem, (path,), source=path)
        return
    for file in sorted(path.rglob("*")):
        hidden = any(part.startswith(".") for part in file.relative_to(path).parts)
        if file.is_dir() or hidden:
            continue
        if not file.is_file():
            yield LeftOut(file, "no file: a pipe, a socket, a device, or a link that leads nowhere")
        elif is_picture(file):
            yield ImportItem(file.stem, (file,), source=file)
        else:
            yield LeftOut(file, f"not a picture or PDF by its name (*{file.suffix})")


FORMAT = Format("images", "pictures and PDFs without truth", _detect, _read)
