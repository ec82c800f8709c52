"""The chunks of a WebP file: its size before it is decoded, and what a cut file still holds (RFC 9649)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

_PICTURE = (b"VP8 ", b"VP8L", b"ANMF", b"ALPH")


@dataclass(frozen=True, slots=True)
class _Chunk:
    kind: bytes
    start: int
    length: int

    @property
    def end(self) -> int:
        return self.start + 8 + self.length + self.length % 2


def webp_size(data: bytes) -> tuple[int, int] | None:
    """Return width and height from the header: the decoder allocates the canvas before it tells the size."""
    kind, body = data[12:16], data[20:30]
    if len(body) < 10:
        return None
    if kind == b"VP8X":
        return 1 + int.from_bytes(body[4:7], "little"), 1 + int.from_bytes(body[7:10], "little")
    if kind == b"VP8L":
        bits = int.from_bytes(body[1:5], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", body[6:10])
        return width & 0x3FFF, height & 0x3FFF
    return None


def is_cut(data: bytes) -> bool:
    """Say whether the file is shorter than it declares."""
    return len(data) < 8 + int.from_bytes(data[4:8], "little")


def filled_up(data: bytes, filler: bytes, *, most: int) -> bytes | None:
    """Return a cut file made decodable: `filler` in place of what its picture lacks, `most` bytes of it at most.

    What follows the picture (tags, further frames) is left out. None when no picture has begun.
    """
    chunks = tuple(_chunks(data))
    pictures = [chunk for chunk in chunks if chunk.kind in _PICTURE]
    if not pictures:
        return None
    cut = next((chunk for chunk in pictures if chunk.start + 8 + chunk.length > len(data)), None)
    whole = [chunk for chunk in pictures if chunk is not cut]
    if whole and (cut is None or cut.kind == b"ANMF"):
        body = data[12 : whole[-1].end]
    elif cut is None:
        return None
    else:
        missing = cut.end - len(data)
        if missing > most:
            return None
        body = data[12 : cut.end] + (filler * (missing // len(filler) + 1))[:missing]
    if len(body) % 2:
        body += b"\0"
    return b"RIFF" + struct.pack("<I", 4 + len(body)) + b"WEBP" + body


def _chunks(data: bytes) -> Iterator[_Chunk]:
    at = 12
    while at + 8 <= len(data):
        chunk = _Chunk(data[at : at + 4], at, int.from_bytes(data[at + 4 : at + 8], "little"))
        yield chunk
        at = chunk.end
