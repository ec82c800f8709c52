"""The chunks of a PNG file (W3C PNG, third edition): is it whole, how many rows are there, which chunks may go."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

_SIGNATURE_BYTES = 8
_TEXTS = frozenset((b"tEXt", b"zTXt", b"iTXt", b"iCCP", b"eXIf"))
_SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_PIECE = 1 << 20


def _chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield kind, start of the content and its length, as declared."""
    at = _SIGNATURE_BYTES
    while at + 8 <= len(data):
        length, kind = struct.unpack_from(">L4s", data, at)
        yield kind, at + 8, length
        at += 12 + length


def check(data: bytes) -> None:
    """Raise ValueError when the pixel data does not agree with its checksums, or ends before the picture does.

    Pillow looks at neither: zeros in place of pixels would be shown as a picture.
    """
    for kind, start, length in _chunks(data):
        end = start + length
        if kind != b"IDAT" or end + 4 > len(data):
            continue
        if zlib.crc32(memoryview(data)[start - 4 : end]) != int.from_bytes(data[end : end + 4], "big"):
            raise ValueError("the checksum of the pixels does not fit them")


def is_cut(data: bytes) -> bool:
    """Say whether the file ends before its end chunk, or is filled up with zeros from some place on."""
    return not any(kind == b"IEND" for kind, _, _ in _chunks(data.rstrip(b"\0")))


def without_texts(data: bytes) -> bytes:
    """Return the file without its texts, profile and EXIF data: all that may be packed and is no picture."""
    kept = [data[:_SIGNATURE_BYTES]]
    kept += [data[start - 8 : start + length + 4] for kind, start, length in _chunks(data) if kind not in _TEXTS]
    return b"".join(kept)


def rows_there(data: bytes) -> int | None:
    """Count the rows that a cut file holds; None when it is interlaced, so that rows tell nothing."""
    if len(data) < 33 or data[28]:
        return None
    width, height, depth, colour = struct.unpack_from(">LLBB", data, 16)
    row_bytes = 1 + -(-width * depth * _SAMPLES.get(colour, 1) // 8)
    unpacker, unpacked = zlib.decompressobj(), 0
    try:
        for kind, start, length in _chunks(data):
            if kind == b"IDAT":
                unpacked += _unpacked(unpacker, data[start : start + length])
    except zlib.error:
        pass  # what came out before it counts
    return int(min(height, unpacked // row_bytes))


def _unpacked(unpacker: zlib._Decompress, packed: bytes) -> int:
    """Return how many bytes come out, holding one piece of them at a time."""
    count = 0
    while packed:
        count += len(unpacker.decompress(packed, _PIECE))
        packed = unpacker.unconsumed_tail
    return count
