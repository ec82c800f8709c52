"""Which part of a page a crop shows, and how it is turned: text that runs down or up the page is shown upright."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fidelity_app.core.geometry import Point, Quad

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def quarter_turns(box: Quad) -> int:
    """Return by how many quarter turns (0..3, clockwise) the text of a box is turned on its page."""
    (tl, tr, br, bl) = box.points
    x, y = tr[0] + br[0] - tl[0] - bl[0], tr[1] + br[1] - tl[1] - bl[1]
    return round(math.atan2(y, x) / (math.pi / 2)) % 4


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle of a page, in whole pixels, that is shown turned back by `turns` quarter turns."""

    left: int
    top: int
    width: int
    height: int
    turns: int

    def upright(self, rgb: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the rectangle's pixels, turned back: moved about, never resampled."""
        import numpy as np

        part = rgb[self.top : self.top + self.height, self.left : self.left + self.width]
        return np.rot90(part, k=self.turns)

    def shown(self, point: Point) -> Point:
        """Return where a point of the page lies in the turned picture."""
        x, y = point[0] - self.left, point[1] - self.top
        w, h = self.width, self.height
        return ((x, y), (y, w - x), (w - x, h - y), (h - y, x))[self.turns]

    def on_page(self, point: Point) -> Point:
        """Return where a point of the turned picture lies on the page."""
        a, b = point
        w, h = self.width, self.height
        x, y = ((a, b), (w - b, a), (w - a, h - b), (b, h - a))[self.turns]
        return x + self.left, y + self.top
