"""The few words beside a reading in the table: what happened, in the space of a thumb."""

from __future__ import annotations

from fidelity_app.core.asks import Outcome
from fidelity_app.core.verdicts import Verdict
from fidelity_app.store.rows import Cell

_STATES: dict[Verdict, str] = {
    Verdict.OMITTED: "not answered",
    Verdict.ABSTAINED: "unreadable",
}

# A wrong character needs no word: its mark says it. Everything else is named in the space of a thumb.
_LABELS: dict[str, str] = {
    "substitution": "",
    "value_changed": "",
    "digit_inserted": "digit added",
    "digit_dropped": "digit lost",
    "character_inserted": "added",
    "character_dropped": "lost",
    "run_collapsed": "run lost",
    "run_expanded": "run added",
    "percent_added": "percent",
    "unit_added": "unit",
    "unit_omitted": "unit",
    "sign_lost": "sign lost",
    "sign_added": "sign added",
    "currency_changed": "currency",
    "percent_lost": "percent lost",
    "unit_changed": "unit",
    "decimal_dropped": "mark lost",
    "decimal_shifted": "mark shifted",
    "separator_role_swapped": "marks swapped",
    "transposition": "swapped",
    "leading_zero_lost": "zeros lost",
    "trailing_zero_dropped": "zero lost",
    "lookalike": "look-alike",
    "date_order_swapped": "day and month",
    "truncated": "cut short",
    "wrong_field": "other field",
    "symbol_as_digit": "symbol as digit",
}

_VERDICTS: dict[Verdict, str] = {
    Verdict.WRONG_FIELD: "other field",
    Verdict.HALLUCINATED: "invented",
    Verdict.AMBIGUOUS: "ambiguous",
    Verdict.UNPARSABLE: "no number",
    Verdict.PRECISION_CHANGED: "decimals",
}

_MAGNITUDES = {"magnitude_x": "×", "magnitude_div": "/"}


def cell_words(cell: Cell) -> str:
    """Return what stands in the cell: the reading, or why there is none."""
    if cell.text is not None:
        return cell.text
    if cell.verdict is not None:
        return _STATES.get(cell.verdict, "not answered")
    if cell.outcome is None:
        return "not asked yet"
    return "refused" if cell.outcome is Outcome.REFUSED else cell.outcome.value.replace("_", " ")


def short_label(cell: Cell) -> str:
    """Return the label at the right of the cell, empty where the reading is as printed."""
    if cell.verdict is None or cell.verdict in (Verdict.EXACT, Verdict.OMITTED, Verdict.ABSTAINED):
        return ""
    if cell.verdict is not Verdict.MISMATCH:
        return _VERDICTS.get(cell.verdict, "")
    for error in cell.errors:
        for prefix, sign in _MAGNITUDES.items():
            if error.startswith(prefix):
                return sign + error.removeprefix(prefix)
    return cell.difference or _LABELS.get(cell.label, cell.label.replace("_", " "))
