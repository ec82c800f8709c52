"""The models: OpenAI-compatible endpoints, RapidOCR, Tesseract, replay. Nothing here touches the store or pixels."""

from fidelity_app.vision.adapters import ADAPTERS, Adapter, adapter_version, availability, find_adapter, make_reader
from fidelity_app.vision.limits import EndpointLimits

__all__ = ["ADAPTERS", "Adapter", "EndpointLimits", "adapter_version", "availability", "find_adapter", "make_reader"]
