"""Exit codes (DESIGN section 4)."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """What the shell is told."""

    DONE = 0
    FAILED = 1
    USAGE = 2
    OUTSIDE = 3
    BUG = 4
    INTERRUPTED = 130
