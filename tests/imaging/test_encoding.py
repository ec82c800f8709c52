"""PNG and JPEG bytes, hashes and thumbnails."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image
from support.drawn_pages import receipt

from fidelity_app.core.errors import UserError
from fidelity_app.imaging.encoding import from_jpeg, from_png, pixel_sha, to_jpeg, to_png
from fidelity_app.imaging.thumbnails import shrink

shapes = st.tuples(st.integers(1, 9), st.integers(1, 9), st.just(3))


@given(arrays(np.uint8, shapes))
def test_png_returns_every_pixel_and_other_readers_agree(rgb: np.ndarray) -> None:
    data = to_png(rgb)
    assert np.array_equal(from_png(data), rgb)
    with Image.open(io.BytesIO(data)) as image:
        assert np.array_equal(np.asarray(image.convert("RGB")), rgb)


def test_a_grey_page_is_stored_as_grey_and_returns_as_rgb() -> None:
    grey = np.repeat(receipt()[:, :, :1], 3, axis=2)
    assert to_png(grey)[25] == 0
    assert np.array_equal(from_png(to_png(grey)), grey)


def test_equal_pixels_give_equal_bytes_whatever_their_memory_looks_like() -> None:
    page = receipt()
    assert to_png(np.asfortranarray(page)) == to_png(page)
    assert pixel_sha(np.asfortranarray(page)) == pixel_sha(page)


def test_the_hash_knows_the_shape() -> None:
    assert pixel_sha(np.zeros((2, 6, 3), np.uint8)) != pixel_sha(np.zeros((6, 2, 3), np.uint8))


@pytest.mark.parametrize("damage", [lambda d: d[:-1], lambda d: b"x" + d[1:], lambda d: d[:33] + d[-12:]])
def test_a_damaged_stored_picture_is_refused(damage: object) -> None:
    with pytest.raises(UserError, match="damaged"):
        from_png(damage(to_png(receipt())))  # type: ignore[operator]


def test_jpeg_keeps_the_picture_and_the_quality_has_bounds() -> None:
    page = receipt()
    assert np.abs(from_jpeg(to_jpeg(page, 95)).astype(int) - page).mean() < 2
    assert len(to_jpeg(page, 30)) < len(to_jpeg(page, 95))
    with pytest.raises(ValueError, match="quality"):
        to_jpeg(page, 0)


@pytest.mark.parametrize("wrong", [np.zeros((4, 4), np.uint8), np.zeros((4, 4, 3)), np.zeros((0, 4, 3), np.uint8)])
def test_only_rgb_pages_are_encoded(wrong: np.ndarray) -> None:
    with pytest.raises(ValueError, match="expected RGB"):
        to_png(wrong)


def test_a_thumbnail_fits_keeps_its_proportions_and_is_never_enlarged() -> None:
    page = receipt(300, 900)
    assert shrink(page, 90).shape == (90, 30, 3)
    assert shrink(page, 1000) is page
    assert shrink(np.zeros((1, 5000, 3), np.uint8), 100).shape == (1, 100, 3)
