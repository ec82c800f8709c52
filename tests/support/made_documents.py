"""PDFs written by hand, and files that only claim to be pictures; `DOCUMENTS` names them as `made_files.MADE` does."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence

_LOCK = (
    b"<< /Filter /Standard /V 1 /R 2 /Length 40 /P -44 /O <" + b"41" * 32 + b"> /U <" + b"42" * 32 + b"> >>"
)  # no password fits: the check value is none


def pdf(objects: Sequence[bytes], *, trailer: bytes = b"") -> bytes:
    """Return a PDF of these objects, numbered from 1; the first is the catalogue."""
    out, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    table += b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, trailer, len(out))
    return out + table + end


def stream(content: bytes, entries: bytes = b"") -> bytes:
    """Return a stream object."""
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(content), entries, content)


def pages(count: int = 1, *, box: bytes = b"0 0 144 72", more: bytes = b"", trailer: bytes = b"") -> bytes:
    """Return a PDF with a black bar at the left end of each page."""
    kids = b" ".join(b"%d 0 R" % (4 + number) for number in range(count))
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [%s] /Contents 3 0 R %s >>" % (box, more)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, count),
        stream(b"0 g 0 0 20 72 re f"),
        *[page] * count,
    ]
    return pdf(objects, trailer=trailer)


def page_with_picture(width: int, height: int) -> bytes:
    """Return a PDF whose page shows a picture that declares this size."""
    packed = zlib.compress(b"\x40" * 100_000)
    entries = b"/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray" % (width, height)
    return pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
            stream(b"q 144 0 0 72 0 0 cm /I Do Q"),
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 144 72] /Contents 3 0 R "
            b"/Resources << /XObject << /I 5 0 R >> >> >>",
            stream(packed, entries + b" /BitsPerComponent 8 /Filter /FlateDecode"),
        ]
    )


def forms_in_forms(levels: int, calls: int, *, page_calls: int = 1) -> bytes:
    """Return a PDF whose page calls a form, that calls the next so often, and so on."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
        stream(b"/F0 Do " * page_calls),
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 144 72] /Contents 3 0 R "
        b"/Resources << /XObject << /F0 5 0 R >> >> >>",
    ]
    for level in range(levels):
        head, last = b"/Type /XObject /Subtype /Form /BBox [0 0 144 72] ", level == levels - 1
        next_form = b"/Resources << /XObject << /F%d %d 0 R >> >>" % (level + 1, 6 + level)
        commands = b"0 g 0 0 20 72 re f" if last else b"/F%d Do " % (level + 1) * calls
        objects.append(stream(commands, head if last else head + next_form))
    return pdf(objects)


def packed_twice(size: int) -> bytes:
    """Return a PDF page whose commands are packed, and packed again."""
    commands = zlib.compress(zlib.compress(b"0 g " * (size // 4), 9), 9)
    return pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
            stream(commands, b"/Filter [/FlateDecode /FlateDecode]"),
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 144 72] /Contents 3 0 R >>",
        ]
    )


DOCUMENTS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "pages.pdf": ("a PDF of two pages", lambda: pages(2)),
    "turned.pdf": ("a PDF page with /Rotate 90", lambda: pages(more=b"/Rotate 90")),
    "cropped.pdf": ("a PDF page with a crop box", lambda: pages(more=b"/CropBox [0 0 72 72]")),
    "locked.pdf": ("a PDF with a password", lambda: pages(trailer=b"/Encrypt %s /ID [<41> <41>]" % _LOCK)),
    "no-pages.pdf": ("a PDF without a page", lambda: pages(0)),
    "huge-page.pdf": ("a PDF page of 5 x 5 metres", lambda: pages(box=b"0 0 14400 14400")),
    "thin-page.pdf": ("a PDF page of 0.2 points, as a damaged file says", lambda: pages(box=b"0 0 0.2 842")),
    "endless-page.pdf": (
        "a PDF page of 10^38 points",
        lambda: pages(box=b"0 0 " + b"9" * 38 + b" " + b"9" * 38),
    ),
    "bomb.pdf": ("a small PDF page with a picture of 60,000 x 60,000", lambda: page_with_picture(60_000, 60_000)),
    "bomb-forms.pdf": ("a PDF whose forms call forms, ten times each, ten deep", lambda: forms_in_forms(10, 10)),
    "bomb-calls.pdf": (
        "a PDF page that calls a form 3,000 times, that calls another 10,000 times",
        lambda: forms_in_forms(2, 10_000, page_calls=3_000),
    ),
    "bomb-packed.pdf": ("a PDF of 600 bytes whose commands unpack to 40 MB", lambda: packed_twice(40 << 20)),
    "forms.pdf": ("a PDF whose forms call forms, twice each, four deep", lambda: forms_in_forms(4, 2)),
    "picture.pdf": ("a PDF page with a picture", lambda: page_with_picture(400, 250)),
    "cut.pdf": ("a PDF cut at 30 %", lambda: pages(2)[:200]),
    "empty.png": ("zero bytes", lambda: b""),
    "zeros.jpg": ("only zero bytes", lambda: bytes(5000)),
    "text.png": ("text", lambda: b"Total 12.90\nThank you\n"),
    "latin-1.png": (
        "text in Latin-1",
        lambda: "Müller Getränke, Summe zwölf Euro, für Sie: Grüße\n".encode("latin-1") * 9,
    ),
    "utf-16.png": ("text in UTF-16", lambda: "Total 12.90\n".encode("utf-16")),
    "p2.png": ("text that begins like a PNM", lambda: b"P2 parking   3.00 EUR\n"),
    "page.jpg": ("a web page", lambda: b"<!DOCTYPE html><html>404</html>"),
    "comments.jpg": ("a web page that is all comments", lambda: b"<!---->" * 580 + b"<p>"),
    "json.png": ("JSON", lambda: b'{"error": "not found"}'),
    "drawing.png": ("an SVG drawing", lambda: b"<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'/>"),
    "invoice.png": ("an XML invoice", lambda: b"<?xml version='1.0'?><Invoice/>"),
    "letter.png": ("an office document", lambda: b"PK\x03\x04" + bytes(40)),
    "rich.png": ("a rich text", lambda: b"{\\rtf1\\ansi Total 12.90}"),
    "icon.png": ("a Windows icon", lambda: b"\x00\x00\x01\x00\x01\x00" + bytes(60)),
    "film.jpg": ("a film", lambda: b"\x00\x00\x00\x20ftypisom" + bytes(60)),
    "raw.tif": ("a camera's raw file", lambda: b"FUJIFILMCCD-RAW 0201" + bytes(60)),
    "unknown.jpg": ("bytes of no format", lambda: b"\xde\xad\xbe\xef" * 9),
}
