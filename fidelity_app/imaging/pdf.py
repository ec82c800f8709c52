"""PDF pages as pixels. PDFium is not thread-safe: every call of it happens under one lock."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator

import numpy as np
import pypdfium2 as pdfium

from fidelity_app.core.errors import UserError
from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.limits import refuse_many_pages, refuse_monster

_LOCK = threading.Lock()
_POINTS_PER_INCH = 72.0
_WHITE = (255, 255, 255, 255)


def render_pages(data: bytes, *, name: str, max_pixels: int, dpi: float) -> Iterator[Rgb]:
    """Render every page on white, `/Rotate` and filled-in forms honoured, one at a time.

    Raises UserError for a locked, damaged or empty document and for a page over the pixel limit.
    """
    with _LOCK:
        document = _open(data, name)
        count = len(document)
    try:
        if count == 0:
            raise UserError(f"{name}: the PDF has no pages")
        refuse_many_pages(count, name)
        for index in range(count):
            with _LOCK:
                rgb = _render(document, index, where=f"{name}, page {index + 1}", max_pixels=max_pixels, dpi=dpi)
            yield rgb
    finally:
        with _LOCK:
            document.close()


def _open(data: bytes, name: str) -> pdfium.PdfDocument:
    try:
        document = pdfium.PdfDocument(data)
        if document.get_formtype():
            document.init_forms()
    except pdfium.PdfiumError as error:
        if "password" in str(error).lower():
            raise UserError(f"{name}: the PDF is locked with a password; save it without one") from error
        raise UserError(f"{name}: the PDF is damaged and cannot be opened ({error})") from error
    return document


def _render(document: pdfium.PdfDocument, index: int, *, where: str, max_pixels: int, dpi: float) -> Rgb:
    try:
        page = document[index]
        scale = dpi / _POINTS_PER_INCH
        width, height = page.get_size()
        refuse_monster((math.ceil(width * scale), math.ceil(height * scale)), max_pixels, f"{where} at {dpi:g} dpi")
        bitmap = page.render(scale=scale, fill_color=_WHITE, rev_byteorder=True, may_draw_forms=True)
        pixels = np.asarray(bitmap.to_numpy())
        rgb: Rgb = np.array(np.broadcast_to(np.atleast_3d(pixels)[:, :, :3], (*pixels.shape[:2], 3)))
        bitmap.close()
        page.close()
    except pdfium.PdfiumError as error:
        raise UserError(f"{where}: the page is damaged and cannot be drawn ({error})") from error
    return rgb
