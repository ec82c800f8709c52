"""The German receipts of `vision-data`: the truth is the file's name, `MERCHANT_DDMMYYYY_ITEMS_CENTS.jpg`.

Only the total is taken: the name says its value in cents, and these receipts print it with a decimal comma. How the
date is printed is not known, so it is left to be annotated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from fidelity_app.core.documents import Kind
from fidelity_app.core.errors import UserError
from fidelity_app.formats.items import Format, ImportField, ImportItem, LeftOut
from fidelity_app.formats.pictures import is_picture, pictures_in

_NAME = re.compile(
    r"(?P<merchant>[^\W\d_]+)_(?P<date>(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d)"
    r"(?:_(?P<items>\d{2}))?_(?P<cents>\d{5,})(?:_[A-Z])?"
)
NOTE = "the total is known from the file name as a value; its notation (decimal comma, no group mark) is assumed"


def _detect(path: Path) -> bool:
    pictures = [path] if is_picture(path) else list(pictures_in(path)) if path.is_dir() else []
    return bool(pictures) and sum(_NAME.fullmatch(item.stem) is not None for item in pictures) * 2 > len(pictures)


def _read(path: Path) -> Iterator[ImportItem | LeftOut]:
    pictures = iter([path]) if path.is_file() else pictures_in(path)
    if path.is_file() and not is_picture(path):
        raise UserError(f"{path}: in this format the truth is the name of a picture, MERCHANT_DDMMYYYY_ITEMS_CENTS")
    for picture in pictures:
        match = _NAME.fullmatch(picture.stem)
        if match is None:
            yield LeftOut(picture, "the name is not MERCHANT_DDMMYYYY_ITEMS_CENTS")
        else:
            yield _item(picture, match)


def _item(picture: Path, match: re.Match[str]) -> ImportItem:
    cents = match["cents"]
    whole = cents[:-2].lstrip("0") or "0"
    return ImportItem(
        name=picture.stem,
        images=(picture,),
        locale="de-DE",
        currency="EUR",
        tags=("german", match["merchant"]),
        fields=(ImportField("total", Kind.AMOUNT, f"{whole},{cents[-2:]}"),),
        source=picture,
        notes=(NOTE,),
    )


FORMAT = Format("german", "German receipts (truth in the file name)", _detect, _read)
