"""PNG and JPEG bytes from pixels. The PNG writer is ours: equal pixels give equal bytes on every Pillow and OpenCV."""

from __future__ import annotations

import hashlib
import struct
import zlib

import numpy as np

from fidelity_app.core.errors import UserError
from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.cv import cv2

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_END = b"\x00\x00\x00\x00IEND\xaeB`\x82"
_GREY, _COLOUR = 0, 2
_FILTER_UP = 2


def to_png(rgb: Rgb) -> bytes:
    """Encode RGB uint8 (H, W, 3) without loss; a picture whose channels are equal is stored as grey.

    Raises ValueError for any other shape or type.
    """
    _check(rgb)
    grey = _all_grey(rgb)
    rows = rgb[:, :, 0] if grey else rgb.reshape(rgb.shape[0], -1)
    filtered = np.empty((rows.shape[0], rows.shape[1] + 1), np.uint8)
    filtered[:, 0] = _FILTER_UP
    filtered[0, 1:] = rows[0]
    np.subtract(rows[1:], rows[:-1], out=filtered[1:, 1:])  # uint8 wraps, as the filter wants
    header = struct.pack(">IIBBBBB", rgb.shape[1], rgb.shape[0], 8, _GREY if grey else _COLOUR, 0, 0, 0)
    packer = zlib.compressobj(level=1, method=zlib.DEFLATED, wbits=15, memLevel=9, strategy=zlib.Z_DEFAULT_STRATEGY)
    body = packer.compress(filtered.data) + packer.flush()
    return _SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", body) + _END


def from_png(data: bytes) -> Rgb:
    """Decode a PNG of ours to RGB uint8 (H, W, 3). Raises UserError when the bytes are no whole PNG."""
    if not (data.startswith(_SIGNATURE) and data.endswith(_END)):
        raise UserError("a stored picture is damaged: it is not a whole PNG file; make it again from its source")
    bgr = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
    if bgr is None:
        raise UserError("a stored picture is damaged: the PNG does not decode; make it again from its source")
    return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB), dtype=np.uint8)


def to_jpeg(rgb: Rgb, quality: int) -> bytes:
    """Encode RGB uint8 (H, W, 3) as a baseline JPEG with 4:2:0 chroma. Raises ValueError outside 1..100."""
    _check(rgb)
    if not 1 <= quality <= 100:
        raise ValueError(f"JPEG quality {quality} is outside 1..100")
    done, data = cv2.imencode(".jpg", cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ValueError(f"a picture of {rgb.shape[1]} x {rgb.shape[0]} pixels does not fit into a JPEG")
    return bytes(data.tobytes())


def from_jpeg(data: bytes) -> Rgb:
    """Decode a JPEG of ours to RGB uint8. Raises ValueError when it does not decode."""
    bgr = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
    if bgr is None:
        raise ValueError("the bytes are no JPEG")
    return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB), dtype=np.uint8)


def pixel_sha(rgb: Rgb) -> str:
    """Return the sha256 of size and pixels: the identity of what a model sees."""
    _check(rgb)
    digest = hashlib.sha256(f"rgb8:{rgb.shape[1]}x{rgb.shape[0]}:".encode())
    digest.update(np.ascontiguousarray(rgb).data)
    return digest.hexdigest()


def _check(rgb: Rgb) -> None:
    if rgb.dtype != np.uint8 or rgb.ndim != 3 or rgb.shape[2] != 3 or 0 in rgb.shape:
        raise ValueError(f"expected RGB uint8 (H, W, 3), got {rgb.dtype} {rgb.shape}")


def _all_grey(rgb: Rgb) -> bool:
    probe = rgb[:: max(1, rgb.shape[0] // 16)]  # a few rows first: most colour pages are told at once
    return all(_equal_channels(part) for part in (probe, rgb))


def _equal_channels(rgb: Rgb) -> bool:
    red = rgb[:, :, 0]
    return bool(np.array_equal(red, rgb[:, :, 1]) and np.array_equal(red, rgb[:, :, 2]))


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
