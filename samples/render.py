"""Make the sample documents: pictures and exact truth, the same every time.

    python samples/render.py                     all of them, into samples/
    python samples/render.py NAME... --out DIR   some of them, elsewhere
    python samples/render.py --list

The shipped files are the output of this script; tests make a few again and compare.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from PIL import Image

HERE = Path(__file__).resolve().parent
for place in (HERE, HERE.parent):
    sys.path.insert(0, str(place))

import documents  # noqa: E402
from maker.draft import MAKERS, Draft  # noqa: E402

from fidelity_app.core.geometry import Quad  # noqa: E402
from fidelity_app.formats.items import ImportField, ImportItem  # noqa: E402
from fidelity_app.formats.native import SUFFIX, truth_json  # noqa: E402


def main(arguments: list[str] | None = None) -> int:
    """Make the samples named on the command line."""
    parser = argparse.ArgumentParser(description="Make the sample documents with their truth.")
    parser.add_argument("names", nargs="*", help="which samples (default: all)")
    parser.add_argument("--out", type=Path, default=HERE, help="folder to write to (default: samples/)")
    parser.add_argument("--list", action="store_true", help="print the names and stop")
    options = parser.parse_args(arguments)
    documents.load()
    if options.list:
        print("\n".join(MAKERS))
        return 0
    unknown = [name for name in options.names if name not in MAKERS]
    if unknown:
        parser.error(f"no sample is named {', '.join(unknown)}; known: {', '.join(MAKERS)}")
    options.out.mkdir(parents=True, exist_ok=True)
    for name in options.names or MAKERS:
        files = save(MAKERS[name](), options.out)
        print(f"{name}: " + ", ".join(f"{file.name} {file.stat().st_size / 1024:.0f} KB" for file in files))
    return 0


def save(draft: Draft, folder: Path) -> list[Path]:
    """Write a document's pages and its truth file; return the files."""
    suffix = ".jpg" if draft.quality else ".png"
    many = len(draft.pages) > 1
    names = [f"{draft.name}-p{n}{suffix}" if many else f"{draft.name}{suffix}" for n in range(1, len(draft.pages) + 1)]
    for name, page in zip(names, draft.pages, strict=True):
        picture = Image.fromarray(page.bytes())
        if draft.quality:
            picture.save(folder / name, quality=draft.quality, dpi=(200, 200))
        else:
            picture.save(folder / name, optimize=True)
    truth = folder / f"{draft.name}{SUFFIX}"
    item = ImportItem(
        name=draft.name,
        images=tuple(folder / name for name in names),
        locale=draft.locale,
        currency=draft.currency,
        type=draft.type,
        tags=("sample", *draft.tags),
        fields=tuple(_fields(draft)),
        source=truth,
        notes=draft.notes,
    )
    truth.write_text(truth_json(item), encoding="utf-8", newline="\n")
    return [*item.images, truth]


def _fields(draft: Draft) -> list[ImportField]:
    fields = []
    for index, page in enumerate(draft.pages):
        for mark in page.marks:
            glyphs = tuple(Quad.from_flat(quad.round(2).ravel().tolist()) for quad in mark.quads)
            first, last = glyphs[0].points, glyphs[-1].points
            box = Quad((first[0], last[1], last[2], first[3]))
            fields.append(ImportField(mark.key, mark.kind, mark.text, index, box, glyphs))
    return fields


if __name__ == "__main__":
    sys.exit(main())
