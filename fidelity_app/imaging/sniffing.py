"""What a file is by its content; its name is never trusted."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass

from fidelity_app.core.errors import UserError


@dataclass(frozen=True, slots=True)
class FileFormat:
    """An accepted format: our name, and Pillow's name for it (empty: not Pillow's business)."""

    name: str
    pillow: str = ""


_JPEG, _PNG, _GIF = FileFormat("JPEG", "JPEG"), FileFormat("PNG", "PNG"), FileFormat("GIF", "GIF")
_TIFF, _BMP, _WEBP = FileFormat("TIFF", "TIFF"), FileFormat("BMP", "BMP"), FileFormat("WebP", "WEBP")
_HEIF, _AVIF, _JP2 = FileFormat("HEIF", "HEIF"), FileFormat("AVIF", "AVIF"), FileFormat("JPEG 2000", "JPEG2000")
_PNM, _SGI, PDF = FileFormat("PNM", "PPM"), FileFormat("SGI", "SGI"), FileFormat("PDF")

_ACCEPTED: tuple[tuple[bytes, FileFormat], ...] = (
    (rb"\xff\xd8\xff", _JPEG),
    (rb"\x89PNG\r\n\x1a\n", _PNG),
    (rb"GIF8[79]a", _GIF),
    (rb"II[*+]\x00|MM\x00[*+]", _TIFF),
    (rb"RIFF.{4}WEBP", _WEBP),
    (rb".{4}ftypavi[fs]", _AVIF),
    (rb".{4}ftyp(?:mif1|msf1).{4}(?:.{4})*?avi[fs]", _AVIF),
    (rb".{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)", _HEIF),
    (rb"\x00\x00\x00\x0cjP  \r\n\x87\n|\xff\x4f\xff\x51", _JP2),
    (rb"BM.{4}\x00{4}", _BMP),
    (rb"BM.{12}[\x0c\x28\x38\x40\x6c\x7c]\x00\x00\x00", _BMP),
    (rb"P[1-6][\s#]", _PNM),
    (rb"\x01\xda[\x00\x01][\x01\x02]", _SGI),
    (rb".{0,1019}%PDF-\d", PDF),
)

_REFUSED: tuple[tuple[bytes, str], ...] = (
    (rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<svg", "an SVG drawing; export it as PNG or PDF"),
    (
        rb"(?i)(?:\xef\xbb\xbf)?\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)",
        "a web page (HTML), probably an error page saved in place of the picture; download it again",
    ),
    (rb"(?:\xef\xbb\xbf)?\s*<\?xml", "an XML document, not a picture"),
    (rb"PK\x03\x04", "a ZIP archive or an office document; unpack it or export it as PDF"),
    (rb"\x1f\x8b", "a gzip archive; unpack it"),
    (rb"Rar!|7z\xbc\xaf", "an archive; unpack it"),
    (rb"\xd0\xcf\x11\xe0", "an old office document; export it as PDF"),
    (rb"\x00\x00[\x01\x02]\x00", "a Windows icon; save it as PNG"),
    (rb"8BPS", "a Photoshop document; save it as PNG or TIFF"),
    (rb"%!PS", "a PostScript document; save it as PDF"),
    (rb"\x7fELF|MZ", "a program, not a picture"),
    (rb".{4}ftyp", "a video or an unknown media file; save a single picture from it"),
    (rb"\s*[{\[]", "a text file (it looks like JSON), not a picture"),
)

ACCEPTED_NAMES = "JPEG, PNG, TIFF, WebP, HEIC, AVIF, BMP, GIF, JPEG 2000, PNM, SGI, PDF"


def sniff(data: bytes, *, name: str) -> FileFormat:
    """Return the accepted format of the bytes. Raises UserError naming what the content is instead."""
    head = data[:4096]
    if not data:
        raise UserError(f"{name}: the file is empty (0 bytes); copy or download it again")
    for pattern, accepted in _ACCEPTED:
        if re.match(pattern, head, re.DOTALL):
            return accepted
    raise UserError(f"{name}: {_what_it_is(head)}. Accepted are {ACCEPTED_NAMES}.")


def _what_it_is(head: bytes) -> str:
    for pattern, words in _REFUSED:
        if re.match(pattern, head, re.DOTALL):
            return f"the content is {words}"
    if not head.strip(b"\x00"):
        return "the content is all zero bytes; the file was never written fully, copy it again"
    if _is_text(head):
        return "the content is plain text, not a picture"
    return f"the content is no picture format known here (it begins with {head[:8].hex(' ')})"


def _is_text(head: bytes) -> bool:
    try:
        text = head.decode("utf-8", errors="strict" if len(head) < 4096 else "ignore")
    except UnicodeDecodeError:
        return False
    return all(char.isprintable() or char in "\r\n\t\f\ufeff" for char in text)


def webp_size(data: bytes) -> tuple[int, int] | None:
    """Return width and height from a WebP header: Pillow allocates the canvas before it tells the size."""
    kind, body = data[12:16], data[20:30]
    if len(body) < 10:
        return None
    if kind == b"VP8X":
        return 1 + int.from_bytes(body[4:7], "little"), 1 + int.from_bytes(body[7:10], "little")
    if kind == b"VP8L":
        bits = int.from_bytes(body[1:5], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    width, height = struct.unpack("<HH", body[6:10])
    return width & 0x3FFF, height & 0x3FFF


def tiff_chain(data: bytes, *, limit: int = 10_000) -> tuple[int, bool]:
    """Count a TIFF's pages by its own chain of directories, and say whether the chain loops."""
    order = "<" if data[:2] == b"II" else ">"
    big = data[2:4] in (b"+\x00", b"\x00+")
    start, width, count, entry = (8, "Q", "Q", 20) if big else (4, "L", "H", 12)
    seen: set[int] = set()
    try:
        (offset,) = struct.unpack_from(order + width, data, start)
        while offset and offset not in seen and len(seen) < limit:
            (entries,) = struct.unpack_from(order + count, data, offset)
            seen.add(offset)
            (offset,) = struct.unpack_from(order + width, data, offset + struct.calcsize(count) + entries * entry)
    except (struct.error, OverflowError):
        return max(1, len(seen)), False
    return max(1, len(seen)), offset in seen
