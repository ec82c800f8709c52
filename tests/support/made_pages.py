"""The drawn receipts that the made files hold, and how they are stored."""

from __future__ import annotations

import io

import numpy as np
import pillow_heif
from PIL import Image
from support.drawn_pages import receipt

PAGE = receipt(120, 160)
BIG = receipt(300, 450)


def saved(image: Image.Image, kind: str, **options: object) -> bytes:
    """Return the bytes of a picture in one of Pillow's formats."""
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def plain(kind: str, **options: object) -> bytes:
    """Return the drawn receipt as it is."""
    return saved(Image.fromarray(PAGE), kind, **options)


def heic(page: np.ndarray = PAGE, *, orientation: int = 1) -> bytes:
    """Return a picture as a phone stores it; how it is turned stands in a property, the EXIF tag is for information."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    out = io.BytesIO()
    tags = {} if orientation == 1 else {"exif": exif.tobytes()}
    pillow_heif.from_pillow(Image.fromarray(page)).save(out, quality=90, **tags)
    return out.getvalue()


def turned(kind: str, orientation: int) -> bytes:
    """Return the receipt stored lying, with the tag that says how to turn it."""
    stored = {
        1: PAGE, 2: PAGE[:, ::-1], 3: PAGE[::-1, ::-1], 4: PAGE[::-1],
        5: PAGE.transpose(1, 0, 2), 6: np.rot90(PAGE, 1), 7: PAGE[::-1, ::-1].transpose(1, 0, 2), 8: np.rot90(PAGE, 3),
    }[orientation]  # fmt: skip
    exif = Image.Exif()
    exif[0x0112] = orientation
    options = {"JPEG": {"quality": 95}, "WEBP": {"lossless": True}, "AVIF": {"quality": 90}}.get(kind, {})
    return saved(Image.fromarray(np.ascontiguousarray(stored)), kind, exif=exif, **options)


def grainy(page: np.ndarray) -> np.ndarray:
    """Return a page with the grain of a photograph, the same each time."""
    grain = (np.random.PCG64(7).random_raw(page.size) % 17).astype(np.int16).reshape(page.shape)
    return np.clip(page.astype(np.int16) + grain - 8, 0, 255).astype(np.uint8)
