"""TIFF files written tag by tag: what no library of ours writes."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping

import numpy as np
from PIL import Image
from support.made_pages import BIG, PAGE, grainy, saved


def tiff(tags: Mapping[int, tuple[str, tuple[int, ...]]], body: bytes, *, order: str = "<", big: bool = False) -> bytes:
    """Return a TIFF of one directory; the tags StripOffsets (273) or TileOffsets (324) may be given as ()."""
    head = (b"II" if order == "<" else b"MM") + struct.pack(order + "H", 43 if big else 42)
    head += struct.pack(order + ("HHQ" if big else "L"), *((8, 0, 16) if big else (8,)))
    pointer, count, entry = ("Q", "Q", 20) if big else ("L", "H", 12)
    entries = dict(sorted(tags.items()))
    at_body = len(head) + struct.calcsize(order + count) + entry * len(entries) + struct.calcsize(order + pointer)
    directory, codes = struct.pack(order + count, len(entries)), {"B": 1, "H": 3, "L": 4, "Q": 16}
    for tag, (letter, values) in entries.items():
        values = values or (at_body,)
        packed = struct.pack(f"{order}{len(values)}{letter}", *values)
        size = struct.calcsize(order + pointer)
        directory += struct.pack(order + "HH" + pointer, tag, codes[letter], len(values)) + packed.ljust(size, b"\0")
    return head + directory + struct.pack(order + pointer, 0) + body


def tiff_of(
    samples: np.ndarray, *, bits: int, photometric: int, kind: int = 1, planes: int = 1, width: int = 0, **options: bool
) -> bytes:
    """Return an uncompressed TIFF of one strip."""
    body = samples.tobytes()
    tags = {
        256: ("L", (width or samples.shape[1],)), 257: ("L", (samples.shape[0],)), 258: ("H", (bits,)),
        259: ("H", (1,)), 262: ("H", (photometric,)), 273: ("L", ()), 277: ("H", (planes,)),
        278: ("L", (samples.shape[0],)), 279: ("L", (len(body),)), 339: ("H", (kind,)),
    }  # fmt: skip
    return tiff(tags, body, **options)


def grey16(top: int) -> np.ndarray:
    """Return the receipt in grey from 0 to `top`."""
    return (PAGE[:, :, 0].astype(np.uint32) * top // 255).astype("<u2")


def tiff_pages(*shades: int) -> bytes:
    """Return a TIFF of several small grey pages."""
    first, *others = (Image.new("L", (40 + shade // 10, 30), shade) for shade in shades)
    return saved(first, "TIFF", save_all=True, append_images=others)


def looping_tiff() -> bytes:
    """Return a TIFF of two pages whose second leads back to the first."""
    data = bytearray(tiff_pages(60, 160))
    first = struct.unpack_from("<I", data, 4)[0]
    count = struct.unpack_from("<H", data, first)[0]
    second = struct.unpack_from("<I", data, first + 2 + 12 * count)[0]
    count = struct.unpack_from("<H", data, second)[0]
    struct.pack_into("<I", data, second + 2 + 12 * count, first)
    return bytes(data)


def broken_chain() -> bytes:
    """Return a TIFF of two pages, cut in the directory of the second."""
    data = bytearray(tiff_pages(60, 160))
    first = struct.unpack_from("<I", data, 4)[0]
    count = struct.unpack_from("<H", data, first)[0]
    second = struct.unpack_from("<I", data, first + 2 + 12 * count)[0]
    return bytes(data[: second + 4])


def with_preview() -> bytes:
    """Return a TIFF whose second directory is a smaller copy of the first."""
    first, second = Image.fromarray(PAGE), Image.fromarray(PAGE[::4, ::4].copy())
    data = bytearray(saved(first, "TIFF", save_all=True, append_images=[second], tiffinfo={254: 0}))
    at = struct.unpack_from("<I", data, 4)[0]
    count = struct.unpack_from("<H", data, at)[0]
    at = struct.unpack_from("<I", data, at + 2 + 12 * count)[0]
    assert struct.unpack_from("<H", data, at + 2)[0] == 254
    struct.pack_into("<L", data, at + 2 + 8, 1)
    return bytes(data)


def strips() -> bytes:
    """Return a deflated TIFF of nine strips, its directory in front, stored upside down."""
    strips = [zlib.compress(grainy(BIG)[top : top + 50].tobytes()) for top in range(0, 450, 50)]
    tags = {
        256: ("L", (300,)), 257: ("L", (450,)), 258: ("H", (8, 8, 8)), 259: ("H", (8,)), 262: ("H", (2,)),
        273: ("L", tuple(0 for _ in strips)), 274: ("H", (3,)), 277: ("H", (3,)), 278: ("L", (50,)),
        279: ("L", tuple(len(strip) for strip in strips)),
    }  # fmt: skip
    at = len(tiff({tag: ("L", (0,)) for tag in tags}, b""))
    lists = {258: at, 273: at + 6, 279: at + 6 + 36}
    body_at = at + 6 + 36 + 36
    starts = [body_at + sum(map(len, strips[:number])) for number in range(9)]
    packed = bytearray(
        tiff({tag: (value if tag not in lists else (value[0], (0,))) for tag, value in tags.items()}, b"")
    )
    for index, (tag, (_, values)) in enumerate(sorted(tags.items())):
        if tag in lists:
            struct.pack_into("<LL", packed, 10 + 12 * index + 4, len(values), lists[tag])
    body = struct.pack("<3H", 8, 8, 8) + struct.pack("<9L", *starts) + struct.pack("<9L", *map(len, strips))
    return bytes(packed) + body + b"".join(strips)


def blank_fax(side: int) -> bytes:
    """Return a whole TIFF of white paper in Group 4 coding: a row like the one above it is a single bit (T.6)."""
    body, one = b"\xff" * (side // 8) + b"\x00\x10\x01", ("L", (side,))
    tags = {
        256: one, 257: one, 258: ("H", (1,)), 259: ("H", (4,)), 262: ("H", (0,)), 273: ("L", ()),
        277: ("H", (1,)), 278: one, 279: ("L", (len(body),)),
    }  # fmt: skip
    return tiff(tags, body)


def tile_bomb() -> bytes:
    """Return a TIFF of 40 x 40 pixels that lie in one tile of 60,000 x 60,000."""
    one = ("L", (40,))
    tags = {
        256: one, 257: one, 258: ("H", (8,)), 259: ("H", (8,)), 262: ("H", (1,)), 277: ("H", (1,)),
        322: ("L", (60_000,)), 323: ("L", (60_000,)), 324: ("L", ()), 325: ("L", (100,)),
    }  # fmt: skip
    return tiff(tags, zlib.compress(bytes(1000)).ljust(100, b"\0"))
