"""Measures over judged slots (SCORING section 5). The unit of account is the slot: document, field key, occurrence."""

from fidelity_app.core.metrics.digits import (
    CLASSES,
    DIGITS,
    LABELS,
    ClassRow,
    DigitTable,
    digit_table,
    merged,
    table_of,
)
from fidelity_app.core.metrics.ease import (
    EDGES_PX,
    HEIGHTS,
    THIRDS,
    UNKNOWN,
    Cliff,
    cliff,
    height_class,
    third_of,
    thirds,
    together,
)
from fidelity_app.core.metrics.headline import Headline, all_of_k, discordant, documents_right, headline, pass_k
from fidelity_app.core.metrics.magnitude import Magnitude, Money, magnitude, power_of_ten
from fidelity_app.core.metrics.ratios import Ratio, f1, intervals, ratio
from fidelity_app.core.metrics.records import RIGHT, WRONG_ANSWERS, Record
from fidelity_app.core.metrics.sums import FlipCounts, flip_counts

__all__ = [
    "CLASSES",
    "DIGITS",
    "EDGES_PX",
    "HEIGHTS",
    "LABELS",
    "RIGHT",
    "THIRDS",
    "UNKNOWN",
    "WRONG_ANSWERS",
    "ClassRow",
    "Cliff",
    "DigitTable",
    "FlipCounts",
    "Headline",
    "Magnitude",
    "Money",
    "Ratio",
    "Record",
    "all_of_k",
    "cliff",
    "digit_table",
    "discordant",
    "documents_right",
    "f1",
    "flip_counts",
    "headline",
    "height_class",
    "intervals",
    "magnitude",
    "merged",
    "pass_k",
    "power_of_ten",
    "ratio",
    "table_of",
    "third_of",
    "thirds",
    "together",
]
