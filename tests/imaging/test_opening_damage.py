"""Damaged files: a page or a sentence, never anything else; and what a cut file shows is what it held."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest
from PIL import Image
from support.made_files import MADE, saved
from support.made_pages import BIG, PAGE, grainy
from support.mutations import SEEDS, mutations

from fidelity_app.core.errors import ExternalError, UserError
from fidelity_app.imaging.opening import OpenedPage, iter_pages, open_pages
from fidelity_app.imaging.sniffing import sniff

GREY = 128


def _one(name: str) -> OpenedPage:
    (page,) = open_pages(MADE[name].data(), name=name)
    return page


@pytest.mark.parametrize("name", SEEDS)
def test_a_damaged_file_becomes_a_page_or_a_sentence(name: str) -> None:
    for data in mutations(name, 40):
        try:
            pages = open_pages(data, name=name, max_pixels=4_000_000)
        except (UserError, ExternalError) as error:
            assert str(error).startswith(name)
        else:
            assert all(page.rgb.dtype == np.uint8 and page.rgb.ndim == 3 for page in pages)


def _first_grey_row(rgb: np.ndarray) -> int:
    grey = (rgb == GREY).all(axis=(1, 2))
    return int(np.flatnonzero(~grey).max()) + 1


@pytest.mark.parametrize(
    ("name", "held", "rows"),
    [
        ("cut.jpg", "cut-whole.jpg", 200),
        ("cut-ended.jpg", "cut-whole.jpg", 200),
        ("cut-zeros.jpg", "cut-whole.jpg", 200),
        ("cut.png", "", 200),
        ("cut-zeros.png", "", 200),
        ("cut-plain.tif", "", 200),
        ("cut-lossless.webp", "", 200),
    ],
)
def test_the_rows_of_a_cut_file_are_its_own_to_the_pixel_and_the_rest_is_grey(name: str, held: str, rows: int) -> None:
    page = _one(name)
    whole = BIG if "webp" not in name else grainy(BIG)
    if held:
        (opened,) = open_pages(saved(Image.fromarray(BIG), "JPEG", quality=90), name=held)
        whole = opened.rgb
    kept = _first_grey_row(page.rgb)
    assert page.truncated and rows < kept < whole.shape[0]
    assert np.array_equal(page.rgb[:kept], whole[:kept])
    assert any(f"the last {whole.shape[0] - kept} of 450 rows are missing" in note for note in page.notes)


def test_a_cut_photograph_in_webp_shows_its_upper_part() -> None:
    (whole,) = open_pages(saved(Image.fromarray(BIG), "WEBP", quality=90), name="whole")
    page = _one("cut.webp")
    kept = _first_grey_row(page.rgb)
    assert 150 < kept < 450 and np.array_equal(page.rgb[:kept], whole.rgb[:kept])


def test_a_cut_tiff_that_is_stored_upside_down_lacks_its_upper_part() -> None:
    page = _one("cut-strips.tif")
    upright = grainy(BIG)[::-1, ::-1]
    assert np.array_equal(page.rgb[250:], upright[250:])
    assert (page.rgb[:250] == GREY).all()


@pytest.mark.parametrize("blank_from", [40, 200, 448])
def test_a_blank_lower_half_is_not_taken_for_a_cut(blank_from: int) -> None:
    page = grainy(BIG)
    page[blank_from:] = 250
    for options in ({"quality": 90}, {"quality": 90, "optimize": True}, {"quality": 90, "progressive": True}):
        (opened,) = open_pages(saved(Image.fromarray(page), "JPEG", **options), name="blank")
        assert (opened.truncated, opened.notes) == (False, ())


def _gap() -> np.ndarray:
    """Return a page whose middle is blank, to the pixel."""
    page = grainy(BIG)
    page[120:330] = 250
    return page


@pytest.mark.parametrize("share", [0.1, 0.3, 0.38, 0.45, 0.5, 0.55, 0.7, 0.9, 0.97, 0.99])
@pytest.mark.parametrize(
    "page", [BIG, grainy(BIG), _gap(), grainy(BIG)[:, :, :1]], ids=["drawn", "grainy", "gap", "grey"]
)
def test_a_false_end_mark_does_not_hide_a_cut(page: np.ndarray, share: float) -> None:
    for options in ({"quality": 85}, {"quality": 92, "optimize": True, "subsampling": 0}):
        whole = saved(Image.fromarray(page.squeeze()), "JPEG", **options)
        (right,) = open_pages(whole, name="whole")
        (opened,) = open_pages(whole[: int(len(whole) * share)] + b"\xff\xd9", name="cut")
        if opened.truncated:
            kept = _first_grey_row(opened.rgb)
            assert kept < 450 and np.array_equal(opened.rgb[:kept], right.rgb[:kept])
        else:  # what was cut away was blank, and is shown as it was
            assert np.array_equal(opened.rgb, right.rgb)


def test_bytes_behind_a_picture_are_no_cut() -> None:
    for name in ("plain.jpg", "plain.png"):
        page = _one(name)
        for tail in (b"\0" * 5000, b"trailer of a telephone" * 40):
            (opened,) = open_pages(MADE[name].data() + tail, name=name)
            assert (opened.pixel_sha, opened.notes) == (page.pixel_sha, ())


def test_pixels_that_do_not_fit_their_checksum_are_refused() -> None:
    data = bytearray(MADE["plain.png"].data())
    data[data.index(b"IDAT") + 100] ^= 1
    with pytest.raises(UserError, match="checksum of the pixels does not fit"):
        open_pages(bytes(data), name="a.png")


def test_a_whole_file_in_one_thread_is_not_read_leniently_because_a_cut_one_is_read_in_another() -> None:
    broken = bytearray(MADE["plain.png"].data())
    broken[40] ^= 0xFF
    cut, said = MADE["cut.gif"].data(), []
    stop = threading.Event()

    def lenient() -> None:
        while not stop.is_set():
            assert open_pages(cut, name="cut")[0].truncated

    thread = threading.Thread(target=lenient)
    thread.start()
    try:
        for _ in range(60):
            with pytest.raises(UserError):
                open_pages(bytes(broken), name="broken")
            said.append(open_pages(MADE["still.gif"].data(), name="whole")[0].truncated)
    finally:
        stop.set()
        thread.join()
    assert not any(said)


def test_pdfs_in_many_threads_come_out_alike() -> None:
    names = ("pages.pdf", "turned.pdf", "picture.pdf")
    alone = {name: [page.pixel_sha for page in open_pages(MADE[name].data(), name=name)] for name in names}
    wrong: list[str] = []

    def work(name: str) -> None:
        for _ in range(10):
            if [page.pixel_sha for page in open_pages(MADE[name].data(), name=name)] != alone[name]:
                wrong.append(name)

    threads = [threading.Thread(target=work, args=(name,)) for name in names * 3]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_pdf_left_half_read_hinders_no_other() -> None:
    left = iter_pages(MADE["pages.pdf"].data(), name="left")
    next(left)
    assert len(open_pages(MADE["pages.pdf"].data(), name="other")) == 2
    del left
    assert len(open_pages(MADE["pages.pdf"].data(), name="third")) == 2


def test_telling_what_a_file_is_takes_no_time_on_hostile_text() -> None:
    hostile = (b"<!---->" * 585, b"<!--" * 1000, b"<?xml " * 600, b" " * 4096, b"P1 #\n" * 800, b"{" * 4096)
    started = time.process_time()
    for data in hostile:
        with pytest.raises(UserError):
            sniff(data, name="hostile")
    assert time.process_time() - started < 2


def test_a_page_is_the_same_from_bytes_and_again() -> None:
    first, again = (open_pages(MADE["adobe-rgb.jpg"].data(), name="x")[0] for _ in range(2))
    assert first.pixel_sha == again.pixel_sha and not first.rgb.flags.writeable
    assert first.rgb.shape == PAGE.shape


def test_a_cut_gif_of_several_frames_is_opened_as_far_as_it_goes() -> None:
    frames = [Image.fromarray(page).quantize(64) for page in (grainy(BIG), BIG)]
    data = saved(frames[0], "GIF", save_all=True, append_images=frames[1:])
    (page,) = open_pages(data[: len(data) // 3], name="cut.gif")
    assert page.truncated and page.rgb.shape == BIG.shape


def test_a_heic_is_turned_once_as_its_property_says() -> None:
    assert np.abs(_one("turned-6.heic").rgb.astype(int) - PAGE).mean() < 4


def test_a_tiff_of_too_many_pages_is_refused_soon() -> None:
    first, count = 8, 3_000
    directory = b"\x01\x00" + b"\x00\x01\x03\x00\x01\x00\x00\x00\x08\x00\x00\x00"
    size = len(directory) + 4
    starts = [first + size * number for number in range(count)]
    following = [*starts[1:], 0]
    body = b"".join(directory + place.to_bytes(4, "little") for place in following)
    with pytest.raises(UserError, match="pages is over the limit of 2,000; split the file"):
        open_pages(b"II*\0\x08\0\0\0" + body, name="endless.tif")


def test_a_tiff_without_its_last_pointer_is_whole() -> None:
    data = MADE["big-endian.tif"].data()
    entries = int.from_bytes(data[8:10], "big")
    end = 10 + 12 * entries
    moved = bytearray(data[:8] + data[end + 4 :] + data[8:end])  # the directory last, and no pointer after it
    start = len(data) - 4 - (end - 8)
    moved[4:8] = start.to_bytes(4, "big")
    at = next(
        start + 2 + 12 * n for n in range(entries) if moved[start + 2 + 12 * n : start + 4 + 12 * n] == b"\x01\x11"
    )
    moved[at + 8 : at + 12] = (8).to_bytes(4, "big")
    (page,) = open_pages(bytes(moved), name="a.tif")
    assert (page.truncated, page.pixel_sha) == (False, _one("big-endian.tif").pixel_sha)
