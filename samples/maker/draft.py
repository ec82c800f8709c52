"""A sample document before it is saved: its pages as pictures, and what the truth file says beside the fields."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from maker.picture import Picture


@dataclass(frozen=True, slots=True)
class Draft:
    """One document. `quality` is the JPEG quality of its pages; 0 saves PNG."""

    name: str
    pages: tuple[Picture, ...]
    locale: str
    currency: str
    type: str = "receipt"
    tags: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    quality: int = 82


Recipe = Callable[[], Draft]
MAKERS: dict[str, Recipe] = {}


def sample(name: str) -> Callable[[Recipe], Recipe]:
    """Enter a function into the table of samples."""

    def enter(make: Recipe) -> Recipe:
        if name in MAKERS:
            raise ValueError(f"two samples are named {name}")
        MAKERS[name] = make
        return make

    return enter


def dice(name: str) -> np.random.Generator:
    """Return the random source of a sample: the same for the same name, on every machine."""
    return np.random.default_rng(int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big"))


@dataclass
class Sums:
    """What must add up, checked while a sample is made."""

    checked: list[str] = field(default_factory=list)

    def same(self, what: str, left: object, right: object) -> None:
        """Raise ValueError unless both sides are the same exact number."""
        if left != right:
            raise ValueError(f"{what}: {left} is not {right}")
        self.checked.append(what)
