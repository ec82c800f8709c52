"""Pictures of receipts drawn for the tests of the vision room."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

from fidelity_app.core.asks import AskImage

RECEIPT = ("CORNER SHOP", "2 COFFEE      7.80", "SUBTOTAL     28.90", "TAX 10%       2.89", "TOTAL        31.79")
ROW_PX = 44


def draw(lines: Sequence[str], *, width_px: int = 420, size_px: int = 24) -> Image.Image:
    """Draw lines of text in a plain monospace font, dark on white."""
    font = ImageFont.truetype("DejaVuSansMono.ttf", size_px)
    picture = Image.new("RGB", (width_px, 40 + ROW_PX * len(lines)), "white")
    pen = ImageDraw.Draw(picture)
    for row, line in enumerate(lines):
        pen.text((20, 20 + row * ROW_PX), line, fill=(20, 20, 20), font=font)
    return picture


def ask_image(picture: Image.Image, *, page_index: int = 0) -> AskImage:
    """Encode a picture as it would be sent: PNG with its sha256."""
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    data = buffer.getvalue()
    sha = hashlib.sha256(data).hexdigest()
    return AskImage(page_index, "image/png", data, sha, picture.width, picture.height)


def receipt_image() -> AskImage:
    """Return the receipt that most tests ask about."""
    return ask_image(draw(RECEIPT))
