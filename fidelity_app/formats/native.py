"""Fidelity's own truth: `<name>.fidelity.json` beside the pictures it describes.

    {
      "schema": "fidelity-truth/1",
      "name": "kiosk-01",                     optional, else the file's name
      "type": "receipt",                      receipt, invoice, label
      "locale": "de-DE", "currency": "EUR",   optional
      "tags": ["photographed"],               optional
      "notes": ["..."],                       optional
      "pages": ["kiosk-01.jpg"],              file names in the same folder, in page order
      "fields": [
        {"key": "total", "kind": "amount", "text": "28,90", "page": 0, "legibility": "clear",
         "box": [x0,y0, x1,y1, x2,y2, x3,y3],
         "glyphs": [[x0,y0, ... x3,y3], ...]}
      ]
    }

Boxes are four corners clockwise from the text's top left, in pixels of the stored picture, 0,0 being the outer corner
of the first pixel. `glyphs` is absent or has one quad per character (code point) of `text`, spaces included.
`text` is what is printed, character for character; an empty text says that nothing is printed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from fidelity_app.core.documents import Kind, Legibility
from fidelity_app.core.errors import UserError
from fidelity_app.core.geometry import Quad
from fidelity_app.formats.items import Format, ImportField, ImportItem, LeftOut
from fidelity_app.formats.pictures import is_picture
from fidelity_app.formats.truthfile import JsonTruth, load_json

SUFFIX = ".fidelity.json"
SCHEMA = "fidelity-truth/1"


def _detect(path: Path) -> bool:
    if path.is_dir():
        return any(file.is_file() for file in path.rglob(f"*{SUFFIX}"))
    return path.name.endswith(SUFFIX) or (is_picture(path) and _truth_of(path) is not None)


def _truth_of(picture: Path) -> Path | None:
    """Return the truth file beside a picture: the one of its name, else the one that lists it as a page."""
    own = picture.with_name(picture.stem + SUFFIX)
    if own.is_file():
        return own
    others = sorted(picture.parent.glob(f"*{SUFFIX}"))
    return next((file for file in others if json.dumps(picture.name, ensure_ascii=False) in _peek(file)), None)


def _peek(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def _read(path: Path) -> Iterator[ImportItem | LeftOut]:
    """Yield every document with its truth; pictures in the same folders that no truth file names come without."""
    named: set[Path] = set()
    for file in _truth_files(path):
        item = read_truth(file)
        named.update(item.images)
        yield item
    if path.is_dir():
        for picture in sorted(path.rglob("*")):
            if is_picture(picture) and picture not in named:
                yield ImportItem(picture.stem, (picture,), source=picture)


def _truth_files(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(file for file in path.rglob(f"*{SUFFIX}") if file.is_file())
    if path.name.endswith(SUFFIX):
        return [path]
    truth = _truth_of(path)
    if truth is None:
        raise UserError(f"{path}: no {path.stem}{SUFFIX} beside it")
    return [truth]


def read_truth(path: Path) -> ImportItem:
    """Read one truth file. Raises UserError naming file, line and column of what is wrong."""
    truth = load_json(path)
    truth.need_object(())
    schema = truth.string(("schema",))
    if schema != SCHEMA:
        raise truth.error(("schema",), f"{schema!r} is not known here (known: {SCHEMA!r})")
    images = tuple(_page(truth, index) for index in range(truth.length(("pages",))))
    if not images:
        raise truth.error(("pages",), "no page is named")
    return ImportItem(
        name=truth.string(("name",), path.name.removesuffix(SUFFIX)),
        images=images,
        locale=truth.string(("locale",), ""),
        currency=truth.string(("currency",), ""),
        type=truth.string(("type",), "receipt"),
        tags=_strings(truth, "tags"),
        fields=tuple(_field(truth, index, len(images)) for index in range(truth.length(("fields",)))),
        source=path,
        notes=_strings(truth, "notes"),
    )


def _strings(truth: JsonTruth, key: str) -> tuple[str, ...]:
    return tuple(truth.string((key, index)) for index in range(truth.length((key,))))


def _page(truth: JsonTruth, index: int) -> Path:
    """Find a page's picture. A name is never a path: a truth file cannot reach outside its folder."""
    where = ("pages", index)
    name = truth.string(where)
    if not name or name in {".", ".."} or any(mark in name for mark in "/\\\0"):
        raise truth.error(where, f"{name!r} is not the plain name of a file beside this one")
    picture = truth.path.parent / name
    if not picture.is_file():
        raise truth.error(where, f"there is no file {name!r} beside this one")
    return picture


def _field(truth: JsonTruth, index: int, pages: int) -> ImportField:
    where = ("fields", index)
    truth.need_object(where)
    text = truth.string((*where, "text"))
    page = truth.string((*where, "page"), "0")
    if not page.isdecimal() or int(page) >= pages:
        raise truth.error((*where, "page"), f"page {page} is not one of 0..{pages - 1}")
    glyphs = tuple(_glyph(truth, index, number) for number in range(truth.length((*where, "glyphs"))))
    if glyphs and len(glyphs) != len(text):
        message = f"{len(glyphs)} character boxes for the {len(text)} characters of {text!r}"
        raise truth.error((*where, "glyphs"), message)
    return ImportField(
        key=truth.string((*where, "key")),
        kind=Kind(_one_of(truth, index, "kind", [item.value for item in Kind], "other")),
        text=text,
        page_index=int(page),
        box=truth.quad((*where, "box")),
        glyphs=glyphs,
        legibility=Legibility(_one_of(truth, index, "legibility", [item.value for item in Legibility], "clear")),
    )


def _glyph(truth: JsonTruth, index: int, number: int) -> Quad:
    where = ("fields", index, "glyphs", number)
    quad = truth.quad(where)
    if quad is None:
        raise truth.error(where, "every character has a box, or none has")
    return quad


def _one_of(truth: JsonTruth, index: int, key: str, known: list[str], default: str) -> str:
    value = truth.string(("fields", index, key), default)
    if value not in known:
        raise truth.error(("fields", index, key), f"{value!r} is not known (known: {', '.join(known)})")
    return value


def truth_json(item: ImportItem) -> str:
    """Write a document's truth in this format, one field a line; `read_truth` gives it back (to 0.01 pixel)."""
    head = {
        "schema": SCHEMA,
        "name": item.name,
        "type": item.type,
        "locale": item.locale,
        "currency": item.currency,
        "tags": list(item.tags),
        "notes": list(item.notes),
        "pages": [image.name for image in item.images],
    }
    lines = [f"  {_dump(key)}: {_dump(value)}," for key, value in head.items()]
    fields = ",\n".join(f"    {_dump(_field_json(field))}" for field in item.fields)
    return "\n".join(["{", *lines, '  "fields": [' + (f"\n{fields}\n  " if fields else "") + "]", "}", ""])


def _field_json(field: ImportField) -> dict[str, object]:
    data: dict[str, object] = {"key": field.key, "kind": field.kind.value, "text": field.text, "page": field.page_index}
    if field.legibility is not Legibility.CLEAR:
        data["legibility"] = field.legibility.value
    if field.box is not None:
        data["box"] = _flat(field.box)
    if field.glyphs:
        data["glyphs"] = [_flat(quad) for quad in field.glyphs]
    return data


def _flat(quad: Quad) -> list[float]:
    return [round(value, 2) for value in quad.flat()]


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


FORMAT = Format("fidelity", "Fidelity's own truth files (*.fidelity.json)", _detect, _read)
