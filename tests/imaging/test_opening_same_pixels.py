"""From the file to the PNG that a model is sent: the pixels stay the same, whatever the file was.

That the PNG goes over the wire as it is kept is held in tests/e2e; that Qt shows it so, in tests/gui/canvas.
"""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from support.made_files import MADE
from support.workspaces import new_workspace

from fidelity_app.imaging.encoding import from_png, pixel_sha
from fidelity_app.imaging.opening import open_pages
from fidelity_app.services import degrading, library
from fidelity_app.services.importing import import_paths

FILES = (
    "plain.jpg", "turned-6.jpeg", "turned-5.png", "turned-8.webp", "turned-7.avif", "adobe-rgb.png", "cmyk-adobe.jpg",
    "lab.tif", "grey-16.png", "palette.png", "alpha-over-black.png", "white-is-zero.tif", "plain.heic", "pages.tif",
    "pages.pdf", "cut.jpg", "cut-strips.tif", "animated.gif",
)  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_what_is_opened_is_what_is_kept_shown_and_sent(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(MADE[name].data())
    opened = open_pages(path, name=name)
    with new_workspace(tmp_path / "ws") as ws:
        report = import_paths(ws, [path])
        pages = library.document(ws, report.added[0]).pages
        assert len(pages) == len(opened)
        clean = degrading.find_recipe(ws, "clean")
        for page, right in zip(pages, opened, strict=True):
            shown = library.page_pixels(ws, page)
            made = degrading.variant(ws, page, clean)
            by_pillow = np.asarray(Image.open(io.BytesIO(made.data)).convert("RGB"))
            assert page.pixel_sha == right.pixel_sha == made.pixel_sha == pixel_sha(shown)
            for pixels in (shown, made.rgb, from_png(made.data), by_pillow):
                assert np.array_equal(pixels, right.rgb)
