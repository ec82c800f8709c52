"""What a reviewer is told about a sum that breaks: which one digit would mend it. Nothing is ever mended by it."""

from __future__ import annotations

from fidelity_app.core.reconciliation.flips import single_digit_repairs
from fidelity_app.core.reconciliation.sums import SumCheck

_MOST_HINTS = 3


def repair_words(check: SumCheck) -> str:
    """Say in words which single digits would make a broken sum hold, empty where none would (or the sum holds)."""
    hints = [f"{hint.key} {hint.would_be:f}" for hint in single_digit_repairs(check)]
    if not hints:
        return ""
    more = f" or {len(hints) - _MOST_HINTS} others" if len(hints) > _MOST_HINTS else ""
    return f"one other digit would mend it: {', '.join(hints[:_MOST_HINTS])}{more}"
