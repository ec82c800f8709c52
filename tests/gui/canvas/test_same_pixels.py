"""The last step of a pixel's way: Qt shows an opened page, and the PNG that is sent, as they are."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QImage
from support.made_files import MADE

from fidelity_app.gui.canvas.picture import to_qimage
from fidelity_app.imaging.encoding import to_png
from fidelity_app.imaging.opening import open_pages


def _pixels(image: QImage) -> np.ndarray:
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(plain.constBits(), np.uint8).copy().reshape(plain.height(), plain.bytesPerLine())
    return rows[:, : 3 * plain.width()].reshape(plain.height(), plain.width(), 3)


# 46 and 30 are no multiples of four: rows of such a width shear where the stride is not said.
@pytest.mark.parametrize("name", ["turned-6.jpeg", "adobe-rgb.png", "loop.tif", "lab.tif", "cut.webp", "one-bit.png"])
def test_an_opened_page_and_the_png_that_is_sent_are_shown_as_they_are(qapp, name: str) -> None:
    for page in open_pages(MADE[name].data(), name=name):
        assert np.array_equal(_pixels(to_qimage(page.rgb)), page.rgb)
        assert np.array_equal(_pixels(QImage.fromData(to_png(page.rgb), "PNG")), page.rgb)
