"""Is a picture that was made again the one that it was? (IMAGING section 3, rule 4)"""

from __future__ import annotations

from enum import Enum

import numpy as np

from fidelity_app.imaging.colour import Rgb

EQUIVALENT_LEVELS = 1


class Agreement(Enum):
    """How a new making agrees with the one remembered."""

    VERIFIED = "verified"
    EQUIVALENT = "equivalent"
    DRIFTED = "drifted"


def agreement(then: Rgb, now: Rgb) -> Agreement:
    """Compare two makings, RGB uint8 (H, W, 3): equal, no value off by more than one level, or anything else."""
    if then.shape != now.shape:
        return Agreement.DRIFTED
    worst = 0
    for top in range(0, then.shape[0], 256):  # in bands: the difference of a whole page would be another page
        one, other = then[top : top + 256], now[top : top + 256]
        worst = max(worst, int(np.max(np.maximum(one, other) - np.minimum(one, other))))
    if worst == 0:
        return Agreement.VERIFIED
    return Agreement.EQUIVALENT if worst <= EQUIVALENT_LEVELS else Agreement.DRIFTED
