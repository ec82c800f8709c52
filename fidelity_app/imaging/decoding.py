"""One frame of a file through Pillow: capped before it is decoded, as far as it goes when the file is cut."""

from __future__ import annotations

import io
import struct
import threading
import warnings
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np
import pillow_heif
from PIL import Image, ImageFile, UnidentifiedImageError

from fidelity_app.core.errors import UserError
from fidelity_app.imaging import boxes, jpeg, png, tiff, webp
from fidelity_app.imaging.limits import refuse_monster
from fidelity_app.imaging.resolution import dpi_of, oblong
from fidelity_app.imaging.sniffing import FileFormat
from fidelity_app.imaging.sources import printable

pillow_heif.register_heif_opener()

# Pillow's switch for cut files and Python's warning filters are global to the process: one lock guards both,
# so that no other thread's whole file is read leniently without a word.
_PILLOW = threading.Lock()
_DAMAGE = (
    OSError,
    SyntaxError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    EOFError,
    ArithmeticError,
    AssertionError,
    RuntimeError,
    struct.error,
    zlib.error,
)
_ANIMATED = ("GIF", "PNG", "WebP", "JPEG", "AVIF", "HEIF")
_LENIENT = ("PNG", "BMP", "GIF", "PNM", "SGI")
_BOXES = ("HEIF", "AVIF", "JPEG 2000")
_EIGHTH, _CORNER, _SUSPICIOUS_LEVELS, _UNITS_LOOKED_AT, _SMEARED_LEVELS = 8, 6, 16, 6, 3


@dataclass(slots=True)
class Frame:
    """A decoded frame as it is stored: not yet upright, not yet RGB. Rows from `first_missing` on were not there."""

    image: Image.Image
    orientation: int = 1
    dpi: float | None = None
    notes: list[str] = field(default_factory=list)
    truncated: bool = False
    first_missing: int | None = None


@dataclass(frozen=True, slots=True)
class _Job:
    data: bytes
    kind: FileFormat
    where: str
    max_pixels: int
    directory: tiff.Directory | None = None

    def opened(self, data: bytes | None = None) -> Image.Image:
        image = Image.open(io.BytesIO(self.data if data is None else data), formats=[self.kind.pillow])
        refuse_monster(image.size, self.max_pixels, self.where)
        return image

    def loaded(self, data: bytes | None = None) -> Image.Image:
        image = self.opened(data)
        image.load()
        return image


def decode(
    data: bytes, kind: FileFormat, *, where: str, max_pixels: int, directory: tiff.Directory | None = None
) -> Frame:
    """Decode the first frame of a file, or the one in a TIFF's directory.

    Raises UserError naming `where`, the true cause and the way out; nothing over `max_pixels` is decoded.
    """
    job = _Job(data if directory is None else tiff.alone(data, directory), kind, where, max_pixels, directory)
    _refuse_by_header(job)
    notes: list[str] = []
    try:
        with _PILLOW, _pillow_set_up(notes):
            frame = _frame(job)
            _read_tags(frame, job)
    except MemoryError as error:
        raise UserError(f"{where}: the picture does not fit into the memory; make it smaller") from error
    except _DAMAGE as error:
        raise UserError(f"{where}: {_what_is_wrong(error, job)}") from error
    frame.notes = [*notes, *frame.notes]
    return frame


def _refuse_by_header(job: _Job) -> None:
    """Refuse what a decoder would allocate for before it tells the size, or would work on for hours."""
    if job.kind.name == "WebP" and (size := webp.webp_size(job.data)):
        refuse_monster(size, job.max_pixels, job.where)
    if job.directory is not None and min(job.directory.size) > 0:
        refuse_monster(job.directory.size, job.max_pixels, job.where)
    if job.directory is not None and job.directory.tile is not None:
        refuse_monster(job.directory.tile, job.max_pixels, f"{job.where}: a tile of it")
    if job.kind.name == "JPEG 2000" and (size := boxes.codestream_size(job.data)):
        refuse_monster(size, job.max_pixels, job.where)
    if job.kind.name in ("HEIF", "AVIF") and (size := boxes.largest_picture(job.data)):
        refuse_monster(size, job.max_pixels, job.where)
    if job.kind.name == "JPEG" and (scans := job.data.count(b"\xff\xda")) > jpeg.MAX_SCANS:
        raise UserError(
            f"{job.where}: the picture is made of {scans:,} scans, over the limit of {jpeg.MAX_SCANS}; "
            "such a file is made to waste time, save the picture anew"
        )


def _frame(job: _Job) -> Frame:
    """Decode strictly; else as far as the file goes, saying so."""
    try:
        if job.kind.name == "PNG":
            png.check(job.data)
        if cut := _cut_tiff(job, None):  # first: libtiff writes of what is missing to the standard error
            return cut
        frame = Frame(job.loaded())
    except _DAMAGE as error:
        salvaged = _SALVAGE.get(job.kind.name, _lenient)(job, error)
        if salvaged is None:
            raise
        return salvaged
    if job.kind.name == "JPEG" and _ends_early(job, frame.image):
        return _cut_jpeg(job, None) or frame
    return frame


def _cut_jpeg(job: _Job, error: Exception | None) -> Frame | None:
    """Decode what is there twice, with two different ends: the rows that come out alike are those of the file."""
    layout = jpeg.layout(job.data)
    if error is not None and layout.has_end:
        return None
    body = job.data[: layout.data_end]
    image, other = job.loaded(body + jpeg.END), job.loaded(body + jpeg.FILLER + jpeg.END)
    rows = _rows_alike(image, other)
    if layout.progressive and (error is not None or rows < image.height):
        note = "truncated: the file is cut off; the picture is coarser than it was, or missing in its lower part"
        return Frame(image, notes=[note], truncated=True)
    if rows == image.height:
        said = [] if layout.has_end else ["the file lacks its end mark, every row of the picture is there"]
        return Frame(image, notes=said)
    return _cut(image, rows)


def _ends_early(job: _Job, image: Image.Image) -> bool:
    """Suspect a JPEG whose missing part libjpeg has filled up without a word: before an end mark, or out of zeros.

    What it fills is flat, so only a picture with a flat last corner is asked about. When the blank end of its data
    is as long as the flat end of its pixels, all is there. Else it is looked at again, at an eighth of its size: with
    other bytes put before the end mark a whole picture stays as it is, one that lacks data takes them for its own.
    """
    end = len(job.data) - len(jpeg.END)
    if not job.data.endswith(jpeg.END):
        layout = jpeg.layout(job.data)
        if not layout.has_end:
            return True
        end = layout.data_end
    if image.mode not in ("L", "RGB") or min(image.size) < _EIGHTH or jpeg.is_progressive(job.data):
        return False
    corner = np.asarray(image.crop((image.width - _CORNER, image.height - 1, image.width, image.height)))
    if (corner != corner[-1, -1]).any() or _is_blank_as_stored(image, jpeg.blank_end(job.data, end)):
        return False
    small = job.opened(job.data[:end] + jpeg.FILLER + jpeg.END)
    small.draft("L", (image.width // _EIGHTH, image.height // _EIGHTH))
    small.load()
    means = np.asarray(image.convert("L").reduce(_EIGHTH), np.int16)
    other = np.asarray(small, np.int16)
    return other.shape != means.shape or bool(np.abs(other - means).max() > _SUSPICIOUS_LEVELS)


def _is_blank_as_stored(image: Image.Image, blank: jpeg.BlankUnits | None) -> bool:
    """Say whether something is printed right before the blank end of the data: no more is blank than was stored."""
    if blank is None:
        return False
    across = -(-image.width // blank.unit_px[0])
    first = across * -(-image.height // blank.unit_px[1]) - blank.units
    last = image.getpixel((image.width - 1, image.height - 1))
    for unit in range(max(0, first - _UNITS_LOOKED_AT), first):
        left, top = unit % across * blank.unit_px[0], unit // across * blank.unit_px[1]
        piece = image.crop(
            (left, top, min(image.width, left + blank.unit_px[0]), min(image.height, top + blank.unit_px[1]))
        )
        if np.abs(np.asarray(piece, np.int16) - np.asarray(last, np.int16)).max() > _SMEARED_LEVELS:
            return True
    return first <= 0


def _cut_webp(job: _Job, error: Exception) -> Frame | None:
    size = webp.webp_size(job.data)
    if size is None or not webp.is_cut(job.data):
        return None
    most = 3 * size[0] * size[1] + (1 << 16)
    decoded: list[Image.Image] = []
    for filler in (b"\x00", b"\xff", b"\x55", b"\xaa", b"\x39\x6c\xa5"):
        whole = webp.filled_up(job.data, filler, most=most)
        if whole is None:
            return None
        try:
            decoded.append(job.loaded(whole))
        except _DAMAGE:
            continue
        if len(decoded) == 2:
            return _cut(decoded[0], _rows_alike(*decoded), blocks=True)
    return None


def _cut_tiff(job: _Job, error: Exception | None) -> Frame | None:
    if job.directory is None:
        return None
    width, height = job.directory.size
    rows = tiff.whole_rows(job.data, job.directory)
    if not 0 < rows < height:
        return None
    part = job.loaded(tiff.with_rows(job.data, job.directory, rows))
    image = Image.new(part.mode, (width, height))
    if part.palette is not None and part.mode == "P":
        image.putpalette(part.palette)
    image.paste(part, (0, 0))
    image.info.update(part.info)
    frame = _cut(image, rows)
    frame.orientation = job.directory.one(tiff.ORIENTATION, 1)
    return frame


def _cut_png(job: _Job, error: Exception) -> Frame | None:
    """Leave out what unpacks to more than Pillow reads of it; else show the rows that are there."""
    if "too large" in str(error).lower():
        kept = png.without_texts(job.data)
        if len(kept) == len(job.data):
            return None
        frame = _frame(_Job(kept, job.kind, job.where, job.max_pixels))
        frame.notes.append("a text or colour profile in the file unpacks to over 1 MB; texts and profile were not read")
        return frame
    if not png.is_cut(job.data):
        return None
    job = _Job(job.data.rstrip(b"\0"), job.kind, job.where, job.max_pixels)
    frame = _loaded_leniently(job)
    rows = png.rows_there(job.data)
    if rows is None:
        return frame
    return _cut(frame.image, rows)


def _lenient(job: _Job, error: Exception) -> Frame | None:
    if job.kind.name not in _LENIENT or "truncated" not in str(error).lower():
        return None
    return _loaded_leniently(job)


def _loaded_leniently(job: _Job) -> Frame:
    ImageFile.LOAD_TRUNCATED_IMAGES = True
    try:
        image = job.loaded()
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = False
    pixels = np.asarray(image)
    if bool((pixels == pixels[:1, :1]).all()):
        raise OSError("it breaks off before the first pixel")
    note = "truncated: the file is cut off; what was there is shown, the rest is missing"
    return Frame(image, notes=[note], truncated=True)


_SALVAGE: dict[str, Callable[[_Job, Exception], Frame | None]] = {
    "JPEG": _cut_jpeg,
    "WebP": _cut_webp,
    "TIFF": _cut_tiff,
    "PNG": _cut_png,
}


def _cut(image: Image.Image, rows: int, *, blocks: bool = False) -> Frame:
    """Mark the rows that are not there. `blocks`: what lies beside the cut was smoothed with what is not there."""
    if rows >= image.height and blocks:
        note = "truncated: the file is cut off after its picture; tags that stood there (how to turn it) are missing"
        return Frame(image, notes=[note], truncated=True)
    if rows <= 0:
        raise OSError("it breaks off before the first row of pixels")
    missing = image.height - rows
    note = f"truncated: the file is cut off; the last {missing:,} of {image.height:,} rows are missing and shown grey"
    return Frame(image, notes=[note], truncated=True, first_missing=rows)


def _rows_alike(one: Image.Image, other: Image.Image) -> int:
    """Return how many rows from the top are the same in both."""
    first, second = np.asarray(one), np.asarray(other)
    differs = (first != second).reshape(first.shape[0], -1).any(axis=1)
    return int(differs.argmax()) if differs.any() else first.shape[0]


def _read_tags(frame: Frame, job: _Job) -> None:
    """Read orientation, resolution and number of frames; a faulty tag is a note and costs no picture."""
    image = frame.image
    if job.kind.name != "TIFF":  # Pillow has turned it
        try:
            frame.orientation = int(image.getexif().get(tiff.ORIENTATION) or 1)
        except _DAMAGE:
            frame.notes.append("the file's EXIF data is damaged; whether the picture is to be turned is not known")
    frame.dpi = dpi_of(image)
    if said := oblong(image):
        frame.notes.append(said)
    if job.kind.name not in _ANIMATED:
        return
    try:
        # Pillow counts the frames of a GIF by going through them, and forgets the one that was decoded.
        frames = int(getattr(job.opened() if job.kind.name == "GIF" else image, "n_frames", 1) or 1)
    except _DAMAGE:
        frames = 1
    if frames > 1:
        frame.notes.append(f"{frames} frames; only the first is used")
    elif job.kind.name == "GIF":
        frame.notes.append("GIF: the first frame is used")


def _what_is_wrong(error: Exception, job: _Job) -> str:
    name, said = job.kind.name, printable(" ".join(str(error).split()))[:160]
    if job.kind.name in _BOXES and (missing := boxes.missing_bytes(job.data)):
        return f"the file is cut off ({missing:,} bytes are missing), and {name} cannot be shown in part; copy it again"
    if name == "WebP" and webp.is_cut(job.data):
        return "the file is cut off and what is there cannot be shown in part; copy it again"
    if job.directory is not None and min(job.directory.size) > 0 and isinstance(error, UnidentifiedImageError):
        return f"a kind of TIFF that is not read here ({job.directory.described()}); save it as 8-bit TIFF or PNG"
    if isinstance(error, UnidentifiedImageError):
        return f"begins like {name}, but its header is damaged or incomplete; copy it again"
    return f"the {name} content is damaged and cannot be read ({said}); copy it again"


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
    said = dict.fromkeys(printable(" ".join(str(w.message).split()))[:120] for w in caught)
    notes.extend(f"the file's tags are faulty: {words}" for words in list(said)[:3])
