"""Laying a picture or a colour over another picture by a share for each pixel: the same bytes everywhere."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.cv import cv2

Grey = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]

_BLOCK_ROWS = 32  # a block and its scratch stay in the processor's cache
_FEW = 16  # where fewer than one pixel in so many changes, picking them out costs less than going over all
# OpenCV multiplies bytes as float32 and rounds to the nearest, and a product over 256 may lie on a half. Moved to the
# side to which a half goes here, by more than float32 errs and less than the next product is away, it never does.
_NUDGE = 2.0**-17
_HALF_UP, _HALF_DOWN = (1 + _NUDGE) / 256, (1 - _NUDGE) / 256


def blend(below: Rgb, above: Rgb | Colour, share: Grey, *, out: Rgb | None = None) -> Rgb:
    """Move each pixel of RGB uint8 (H, W, 3) towards a picture or a colour by a share (H, W) of 0..255.

    Exactly (below * (256 - weight) + above * weight + 128) // 256, with a weight of share + share // 128. Writes to
    `out` when it is given; that may be `below` itself.
    """
    drawn = np.empty_like(below) if out is None else out
    if not share.size:
        return drawn
    if cv2.countNonZero(share) * _FEW < share.size:
        _blend_few(below, above, share, drawn)
        return drawn
    height, width = share.shape
    scratch = np.empty((2, min(_BLOCK_ROWS, height), width, 3), np.uint8)
    plain = scratch[0] if isinstance(above, np.ndarray) else np.full_like(scratch[0], above)
    for top in range(0, height, _BLOCK_ROWS):
        rows = slice(top, min(height, top + _BLOCK_ROWS))
        part = above[rows] if isinstance(above, np.ndarray) else plain[: rows.stop - top]
        _blend_block(below[rows], part, share[rows], scratch[:, : rows.stop - top], drawn[rows], _ways(above))
    return drawn


def blend_evenly(below: Rgb, above: Rgb, share: int) -> Rgb:
    """Do what `blend` does with the same share of 0..255 everywhere."""
    weight = share + share // 128
    mixed = cv2.addWeighted(below, (256 - weight) / 256, above, weight / 256, 1 / 1024)  # no sum lies on a half
    return np.asarray(mixed, dtype=np.uint8)


def levels(pixels: npt.NDArray[np.uint8], table: Grey, slope: float) -> npt.NDArray[np.uint8]:
    """Replace each value by its entry in a table of 256 that is a rounded line, which is faster to work out."""
    line = np.arange(256) * slope
    low, high = float((table - line).min()), float((table - line).max())
    offset = (low + high) / 2
    # Only where each rounded value is its entry, whatever a float32 errs by.
    if high - low < 0.998 and float((line + offset).min()) > 0:
        return np.asarray(cv2.convertScaleAbs(pixels, alpha=slope, beta=offset), dtype=np.uint8)
    return np.asarray(cv2.LUT(pixels, table), dtype=np.uint8)


def _ways(above: Rgb | Colour) -> tuple[bool, bool]:
    """Say whether pixels can become lighter, and darker."""
    return (True, True) if isinstance(above, np.ndarray) else (max(above) > 0, min(above) < 255)


def _blend_block(
    below: Rgb, above: Rgb, share: Grey, scratch: npt.NDArray[np.uint8], out: Rgb, ways: tuple[bool, bool]
) -> None:
    weights, gaps = scratch
    # A weight of 256 does not fit into a byte and becomes none at all; what is covered whole is copied in the end.
    cv2.cvtColor(share + (share > 127).view(np.uint8), cv2.COLOR_GRAY2RGB, dst=weights)
    so_far = below
    if ways[0]:
        cv2.subtract(above, below, dst=gaps)
        cv2.multiply(gaps, weights, dst=gaps, scale=_HALF_UP)
        cv2.add(below, gaps, dst=out)
        so_far = out
    if ways[1]:
        cv2.subtract(so_far, above, dst=gaps)  # what has become lighter has not gone past its target
        cv2.multiply(gaps, weights, dst=gaps, scale=_HALF_DOWN)
        cv2.subtract(so_far, gaps, dst=out)
    covered = share == 255
    if covered.any():
        cv2.copyTo(above, covered.view(np.uint8), out)


def _blend_few(below: Rgb, above: Rgb | Colour, share: Grey, out: Rgb) -> None:
    """Blend the pixels that change, picked out into one row."""
    if out is not below:
        out[:] = below
    at = np.divmod(np.flatnonzero(share != 0), share.shape[1])
    if not at[0].size:
        return
    picked = below[at][None]
    target = above[at][None] if isinstance(above, np.ndarray) else np.full_like(picked, above)
    _blend_block(picked, target, share[at][None], np.empty((2, *picked.shape), np.uint8), picked, _ways(above))
    out[at] = picked[0]
