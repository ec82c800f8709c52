"""Opening any file once and right (IMAGING section 1): sniff, cap, decode, turn upright, sRGB, read-only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from fidelity_app.core.errors import UserError
from fidelity_app.imaging import pdf, tiff
from fidelity_app.imaging.colour import ORIENTATIONS, Rgb, to_rgb, turned
from fidelity_app.imaging.decoding import Frame, decode
from fidelity_app.imaging.encoding import pixel_sha
from fidelity_app.imaging.limits import MAX_PIXELS, refuse_many_pages
from fidelity_app.imaging.sniffing import CAMERA_RAW, PDF, FileFormat, sniff
from fidelity_app.imaging.sources import file_sha, printable, read_source

__all__ = ["MAX_PIXELS", "OpenedPage", "file_sha", "iter_pages", "open_pages"]

# What a cut file lacks is shown in a grey that no paper and no ink has: blank paper would say "nothing is printed".
_MISSING_GREY = 128


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
    name = printable(name)
    data = read_source(source, max_pixels=max_pixels) if isinstance(source, Path) else source
    kind = sniff(data, name=name)
    decoded = _pdf_pages(data, name, max_pixels, dpi) if kind is PDF else _pillow_pages(data, kind, name, max_pixels)
    for index, page in enumerate(decoded):
        rgb = np.ascontiguousarray(page.rgb)
        rgb.flags.writeable = False
        notes = tuple(dict.fromkeys(page.notes))
        yield OpenedPage(rgb, page.dpi, notes, pixel_sha(rgb), kind.name, index, page.truncated)


def _pdf_pages(data: bytes, name: str, max_pixels: int, dpi: float) -> Iterator[_Decoded]:
    for rgb in pdf.render_pages(data, name=name, max_pixels=max_pixels, dpi=dpi):
        yield _Decoded(rgb, dpi, [f"PDF page drawn at {dpi:g} dpi"])


def _pillow_pages(data: bytes, kind: FileFormat, name: str, max_pixels: int) -> Iterator[_Decoded]:
    if kind.name != "TIFF":
        frame = decode(data, kind, where=name, max_pixels=max_pixels)
        if kind.name == "PNG" and data[24:25] == b"\x10" and frame.image.mode in ("RGB", "RGBA", "LA"):
            frame.notes.append("16-bit colour scaled to 8 bits")
            key = frame.image.info.get("transparency")
            if isinstance(key, tuple):  # of 16 bits, as stored; the pixels are of 8 by now
                frame.image.info["transparency"] = tuple(value >> 8 for value in key)
        yield _upright(frame, name)
        return
    chain = tiff.read_chain(data)
    if chain.is_camera_raw:
        raise UserError(f"{name}: the content is {CAMERA_RAW}")
    if not chain.pages:
        raise UserError(
            f"{name}: begins like TIFF, but has no page that can be read; it is cut off or damaged, copy it again"
        )
    refuse_many_pages(len(chain.pages), name)
    for index, directory in enumerate(chain.pages):
        where = name if len(chain.pages) == 1 else f"{name}, page {index + 1}"
        frame = decode(data, kind, where=where, max_pixels=max_pixels, directory=directory)
        frame.notes += _tiff_notes(chain, directory)
        page = _upright(frame, where)
        if chain.breaks and index == len(chain.pages) - 1:
            page.truncated = True
            page.notes.append("truncated: the file is cut off after this page; further pages are missing")
        yield page


def _tiff_notes(chain: tiff.Chain, directory: tiff.Directory) -> Iterator[str]:
    """Say what of a TIFF was not taken as it stands."""
    if chain.loops:
        yield f"the chain of pages loops; the {len(chain.pages)} different ones were read once"
    if left_out := len(chain.directories) - len(chain.pages):
        yield f"smaller copies or masks in the file, which are no pages, were left out: {left_out}"
    if directory.is_sixteen_bit_colour:
        yield "16-bit colour scaled to 8 bits"


def _upright(frame: Frame, where: str) -> _Decoded:
    """Turn a frame into RGB as a person would hold it."""
    try:
        rgb = to_rgb(frame.image, frame.notes)
        if frame.first_missing is not None:
            rgb = np.array(rgb)
            rgb[frame.first_missing :] = _MISSING_GREY
        if frame.orientation in ORIENTATIONS:
            rgb = turned(rgb, frame.orientation)
            frame.notes.append(
                f"turned upright by EXIF orientation {frame.orientation}; if it lies wrong now, the tag was stale"
            )
    except MemoryError as error:
        raise UserError(f"{where}: the picture does not fit into the memory; make it smaller") from error
    return _Decoded(rgb, frame.dpi, frame.notes, frame.truncated)
