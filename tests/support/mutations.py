"""Damaged files: small real ones of each format, changed by a fixed stream of random numbers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from support.made_files import MADE

# One file of each format and of each way in which it may be stored; small, so that thousands take seconds.
SEEDS = (
    "plain.jpg", "turned-6.jpeg", "cmyk-adobe.jpg", "two-lenses.mpo", "plain.png", "palette.png", "rgb-16.png",
    "animated.png", "adobe-rgb.png", "plain.tif", "pages.tif", "white-is-zero.tif", "bigtiff.tif", "lab.tif",
    "float.tif", "plain.webp", "lossless.webp", "animated.webp", "turned-5.webp", "plain.heic", "plain.avif",
    "turned-6.avif", "plain.bmp", "still.gif", "animated.gif", "plain.jp2", "plain.ppm", "pages.pdf", "picture.pdf",
    "forms.pdf",
)  # fmt: skip
_EXTREMES = (0x00, 0xFF, 0x7F, 0x80, 0x01)
_HEAD_BYTES = 96


def mutations(name: str, count: int, *, seed: int = 0) -> Iterator[bytes]:
    """Yield damaged versions of a made file: bytes flipped, header fields set to extremes, cut, doubled, zeroed."""
    whole = MADE[name].data()
    stream = np.random.PCG64([seed, *name.encode()])

    def below(limit: int) -> int:
        return int(stream.random_raw()) % max(1, limit)

    for _ in range(count):
        data = bytearray(whole)
        match below(6):
            case 0:
                for _ in range(1 + below(8)):
                    data[below(len(data))] ^= 1 << below(8)
            case 1:
                for _ in range(1 + below(4)):
                    data[below(min(_HEAD_BYTES, len(data)))] = _EXTREMES[below(len(_EXTREMES))]
            case 2:
                del data[below(len(data)) :]
            case 3:
                at, length = below(len(data)), 1 + below(64)
                data[at : at + length] = bytes(len(data[at : at + length]))
            case 4:
                at, length = below(len(data)), 1 + below(64)
                data[at:at] = data[at : at + length]
            case _:
                at, length = below(len(data)), 1 + below(4)
                data[at : at + length] = bytes([_EXTREMES[below(len(_EXTREMES))]] * len(data[at : at + length]))
        yield bytes(data)
