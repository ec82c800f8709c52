"""What a degradation is: a name, a place in the physical order, parameters with units, pixels and geometry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum

from fidelity_app.imaging.colour import Rgb
from fidelity_app.imaging.degradations.stream import Stream
from fidelity_app.imaging.warps import Frame, Warp

REFERENCE_DPI = 150.0


class Stage(IntEnum):
    """Where in the life of a picture it happens; a recipe's steps are carried out in this order."""

    INK = 0
    PAPER = 1
    GEOMETRY = 2
    LIGHT = 3
    OPTICS = 4
    SENSOR = 5
    CODEC = 6

    @property
    def title(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Parameter:
    """One number of a degradation: its bounds, and its value at severities 0..5. A `length` is px at 150 dpi."""

    name: str
    title: str
    unit: str
    minimum: float
    maximum: float
    table: tuple[float, float, float, float, float, float]
    step: float
    description: str
    length: bool = False

    def at(self, severity: float) -> float:
        """Return the value at a severity 0..5, interpolated between the table's whole severities."""
        low = min(4, int(severity))
        part = severity - low
        return self.table[low] + (self.table[low + 1] - self.table[low]) * part


@dataclass(frozen=True, slots=True)
class Setting:
    """What one step may depend on: its values (lengths in this page's px), its scale, its own randomness."""

    values: Mapping[str, float]
    px: float
    identity: str

    def __getitem__(self, name: str) -> float:
        return self.values[name]

    def stream(self, purpose: str = "") -> Stream:
        """Return a fresh stream; the same purpose draws the same numbers, for the map as for the pixels."""
        return Stream(f"{self.identity}:{purpose}")


Pixels = Callable[[Rgb, Setting], Rgb]
MakeWarp = Callable[[Frame, Setting], Warp]


@dataclass(frozen=True, slots=True)
class Degradation:
    """One operation. `pixels` of a geometric one draws its shading and wear on the flat page, before the map.

    `on_desk`: the camera sees a desk around the page, not a scanner's lid.
    """

    name: str
    title: str
    stage: Stage
    parameters: tuple[Parameter, ...]
    description: str
    pixels: Pixels | None = None
    warp: MakeWarp | None = None
    on_desk: bool = False
    version: int = 1

    @property
    def order(self) -> tuple[int, bool]:
        """Return what the physical order knows of it; steps that have it in common are carried out as they are listed.

        Its stage, and within geometry the sheet is bent (and shaded, while flat) before the camera moves.
        """
        return self.stage, self.warp is not None and self.pixels is None

    def parameter(self, name: str) -> Parameter | None:
        return next((parameter for parameter in self.parameters if parameter.name == name), None)

    def values_at(self, severity: float, overrides: Mapping[str, float]) -> dict[str, float]:
        """Return every parameter's value: what the step says, else what the severity's table says."""
        return {p.name: float(overrides.get(p.name, p.at(severity))) for p in self.parameters}

    def setting(self, values: Mapping[str, float], *, dpi: float, identity: str) -> Setting:
        """Scale the lengths to the page's resolution."""
        px = dpi / REFERENCE_DPI
        lengths = {p.name for p in self.parameters if p.length}
        return Setting({name: value * (px if name in lengths else 1.0) for name, value in values.items()}, px, identity)
