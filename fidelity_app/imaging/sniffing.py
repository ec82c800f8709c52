"""What a file is by its content; its name is never trusted."""

from __future__ import annotations

import re
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
    (rb"P[1-6]\s+(?:#[^\n]*\n\s*)*\d+\s", _PNM),
    (rb"\x01\xda[\x00\x01][\x01\x02]", _SGI),
    (rb".{0,1019}%PDF-\d", PDF),
)

# A comment ends at its first "-->": a pattern that may also run on tries every way of splitting a row of comments.
_COMMENTS = rb"(?:\xef\xbb\xbf)?\s*(?:<!--(?:(?!-->).)*-->\s*)*"
_XML = rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>)?"

CAMERA_RAW = "a camera's raw file; export it as JPEG or TIFF"
_REFUSED: tuple[tuple[bytes, str], ...] = (
    (_XML + _COMMENTS + rb"(?:<!DOCTYPE svg[^>]*>\s*)?<svg", "an SVG drawing; export it as PNG or PDF"),
    (
        rb"(?i)" + _COMMENTS + rb"<(?:!doctype\s+html|html|head|body)",
        "a web page (HTML), probably an error page saved in place of the picture; download it again",
    ),
    (rb"(?:\xef\xbb\xbf)?\s*<\?xml", "an XML document, not a picture"),
    (rb"PK\x03\x04", "a ZIP archive or an office document; unpack it or export it as PDF"),
    (rb"\x1f\x8b", "a gzip archive; unpack it"),
    (rb"Rar!|7z\xbc\xaf|BZh\d|\xfd7zXZ", "an archive; unpack it"),
    (rb"\xd0\xcf\x11\xe0", "an old office document; export it as PDF"),
    (rb"\{\\rtf", "a text document (RTF); export it as PDF"),
    (rb"\x00\x00[\x01\x02]\x00", "a Windows icon; save it as PNG"),
    (rb"8BPS", "a Photoshop document; save it as PNG or TIFF"),
    (rb"%!PS|\xc5\xd0\xd3\xc6", "a PostScript document; save it as PDF"),
    (rb"AT&TFORM", "a DjVu document; save it as PDF"),
    (rb"\xff\x0a|\x00\x00\x00\x0cJXL ", "a JPEG XL picture; save it as PNG"),
    (rb"II\xbc\x01", "a JPEG XR picture; save it as PNG"),
    (rb".{128}DICM", "a DICOM picture; save it as PNG"),
    (rb"FUJIFILMCCD-RAW|II(?:RO|RS|U\x00)", CAMERA_RAW),
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
    """Tell text of any common encoding: UTF-8, UTF-16 with its mark, or one byte a character (Latin, Cyrillic...)."""
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = head[: len(head) // 2 * 2].decode("utf-16", errors="replace")
    else:
        text = head.decode("utf-8", errors="replace")
        if text.count("\ufffd") > 1:
            text = head.decode("latin-1")
            return sum(char.isalnum() or char in " \r\n\t.,:;-" for char in text) > 0.8 * len(text) and "\0" not in text
    return all(char.isprintable() or char in "\r\n\t\f\ufeff\ufffd" for char in text)
