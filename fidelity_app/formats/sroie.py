"""SROIE (ICDAR 2019): `img/NNN.jpg`, `box/NNN.csv` with one printed line a row, `key/NNN.json` with four entities.

Imported: `total` and `date` as the key file has them, boxed where the line that prints them is certain; every line
that is nothing but one amount or one percentage as `amounts[n].value` or `percents[n].value`. Company and address are
not numbers and stand upper-cased in this truth, so they are not taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fidelity_app.core.documents import Kind
from fidelity_app.core.errors import UserError
from fidelity_app.core.geometry import Quad
from fidelity_app.formats.items import Format, ImportField, ImportItem, LeftOut
from fidelity_app.formats.pictures import chosen, layout_root
from fidelity_app.formats.truthfile import load_json, read_text

_AMOUNT = re.compile(r"-?\s?(?:RM|MYR|\$)?\s?-?(?:\d{1,3}(?:,\d{3})+|\d+)[.,]\d{2}-?", re.IGNORECASE)
_PERCENT = re.compile(r"-?\d+(?:[.,]\d+)?\s?%")
_TOTAL_LABEL = re.compile(r"TOTAL|AMOUNT DUE|AMT PAID", re.IGNORECASE)
_OTHER_LABEL = re.compile(r"SUB|QTY|ITEM|DISC|SAVING|EXCL|TAXABLE|CASH|CHANGE", re.IGNORECASE)
NOTE = "SROIE: the truth is upper-cased and mostly without currency; it is known to hold wrong digits"


@dataclass(frozen=True, slots=True)
class _Line:
    quad: Quad
    text: str


def _detect(path: Path) -> bool:
    root = layout_root(path, "img", "box", "key")
    return root is not None and any((root / "box").glob("*.csv"))


def _read(path: Path) -> Iterator[ImportItem | LeftOut]:
    root = layout_root(path, "img", "key")
    if root is None:
        raise UserError(f"{path}: SROIE has the folders img/, box/ and key/; they are not here")
    for picture in chosen(path, root):
        key = root / "key" / f"{picture.stem}.json"
        if key.is_file():
            yield _item(picture, key, root / "box" / f"{picture.stem}.csv")
        else:
            yield LeftOut(picture, f"no truth file key/{key.name}; import it as a bare picture (--format images)")


def _item(picture: Path, key: Path, box: Path) -> ImportItem:
    truth = load_json(key)
    truth.need_object(())
    lines = _lines(box) if box.is_file() else []
    total, date = truth.string(("total",), "").strip(), truth.string(("date",), "").strip()
    entities = [
        ImportField(name, kind, text, box=_place(name, text, lines))
        for name, kind, text in (("date", Kind.DATE, date), ("total", Kind.AMOUNT, total))
        if text
    ]
    taken = {field.box for field in entities}
    return ImportItem(
        name=picture.stem,
        images=(picture,),
        locale="en-MY",
        currency="" if "$" in total else "MYR",
        tags=("sroie",),
        fields=(*entities, *_numbers(lines, taken)),
        source=key,
        notes=(NOTE,) if total else (NOTE, "SROIE: the published total is empty, so none is imported"),
    )


def _numbers(lines: Sequence[_Line], taken: set[Quad | None]) -> Iterator[ImportField]:
    for name, kind, pattern in (("amounts", Kind.AMOUNT, _AMOUNT), ("percents", Kind.PERCENT, _PERCENT)):
        found = (line for line in lines if pattern.fullmatch(line.text) and line.quad not in taken)
        for index, line in enumerate(found):
            yield ImportField(f"{name}[{index}].value", kind, line.text, box=line.quad)


def _lines(path: Path) -> list[_Line]:
    """Parse a box file: eight integers, then the text, which may hold commas and quotes (it is not real CSV)."""
    rows = enumerate(read_text(path).splitlines(), 1)
    return [_line(row, path, number) for number, row in rows if row.strip()]


def _line(row: str, path: Path, number: int) -> _Line:
    parts = row.split(",", 8)
    column = 1
    for part in parts[:8]:
        if not re.fullmatch(r"\s*-?\d+\s*", part):
            raise UserError(f"{path}: line {number}, column {column}: {part!r} is not a whole number of pixels")
        column += len(part) + 1
    if len(parts) < 9:
        raise UserError(f"{path}: line {number}, column {len(row) + 1}: eight numbers and a text are expected")
    return _Line(Quad.from_flat([float(part) for part in parts[:8]]), parts[8].strip())


def _place(name: str, text: str, lines: Sequence[_Line]) -> Quad | None:
    """Return the box of the characters that print an entity, or None when the place is not certain."""
    found = [(line, span) for line in lines if (span := _span(text, line.text)) is not None]
    if name == "total" and len(found) > 1:
        # "TOTAL" may stand twice (before and after rounding) over one and the same amount: the last is the one paid.
        found = [(line, span) for line, span in found if _is_total_row(line, lines)][-1:]
    if not found:
        return None
    line, (start, end) = found[0]
    length = len(line.text)
    return line.quad if (start, end) == (0, length) else line.quad.slice(start / length, end / length)


def _span(text: str, line: str) -> tuple[int, int] | None:
    """Find a value as a whole word (no digit or mark of the same number beside it), blanks and case apart."""
    pattern = r"\s*".join(re.escape(char) for char in text if not char.isspace())
    before = r"(?<!\d)(?<!\d[.,])" if text[0].isdigit() else ""
    after = r"(?![.,]?\d)" if text[-1].isdigit() else ""
    match = re.search(before + pattern + after, line, re.IGNORECASE)
    return match.span() if match else None


def _is_total_row(line: _Line, lines: Sequence[_Line]) -> bool:
    _, top, _, bottom = line.quad.bounds
    middle = (top + bottom) / 2
    row = " ".join(other.text for other in lines if other.quad.bounds[1] <= middle <= other.quad.bounds[3])
    return bool(_TOTAL_LABEL.search(row)) and not _OTHER_LABEL.search(row)


FORMAT = Format("sroie", "SROIE, ICDAR 2019 (img/, box/, key/)", _detect, _read)
