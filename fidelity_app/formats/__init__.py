"""Other people's annotation files, and our own: what is known about a document before it is loaded."""

from fidelity_app.formats.items import Format, ImportField, ImportItem, LeftOut
from fidelity_app.formats.registry import FORMATS, detect, read_dataset

__all__ = ["FORMATS", "Format", "ImportField", "ImportItem", "LeftOut", "detect", "read_dataset"]
