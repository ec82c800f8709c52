"""The Latvian receipts of `receipts_LV_public`: `img/NNN.jpg` and `key/NNN.json` with Latvian field names, no boxes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from fidelity_app.core.documents import Kind
from fidelity_app.core.errors import UserError
from fidelity_app.formats.items import Format, ImportField, ImportItem, LeftOut
from fidelity_app.formats.pictures import chosen, layout_root
from fidelity_app.formats.truthfile import load_json

NAMES = {
    "datums": ("date", Kind.DATE),
    "laiks": ("time", Kind.TIME),
    "summa": ("total", Kind.AMOUNT),
    "receipt_nr": ("receipt_no", Kind.IDENTIFIER),
    "PVN_maksataja_numurs": ("vat_no", Kind.IDENTIFIER),
}


def _detect(path: Path) -> bool:
    root = layout_root(path, "img", "key")
    if root is None or (root / "box").is_dir():
        return False
    first = next(iter(sorted((root / "key").glob("*.json"))), None)
    return first is not None and '"summa"' in first.read_text(encoding="utf-8", errors="replace")


def _read(path: Path) -> Iterator[ImportItem | LeftOut]:
    root = layout_root(path, "img", "key")
    if root is None:
        raise UserError(f"{path}: this format has the folders img/ and key/; they are not here")
    for picture in chosen(path, root):
        key = root / "key" / f"{picture.stem}.json"
        if key.is_file():
            yield _item(picture, key)
        else:
            yield LeftOut(picture, f"no truth file key/{key.name}; import it as a bare picture (--format images)")


def _item(picture: Path, key: Path) -> ImportItem:
    truth = load_json(key)
    truth.need_object(())
    texts = {name: truth.string((name,), "").strip() for name in NAMES}
    return ImportItem(
        name=picture.stem,
        images=(picture,),
        locale="lv-LV",
        currency="EUR",
        tags=("latvian",),
        fields=tuple(ImportField(*NAMES[name], text) for name, text in texts.items() if text),
        source=key,
    )


FORMAT = Format("latvian", "Latvian receipts (img/, key/ with Latvian names)", _detect, _read)
