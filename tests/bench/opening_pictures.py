"""Opening a photograph of 12 megapixels: upright, RGB, checked and identified, against Pillow's bare decoding."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from fidelity_app.imaging.opening import open_pages
from tests.bench.racing import Entrant, Result, race

WIDTH_PX, HEIGHT_PX = 4000, 3000
GOAL = 1.2
FORMATS: tuple[tuple[str, str, dict[str, object]], ...] = (
    ("JPEG", "photograph.jpg", {"quality": 90}),
    ("PNG", "photograph.png", {"compress_level": 6}),
    ("TIFF", "photograph.tif", {}),
    ("TIFF", "packed.tif", {"compression": "tiff_lzw"}),
    ("WEBP", "photograph.webp", {"quality": 80, "method": 2}),
)


def photograph() -> NDArray[np.uint8]:
    """Return the pixels of a photograph: soft light, grain and print."""
    draw = np.random.default_rng(3)
    light = cv2.resize(draw.uniform(120, 240, (6, 8, 3)).astype(np.float32), (WIDTH_PX, HEIGHT_PX))
    grain = cv2.resize(draw.normal(0, 8, (HEIGHT_PX // 2, WIDTH_PX // 2)).astype(np.float32), (WIDTH_PX, HEIGHT_PX))
    page = np.clip(light + grain[..., None], 0, 255).astype(np.uint8)
    for row in range(120, HEIGHT_PX, 90):
        cv2.putText(
            page, f"ITEM {row:04d}   {row * 0.37:.2f}", (300, row), cv2.FONT_HERSHEY_SIMPLEX, 2, (30, 30, 30), 4
        )
    return page


def bench() -> Iterator[Result]:
    """Race our opening against decoding alone, for each format."""
    page = photograph()
    for kind, name, options in FORMATS:
        buffer = io.BytesIO()
        Image.fromarray(page).save(buffer, kind, **options)
        yield _one(buffer.getvalue(), name)


def _one(data: bytes, name: str) -> Result:
    def plain() -> object:
        with Image.open(io.BytesIO(data)) as picture:
            return np.asarray(picture.convert("RGB"))

    entrants = (
        Entrant("Fidelity: open_pages", lambda: open_pages(data, name=name)),
        Entrant("Pillow: open, convert", plain),
    )
    return race(f"Open 12 MP, {name}", entrants, unit="pictures", units=1, rounds=7, fastest=True)


def summary(results: Sequence[Result]) -> list[str]:
    """Say whether each format keeps within the goal."""
    over = [f"{result.race} {result.ratio(1):.2f}" for result in results if result.ratio(1) > GOAL]
    return [f"Opening within {GOAL} of Pillow: {len(results) - len(over)} of {len(results)}; over: {over or 'none'}"]
