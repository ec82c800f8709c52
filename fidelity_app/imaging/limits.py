"""Refusing pictures that would eat the memory, before a pixel is decoded."""

from __future__ import annotations

from fidelity_app.core.errors import UserError

MAX_PIXELS = 120_000_000
MAX_PAGES = 2_000


def refuse_monster(size: tuple[int, int], max_pixels: int, where: str) -> None:
    """Raise UserError naming size and limit when width x height is over the limit or not positive."""
    width, height = size
    if width <= 0 or height <= 0:
        raise UserError(f"{where}: declares a picture of {width} x {height} pixels; the file is damaged")
    if width * height > max_pixels:
        raise UserError(
            f"{where}: {width:,} x {height:,} = {width * height:,} pixels is over the limit of {max_pixels:,}; "
            "raise the limit if this is a real scan, or make the picture smaller"
        )


def refuse_many_pages(count: int, name: str) -> None:
    """Raise UserError when a file holds more pages than a person would annotate."""
    if count > MAX_PAGES:
        raise UserError(f"{name}: {count:,} pages is over the limit of {MAX_PAGES:,}; split the file")
