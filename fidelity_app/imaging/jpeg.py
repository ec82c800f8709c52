"""The markers of a JPEG file (ITU-T T.81, annex B): where its picture ends, and how many scans it is made of."""

from __future__ import annotations

import re
from dataclasses import dataclass

# A file of ten scans is common, of fifty unheard of; each costs a pass over all pixels, however few bytes it has.
MAX_SCANS = 100
END = b"\xff\xd9"
_SCAN = 0xDA
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
