"""A receipt is its own checksum: which sums hold in the truth, and which in what was read (SCORING section 5)."""

from fidelity_app.core.reconciliation.flips import FLIP_NAMES, Flip, Repair, flips, single_digit_repairs, still_holds
from fidelity_app.core.reconciliation.hints import repair_words
from fidelity_app.core.reconciliation.rules import checks as _checks
from fidelity_app.core.reconciliation.sums import Part, SumCheck, SumState, Values

__all__ = [
    "FLIP_NAMES",
    "Flip",
    "Part",
    "Repair",
    "SumCheck",
    "SumState",
    "check",
    "flips",
    "repair_words",
    "single_digit_repairs",
    "still_holds",
]


def check(values_by_key: Values, currency: str) -> tuple[SumCheck, ...]:
    """Return the sums of a document: rows and rates first, then lines, taxes, tax, total, due and change.

    A value of None is there but unknown, and makes its sums not checkable. Of the forms a sum may take (tax inside or
    on top, reductions inside the subtotal or not) the one that holds is returned, else the plainest. Exact decimals; a
    difference of one smallest unit of the currency is a rounding and holds; so does, for a payable amount, half of the
    smallest coin where the currency's cash is rounded to it (Swiss 0.05, Nordic and Czech crowns, forints).
    """
    return tuple(_checks(values_by_key, currency))
