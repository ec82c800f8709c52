"""Awkward picture files made here, byte for byte the same each time: what the shared data has, and what it lacks.

`MADE` names them: each is a function that returns the bytes, and stands with a sentence that says what the file is.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageCms
from support.made_documents import DOCUMENTS
from support.made_pages import BIG, PAGE, grainy, heic, plain, saved, turned
from support.made_tiffs import (
    blank_fax,
    broken_chain,
    grey16,
    looping_tiff,
    strips,
    tiff_of,
    tiff_pages,
    tile_bomb,
    with_preview,
)


@dataclass(frozen=True, slots=True)
class Made:
    """A file: what it is in words, and its bytes."""

    what: str
    data: Callable[[], bytes]


# --- PNG by hand ---------------------------------------------------------------------------------------------------


def png_chunk(kind: bytes, body: bytes) -> bytes:
    """Return a chunk with its length and checksum."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def raw_png(pixels: np.ndarray, depth: int, colour: int, *chunks: bytes, width: int = 0) -> bytes:
    """Return a PNG of any depth and colour type; `pixels` are its packed rows (H, bytes)."""
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    size = struct.pack(">IIBBBBB", width or PAGE.shape[1], pixels.shape[0], depth, colour, 0, 0, 0)
    body = png_chunk(b"IHDR", size) + b"".join(chunks) + png_chunk(b"IDAT", zlib.compress(rows, 6))
    return b"\x89PNG\r\n\x1a\n" + body + png_chunk(b"IEND", b"")


def empty_png(width: int, height: int, depth: int = 1) -> bytes:
    """Return a PNG that is whole but for its pixels."""
    header = struct.pack(">IIBBBBB", width, height, depth, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", header) + png_chunk(b"IDAT", b"") + png_chunk(b"IEND", b"")


def one_bit_png(width: int, height: int) -> bytes:
    """Return a whole PNG of one bit a pixel: 20,000 x 20,000 white pixels are 50 KB."""
    packer, row = zlib.compressobj(9), b"\0" + b"\xff" * (-(-width // 8))
    body = b"".join([packer.compress(row * 100) for _ in range(height // 100)]) + packer.flush()
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    chunks = png_chunk(b"IHDR", header) + png_chunk(b"IDAT", body) + png_chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


def deep_rgb() -> np.ndarray:
    """Return the rows of a 16-bit colour PNG: the receipt, with noise in the lower byte."""
    low = (np.arange(PAGE.size, dtype=np.uint32).reshape(PAGE.shape) * 7919 >> 3).astype(np.uint16) & 0xFF
    return ((PAGE.astype(np.uint16) << 8) | low).astype(">u2").reshape(PAGE.shape[0], -1).view(np.uint8)


def _text_bomb(kind: bytes) -> bytes:
    packed = zlib.compress(b"0" * (40 << 20), 9)
    heads = {b"iTXt": b"Comment\0\1\0\0\0", b"zTXt": b"Comment\0\0", b"iCCP": b"profile\0\0"}
    chunk = png_chunk(kind, heads[kind] + packed)
    whole = plain("PNG")
    return whole[:33] + chunk + whole[33:]


# --- JPEG by hand --------------------------------------------------------------------------------------------------


def _without_adobe(data: bytes) -> bytes:
    at = data.index(b"\xff\xee")
    return data[:at] + data[at + 2 + int.from_bytes(data[at + 2 : at + 4], "big") :]


def _cmyk() -> Image.Image:
    inks = np.zeros((40, 60, 4), np.uint8)
    inks[:, :20, 1:3] = 255  # red
    inks[:, 20:40, 3] = 255  # black
    return Image.fromarray(inks, "CMYK")


def _jpeg_of(width: int, height: int) -> bytes:
    data = bytearray(plain("JPEG"))
    at = data.index(b"\xff\xc0")
    struct.pack_into(">HH", data, at + 5, height, width)
    return bytes(data)


def _many_scans() -> bytes:
    data = plain("JPEG", progressive=True)
    at = data.rindex(b"\xff\xda")
    return data[:at] + data[at:-2] * 400 + data[-2:]


# --- others --------------------------------------------------------------------------------------------------------


def adobe_rgb() -> bytes:
    """Return a matrix profile with the primaries and the gamma of Adobe RGB (1998)."""
    return _matrix_profile(
        "Adobe RGB (1998)", (0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457), 2.2
    )


def _matrix_profile(
    title: str, red: tuple[float, ...], green: tuple[float, ...], blue: tuple[float, ...], gamma: float
) -> bytes:
    """Build a display profile (ICC.1:2001) from its colorants."""

    def xyz(values: tuple[float, ...]) -> bytes:
        return b"XYZ \0\0\0\0" + b"".join(struct.pack(">i", round(v * 65536)) for v in values)

    curve = b"curv\0\0\0\0" + struct.pack(">IH", 1, round(gamma * 256)) + b"\0\0"
    words = title.encode() + b"\0"
    desc = b"desc\0\0\0\0" + struct.pack(">I", len(words)) + words + bytes(78 + 4)
    tags = {
        b"desc": desc, b"cprt": b"text\0\0\0\0none\0\0\0\0", b"wtpt": xyz((0.9642, 1.0, 0.8249)), b"rXYZ": xyz(red),
        b"gXYZ": xyz(green), b"bXYZ": xyz(blue), b"rTRC": curve, b"gTRC": curve, b"bTRC": curve,
    }  # fmt: skip
    at, table, body = 128 + 4 + 12 * len(tags), b"", b""
    for name, value in tags.items():
        value += bytes(-len(value) % 4)
        table += name + struct.pack(">II", at + len(body), len(value))
        body += value
    header = struct.pack(">I4sI4s4s4s", at + len(body), b"lcms", 0x02100000, b"mntr", b"RGB ", b"XYZ ")
    header += struct.pack(">6H4s", 2020, 1, 1, 0, 0, 0, b"acsp") + bytes(28)
    header += struct.pack(">3i", round(0.9642 * 65536), 65536, round(0.8249 * 65536))
    return header + bytes(128 - len(header)) + struct.pack(">I", len(tags)) + table + body


def linear_called_srgb() -> bytes:
    """Return a profile that calls itself sRGB and is linear: a name is never trusted."""
    return _matrix_profile(
        "sRGB linear", (0.4361, 0.2225, 0.0139), (0.3851, 0.7169, 0.0971), (0.1431, 0.0606, 0.7141), 1.0
    )


def srgb_profile() -> bytes:
    """Return sRGB itself."""
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def _alpha_over_black() -> bytes:
    pixels = np.zeros((*PAGE.shape[:2], 4), np.uint8)
    pixels[:, :, 3] = 255 - PAGE[:, :, 0]
    return saved(Image.fromarray(pixels), "PNG")


def _la() -> bytes:
    pixels = np.zeros((*PAGE.shape[:2], 2), np.uint8)
    pixels[:, :, 1] = 255 - PAGE[:, :, 0]
    return saved(Image.fromarray(pixels, "LA"), "PNG")


def _palette() -> bytes:
    image = Image.fromarray((PAGE[:, :, 0] > 128).astype(np.uint8), "L").convert("P")
    image.putpalette([0, 0, 0, 10, 20, 30])
    return saved(image, "PNG", transparency=1)


def _animation(kind: str, **options: object) -> bytes:
    frames = [Image.fromarray(PAGE), Image.new("RGB", (120, 160), (9, 9, 9)), Image.new("RGB", (120, 160))]
    return saved(frames[0], kind, save_all=True, append_images=frames[1:], duration=100, **options)


def _bomb_gif() -> bytes:
    head = b"GIF89a" + struct.pack("<HHBBB", 65535, 65535, 0, 0, 0)
    return head + b"," + struct.pack("<HHHHB", 0, 0, 65535, 65535, 0) + b"\x02\x02D\x01\x00;" + bytes(15)


def _bomb_webp() -> bytes:
    body = b"VP8X" + struct.pack("<I", 10) + bytes(4) + b"\xff\xff\xff" + b"\xff\xff\xff"
    return b"RIFF" + struct.pack("<I", 4 + len(body)) + b"WEBP" + body


def _bomb_boxes(data: bytes) -> bytes:
    changed = bytearray(data)
    at = changed.find(b"ispe")
    while at >= 0:
        struct.pack_into(">LL", changed, at + 8, 65535, 65535)
        at = changed.find(b"ispe", at + 4)
    return bytes(changed)


def _bomb_bmp() -> bytes:
    data = bytearray(plain("BMP"))
    struct.pack_into("<ll", data, 18, 100_000, 100_000)
    return bytes(data)


def _cut(data: bytes, share: float) -> bytes:
    return data[: int(len(data) * share)]


def _jp2_bomb() -> bytes:
    data = bytearray(plain("JPEG2000"))
    at = data.index(b"\xff\x4f\xff\x51")
    struct.pack_into(">4L", data, at + 8, 60_000, 60_000, 0, 0)
    return bytes(data)


def _big(kind: str, **options: object) -> bytes:
    return saved(Image.fromarray(BIG), kind, **options)


_PICTURES: dict[str, Made] = {
    "plain.jpg": Made("a JPEG", lambda: plain("JPEG", quality=95, dpi=(300, 300))),
    "plain.png": Made("a PNG", lambda: plain("PNG", dpi=(300, 300))),
    "plain.webp": Made("a WebP", lambda: plain("WEBP", quality=90)),
    "lossless.webp": Made("a lossless WebP", lambda: plain("WEBP", lossless=True)),
    "plain.bmp": Made("a BMP", lambda: plain("BMP")),
    "plain.heic": Made("a HEIC as phones make them", heic),
    "turned-6.heic": Made(
        "a HEIC stored lying, as telephones do", lambda: heic(np.ascontiguousarray(np.rot90(PAGE, 1)), orientation=6)
    ),
    "plain.avif": Made("an AVIF", lambda: plain("AVIF", quality=90)),
    "plain.tif": Made("a TIFF", lambda: plain("TIFF", compression="tiff_lzw", dpi=(200, 200))),
    "big-endian.tif": Made(
        "a TIFF of the other byte order", lambda: tiff_of(PAGE[:, :, 0], bits=8, photometric=1, order=">")
    ),
    "bigtiff.tif": Made("a BigTIFF", lambda: tiff_of(PAGE[:, :, 0], bits=8, photometric=1, big=True)),
    "plain.jp2": Made("a JPEG 2000", lambda: plain("JPEG2000")),
    "plain.ppm": Made("a PPM", lambda: plain("PPM")),
    "still.gif": Made("a GIF of one frame", lambda: saved(Image.fromarray(PAGE).convert("P"), "GIF")),
    "animated.gif": Made("a GIF of three frames", lambda: _animation("GIF")),
    "animated.png": Made("an APNG of three frames", lambda: _animation("PNG")),
    "animated.webp": Made("a WebP of three frames", lambda: _animation("WEBP", lossless=True)),
    "animated.avif": Made("an AVIF of three frames", lambda: _animation("AVIF", quality=90)),
    "two-lenses.mpo": Made("an MPO: two pictures in one JPEG", lambda: _animation("MPO", quality=95)),
    "pages.tif": Made("a TIFF of three pages", lambda: tiff_pages(0, 100, 200)),
    "loop.tif": Made("a TIFF whose second page leads back to the first", looping_tiff),
    "preview.tif": Made("a TIFF with a smaller copy of its page", with_preview),
    **{
        f"turned-{n}.{kind.lower()}": Made(f"{kind} with EXIF orientation {n}", lambda kind=kind, n=n: turned(kind, n))
        for kind in ("JPEG", "PNG", "WEBP", "TIFF", "AVIF")
        for n in range(1, 9)
    },
    "adobe-rgb.png": Made("the colours of Adobe RGB, with its profile", lambda: plain("PNG", icc_profile=adobe_rgb())),
    "adobe-rgb.jpg": Made("the same as JPEG", lambda: plain("JPEG", quality=95, icc_profile=adobe_rgb())),
    "srgb.png": Made("sRGB with its profile: nothing is to be done", lambda: plain("PNG", icc_profile=srgb_profile())),
    "grey-srgb.png": Made(
        "grey with a profile for colour, as many scanners write it",
        lambda: saved(Image.fromarray(PAGE[:, :, 0].copy()), "PNG", icc_profile=srgb_profile()),
    ),
    "called-srgb.png": Made(
        "a linear profile that calls itself sRGB", lambda: plain("PNG", icc_profile=linear_called_srgb())
    ),
    "broken-profile.png": Made("a profile that is none", lambda: plain("PNG", icc_profile=b"not a profile at all")),
    "wrong-profile.tif": Made("CMYK with a profile for RGB", lambda: saved(_cmyk(), "TIFF", icc_profile=adobe_rgb())),
    "cmyk.tif": Made("CMYK without a profile", lambda: saved(_cmyk(), "TIFF")),
    "cmyk-adobe.jpg": Made("CMYK stored inverted, with Adobe's mark", lambda: saved(_cmyk(), "JPEG", quality=95)),
    "cmyk-no-mark.jpg": Made(
        "the same bytes without the mark", lambda: _without_adobe(saved(_cmyk(), "JPEG", quality=95))
    ),
    "lab.tif": Made("CIELAB", lambda: saved(Image.new("LAB", (30, 20), (255, 128, 128)), "TIFF")),
    "grey-16.png": Made("16-bit grey", lambda: saved(Image.fromarray(grey16(65535)), "PNG")),
    "grey-16-key.png": Made(
        "16-bit grey, white is transparent",
        lambda: raw_png(
            grey16(65535).astype(">u2").view(np.uint8),
            16,
            0,
            png_chunk(b"tRNS", grey16(65535).max().astype(">u2").tobytes()),
        ),
    ),
    "grey-12-in-16.tif": Made("12-bit grey in 16 bits", lambda: saved(Image.fromarray(grey16(4095)), "TIFF")),
    "grey-16-white-is-zero.tif": Made(
        "16-bit grey with white as zero", lambda: tiff_of(65535 - grey16(65535), bits=16, photometric=0)
    ),
    "rgb-16.png": Made("16-bit colour", lambda: raw_png(deep_rgb(), 16, 2)),
    "rgb-16-key.png": Made(
        "16-bit colour, black is transparent",
        lambda: raw_png(
            (PAGE.astype(">u2") * 256).reshape(160, -1).view(np.uint8),
            16,
            2,
            png_chunk(b"tRNS", (PAGE.reshape(-1, 3)[PAGE.sum(axis=2).argmin()].astype(">u2") * 256).tobytes()),
        ),
    ),
    "rgb-16.tif": Made(
        "16-bit colour",
        lambda: tiff_of(deep_rgb().view(">u2").astype("<u2"), bits=16, photometric=2, planes=3, width=PAGE.shape[1]),
    ),
    "float.tif": Made(
        "floating-point grey 0..1", lambda: saved(Image.fromarray(PAGE[:, :, 0].astype(np.float32) / 255), "TIFF")
    ),
    "float-overshoot.tif": Made(
        "floating-point grey that overshoots white",
        lambda: saved(Image.fromarray(PAGE[:, :, 0].astype(np.float32) / 230), "TIFF"),
    ),
    "float-rgb.tif": Made(
        "floating-point colour",
        lambda: tiff_of(
            (PAGE.astype(np.float32) / 255).reshape(160, -1), bits=32, photometric=2, kind=3, planes=3, width=120
        ),
    ),
    "palette.png": Made("a palette with one transparent colour", _palette),
    "alpha-over-black.png": Made("transparent paper, black below it", _alpha_over_black),
    "grey-alpha.png": Made("grey with alpha", _la),
    "one-bit.png": Made("1 bit", lambda: saved(Image.fromarray(PAGE[:, :, 0].copy()).convert("1"), "PNG")),
    "black-is-zero.tif": Made(
        "1 bit, black is zero",
        lambda: saved(
            Image.fromarray(PAGE[:, :, 0].copy()).convert("1"), "TIFF", compression="group4", tiffinfo={262: 1}
        ),
    ),
    "white-is-zero.tif": Made(
        "1 bit, white is zero",
        lambda: saved(
            Image.fromarray(PAGE[:, :, 0].copy()).convert("1"), "TIFF", compression="group4", tiffinfo={262: 0}
        ),
    ),
    "fax.tif": Made(
        "a fax: 204 x 98 dpi",
        lambda: saved(Image.fromarray(PAGE[:, :, 0].copy()).convert("1"), "TIFF", compression="group3", dpi=(204, 98)),
    ),
    "cut.jpg": Made("a JPEG cut at 55 % of its bytes", lambda: _cut(_big("JPEG", quality=90), 0.55)),
    "cut-progressive.jpg": Made(
        "a progressive JPEG cut at 55 %", lambda: _cut(_big("JPEG", quality=90, progressive=True), 0.55)
    ),
    "cut-ended.jpg": Made(
        "a JPEG cut at 55 %, with an end mark put behind it", lambda: _cut(_big("JPEG", quality=90), 0.55) + b"\xff\xd9"
    ),
    "cut-zeros.jpg": Made(
        "a JPEG cut at 55 %, filled up with zeros", lambda: _cut(_big("JPEG", quality=90), 0.55).ljust(60_000, b"\0")
    ),
    "no-end.jpg": Made("a JPEG that lacks only its end mark", lambda: _big("JPEG", quality=90)[:-2]),
    "cut.png": Made("a PNG cut at 55 %", lambda: _cut(_big("PNG"), 0.55)),
    "cut-zeros.png": Made(
        "a PNG cut at 55 %, filled up with zeros", lambda: _cut(_big("PNG"), 0.55).ljust(60_000, b"\0")
    ),
    "cut.webp": Made("a WebP cut at 55 %", lambda: _cut(_big("WEBP", quality=90), 0.55)),
    "cut-lossless.webp": Made(
        "a lossless WebP of a grainy picture cut at 55 %",
        lambda: _cut(saved(Image.fromarray(grainy(BIG)), "WEBP", lossless=True), 0.55),
    ),
    "cut-drawn.webp": Made(
        "a lossless WebP of a drawn picture cut at 55 %", lambda: _cut(_big("WEBP", lossless=True), 0.55)
    ),
    "cut-plain.tif": Made("an uncompressed TIFF cut at 55 %", lambda: _cut(_big("TIFF"), 0.55)),
    "cut-lzw.tif": Made("an LZW TIFF cut at 55 %", lambda: _cut(_big("TIFF", compression="tiff_lzw"), 0.55)),
    "cut-strips.tif": Made("a deflated TIFF of 9 strips cut at 55 %", lambda: _cut(strips(), 0.55)),
    "cut-chain.tif": Made("a TIFF of two pages cut in the second directory", broken_chain),
    "cut.bmp": Made("a BMP cut at 55 %", lambda: _cut(_big("BMP"), 0.55)),
    "cut.gif": Made("a GIF cut at 55 %", lambda: _cut(saved(Image.fromarray(BIG).convert("P"), "GIF"), 0.55)),
    "cut.heic": Made("a HEIC cut at 55 %", lambda: _cut(heic(), 0.55)),
    "cut.avif": Made("an AVIF cut at 55 %", lambda: _cut(plain("AVIF", quality=90), 0.55)),
    "cut-header.png": Made("a PNG cut in its header", lambda: plain("PNG")[:20]),
    "bomb.gif": Made("44 bytes that declare 4.3 gigapixels", _bomb_gif),
    "bomb-1-bit.png": Made("a whole PNG of 20,000 x 20,000 pixels in 50 KB", lambda: one_bit_png(20_000, 20_000)),
    "bomb.png": Made("a PNG that declares 10 gigapixels", lambda: empty_png(100_000, 100_000)),
    "bomb.jpg": Made("a JPEG that declares 4.3 gigapixels", lambda: _jpeg_of(65_535, 65_535)),
    "bomb-scans.jpg": Made("a JPEG of more than 400 scans", _many_scans),
    "bomb.webp": Made("a WebP that declares 281 terapixels", _bomb_webp),
    "bomb.tif": Made("a whole fax TIFF of 20,000 x 20,000 pixels in 3 KB", lambda: blank_fax(20_000)),
    "blank-fax.tif": Made("a whole fax TIFF of 1,000 x 1,000 pixels", lambda: blank_fax(1_000)),
    "bomb-tile.tif": Made("a TIFF of 40 x 40 pixels in one tile of 60,000 x 60,000", tile_bomb),
    "bomb.avif": Made("an AVIF that declares 4.3 gigapixels", lambda: _bomb_boxes(plain("AVIF"))),
    "bomb.heic": Made("a HEIC that declares 4.3 gigapixels", lambda: _bomb_boxes(heic())),
    "bomb.bmp": Made("a BMP that declares 10 gigapixels", _bomb_bmp),
    "bomb.jp2": Made("a JPEG 2000 whose codestream declares 3.6 gigapixels", _jp2_bomb),
    "bomb-itxt.png": Made("a text in a PNG that unpacks to 40 MB", lambda: _text_bomb(b"iTXt")),
    "bomb-iccp.png": Made("a profile in a PNG that unpacks to 40 MB", lambda: _text_bomb(b"iCCP")),
}

MADE: dict[str, Made] = {**_PICTURES, **{name: Made(what, make) for name, (what, make) in DOCUMENTS.items()}}
