"""Refusing pictures that would eat the memory, before a pixel is decoded."""

from __future__ import annotations

from fidelity_app.core.errors import UserError

MAX_PIXELS = 120_000_000
MAX_PAGES = 2_000
_MEGA = 1_000_000
# An uncompressed picture has at most four channels of 16 bits.
BYTES_PER_PIXEL = 8


class TooLarge(UserError):
    """A picture, page or file is over the limit that the user may raise."""


def max_file_bytes(max_pixels: int) -> int:
    """Return how large a file may be: an uncompressed picture of as many pixels fits, and 1 GiB at least."""
    return max(1 << 30, BYTES_PER_PIXEL * max_pixels)


def refuse_monster(size: tuple[int, int], max_pixels: int, where: str) -> None:
    """Raise TooLarge naming size, limit and how to raise it when width x height is over the limit.

    Raises UserError when either is not positive.
    """
    width, height = size
    if width <= 0 or height <= 0:
        raise UserError(f"{where}: declares a picture of {width} x {height} pixels; the file is damaged")
    if width * height > max_pixels:
        raise TooLarge(
            f"{where}: {width:,} x {height:,} = {width * height:,} pixels is over the limit of {max_pixels:,}; "
            f"{how_to_raise(width * height)}, or make the picture smaller"
        )


def how_to_raise(pixels: int) -> str:
    """Say how the limit is raised so that this many pixels pass."""
    megapixels = -(-pixels // _MEGA)
    return (
        f"if it really is that large, raise the limit: fidelity import --max-megapixels {megapixels}, "
        f"or max_pixels = {megapixels * _MEGA} in options.toml"
    )


def refuse_many_pages(count: int, name: str) -> None:
    """Raise UserError when a file holds more pages than a person would annotate."""
    if count > MAX_PAGES:
        raise UserError(f"{name}: {count:,} pages is over the limit of {MAX_PAGES:,}; split the file")
