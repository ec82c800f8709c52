"""The numbers behind the accidents, and the whole-number arithmetic under the pixels."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.drawn_pages import receipt

from fidelity_app.imaging.blending import blend
from fidelity_app.imaging.degradations.fields import noise_field, paper_of
from fidelity_app.imaging.degradations.optics import blur_exactly, disk_kernel, line_kernel
from fidelity_app.imaging.degradations.stream import NORMAL_ONE, Stream, normal_table
from fidelity_app.imaging.resample import area_average, box_average, warp_page
from fidelity_app.imaging.warps import shift


def test_a_stream_is_the_same_for_ever() -> None:
    stream = Stream("identity")
    assert stream.words16(5).tolist() == [47183, 10174, 59812, 57675, 35124]
    assert Stream("other").words16(1)[0] != 47183


def test_uniform_numbers_fill_their_interval() -> None:
    values = Stream("u").uniforms(20_000)
    assert 0 <= values.min() < 0.001
    assert 0.999 < values.max() < 1
    assert abs(values.mean() - 0.5) < 0.01


def test_the_normal_table_is_standard_and_symmetric() -> None:
    table = normal_table().astype(float) / NORMAL_ONE
    assert abs(table.mean()) < 1e-4
    assert table.std() == pytest.approx(1.0, abs=0.002)
    assert np.array_equal(normal_table(), -normal_table()[::-1])


def test_one_number_is_the_first_of_many() -> None:
    one, many = Stream("u"), Stream("u")
    assert [one.between(0, 1) for _ in range(9)] == many.uniforms(9).tolist()


@given(st.text(max_size=30))
def test_a_direction_has_length_one(identity: str) -> None:
    x, y = Stream(identity).direction()
    assert x * x + y * y == pytest.approx(1.0)


@pytest.mark.parametrize("radius", [0.1, 0.7, 1.5, 4, 4.5, 8])
def test_a_disk_sums_to_one_and_keeps_white_white_and_black_black(radius: float) -> None:
    kernel = disk_kernel(radius)
    assert int(kernel.sum()) == 1 << 16
    assert kernel.min() >= 0
    for level in (0, 255):
        page = np.full((40, 50, 3), level, np.uint8)
        assert np.array_equal(blur_exactly(page, kernel), page)


@pytest.mark.parametrize("radius", [2.0, 5.0])
def test_a_disk_spreads_a_point_over_its_own_area(radius: float) -> None:
    page = np.zeros((41, 41, 3), np.uint8)
    page[20, 20] = 255
    spread = blur_exactly(page, disk_kernel(radius))[:, :, 0].astype(float)
    y, x = np.mgrid[0:41, 0:41] - 20
    assert np.pi * radius**2 < (spread > 0).sum() < np.pi * (radius + 1) ** 2
    assert spread[np.hypot(x, y) > radius + 1].max() == 0


def test_blurring_in_blocks_leaves_no_seams() -> None:
    page = receipt(50, 700)
    kernel = line_kernel(9, (0.6, 0.8))
    whole = blur_exactly(page, kernel)
    assert np.array_equal(whole[240:270], blur_exactly(page[200:310], kernel)[40:70])


@pytest.mark.parametrize(
    "kernel",
    [disk_kernel(1.5), disk_kernel(4.0), disk_kernel(4.5), line_kernel(7, (0.6, 0.8)), line_kernel(13, (0.6, 0.8))],
    ids=["disk 1.5", "disk 4", "disk 4.5", "line 7", "line 13"],
)
def test_a_blur_is_the_exact_sum_on_every_processor(kernel: np.ndarray) -> None:
    noise = np.random.default_rng(3).integers(0, 256, (70, 90, 3), dtype=np.uint8)
    reach = kernel.shape[0] // 2
    padded = np.pad(noise, ((reach, reach), (reach, reach), (0, 0)), mode="edge").astype(np.int64)
    windows = np.lib.stride_tricks.sliding_window_view(padded, kernel.shape, axis=(0, 1))
    exact = np.rint((windows * kernel).sum(axis=(3, 4)) / (1 << 16)).astype(np.uint8)
    assert np.array_equal(blur_exactly(noise, kernel), exact)
    cv2.setUseOptimized(False)
    try:
        assert np.array_equal(blur_exactly(noise, kernel), exact)
    finally:
        cv2.setUseOptimized(True)


@settings(max_examples=40, deadline=None)
@given(width=st.integers(1, 60), height=st.integers(1, 60), level=st.integers(0, 255))
def test_an_average_of_one_colour_is_that_colour(width: int, height: int, level: int) -> None:
    page = np.full((61, 47, 3), level, np.uint8)
    assert np.array_equal(area_average(page, (width, height)), np.full((height, width, 3), level, np.uint8))


def test_a_box_average_is_the_rounded_mean() -> None:
    page = receipt(30, 300)
    mean = page[100:105, 10:13].reshape(-1, 3).mean(axis=0)
    assert np.abs(box_average(page, (3, 5))[102, 11] - mean).max() <= 0.5001


def test_a_shift_by_whole_pixels_moves_pixels_unchanged() -> None:
    page = receipt(100, 300)
    moved = warp_page(page, shift(7, 150).backward, (120, 460), surface=None, fill=9)
    assert np.array_equal(moved[150:450, 7:107], page)
    assert moved[:149].max() == moved[:, :6].max() == 9


def test_a_share_of_nothing_and_of_everything_are_exact() -> None:
    page = receipt(40, 200)
    none, every = np.zeros(page.shape[:2], np.uint8), np.full(page.shape[:2], 255, np.uint8)
    assert np.array_equal(blend(page, (1, 2, 3), none), page)
    assert (blend(page, (1, 2, 3), every) == (1, 2, 3)).all()


def test_paper_without_its_print_is_paper() -> None:
    paper = paper_of(receipt(), 1.0)
    assert np.abs(paper.astype(int) - (250, 248, 243)).max() <= 2


def test_a_desk_around_the_page_stays_dark_when_ink_fades() -> None:
    scene = np.full((600, 600, 3), 60, np.uint8)
    scene[100:580, 120:480] = receipt()
    assert paper_of(scene, 1.0)[20:60, 20:580].max() < 70


def test_a_noise_field_is_smooth_and_centred() -> None:
    field = noise_field((300, 300), 40, Stream("f")).astype(int)
    assert abs(field.mean() - 128) < 20
    assert np.abs(np.diff(field, axis=1)).max() < 16
