"""Read printed numbers, dates, times and identifiers exactly as they stand (SCORING section 1)."""

from fidelity_app.core.numbers.reader import parse
from fidelity_app.core.numbers.value import NumberContext, Parsed, Role, Style

__all__ = ["NumberContext", "Parsed", "Role", "Style", "parse"]
