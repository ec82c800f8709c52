"""Intervals, comparisons and power: clustered by document, seeded, checked against published examples.

Errors cluster by document: a blurred receipt is wrong in many places at once. So documents are drawn again, never
slots; Wilson's interval is given for comparison and is too narrow (SCORING section 5).
"""

from fidelity_app.core.statistics.bootstrap import (
    PairedDifference,
    bootstrap_interval,
    bootstrap_intervals,
    paired_bootstrap,
)
from fidelity_app.core.statistics.mcnemar import mcnemar_exact, mcnemar_pairs_needed, mcnemar_power
from fidelity_app.core.statistics.power import POWER, documents_needed, smallest_drop
from fidelity_app.core.statistics.shares import LEVEL, Interval, design_effect, wilson

__all__ = [
    "LEVEL",
    "POWER",
    "Interval",
    "PairedDifference",
    "bootstrap_interval",
    "bootstrap_intervals",
    "design_effect",
    "documents_needed",
    "mcnemar_exact",
    "mcnemar_pairs_needed",
    "mcnemar_power",
    "paired_bootstrap",
    "smallest_drop",
    "wilson",
]
