"""Small PDFs that unpack to hours of work, told from their bytes before PDFium sees them.

PDFium draws a form again at each call, forms call forms, and it unpacks packed commands whole: 800 bytes are enough
for a minute and a gigabyte. What is counted here are commands and calls; pictures are measured where they are drawn.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from fidelity_app.core.errors import UserError

MAX_UNPACKED_BYTES = 32 << 20
MAX_CALLS = 200_000
_PAGE_SHARE = 10
_STREAM = re.compile(rb"(?<!end)stream\r?\n")
_OBJECT = re.compile(rb"(\d{1,9})\s+\d+\s+obj\b")
_CALL = re.compile(rb"/([^\s/<>\[\]()]+)\s+Do\b")
_REFERENCE = re.compile(rb"/([^\s/<>\[\]()]+)\s+(\d{1,9})\s+\d+\s+R\b")
_FLATE = re.compile(rb"/(?:FlateDecode|Fl)\b")
_NO_COMMANDS = re.compile(
    rb"/Subtype\s*/Image\b|/FontFile|/Length1\b|/Type\s*/(?:XRef|ObjStm|Metadata|EmbeddedFile)\b|/N\s+[134]\b"
)
_LONGEST_DICTIONARY = 1 << 16


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A stream of commands: its number, its dictionary, the names it calls in order."""

    number: int
    dictionary: bytes
    called: tuple[bytes, ...]


def refuse_bombs(data: bytes, name: str) -> None:
    """Raise UserError naming the limit when a stream unpacks to too much or forms call each other too often."""
    drawn = {stream.number: stream for stream in _streams(data, name)}
    if not any(stream.called for stream in drawn.values()):
        return
    weights: dict[int, int] = {}
    deepest = max(_weight(number, data, drawn, weights, frozenset()) for number in drawn)
    # The names that a page's own commands call are given elsewhere; each may be the deepest form.
    on_page = max((len(s.called) for s in drawn.values() if not _REFERENCE.search(s.dictionary)), default=1)
    if deepest > MAX_CALLS or (deepest > 1 and deepest * on_page > _PAGE_SHARE * MAX_CALLS):
        raise UserError(
            f"{name}: a page of the PDF draws one thing over {MAX_CALLS:,} times; "
            "such a file is made to waste time, print the page to a new PDF"
        )


def _streams(data: bytes, name: str) -> Iterator[_Drawn]:
    before = 0
    for found in _STREAM.finditer(data):
        head = data[max(before, found.start() - _LONGEST_DICTIONARY) : found.start()]
        objects = list(_OBJECT.finditer(head))
        end = data.find(b"endstream", found.end())
        before = found.end() if end < 0 else end
        if not objects or found.start() < before < found.end():
            continue
        dictionary = head[objects[-1].end() :]
        if _NO_COMMANDS.search(dictionary):
            continue
        commands = _unpacked(data[found.end() : before if end >= 0 else len(data)], dictionary, name)
        yield _Drawn(int(objects[-1][1]), dictionary, tuple(_CALL.findall(commands)))


def _unpacked(body: bytes, dictionary: bytes, name: str) -> bytes:
    for _ in _FLATE.findall(dictionary):
        unpacker = zlib.decompressobj()
        try:
            body = unpacker.decompress(body, MAX_UNPACKED_BYTES + 1)
        except zlib.error:
            return b""  # in another filter than this; PDFium says more
        if len(body) > MAX_UNPACKED_BYTES:
            raise UserError(
                f"{name}: a part of the PDF unpacks to over {MAX_UNPACKED_BYTES:,} bytes; "
                "export the pages as pictures and import these"
            )
    return body


def _weight(number: int, data: bytes, drawn: dict[int, _Drawn], weights: dict[int, int], above: frozenset[int]) -> int:
    """Count how often anything is drawn for a stream; a form that calls itself is called once, as PDFium does."""
    if number in weights:
        return weights[number]
    stream = drawn.get(number)
    if stream is None or number in above or len(above) > 60:
        return 1
    targets = dict(_REFERENCE.findall(stream.dictionary))
    for key in (b"Resources", b"XObject"):
        if key in targets:
            targets |= dict(_REFERENCE.findall(_object(data, targets[key])))
    total = 1
    for called in set(stream.called):
        if called in targets:
            each = _weight(int(targets[called]), data, drawn, weights, above | {number})
            total += each * stream.called.count(called)
    weights[number] = total
    return total


def _object(data: bytes, number: bytes) -> bytes:
    found = re.search(rb"(?<!\d)" + number + rb"\s+\d+\s+obj\b", data)
    return b"" if found is None else data[found.end() : data.find(b"endobj", found.end())]
