"""PDF pages as pixels. PDFium is not thread-safe: every call of it happens under one lock."""

from __future__ import annotations

import math
import re
import threading
from collections.abc import Iterator

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from fidelity_app.core.errors import UserError
from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.limits import refuse_many_pages, refuse_monster
from fidelity_app.imaging.pdf_bombs import refuse_bombs
from fidelity_app.imaging.sources import printable

# Re-entrant: a forgotten iterator may be collected, and close its document, while this thread holds the lock.
_LOCK = threading.RLock()
_POINTS_PER_INCH = 72.0
_WHITE = (255, 255, 255, 255)
_DEEPEST_FORM = 8
_THINNEST_POINTS = 2.0
_ENCRYPTED = re.compile(rb"/Encrypt\b")
_NO_PAGES = re.compile(rb"/Type\s*/Pages\b[^>]*/Count\s+0\b|/Count\s+0\b[^>]*/Type\s*/Pages\b")


def render_pages(data: bytes, *, name: str, max_pixels: int, dpi: float) -> Iterator[Rgb]:
    """Render every page on white, `/Rotate` and filled-in forms honoured, one at a time.

    Raises UserError for a locked, damaged or empty document, and for a page, or a picture on it, over the pixel limit.
    """
    refuse_bombs(data, name)
    with _LOCK:
        document = _open(data, name)
    try:
        with _LOCK:
            count = len(document)
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
    except pdfium.PdfiumError as error:
        # What PDFium says is sometimes the error of the document before: the bytes tell.
        if "password" in str(error).lower() and _ENCRYPTED.search(data):
            raise UserError(f"{name}: the PDF is locked with a password; save it without one") from error
        if _NO_PAGES.search(data):
            raise UserError(f"{name}: the PDF has no pages") from error
        raise UserError(f"{name}: the PDF is damaged or cut off and cannot be opened; copy it again") from error
    try:
        if document.get_formtype():
            document.init_forms()
    except pdfium.PdfiumError:
        pass  # the fields of a damaged form are not drawn; the page itself is
    return document


def _render(document: pdfium.PdfDocument, index: int, *, where: str, max_pixels: int, dpi: float) -> Rgb:
    try:
        page = document[index]
        try:
            _refuse_large(page, where, max_pixels, dpi)
            bitmap = page.render(
                scale=dpi / _POINTS_PER_INCH, fill_color=_WHITE, rev_byteorder=True, may_draw_forms=True
            )
            try:
                pixels = np.asarray(bitmap.to_numpy())
                rgb: Rgb = np.array(np.broadcast_to(np.atleast_3d(pixels)[:, :, :3], (*pixels.shape[:2], 3)))
            finally:
                bitmap.close()
        finally:
            page.close()
    except pdfium.PdfiumError as error:
        words = printable(str(error))
        raise UserError(f"{where}: the page is damaged and cannot be drawn ({words}); copy the PDF again") from error
    except MemoryError as error:
        raise UserError(
            f"{where}: does not fit into the memory at {dpi:g} dpi; lower pdf_dpi in options.toml"
        ) from error
    return rgb


def _refuse_large(page: pdfium.PdfPage, where: str, max_pixels: int, dpi: float) -> None:
    """Refuse a page that would be drawn too large, and one with a picture that would have to be unpacked for it."""
    width, height = page.get_size()
    if not (math.isfinite(width) and math.isfinite(height)) or min(width, height) < _THINNEST_POINTS:
        raise UserError(f"{where}: declares a page of {width:g} x {height:g} points; the file is damaged")
    scale = dpi / _POINTS_PER_INCH
    refuse_monster((math.ceil(width * scale), math.ceil(height * scale)), max_pixels, f"{where} at {dpi:g} dpi")
    for picture in page.get_objects(filter=[pdfium_c.FPDF_PAGEOBJ_IMAGE], max_depth=_DEEPEST_FORM):
        try:
            size = picture.get_px_size()
        except pdfium.PdfiumError:
            continue  # a picture that PDFium cannot measure is one that it does not draw
        if min(size) > 0:
            refuse_monster(size, max_pixels, f"{where}: a picture on it")
