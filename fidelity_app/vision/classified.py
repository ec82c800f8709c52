"""How one exchange ended, and whether asking again may help."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from fidelity_app.core.asks import Outcome, Usage
from fidelity_app.vision.errorbody import ErrorBody


class Again(StrEnum):
    """Whether another attempt may end differently."""

    NO = "no"
    YES = "yes"
    RATE = "rate"
    """The endpoint asks for patience; its siblings pause too."""
    TIMEOUT = "timeout"
    """Nothing came in time; a local server may still be generating."""


@dataclass(frozen=True, slots=True)
class Classified:
    """One exchange understood as far as its envelope. `text` is the model's answer, never looked into here."""

    outcome: Outcome
    reason: str
    text: str = ""
    again: Again = Again.NO
    usage: Usage = field(default_factory=Usage)
    served_model: str = ""
    system_fingerprint: str = ""
    error: ErrorBody | None = None
