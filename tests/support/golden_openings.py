"""The golden table: what opening makes of every awkward file, made here or from the shared data.

`golden_openings.jsonl` has one file a line. Where an entry changes, pixels or words that a person sees have changed:
`python scripts/opening.py --golden` writes the table again, and `git diff` shows what is different.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from support.made_files import MADE
from support.shared_data import SHARED_DATA

from fidelity_app.core.errors import FidelityError
from fidelity_app.imaging.opening import OpenedPage, open_pages

TABLE = Path(__file__).with_name("golden_openings.jsonl")
AWKWARD = SHARED_DATA / "awkward" if SHARED_DATA else None
Row = dict[str, Any]


def golden() -> dict[tuple[str, str], Row]:
    """Return the table by set ("made" or "shared") and file name."""
    rows = (json.loads(line) for line in TABLE.read_text(encoding="utf-8").splitlines())
    return {(row["set"], row["file"]): row for row in rows}


def made_row(name: str) -> Row:
    """Open a made file and return its line of the table."""
    return {"set": "made", "file": name, "what": MADE[name].what, **outcome(MADE[name].data(), name)}


def shared_row(name: str, what: str) -> Row:
    """Open a file of the shared data and return its line of the table."""
    assert AWKWARD is not None
    return {"set": "shared", "file": name, "what": what, **outcome(AWKWARD / name, Path(name).name)}


def shared_files() -> dict[str, str]:
    """Return what each file of the shared data is; nothing where the data is not."""
    if AWKWARD is None:
        return {}
    with (AWKWARD / "manifest.csv").open(encoding="utf-8", newline="") as file:
        return {row["file"]: row["what"] for row in csv.DictReader(file)}


def outcome(source: bytes | Path, name: str) -> Row:
    """Return the pages of a file, or the sentence with which it is refused."""
    try:
        return {"pages": [_page(page) for page in open_pages(source, name=name)]}
    except FidelityError as error:
        said = str(error)
        return {"error": said.replace(str(source), name) if isinstance(source, Path) else said}


def _page(page: OpenedPage) -> Row:
    height, width, _ = page.rgb.shape
    return {
        "format": page.format,
        "width": width,
        "height": height,
        "dpi": page.dpi,
        "pixel_sha": page.pixel_sha,
        "truncated": page.truncated,
        "notes": list(page.notes),
    }


def rows() -> Iterator[Row]:
    """Yield every line anew; those of the shared data stay as they are where it is not at hand."""
    yield from (made_row(name) for name in MADE)
    files = shared_files()
    if files:
        yield from (shared_row(name, files[name]) for name in sorted(files))
    else:
        yield from (row for (where, _), row in golden().items() if where == "shared")
