"""Other people's measures, so that numbers can be set beside papers. None of them tells whether digits are right."""

from fidelity_app.core.compatibility.documents import NUMERIC_FIDELITY_IS_BLIND, Answer, Columns, Sum, columns_of
from fidelity_app.core.compatibility.keys import Micro, donut_counts, nested, sroie
from fidelity_app.core.compatibility.texts import Cer, anls, cer, contained, numeric_fidelity, relaxed
from fidelity_app.core.compatibility.trees import donut_accuracy

__all__ = [
    "NUMERIC_FIDELITY_IS_BLIND",
    "Answer",
    "Cer",
    "Columns",
    "Micro",
    "Sum",
    "anls",
    "cer",
    "columns_of",
    "contained",
    "donut_accuracy",
    "donut_counts",
    "nested",
    "numeric_fidelity",
    "relaxed",
    "sroie",
]
