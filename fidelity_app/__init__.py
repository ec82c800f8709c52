"""Fidelity: can you trust the digits a vision model reads off your documents?"""

__version__ = "0.1.0"
