"""The boxes of HEIF, AVIF and JPEG 2000 files (ISO/IEC 14496-12): sizes before anything is decoded, and what is cut."""

from __future__ import annotations

import struct
from collections.abc import Iterator

_META, _SIZE = b"meta", b"ispe"
_CODESTREAM = b"\xff\x4f\xff\x51"


def _boxes(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield kind, start and end of each box at the top, as declared."""
    at = 0
    while at + 8 <= len(data):
        length, kind = struct.unpack_from(">L4s", data, at)
        if length == 1 and at + 16 <= len(data):
            (length,) = struct.unpack_from(">Q", data, at + 8)
        elif length == 0:  # to the end of the file
            length = len(data) - at
        if length < 8:
            return
        yield kind, at, at + length
        at += length


def missing_bytes(data: bytes) -> int:
    """Return how many bytes the last box of a cut file lacks; 0 when the file is whole."""
    return max((end for _, _, end in _boxes(data)), default=len(data)) - len(data) if data else 0


def largest_picture(data: bytes) -> tuple[int, int] | None:
    """Return the largest size that a HEIF or AVIF file declares for any of its pictures (ISO/IEC 23008-12, 6.5.3)."""
    sizes = []
    for kind, start, end in _boxes(data):
        at = data.find(_SIZE, start, end) if kind == _META else -1
        while at >= 0 and at + 16 <= len(data):
            sizes.append(struct.unpack_from(">LL", data, at + 8))
            at = data.find(_SIZE, at + 4, end)
    return max(sizes, key=lambda size: size[0] * size[1], default=None)


def codestream_size(data: bytes) -> tuple[int, int] | None:
    """Return the size in a JPEG 2000 codestream, for which memory is taken, whatever its box says (T.800, A.5.1)."""
    at = data.find(_CODESTREAM)
    if at < 0 or len(data) < at + 24:
        return None
    right, bottom, left, top = struct.unpack_from(">4L", data, at + 8)
    return max(1, right - left), max(1, bottom - top)
