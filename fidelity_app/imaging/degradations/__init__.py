"""The degradations of IMAGING section 2, each one operation with units, bounds and a severity table."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from fidelity_app.imaging.degradations.camera import CAMERA
from fidelity_app.imaging.degradations.codec import CODEC
from fidelity_app.imaging.degradations.finger import FINGER
from fidelity_app.imaging.degradations.fold import FOLD
from fidelity_app.imaging.degradations.ink import INK
from fidelity_app.imaging.degradations.light import LIGHT
from fidelity_app.imaging.degradations.optics import OPTICS
from fidelity_app.imaging.degradations.paper import PAPER
from fidelity_app.imaging.degradations.pen import PEN
from fidelity_app.imaging.degradations.sensor import SENSOR
from fidelity_app.imaging.degradations.sheet import SHEET
from fidelity_app.imaging.degradations.spec import Degradation, Parameter, Setting, Stage

__all__ = ["DEGRADATIONS", "Degradation", "Parameter", "Setting", "Stage"]

_ALL = (*INK, *PAPER, *PEN, *SHEET, *FOLD, *CAMERA, *LIGHT, *FINGER, *OPTICS, *SENSOR, *CODEC)

DEGRADATIONS: Mapping[str, Degradation] = MappingProxyType({operation.name: operation for operation in _ALL})

assert len(DEGRADATIONS) == len(_ALL), "two degradations share a name"
assert all(p.minimum <= min(p.table) and max(p.table) <= p.maximum for d in _ALL for p in d.parameters)
