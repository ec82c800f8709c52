"""The golden table of the awkward files: what each becomes (only where the shared data folder is)."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from support.shared_data import SHARED_DATA

from fidelity_app.core.errors import UserError
from fidelity_app.imaging.opening import open_pages

FOLDER = SHARED_DATA / "awkward" if SHARED_DATA else None

# file -> (format, size of the first page as width x height, pages, a word that its notes must hold)
OPENED = {
    **{f"Landscape_{n}.jpg": ("JPEG", (1800, 1200), 1, "orientation" if n > 1 else "") for n in range(1, 9)},
    "pillow_pil_sample_cmyk.jpg": ("JPEG", (100, 100), 1, "CMYK"),
    "pillow_icc_profile_big.jpg": ("JPEG", (425, 250), 1, "profile"),
    "pillow_truncated_image.png": ("PNG", (640, 480), 1, "truncated"),
    "pillow_truncated_app14.jpg": ("JPEG", (100, 100), 1, ""),
    "pillow_16bit.cropped.tif": ("TIFF", (64, 64), 1, "16-bit"),
    "pillow_12in16bit.tif": ("TIFF", (100, 100), 1, "maximum"),
    "pillow_hopper_16bit.pgm": ("PNM", (128, 128), 1, "16-bit"),
    "pillow_p_trns_single.png": ("PNG", (64, 64), 1, "white"),
    "pillow_transparent.png": ("PNG", (200, 150), 1, "white"),
    "pillow_rgb_trns.png": ("PNG", (64, 64), 1, "white"),
    "pillow_1_trns.png": ("PNG", (64, 64), 1, "white"),
    "pillow_hopper.Lab.tif": ("TIFF", (128, 128), 1, "CIELAB"),
    "pillow_hopper_g4_500.tif": ("TIFF", (500, 500), 1, ""),
    "pillow_g4_orientation_6.tif": ("TIFF", (590, 88), 1, ""),
    "pillow_g4-multi.tiff": ("TIFF", (3307, 4677), 3, ""),
    "pillow_multipage.tiff": ("TIFF", (10, 10), 3, ""),
    "pillow_no_palette.gif": ("GIF", (1, 1), 1, "first"),
    "pillow_avif_hopper.heif": ("HEIF", (128, 128), 1, ""),
    "pillow_avif_rot1mir0.avif": ("AVIF", (640, 427), 1, "orientation"),
    "pillow_hopper.webp": ("WebP", (128, 128), 1, ""),
    "pillow_iss634.webp": ("WebP", (245, 245), 1, "first"),
    "pillow_hopper.bw": ("SGI", (128, 128), 1, ""),
    "pillow_exif-dpi-zerodivision.jpg": ("JPEG", (200, 200), 1, ""),
    "DA-1p.heic": ("HEIF", (595, 842), 1, "Adobe RGB"),
    "qr_bill_example.jpg": ("JPEG", (1021, 1423), 1, ""),
    "multi-page-images-alpha.tiff": ("TIFF", (2476, 3204), 3, ""),
    "paperless_simple.heic": ("HEIF", (1345, 447), 1, "P3"),
    "wild_8a9553d144a873c47aabe1b8e685ec0673768618.jpeg": ("JPEG", (1024, 768), 1, "stale"),
    "wild_3845.jpeg": ("JPEG", (550, 412), 1, "stale"),
    "wild_4008.jpeg": ("JPEG", (535, 400), 1, "stale"),
    "wild_2424.png": ("PNG", (600, 800), 1, "white"),
    "wild_2238.gif": ("GIF", (531, 1727), 1, "first"),
    "derived/truncated_receipt.jpg": ("JPEG", (747, 1412), 1, "truncated"),
    "derived/png_named.jpg": ("PNG", (128, 128), 1, ""),
    "derived/name with spaces, äöü – 收据.jpg": ("JPEG", (747, 1412), 1, ""),
}
REFUSED = {
    "pillow_broken.png": "damaged",
    "pillow_decompression_bomb.gif": "4,364,696,535 pixels is over the limit of 120,000,000",
    "pillow_decompression_bomb.ico": "icon",
    "pillow_bmp_b_badwidth.bmp": "over the limit",
    "pillow_seek_too_large.tif": "damaged",
    "pillow_crash-2020-10-test.tif": "no page",
    "pillow_00r0_gray_l.jp2": "cut off (1,291 bytes are missing)",
    "derived/zero_byte.jpg": "empty (0 bytes)",
    "derived/html_named.png": "web page",
}
PRESENT = sorted(OPENED) if FOLDER else []
PRESENT_REFUSED = sorted(REFUSED) if FOLDER else []


def _path(name: str) -> Path:
    assert FOLDER is not None
    return FOLDER / name


@pytest.mark.parametrize("name", PRESENT)
def test_an_awkward_file_becomes_what_the_table_says(name: str) -> None:
    kind, size, count, word = OPENED[name]
    pages = open_pages(_path(name), name=name)
    height, width, _ = pages[0].rgb.shape
    assert (pages[0].format, (width, height), len(pages)) == (kind, size, count)
    assert word in " ".join(pages[0].notes)
    assert pages[0].truncated == ("truncated" in word)


@pytest.mark.parametrize("name", PRESENT_REFUSED)
def test_a_hopeless_file_is_refused_with_its_true_cause(name: str) -> None:
    with pytest.raises(UserError, match="(?s)" + REFUSED[name].replace("(", r"\(").replace(")", r"\)")):
        open_pages(_path(name), name=name)


def test_the_table_names_every_awkward_file() -> None:
    if FOLDER is None:
        listed = set(OPENED) | set(REFUSED)
    else:
        with (FOLDER / "manifest.csv").open(encoding="utf-8", newline="") as file:
            listed = {row["file"] for row in csv.DictReader(file)}
    assert listed == set(OPENED) | set(REFUSED)


@pytest.mark.parametrize("number", range(2, 9) if FOLDER else [])
def test_the_eight_orientations_show_the_same_picture(number: int) -> None:
    first, other = (open_pages(_path(f"Landscape_{n}.jpg"), name="landscape")[0].rgb.astype(int) for n in (1, number))
    assert np.abs(first - other).mean() < 6
