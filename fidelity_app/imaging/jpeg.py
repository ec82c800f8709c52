"""The markers of a JPEG file (ITU-T T.81, annex B): where its picture ends, and how many scans it is made of."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

# A file of ten scans is common, of fifty unheard of; each costs a pass over all pixels, however few bytes it has.
MAX_SCANS = 100
END = b"\xff\xd9"
_MARK, _SCAN = 0xFF, 0xDA
_SEQUENTIAL = (0xC0, 0xC1)
_TABLES, _RESTARTS = 0xC4, 0xDD
_PROGRESSIVE = (0xC2, 0xC6, 0xCA, 0xCE)
_NO_LENGTH = frozenset((0x01, *range(0xD0, 0xD9)))
# Inside a scan 0xFF is followed by 0 or by a restart mark; anything else is the next marker.
_NEXT_MARKER = re.compile(rb"\xff+[^\x00\xd0-\xd7\xff]")
# What is decoded where a scan ends too early shows by being something else than what was there: no run, no marker.
FILLER = bytes((37 * number + 11) % 251 for number in range(251)) * 400


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the data of the last scan ends, whether the end mark is there, and whether the scans refine each other."""

    data_end: int
    has_end: bool
    progressive: bool


def layout(data: bytes) -> Layout:
    """Walk the markers of the first picture in the file. Never raises."""
    at, progressive = 2, False
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return Layout(len(data), has_end=False, progressive=progressive)
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif marker == END[1]:
            return Layout(at, has_end=True, progressive=progressive)
        elif marker in _NO_LENGTH:
            at += 2
        else:
            progressive |= marker in _PROGRESSIVE
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
            if marker == _SCAN:
                found = _NEXT_MARKER.search(data, at)
                if found is None:
                    return Layout(_without_padding(data), has_end=False, progressive=progressive)
                at = found.end() - 2
    return Layout(min(at, len(data)), has_end=data[at : at + 2] == END, progressive=progressive)


def _without_padding(data: bytes) -> int:
    """Return where the content ends: a broken download is often filled up with zeros to its full size."""
    return len(data.rstrip(b"\0"))


@dataclass(frozen=True, slots=True)
class BlankUnits:
    """How the last scan ends: so many units of the picture, each `unit_px` large, are as flat as the one before."""

    units: int
    unit_px: tuple[int, int]


def blank_end(data: bytes, end: int) -> BlankUnits | None:
    """Count the units at the end of the one scan that only say "as before". None when it is not made so simply.

    Each such unit is the same few bits, two codes a block (difference 0, end of block): they repeat to the end.
    """
    header = _header(data)
    if header is None:
        return None
    bits, unit_px = header
    tail = np.frombuffer(
        data[:end].replace(b"\xff\x00", b"\xff")[:-1], np.uint8
    )  # the last byte is filled up with ones
    period = bits // math.gcd(bits, 8)
    same = tail[period:] == tail[:-period]
    uneven = np.flatnonzero(~same)
    run = int(same.size - 1 - uneven[-1]) if uneven.size else int(same.size)
    return BlankUnits((run + period) * 8 // bits if run >= period else 0, unit_px)


def is_progressive(data: bytes) -> bool:
    """Say whether the scans of the picture refine each other."""
    return any(marker in _PROGRESSIVE for marker, _ in _segments(data))


def _segments(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield marker and content of each segment up to the first scan's, that included."""
    at, marker = 2, 0
    while at + 4 <= len(data) and data[at] == _MARK and marker != _SCAN:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        yield marker, data[at + 4 : at + 2 + length]
        at += 2 + length


def _header(data: bytes) -> tuple[int, tuple[int, int]] | None:
    """Return the bits of a unit that is as before, and its size in pixels; None when not of one plain scan."""
    lengths: dict[int, dict[int, int]] = {}
    sampling: dict[int, tuple[int, int]] = {}
    for marker, body in _segments(data):
        if marker == _TABLES:
            _read_tables(body, lengths)
        elif marker in _SEQUENTIAL:
            sampling = {body[i]: (body[i + 1] >> 4, body[i + 1] & 15) for i in range(6, len(body) - 2, 3)}
        elif marker in _PROGRESSIVE or (marker == _RESTARTS and any(body)):
            return None
        elif marker == _SCAN:
            return _of_scan(body, lengths, sampling)
    return None


def _read_tables(body: bytes, lengths: dict[int, dict[int, int]]) -> None:
    """Note how many bits each symbol of each table has (T.81, B.2.4.2)."""
    at = 0
    while at + 17 <= len(body):
        counts = body[at + 1 : at + 17]
        codes = [bits for bits, count in enumerate(counts, 1) for _ in range(count)]
        symbols = body[at + 17 : at + 17 + len(codes)]
        lengths[body[at]] = dict(zip(symbols, codes, strict=False))
        at += 17 + len(codes)


def _of_scan(
    body: bytes, lengths: dict[int, dict[int, int]], sampling: dict[int, tuple[int, int]]
) -> tuple[int, tuple[int, int]] | None:
    if not body or body[0] != len(sampling) or len(body) < 1 + 2 * body[0]:
        return None
    alone, bits = body[0] == 1, 0
    for number in range(body[0]):
        component, tables = body[1 + 2 * number], body[2 + 2 * number]
        steady = lengths.get(tables >> 4, {}).get(0)
        ended = lengths.get(0x10 | (tables & 15), {}).get(0)
        if steady is None or ended is None or component not in sampling:
            return None
        across, down = (1, 1) if alone else sampling[component]
        bits += across * down * (steady + ended)
    widest = (1, 1) if alone else tuple(max(values) for values in zip(*sampling.values(), strict=True))
    return bits, (8 * widest[0], 8 * widest[1])
