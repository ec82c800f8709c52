"""What a page lies on when the picture is larger than the page: a scanner's lid or a desk."""

from __future__ import annotations

import numpy as np

from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.degradations.fields import noise_field
from fidelity_app.imaging.degradations.stream import Stream

LID = 236
_DESKS = ((112, 84, 62), (92, 90, 88), (70, 60, 54), (150, 132, 110), (58, 64, 72))


def desk(size: tuple[int, int], px: float, identity: str) -> Rgb:
    """Paint a desk of `size` (width, height): one of five colours, long grain, uneven light."""
    stream = Stream(f"{identity}:desk")
    colour = _DESKS[stream.below(len(_DESKS))]
    width, height = size
    light = noise_field((height, width), 260 * px, stream)
    grain = noise_field((height, max(2, width // 24)), 5 * px, stream)
    columns = np.minimum(np.arange(width) // 24, grain.shape[1] - 1)
    out = np.empty((height, width, 3), np.uint8)
    for top in range(0, height, 128):
        rows = slice(top, top + 128)
        level = (light[rows].astype(np.int16) - 128) // 4 + (grain[rows][:, columns].astype(np.int16) - 128) // 6
        for channel, base in enumerate(colour):
            out[rows, :, channel] = level + base  # at most 53 levels around the colour: never past 0 or 255
    return out
