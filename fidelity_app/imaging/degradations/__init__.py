"""The degradations of IMAGING section 2, each one operation with units, bounds and a severity table."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from fidelity_app.imaging.degradations.camera import CAMERA
from fidelity_app.imaging.degradations.codec import CODEC
from fidelity_app.imaging.degradations.optics import OPTICS
from fidelity_app.imaging.degradations.sensor import SENSOR
from fidelity_app.imaging.degradations.spec import Degradation, Parameter, Setting, Stage

__all__ = ["DEGRADATIONS", "Degradation", "Parameter", "Setting", "Stage"]

_ALL = (*CAMERA, *OPTICS, *SENSOR, *CODEC)

DEGRADATIONS: Mapping[str, Degradation] = MappingProxyType({operation.name: operation for operation in _ALL})

assert len(DEGRADATIONS) == len(_ALL), "two degradations share a name"
assert all(p.minimum <= min(p.table) and max(p.table) <= p.maximum for d in _ALL for p in d.parameters)
