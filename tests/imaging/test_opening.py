"""Each row of IMAGING section 1 on files made here."""

from __future__ import annotations

import io
import os
import struct
import zlib
from pathlib import Path

import numpy as np
import pillow_heif
import pypdfium2 as pdfium
import pytest
from PIL import Image
from support.drawn_pages import receipt

from fidelity_app.core.errors import UserError
from fidelity_app.imaging.encoding import pixel_sha, to_png
from fidelity_app.imaging.opening import OpenedPage, file_sha, iter_pages, open_pages

PAGE = receipt(120, 160)


def _saved(image: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def _one(data: bytes | Path, **options: int) -> OpenedPage:
    (page,) = open_pages(data, name="a file", **options)
    return page


def _error(source: bytes | Path, **options: int) -> str:
    with pytest.raises(UserError) as caught:
        open_pages(source, name="a file", **options)
    return str(caught.value)


def test_a_plain_png_comes_back_as_it_is_and_read_only() -> None:
    page = _one(to_png(PAGE))
    assert np.array_equal(page.rgb, PAGE)
    assert (page.format, page.index, page.notes, page.truncated) == ("PNG", 0, (), False)
    assert page.pixel_sha == pixel_sha(PAGE)
    assert page.rgb.flags.c_contiguous
    with pytest.raises(ValueError, match="read-only"):
        page.rgb[0, 0] = 0


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_orientation_ends_upright_exactly_once(kind: str, orientation: int) -> None:
    stored = {
        1: PAGE, 2: PAGE[:, ::-1], 3: PAGE[::-1, ::-1], 4: PAGE[::-1],
        5: PAGE.transpose(1, 0, 2), 6: np.rot90(PAGE, 1), 7: PAGE[::-1, ::-1].transpose(1, 0, 2), 8: np.rot90(PAGE, 3),
    }[orientation]  # fmt: skip
    image = Image.fromarray(np.ascontiguousarray(stored))
    exif = Image.Exif()
    exif[0x0112] = orientation
    options = {"quality": 100} if kind in ("JPEG", "WEBP") else {}
    page = _one(_saved(image, kind, exif=exif, **options))
    assert page.rgb.shape == PAGE.shape
    assert np.abs(page.rgb.astype(int) - PAGE).mean() < 4
    assert any("EXIF orientation" in note for note in page.notes) == (orientation != 1 and kind != "TIFF")


@pytest.mark.parametrize("kind", ["PNG", "TIFF", "PPM"])
def test_sixteen_bit_grey_is_scaled_and_not_clipped_to_white(kind: str) -> None:
    ramp = np.tile(np.linspace(0, 65535, 64).astype(np.uint16), (4, 1))
    page = _one(_saved(Image.fromarray(ramp), kind))
    assert np.abs(page.rgb[0, :, 0].astype(int) - np.rint(ramp[0] / 257)).max() <= 1
    assert "16-bit grey scaled to 8 bits" in page.notes


def test_twelve_bits_in_sixteen_use_the_whole_range() -> None:
    ramp = np.tile(np.linspace(0, 4000, 64).astype(np.uint16), (4, 1))
    page = _one(_saved(Image.fromarray(ramp), "TIFF"))
    assert (page.rgb.min(), page.rgb.max()) == (0, 255)
    assert "0..4000" in page.notes[0]


def test_a_float_tiff_is_scaled_from_zero_to_one() -> None:
    values = np.array([[0.0, 0.5, 1.0, np.nan]], np.float32)
    page = _one(_saved(Image.fromarray(values), "TIFF"))
    assert page.rgb[0, :, 0].tolist() == [0, 128, 255, 0]


def test_transparency_with_black_under_it_becomes_white_paper() -> None:
    pixels = np.zeros((4, 4, 4), np.uint8)
    pixels[0, 0, 3], pixels[0, 1] = 255, (0, 0, 0, 128)
    page = _one(_saved(Image.fromarray(pixels), "PNG"))
    assert page.rgb[3, 3].tolist() == [255] * 3
    assert page.rgb[0, 0].tolist() == [0] * 3
    assert page.rgb[0, 1].tolist() == [127] * 3
    assert "transparent parts laid on white" in page.notes


def test_a_transparent_palette_colour_becomes_white() -> None:
    image = Image.fromarray(np.array([[0, 1]], np.uint8), "L").convert("P")
    image.putpalette([0, 0, 0, 10, 20, 30])
    assert _one(_saved(image, "PNG", transparency=0)).rgb[0].tolist() == [[255] * 3, [10, 20, 30]]


def test_an_opaque_alpha_channel_is_no_news() -> None:
    image = Image.fromarray(PAGE).convert("RGBA")
    page = _one(_saved(image, "PNG"))
    assert np.array_equal(page.rgb, PAGE)
    assert page.notes == ()


def test_cmyk_is_converted_and_said() -> None:
    page = _one(_saved(Image.new("CMYK", (4, 4), (0, 255, 255, 0)), "TIFF"))
    assert page.rgb[0, 0].tolist() == [255, 0, 0]
    assert any("CMYK" in note for note in page.notes)


def test_lab_is_converted_and_said() -> None:
    page = _one(_saved(Image.new("LAB", (4, 4), (255, 128, 128)), "TIFF"))
    assert page.rgb.min() >= 253
    assert any("CIELAB" in note for note in page.notes)


def _profile_with_red_and_green_swapped() -> bytes:
    """Build a matrix profile (ICC.1:2001) whose first channel is sRGB's green."""

    def xyz(*values: float) -> bytes:
        return b"XYZ \0\0\0\0" + b"".join(struct.pack(">i", round(v * 65536)) for v in values)

    curve = b"curv\0\0\0\0" + struct.pack(">IH", 1, round(2.2 * 256)) + b"\0\0"
    red, green, blue = xyz(0.4361, 0.2225, 0.0139), xyz(0.3851, 0.7169, 0.0971), xyz(0.1431, 0.0606, 0.7141)
    title = b"swapped\0"
    desc = b"desc\0\0\0\0" + struct.pack(">I", len(title)) + title + bytes(78 + 4)
    tags = {
        b"desc": desc, b"cprt": b"text\0\0\0\0none\0\0\0\0", b"wtpt": xyz(0.9642, 1.0, 0.8249), b"rXYZ": green,
        b"gXYZ": red, b"bXYZ": blue, b"rTRC": curve, b"gTRC": curve, b"bTRC": curve,
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


def test_an_embedded_profile_is_applied() -> None:
    page = _one(_saved(Image.new("RGB", (4, 4), (255, 0, 0)), "PNG", icc_profile=_profile_with_red_and_green_swapped()))
    assert page.rgb[0, 0, 1] > 250
    assert page.rgb[0, 0, 0] < 10
    assert "colours converted to sRGB from the profile 'swapped'" in page.notes


def test_a_broken_profile_is_said_and_the_pixels_stay() -> None:
    page = _one(_saved(Image.fromarray(PAGE), "PNG", icc_profile=b"not a profile at all"))
    assert np.array_equal(page.rgb, PAGE)
    assert any("profile is broken" in note for note in page.notes)


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_cut_file_is_opened_as_far_as_it_goes_and_flagged(kind: str) -> None:
    big = receipt(600, 900)
    whole = _saved(Image.fromarray(big), kind)
    page = _one(whole[: len(whole) * 55 // 100])
    assert page.truncated
    assert any(note.startswith("truncated") for note in page.notes)
    assert page.rgb.shape == big.shape
    assert np.abs(page.rgb[:200].astype(int) - big[:200]).mean() < 6


def test_a_whole_file_is_not_flagged_after_a_cut_one_was_opened() -> None:
    whole = _saved(Image.fromarray(PAGE), "JPEG")
    assert _one(whole[: len(whole) // 2]).truncated
    assert not _one(whole).truncated


def test_a_file_cut_in_its_header_is_damaged() -> None:
    assert "damaged" in _error(to_png(PAGE)[:20])


def _bomb_gif() -> bytes:
    head = b"GIF89a" + struct.pack("<HHBBB", 65535, 65535, 0, 0, 0)
    return head + b"," + struct.pack("<HHHHB", 0, 0, 65535, 65535, 0) + b"\x02\x02D\x01\x00;"


def _bomb_png() -> bytes:
    header = struct.pack(">IIBBBBB", 100_000, 100_000, 1, 0, 0, 0, 0)
    chunk = struct.pack(">I", 13) + b"IHDR" + header + struct.pack(">I", zlib.crc32(b"IHDR" + header))
    return b"\x89PNG\r\n\x1a\n" + chunk + struct.pack(">I", 0) + b"IDAT" + struct.pack(">I", zlib.crc32(b"IDAT"))


def _bomb_webp() -> bytes:
    body = b"VP8X" + struct.pack("<I", 10) + bytes(4) + b"\xff\xff\xff" + b"\xff\xff\xff"
    return b"RIFF" + struct.pack("<I", 4 + len(body)) + b"WEBP" + body


def _bomb_tiff() -> bytes:
    return _saved(Image.new("1", (20_000, 20_000)), "TIFF", compression="group4")


@pytest.mark.parametrize("bomb", [_bomb_gif, _bomb_png, _bomb_webp, _bomb_tiff])
def test_a_bomb_is_refused_with_its_size_and_the_limit(bomb: object) -> None:
    message = _error(bomb())  # type: ignore[operator]
    assert "over the limit of 120,000,000" in message
    assert " x " in message


def test_the_limit_can_be_raised() -> None:
    data = to_png(PAGE)
    assert "120 x 160 = 19,200 pixels is over the limit of 19,199" in _error(data, max_pixels=19_199)
    assert _one(data, max_pixels=19_200).rgb.shape == (160, 120, 3)


def _tiff_pages(*shades: int) -> bytes:
    first, *others = (Image.new("L", (8 + shade // 50, 8), shade) for shade in shades)
    return _saved(first, "TIFF", save_all=True, append_images=others)


def test_all_pages_of_a_tiff_are_opened_in_order() -> None:
    pages = open_pages(_tiff_pages(0, 100, 200), name="scan.tif")
    assert [(page.index, int(page.rgb[0, 0, 0])) for page in pages] == [(0, 0), (1, 100), (2, 200)]


def test_a_tiff_whose_pages_loop_ends() -> None:
    data = bytearray(_tiff_pages(0, 100))
    first = struct.unpack_from("<I", data, 4)[0]
    at = first
    for _ in range(1):
        count = struct.unpack_from("<H", data, at)[0]
        at = struct.unpack_from("<I", data, at + 2 + 12 * count)[0]
    count = struct.unpack_from("<H", data, at)[0]
    struct.pack_into("<I", data, at + 2 + 12 * count, first)
    pages = open_pages(bytes(data), name="loop.tif")
    assert len(pages) == 2
    assert all("loops" in " ".join(page.notes) for page in pages)


@pytest.mark.parametrize(("kind", "named"), [("GIF", "GIF"), ("PNG", "PNG"), ("WEBP", "WebP"), ("MPO", "JPEG")])
def test_of_an_animation_the_first_frame_is_used_and_said(kind: str, named: str) -> None:
    frames = [Image.new("RGB", (16, 16), (shade, shade, shade)) for shade in (200, 100, 0)]
    options = {"lossless": True} if kind == "WEBP" else {}
    page = _one(_saved(frames[0], kind, save_all=True, append_images=frames[1:], duration=100, **options))
    assert page.format == named
    assert abs(int(page.rgb[8, 8, 0]) - 200) <= 1
    assert any("only the first is used" in note for note in page.notes)


def test_heic_and_avif_are_opened() -> None:
    image = Image.fromarray(receipt(128, 128))
    out = io.BytesIO()
    pillow_heif.from_pillow(image).save(out, quality=95)
    assert _one(out.getvalue()).format == "HEIF"
    assert _one(_saved(image, "AVIF", quality=95)).format == "AVIF"


def _pdf(*sizes: tuple[float, float], turn: int = 0) -> bytes:
    document = pdfium.PdfDocument.new()
    for width, height in sizes:
        document.new_page(width, height).set_rotation(turn)
    out = io.BytesIO()
    document.save(out)
    document.close()
    return out.getvalue()


def test_pdf_pages_are_drawn_on_white_at_the_chosen_dpi() -> None:
    pages = open_pages(_pdf((72, 144), (144, 72)), name="bill.pdf", dpi=100)
    assert [page.rgb.shape for page in pages] == [(200, 100, 3), (100, 200, 3)]
    assert all(page.rgb.min() == 255 and page.dpi == 100 and page.format == "PDF" for page in pages)


def test_a_pdf_page_that_says_rotate_is_turned() -> None:
    assert _one(_pdf((72, 144), turn=90)).rgb.shape == (200, 400, 3)


def test_a_huge_pdf_page_and_a_damaged_pdf_are_refused() -> None:
    assert "page 1 at 200 dpi" in _error(_pdf((14_000, 14_000)))
    assert "damaged" in _error(b"%PDF-1.7\nnothing of the kind")


def test_pages_come_one_at_a_time() -> None:
    pages = iter_pages(_pdf((72, 72), (72, 72)), name="bill.pdf", dpi=72)
    assert next(pages).index == 0
    pages.close()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty (0 bytes)"),
        (b"<!DOCTYPE html><html>404</html>", "web page"),
        (b"Total 12.90\nThank you\n", "plain text"),
        (b'{"total": "12.90"}', "JSON"),
        (b"<?xml version='1.0'?><Invoice/>", "XML"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "SVG"),
        (b"PK\x03\x04" + bytes(40), "ZIP"),
        (b"\x00\x00\x01\x00\x01\x00", "icon"),
        (bytes(400), "all zero bytes"),
        (b"\xde\xad\xbe\xef" * 9, "de ad be ef"),
    ],
)
def test_what_is_no_picture_is_called_what_it_is(data: bytes, words: str) -> None:
    message = _error(data)
    assert message.startswith("a file: ")
    assert words in message


def test_a_wrong_extension_does_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "name with spaces, äöü – 收据.jpg"
    path.write_bytes(to_png(PAGE))
    assert _one(path).format == "PNG"


def test_what_is_no_file_is_called_what_it_is(tmp_path: Path) -> None:
    fifo, loop, empty = tmp_path / "pipe.png", tmp_path / "loop.png", tmp_path / "empty.jpg"
    os.mkfifo(fifo)
    loop.symlink_to(loop)
    empty.touch()
    assert "a folder" in _error(tmp_path)
    assert "named pipe" in _error(fifo)
    assert "loop of symbolic links" in _error(loop)
    assert "empty (0 bytes)" in _error(empty)
    assert "no such file" in _error(tmp_path / "nowhere.png")
    assert "not a folder" in _error(empty / "below.png")


def test_the_source_is_never_altered(tmp_path: Path) -> None:
    path = tmp_path / "receipt.jpg"
    path.write_bytes(_saved(Image.fromarray(PAGE), "JPEG"))
    before = file_sha(path.read_bytes()), path.stat().st_mtime_ns
    open_pages(path, name=path.name)
    assert (file_sha(path.read_bytes()), path.stat().st_mtime_ns) == before


@pytest.mark.parametrize(("stated", "believed"), [(300, 300.0), (72, None), (96, None), (1, None), (1200, 1200.0)])
def test_a_resolution_is_believed_only_when_it_means_something(stated: int, believed: float | None) -> None:
    dpi = _one(_saved(Image.fromarray(PAGE), "JPEG", dpi=(stated, stated))).dpi
    assert dpi == believed


def test_faulty_tags_become_a_note_and_not_a_failure() -> None:
    data = bytearray(_saved(Image.fromarray(PAGE), "JPEG", exif=b"Exif\0\0" + b"II*\0\xff\xff\xff\x7f"))
    page = _one(bytes(data))
    assert page.rgb.shape == PAGE.shape
