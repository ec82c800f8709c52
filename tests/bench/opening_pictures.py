"""Opening a photograph of 12 megapixels: upright, RGB, checked and identified, against Pillow's bare decoding."""

from __future__ import annotations

import io

import cv2
import numpy as np
from PIL import Image

from fidelity_app.imaging.opening import open_pages
from tests.bench.racing import Entrant, Result, race

WIDTH_PX, HEIGHT_PX = 4000, 3000


def photograph() -> bytes:
    """Return a JPEG with the content of a photograph: soft light, grain and print."""
    draw = np.random.default_rng(3)
    light = cv2.resize(draw.uniform(120, 240, (6, 8, 3)).astype(np.float32), (WIDTH_PX, HEIGHT_PX))
    grain = cv2.resize(draw.normal(0, 8, (HEIGHT_PX // 2, WIDTH_PX // 2)).astype(np.float32), (WIDTH_PX, HEIGHT_PX))
    page = np.clip(light + grain[..., None], 0, 255).astype(np.uint8)
    for row in range(120, HEIGHT_PX, 90):
        cv2.putText(
            page, f"ITEM {row:04d}   {row * 0.37:.2f}", (300, row), cv2.FONT_HERSHEY_SIMPLEX, 2, (30, 30, 30), 4
        )
    buffer = io.BytesIO()
    Image.fromarray(page).save(buffer, "JPEG", quality=90)
    return buffer.getvalue()


def bench() -> list[Result]:
    """Race our opening against decoding alone."""
    data = photograph()

    def plain() -> object:
        with Image.open(io.BytesIO(data)) as picture:
            return np.asarray(picture.convert("RGB"))

    entrants = (
        Entrant("Fidelity: open_pages", lambda: open_pages(data, name="photograph.jpg")),
        Entrant("Pillow: open, convert", plain),
    )
    return [race("Open a 12 MP JPEG", entrants, unit="pictures", units=1, rounds=5)]
