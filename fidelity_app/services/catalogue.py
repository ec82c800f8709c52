"""The degradations as they are offered: what sliders are made from, without the pixels behind them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SliderSpec:
    """One parameter: bounds, unit, and its value at severities 0..5."""

    name: str
    title: str
    unit: str
    minimum: float
    maximum: float
    step: float
    table: tuple[float, ...]
    description: str

    def at(self, severity: float) -> float:
        """Return the value at a severity 0..5, interpolated between the whole ones."""
        low = min(len(self.table) - 2, int(severity))
        return self.table[low] + (self.table[low + 1] - self.table[low]) * (severity - low)


@dataclass(frozen=True, slots=True)
class Operation:
    """One degradation as it is offered. Steps of the same `order` are carried out as listed, others by their order."""

    name: str
    title: str
    stage: str
    order: tuple[int, bool]
    version: int
    description: str
    sliders: tuple[SliderSpec, ...]


def catalogue() -> Mapping[str, Operation]:
    """Return the degradations of this version by name, in physical order."""
    from fidelity_app.imaging.degradations import DEGRADATIONS

    return {
        name: Operation(
            name=name,
            title=found.title,
            stage=found.stage.title,
            order=found.order,
            version=found.version,
            description=found.description,
            sliders=tuple(
                SliderSpec(p.name, p.title, p.unit, p.minimum, p.maximum, p.step, tuple(p.table), p.description)
                for p in found.parameters
            ),
        )
        for name, found in DEGRADATIONS.items()
    }
