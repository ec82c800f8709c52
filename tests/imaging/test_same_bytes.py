"""Work shared among cores makes the same bytes, however it is shared (IMAGING section 3)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import pytest
from support.drawn_pages import receipt
from support.golden_pixels import GOLDEN

from fidelity_app.core.recipes import Recipe, Step
from fidelity_app.imaging.cv import cv2
from fidelity_app.imaging.degradations import DEGRADATIONS
from fidelity_app.imaging.variants import degrade


@pytest.fixture(params=[1, 2, 4, 7])
def threads(request: pytest.FixtureRequest) -> Iterator[int]:
    """Let OpenCV itself share a picture among so many threads, as its builds do unless they are told not to."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(request.param)
    yield request.param
    cv2.setNumThreads(before)


def test_opencv_on_any_number_of_threads_makes_the_golden_pixels(threads: int) -> None:
    assert cv2.getNumThreads() == threads
    page = receipt()
    for op in sorted(DEGRADATIONS):
        rgb = degrade(page, Recipe(op, (Step(op, 3),)), seed=7, identity="page", dpi=150.0).rgb
        sha = hashlib.sha256(f"{rgb.shape}".encode() + rgb.tobytes()).hexdigest()
        assert sha == GOLDEN[op], f"{op} on {threads} threads"
