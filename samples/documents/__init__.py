"""The sample documents themselves, by country. All shops, people and numbers are invented."""

from importlib import import_module

MODULES = ("germany", "asia", "japan", "france_spain", "english", "invoices", "facture", "labels")


def load() -> None:
    """Enter all samples into the table."""
    for name in MODULES:
        import_module(f"documents.{name}")
