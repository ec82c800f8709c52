"""The models: OpenAI-compatible endpoints, RapidOCR, Tesseract, replay. Nothing here touches the store or pixels."""

from fidelity_app.vision.adapters import ADAPTERS, Adapter, adapter_version, availability, find_adapter, make_reader
from fidelity_app.vision.limits import EndpointLimits
from fidelity_app.vision.presets import ENDPOINT_PRESETS, EndpointPreset
from fidelity_app.vision.probe import Probe, probe_reader

__all__ = [
    "ADAPTERS",
    "ENDPOINT_PRESETS",
    "Adapter",
    "EndpointLimits",
    "EndpointPreset",
    "Probe",
    "adapter_version",
    "availability",
    "find_adapter",
    "make_reader",
    "probe_reader",
]
