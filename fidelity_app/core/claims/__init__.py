"""Claims: what a model confirms when it is asked "is X printed?", and every number that its prose asserts."""

from fidelity_app.core.claims.checking import ProseClaim, ProseReport, Support, check_prose
from fidelity_app.core.claims.neighbours import neighbour
from fidelity_app.core.claims.rates import HallucinationRates, hallucination_rates
from fidelity_app.core.claims.verifying import (
    Answered,
    Claim,
    Verified,
    VerifyRates,
    answer_of,
    claims_of,
    is_printed,
    verified,
    verify_rates,
)

__all__ = [
    "Answered",
    "Claim",
    "HallucinationRates",
    "ProseClaim",
    "ProseReport",
    "Support",
    "Verified",
    "VerifyRates",
    "answer_of",
    "check_prose",
    "claims_of",
    "hallucination_rates",
    "is_printed",
    "neighbour",
    "verified",
    "verify_rates",
]
