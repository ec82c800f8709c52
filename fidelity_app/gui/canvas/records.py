"""What the canvas shows, as records; items are disposable views of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from fidelity_app.core.geometry import Quad


class BoxLook(StrEnum):
    """How a box is drawn: each look differs by line as well as by colour."""

    PLAIN = "plain"
    RIGHT = "right"
    WRONG = "wrong"
    MISSING = "missing"
    ABSTAINED = "abstained"
    NOTATION = "notation"
    VERSUS = "versus"
    PROPOSED = "proposed"


class MarkShape(StrEnum):
    """What is the matter with one character (shapes of GUI.md "Colours")."""

    RIGHT = "right"
    WRONG = "wrong"
    MISSING = "missing"
    INSERTED = "inserted"
    SWAP = "swap"
    NOTATION = "notation"
    ABSTAINED = "abstained"
    VERSUS = "versus"


@dataclass(frozen=True, slots=True)
class BoxRecord:
    """One box on the page, in page pixels. `label` is plain text drawn beside the chosen box."""

    id: str
    quad: Quad
    look: BoxLook = BoxLook.PLAIN
    label: str = ""


@dataclass(frozen=True, slots=True)
class CharMark:
    """One marked character, in page pixels."""

    quad: Quad
    mark: MarkShape
