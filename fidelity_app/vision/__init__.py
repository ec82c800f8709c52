"""The models: OpenAI-compatible endpoints, RapidOCR, Tesseract, replay. Nothing here touches the store or pixels."""

from fidelity_app.vision.adapters import ADAPTERS, Adapter, adapter_version, availability, find_adapter, make_reader

__all__ = ["ADAPTERS", "Adapter", "adapter_version", "availability", "find_adapter", "make_reader"]
