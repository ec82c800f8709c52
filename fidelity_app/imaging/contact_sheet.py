"""A contact sheet: the same piece of a page after several recipes at several severities, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from fidelity_app.core.geometry import Point
from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.cv import cv2

CELL_PX = (320, 240)
_GAP_PX = 8
_HEADING_PX = 34
_MARGIN_PX = 210
_TEXT_PX = 17
_LETTER_PX, _STROKE_DN = 15, 48
_PAPER, _INK, _DESK = (255, 255, 255), (31, 41, 51), (226, 230, 234)


@dataclass(frozen=True, slots=True, eq=False)
class SheetRow:
    """One row: what it shows, and a picture of `CELL_PX` at most per heading."""

    label: str
    cells: tuple[Rgb, ...]


def contact_sheet(headings: Sequence[str], rows: Sequence[SheetRow]) -> Rgb:
    """Return the rows on one sheet, labels on the left, headings above. Raises ValueError for a ragged table."""
    if any(len(row.cells) != len(headings) for row in rows):
        raise ValueError("every row has one cell per heading")
    wide, high = CELL_PX[0] + _GAP_PX, CELL_PX[1] + _GAP_PX
    size = _MARGIN_PX + wide * len(headings), _HEADING_PX + high * len(rows)
    sheet = Image.new("RGB", size, _PAPER)
    draw = ImageDraw.Draw(sheet)
    for column, heading in enumerate(headings):
        draw.text((_MARGIN_PX + wide * column, _GAP_PX), heading, fill=_INK, font=_font())
    for index, row in enumerate(rows):
        top = _HEADING_PX + high * index
        draw.multiline_text((_GAP_PX, top + _GAP_PX), _wrapped(row.label), fill=_INK, font=_font())
        for column, cell in enumerate(row.cells):
            left = _MARGIN_PX + wide * column
            draw.rectangle((left, top, left + CELL_PX[0] - 1, top + CELL_PX[1] - 1), fill=_DESK)
            sheet.paste(Image.fromarray(cell), (left, top))
    return np.asarray(sheet, dtype=np.uint8)


def densest_point(rgb: Rgb) -> Point:
    """Return the middle of the piece of `CELL_PX` that holds most strokes, the page's middle when it holds none.

    A stroke is darker than what lies around it within a letter's height; a dark table under the paper is not.
    """
    height, width = rgb.shape[:2]
    grey = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY)
    around = cv2.getStructuringElement(cv2.MORPH_RECT, (_LETTER_PX, _LETTER_PX))
    strokes = cv2.morphologyEx(grey, cv2.MORPH_BLACKHAT, around) > _STROKE_DN
    if not strokes.any():
        return width / 2, height / 2
    share = cv2.blur(strokes.astype(np.float32), CELL_PX, borderType=cv2.BORDER_CONSTANT)
    row, column = np.unravel_index(int(np.argmax(share)), share.shape)
    return float(column), float(row)


def piece(rgb: Rgb, centre: Point) -> Rgb:
    """Return the piece of at most `CELL_PX` around a point, moved inside the picture where it would stick out."""
    height, width = rgb.shape[:2]
    left = round(min(max(0.0, centre[0] - CELL_PX[0] / 2), max(0, width - CELL_PX[0])))
    top = round(min(max(0.0, centre[1] - CELL_PX[1] / 2), max(0, height - CELL_PX[1])))
    return np.ascontiguousarray(rgb[top : top + CELL_PX[1], left : left + CELL_PX[0]])


def fitted(rgb: Rgb) -> Rgb:
    """Return the whole picture, shrunk until it fits into `CELL_PX`; never enlarged."""
    height, width = rgb.shape[:2]
    scale = min(1.0, CELL_PX[0] / width, CELL_PX[1] / height)
    size = max(1, int(width * scale)), max(1, int(height * scale))
    return np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


@lru_cache(maxsize=1)
def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(_TEXT_PX)


def _wrapped(label: str) -> str:
    """Break a label at spaces and hyphens where it would leave the margin."""
    lines = [""]
    for word in label.replace("-", "- ").split(" "):
        joined = f"{lines[-1]}{'' if lines[-1].endswith('-') or not lines[-1] else ' '}{word}"
        if lines[-1] and _font().getlength(joined) > _MARGIN_PX - 2 * _GAP_PX:
            lines.append(word)
        else:
            lines[-1] = joined
    return "\n".join(lines)
