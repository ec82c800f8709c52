"""Blending goes fast ways: each gives what the sum in whole numbers gives, for every byte, on any size of picture."""

from __future__ import annotations

import numpy as np
import pytest

from fidelity_app.imaging.blending import blend, blend_evenly, levels
from fidelity_app.imaging.resample import box_average

SIZES = [(1, 1), (19, 19), (2, 300), (300, 2), (70, 40)]


def _sum(below: np.ndarray, above: object, share: np.ndarray) -> np.ndarray:
    weight = share.astype(np.int32)[:, :, None]
    weight = weight + weight // 128
    return ((below * (256 - weight) + np.asarray(above, np.int32) * weight + 128) // 256).astype(np.uint8)


def _picture(size: tuple[int, int], seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, (size[1], size[0], 3), dtype=np.uint8)


def test_every_byte_goes_towards_every_byte_by_every_share_as_the_sum_says() -> None:
    share, value = np.mgrid[0:256, 0:256].astype(np.uint8)
    below = np.repeat(value[:, :, None], 3, axis=2)
    for target in range(256):
        colour = (target, 255 - target, target // 2)
        assert np.array_equal(blend(below, colour, share), _sum(below, colour, share))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("covered", [0.0, 0.03, 1.0])
def test_few_pixels_and_many_blend_alike_also_in_place_and_within_a_larger_picture(
    size: tuple[int, int], covered: float
) -> None:
    below, above = _picture(size, 1), _picture(size, 2)
    random = np.random.default_rng(3)
    share = random.integers(0, 256, below.shape[:2], dtype=np.uint8)
    share[random.random(share.shape) >= covered] = 0
    right = _sum(below, above, share)
    assert np.array_equal(blend(below, above, share), right)
    larger = np.zeros((size[1] + 4, size[0] + 9, 3), np.uint8)
    part = larger[2:-2, 3:-6]
    part[:] = below
    blend(part, above, share, out=part)
    assert np.array_equal(part, right)
    assert larger.sum() == right.sum()


def test_an_even_share_is_the_same_share_everywhere() -> None:
    below, above = _picture((256, 70), 4), _picture((256, 70), 5)
    for share in range(256):
        even = np.full(below.shape[:2], share, np.uint8)
        assert np.array_equal(blend_evenly(below, above, share), _sum(below, above, even))


@pytest.mark.parametrize("ratio", [0.01, 0.03, 0.09, 0.2, 0.4, 0.5, 0.737, 1.0])
def test_a_line_gives_every_entry_of_its_table(ratio: float) -> None:
    pixels = np.arange(256, dtype=np.uint8).repeat(7).reshape(8, -1)
    table = np.rint(196 + (np.arange(256) - 196) * ratio).astype(np.uint8)
    assert np.array_equal(levels(pixels, table, ratio), table[pixels])
    falling = (255 - (np.arange(256) * round(ratio * 256) >> 8)).astype(np.uint8)
    assert np.array_equal(levels(pixels, falling, -round(ratio * 256) / 256), falling[pixels])


@pytest.mark.parametrize("box", [(3, 3), (5, 5), (3, 7), (7, 7), (9, 7), (9, 9), (15, 15)])
def test_a_box_average_is_the_division_in_whole_numbers(box: tuple[int, int]) -> None:
    width, height = box
    for size in SIZES:
        pixels = _picture(size, 6)
        around = ((height // 2, height // 2), (width // 2, width // 2), (0, 0))
        windows = np.lib.stride_tricks.sliding_window_view(np.pad(pixels, around, mode="edge"), (height, width), (0, 1))
        sums = windows.astype(np.int64).sum(axis=(3, 4))
        rounded = (sums * round(2**20 / (width * height)) + 2**19) >> 20
        assert np.array_equal(box_average(pixels, box), rounded)
