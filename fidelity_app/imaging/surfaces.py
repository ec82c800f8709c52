"""What a page lies on when the picture is larger than the page: a scanner's lid or a desk."""

from __future__ import annotations

import numpy as np

from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.cv import cv2
from fidelity_app.imaging.degradations.fields import noise_field
from fidelity_app.imaging.degradations.stream import Stream
from fidelity_app.imaging.resample import Surface

LID = 236
_GRAIN_PX = 24
_DESKS = ((112, 84, 62), (92, 90, 88), (70, 60, 54), (150, 132, 110), (58, 64, 72))


def desk(size: tuple[int, int], px: float, identity: str) -> Surface:
    """Return a desk of `size` (width, height), painted where it is looked at: of one of five colours, with a long grain
    and uneven light."""
    stream = Stream(f"{identity}:desk")
    colour = _DESKS[stream.below(len(_DESKS))]
    width, height = size
    light = noise_field((height, width), 260 * px, stream)
    grain = noise_field((height, max(2, width // _GRAIN_PX)), 5 * px, stream)
    stripes = np.minimum(np.arange(width) // _GRAIN_PX, grain.shape[1] - 1)
    grain = ((grain.astype(np.int16) - 128) // 6 + 22).astype(np.uint8)

    def part(rows: slice, columns: slice) -> Rgb:
        level = (light[rows, columns] >> 2) + grain[rows][:, stripes[columns]]
        # Its middle is 32 + 22, and it is at most 54 levels away from it: the sum is never past 0 or 255.
        return np.asarray(cv2.merge([level + np.uint8(base - 54) for base in colour]), dtype=np.uint8)

    return part
