"""WildReceipt (SDMG-R): `img/<name>.jpeg`, `ann/<name>.json` with a box, a text and a label per word group.

Imported: the value labels that are numbers. A receipt may have several totals (before and after the tip, with and
without currency); each is a field with the key `total`. Prices and quantities on one printed row share a row number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fidelity_app.core.documents import Kind
from fidelity_app.core.errors import UserError
from fidelity_app.core.geometry import Quad
from fidelity_app.formats.items import Format, ImportField, ImportItem, LeftOut
from fidelity_app.formats.pictures import chosen, layout_root
from fidelity_app.formats.truthfile import JsonTruth, load_json

# Line numbers of class_list.txt.
SINGLES = {
    "7": ("date", Kind.DATE),
    "9": ("time", Kind.TIME),
    "17": ("subtotal", Kind.AMOUNT),
    "19": ("tax", Kind.AMOUNT),
    "21": ("tips", Kind.AMOUNT),
    "23": ("total", Kind.AMOUNT),
}
CELLS = {"13": ("quantity", Kind.QUANTITY), "15": ("price", Kind.AMOUNT)}
NOTE = "WildReceipt: blanks are removed from the truth, and it is known to hold wrong digits"


@dataclass(frozen=True, slots=True)
class _Cell:
    label: str
    text: str
    quad: Quad

    @property
    def middle(self) -> float:
        return (self.quad.bounds[1] + self.quad.bounds[3]) / 2


def _detect(path: Path) -> bool:
    root = layout_root(path, "img", "ann")
    return root is not None and any((root / "ann").glob("*.json"))


def _read(path: Path) -> Iterator[ImportItem | LeftOut]:
    root = layout_root(path, "img", "ann")
    if root is None:
        raise UserError(f"{path}: WildReceipt has the folders img/ and ann/; they are not here")
    for picture in chosen(path, root):
        ann = root / "ann" / f"{picture.stem}.json"
        if ann.is_file():
            yield _item(picture, load_json(ann))
        else:
            yield LeftOut(picture, f"no truth file ann/{ann.name}; import it as a bare picture (--format images)")


def _item(picture: Path, truth: JsonTruth) -> ImportItem:
    truth.need_object(())
    cells = [_cell(truth, index) for index in range(truth.length(("annotations",)))]
    singles = [
        ImportField(SINGLES[cell.label][0], SINGLES[cell.label][1], cell.text, box=cell.quad)
        for cell in cells
        if cell.label in SINGLES and cell.text
    ]
    return ImportItem(
        name=picture.stem,
        images=(picture,),
        tags=("wildreceipt",),
        fields=(*_rows([cell for cell in cells if cell.label in CELLS and cell.text]), *singles),
        source=truth.path,
        notes=(NOTE,),
    )


def _cell(truth: JsonTruth, index: int) -> _Cell:
    where = ("annotations", index)
    truth.need_object(where)
    quad = truth.quad((*where, "box"))
    if quad is None:
        raise truth.error((*where, "box"), "the box is missing")
    # The source goes round from the bottom left; ours from the top left.
    bottom_left, bottom_right, top_right, top_left = quad.points
    upright = Quad((top_left, top_right, bottom_right, bottom_left))
    return _Cell(truth.string((*where, "label")), truth.string((*where, "text"), "").strip(), upright)


def _rows(cells: Sequence[_Cell]) -> Iterator[ImportField]:
    """Number the item cells by printed row: a cell joins the row whose middle lies within its own height."""
    rows: list[list[_Cell]] = []
    for cell in sorted(cells, key=lambda item: (item.middle, item.quad.bounds[0])):
        row = rows[-1] if rows else []
        _, top, _, bottom = cell.quad.bounds
        fits = bool(row) and top <= row[0].middle <= bottom and cell.label not in {other.label for other in row}
        if fits:
            row.append(cell)
        else:
            rows.append([cell])
    for index, row in enumerate(rows):
        for cell in sorted(row, key=lambda item: item.quad.bounds[0]):
            name, kind = CELLS[cell.label]
            yield ImportField(f"items[{index}].{name}", kind, cell.text, box=cell.quad)


FORMAT = Format("wildreceipt", "WildReceipt (img/, ann/)", _detect, _read)
