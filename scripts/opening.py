"""Write docs/opening.md from the golden table of opened files, and the table itself.

    python scripts/opening.py --page      the page, from the table as it is
    python scripts/opening.py --golden    the table, by opening every file again (then the page)

`tests/docs` holds the page to the table, `tests/imaging` the table to what opening does.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from support.golden_openings import TABLE, golden, rows  # noqa: E402

PAGE = ROOT / "docs" / "opening.md"
TEXT = ROOT / "scripts" / "opening_text.md"
HEADS = {
    "made": "## Every awkward file made by the tests\n\n`tests/support/made_files.py` makes them.",
    "shared": (
        "## Awkward files from public repositories\n\nThey are no part of this project: "
        "the tests look at them where a folder of shared data is at hand (`FIDELITY_DATA`)."
    ),
}


def page() -> str:
    """Return the whole page."""
    parts = [TEXT.read_text(encoding="utf-8").rstrip()]
    table = golden()
    for where, head in HEADS.items():
        parts.append(f"{head}\n\n" + _table(row for (its, _), row in table.items() if its == where))
    return "\n\n".join(parts) + "\n"


def _table(lines: Iterable[dict[str, Any]]) -> str:
    out = [
        "| file | what it is | pages | pixels | sha256 of the pixels | cut | what is said |",
        "|---|---|---|---|---|---|---|",
    ]
    out += ["| " + " | ".join(_cells(row)) + " |" for row in lines]
    return "\n".join(out)


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    name, what = f"`{row['file']}`", _plain(row["what"])
    if "error" in row:
        said = row["error"].removeprefix(row["file"].rsplit("/", 1)[-1]).lstrip(":, ")
        return name, what, "0", "", "", "", f"**refused**: {_plain(said)}"
    pages = row["pages"]
    sizes = dict.fromkeys(f"{page['width']} x {page['height']}" for page in pages)
    shas = dict.fromkeys(page["pixel_sha"][:12] for page in pages)
    notes = dict.fromkeys(note for page in pages for note in page["notes"])
    cut = "yes" if any(page["truncated"] for page in pages) else ""
    return name, what, str(len(pages)), ", ".join(sizes), ", ".join(shas), cut, _plain("; ".join(notes))


def _plain(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")


def main() -> None:
    """Do what the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument(
        "--golden", action="store_true", help="open every file again and write the table, then the page"
    )
    parser.add_argument("--page", action="store_true", help="write docs/opening.md from the table")
    arguments = parser.parse_args()
    if arguments.golden:
        lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows()]
        TABLE.write_text("".join(lines), encoding="utf-8")
    if arguments.golden or arguments.page:
        PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
