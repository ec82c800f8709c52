"""Opening any file once and right (IMAGING section 1): sniff, cap, decode, turn upright, sRGB, read-only."""

from __future__ import annotations

import io
import math
import struct
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pillow_heif
from PIL import Image, ImageFile, UnidentifiedImageError

from fidelity_app.core.errors import UserError
from fidelity_app.imaging import pdf
from fidelity_app.imaging.colour import TURNS, Rgb, to_rgb
from fidelity_app.imaging.encoding import pixel_sha
from fidelity_app.imaging.limits import MAX_PIXELS, refuse_many_pages, refuse_monster
from fidelity_app.imaging.sniffing import PDF, FileFormat, sniff, tiff_chain, webp_size
from fidelity_app.imaging.sources import file_sha, read_source

__all__ = ["MAX_PIXELS", "OpenedPage", "file_sha", "iter_pages", "open_pages"]

pillow_heif.register_heif_opener()

# Pillow's switch for cut files and Python's warning filters are global to the process: one lock guards both,
# so that no other thread's whole file is read leniently without a word.
_PILLOW = threading.Lock()
_ORIENTATION = 0x0112
_DAMAGE = (
    OSError,
    SyntaxError,
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    AttributeError,
    EOFError,
    OverflowError,
    struct.error,
    MemoryError,
    RuntimeError,
    ZeroDivisionError,
)
_ANIMATED = ("GIF", "PNG", "WebP", "JPEG", "AVIF", "HEIF")
# Written by cameras and editors that know no scale; believing them would misjudge every length (1 px = 1/150 inch).
_MEANINGLESS_DPI = (72.0, 96.0)
_LARGEST_PAGE_INCH = 48.0


@dataclass(frozen=True, slots=True, eq=False)
class OpenedPage:
    """One upright page: RGB uint8 (H, W, 3), read-only and C-contiguous, and what happened on the way."""

    rgb: Rgb
    dpi: float | None
    notes: tuple[str, ...]
    pixel_sha: str
    format: str
    index: int = 0
    truncated: bool = False


@dataclass(slots=True)
class _Decoded:
    rgb: Rgb
    dpi: float | None = None
    notes: list[str] = field(default_factory=list)
    truncated: bool = False


def open_pages(
    source: Path | bytes, *, name: str, max_pixels: int = MAX_PIXELS, dpi: float = 200.0
) -> tuple[OpenedPage, ...]:
    """Open all pages of an image or PDF file (PDF at `dpi`). The source is only read.

    Raises UserError naming the file, the true cause and the way out; ExternalError when the disk fails.
    """
    return tuple(iter_pages(source, name=name, max_pixels=max_pixels, dpi=dpi))


def iter_pages(
    source: Path | bytes, *, name: str, max_pixels: int = MAX_PIXELS, dpi: float = 200.0
) -> Iterator[OpenedPage]:
    """Open pages one at a time, so that a long scan never lies in memory as a whole. Raises as `open_pages`."""
    data = read_source(source) if isinstance(source, Path) else source
    kind = sniff(data, name=name)
    decoded = _pdf_pages(data, name, max_pixels, dpi) if kind is PDF else _pillow_pages(data, kind, name, max_pixels)
    for index, page in enumerate(decoded):
        rgb = np.ascontiguousarray(page.rgb)
        if not rgb.flags.owndata or rgb.flags.writeable is False:
            rgb = rgb.copy()
        rgb.flags.writeable = False
        notes = tuple(dict.fromkeys(page.notes))
        yield OpenedPage(rgb, page.dpi, notes, pixel_sha(rgb), kind.name, index, page.truncated)


def _pdf_pages(data: bytes, name: str, max_pixels: int, dpi: float) -> Iterator[_Decoded]:
    for rgb in pdf.render_pages(data, name=name, max_pixels=max_pixels, dpi=dpi):
        yield _Decoded(rgb, dpi, [f"PDF page drawn at {dpi:g} dpi"])


def _pillow_pages(data: bytes, kind: FileFormat, name: str, max_pixels: int) -> Iterator[_Decoded]:
    if kind.name == "WebP" and (size := webp_size(data)):
        refuse_monster(size, max_pixels, name)
    count, loops = tiff_chain(data) if kind.name == "TIFF" else (1, False)
    refuse_many_pages(count, name)
    for index in range(count):
        where = name if count == 1 else f"{name}, page {index + 1}"
        page = _decode(data, kind, index, where=where, max_pixels=max_pixels)
        if loops:
            page.notes.append(f"the chain of pages loops; the {count} different ones were read once")
        yield page


def _decode(data: bytes, kind: FileFormat, index: int, *, where: str, max_pixels: int) -> _Decoded:
    notes: list[str] = []
    with _PILLOW, _pillow_set_up(notes):
        try:
            image, truncated = _load(data, kind, index, where=where, max_pixels=max_pixels)
            orientation = 1 if kind.name == "TIFF" else int(image.getexif().get(_ORIENTATION) or 1)
            dpi, frames = _dpi_of(image), int(getattr(image, "n_frames", 1) or 1)
        except UnidentifiedImageError as error:
            raise UserError(f"{where}: begins like {kind.name}, but its header is damaged or incomplete") from error
        except _DAMAGE as error:
            raise UserError(f"{where}: the {kind.name} content is damaged and cannot be read ({error})") from error
    if truncated:
        notes.append("truncated: the file is cut off; what was there is shown, the rest is missing")
    if frames > 1 and kind.name in _ANIMATED:
        notes.append(f"{frames} frames; only the first is used")
    elif kind.name == "GIF":
        notes.append("GIF: the first frame is used")
    if kind.name == "PNG" and data[24:25] == b"\x10" and image.mode in ("RGB", "RGBA", "LA"):
        notes.append("16-bit colour scaled to 8 bits")
    rgb = to_rgb(image, notes)
    if orientation in TURNS:
        rgb = TURNS[orientation](rgb)
        notes.append(f"turned upright by EXIF orientation {orientation}; if it lies wrong now, the tag was stale")
    return _Decoded(rgb, dpi, notes, truncated)


def _load(data: bytes, kind: FileFormat, index: int, *, where: str, max_pixels: int) -> tuple[Image.Image, bool]:
    """Decode one frame strictly, then leniently when it is cut; say which it was."""

    def opened() -> Image.Image:
        image = Image.open(io.BytesIO(data), formats=[kind.pillow])
        refuse_monster(image.size, max_pixels, where)
        if index:
            image.seek(index)
            refuse_monster(image.size, max_pixels, where)
        return image

    image = opened()
    try:
        image.load()
        return image, False
    except _DAMAGE as error:
        if not _is_cut(error, kind):
            raise
    image = opened()
    ImageFile.LOAD_TRUNCATED_IMAGES = True
    try:
        image.load()
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = False
    if len(set(np.asarray(image).reshape(-1)[::7].tolist())) < 2:
        raise OSError("it breaks off before the first pixel")
    return image, True


def _is_cut(error: BaseException, kind: FileFormat) -> bool:
    """Tell a file that ends too early from one whose content is corrupt."""
    text = str(error).lower()
    return "truncated" in text or (kind.name in ("PNG", "JPEG", "WebP") and "broken data stream" in text)


@contextmanager
def _pillow_set_up(notes: list[str]) -> Iterator[None]:
    """Lift Pillow's own pixel limit (ours came first) and turn its warnings into notes. Hold `_PILLOW`."""
    limit, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            yield
    finally:
        Image.MAX_IMAGE_PIXELS = limit
    notes.extend(f"the file's tags are faulty: {' '.join(str(w.message).split())[:120]}" for w in caught)


def _dpi_of(image: Image.Image) -> float | None:
    """Return the resolution when the file states a believable one."""
    try:
        horizontal, vertical = (float(value) for value in image.info.get("dpi", (0, 0)))
    except (TypeError, ValueError, ZeroDivisionError):
        return None
    if not (math.isfinite(horizontal) and math.isfinite(vertical)) or min(horizontal, vertical) < 30:
        return None
    dpi = math.sqrt(horizontal * vertical)
    believable = dpi <= 4800 and max(image.size) / dpi <= _LARGEST_PAGE_INCH and round(dpi, 1) not in _MEANINGLESS_DPI
    return round(dpi, 3) if believable else None
