"""The table of formats, the guess which one a path is in, and the reading of a whole data set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from fidelity_app.core.errors import UserError
from fidelity_app.formats import german, images, latvian, native, sroie, wildreceipt
from fidelity_app.formats.items import Format, ImportItem, LeftOut

# In the order of guessing: the first that recognises the path wins, bare pictures last.
FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        item.name: item
        for item in (native.FORMAT, sroie.FORMAT, wildreceipt.FORMAT, latvian.FORMAT, german.FORMAT, images.FORMAT)
    }
)


def detect(path: Path) -> str | None:
    """Guess the format of a file or folder from its names and layout; None when nothing here can be imported.

    Raises UserError when the path does not exist.
    """
    _must_exist(path)
    return next((name for name, item in FORMATS.items() if item.detect(path)), None)


def read_dataset(path: Path, format: str = "") -> Iterator[ImportItem | LeftOut]:
    """Yield the documents of a file or folder in the order of their names, and every record left out.

    All truth is parsed before the first document is handed over, so that a malformed file imports nothing by halves.
    `format` empty means: guess it. Raises UserError for a missing path, an unknown format, a folder with nothing to
    import, and for a malformed truth file (naming file, line and column).
    """
    name = format or detect(path)
    _must_exist(path)
    if name is None:
        raise UserError(f"{path}: no picture, PDF or truth file here; formats known: {', '.join(FORMATS)}")
    if name not in FORMATS:
        raise UserError(f"format {name!r} is not known; formats known: {', '.join(FORMATS)}")
    found = tuple(FORMATS[name].read(path))
    if not found:
        raise UserError(f"{path}: nothing here is in the format {name} ({FORMATS[name].title})")
    return iter(found)


def _must_exist(path: Path) -> None:
    if not path.exists():
        raise UserError(f"{path}: there is no such file or folder")
