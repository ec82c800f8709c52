"""A run in verify mode as tables and lines: its rates, the claims that were answered wrong, and every claim."""

from __future__ import annotations

from collections.abc import Iterator

from fidelity_app.core.claims import Verified
from fidelity_app.reports.rows import Cell, ClaimLine, MeasureLine, Table
from fidelity_app.services.claiming import ClaimRates, claim_rates, claim_rows
from fidelity_app.services.reporting_lines import number_text, ratio_text
from fidelity_app.services.views import Measure
from fidelity_app.services.workspace import Workspace
from fidelity_app.store.claims import ClaimRow

OUTCOME_WORDS = {
    Verified.CONFIRMED_RIGHT: "confirmed what is printed",
    Verified.CONFIRMED_WRONG: "confirmed a fault",
    Verified.REJECTED_RIGHT: "rejected what is printed",
    Verified.REJECTED_WRONG: "rejected a fault",
    Verified.ABSTAINED: "said that it cannot read it",
    Verified.FAILED: "no plain answer",
    Verified.UNDECIDED: "not decided by what is annotated now",
}
assert set(OUTCOME_WORDS) == set(Verified)
WORST = (Verified.CONFIRMED_WRONG, Verified.REJECTED_RIGHT, Verified.FAILED, Verified.ABSTAINED)
"""The answers that are not right, the most dangerous first."""

RATES = ("false_confirmations", "false_rejections", "right_answers")
MEANING = (
    "Faults confirmed: of the claims with one wrong digit, those that the model said are printed; these pass a check "
    "unseen. True rejected: of the claims as printed, those that it refused. Answered right: both sorts together. "
    "Abstentions and failures stay in every denominator."
)
MOST_LISTED = 200


def claim_tables(ws: Workspace, run_id: str) -> tuple[Table, ...]:
    """Return the rates and the claims that were not answered right, worst first; nothing in other modes."""
    rates = claim_rates(ws, run_id)
    return (_rates_table(rates), _wrong_table(worst_first(claim_rows(ws, run_id)))) if rates else ()


def worst_first(rows: list[ClaimRow]) -> list[ClaimRow]:
    """Return the claims that were not answered right, confirmed faults first, each sort in the order of the run."""
    return [row for outcome in WORST for row in rows if row.outcome is outcome]


def _rates_table(rates: list[ClaimRates]) -> Table:
    headings = ("Model", "Recipe", "Faults confirmed", "True rejected", "Answered right", "Claims", "Abstained")
    rows = tuple(
        (
            Cell(row.model),
            Cell(row.recipe_label),
            *(share(getattr(row, name)) for name in RATES),
            *(Cell(str(count)) for count in (row.claims, row.abstained, row.failed, row.undecided)),
        )
        for row in rates
    )
    return Table("What was confirmed", (*headings, "Failed", "Undecided"), rows, labels=2, note=MEANING)


def share(measure: Measure) -> Cell:
    """Write a share with the counts it is made of; a dash where nothing was asked."""
    if measure.value is None:
        return Cell("–")
    return Cell(f"{100 * measure.value:.1f} %", f"{measure.hits} of {measure.total}")


def _wrong_table(rows: list[ClaimRow]) -> Table:
    shown = tuple(
        tuple(
            Cell(text)
            for text in (
                OUTCOME_WORDS[row.outcome],
                row.document_name,
                row.key,
                row.claim,
                row.printed,
                row.fault.replace("_", " "),
                row.model,
                row.recipe_label,
            )
        )
        for row in rows[:MOST_LISTED]
    )
    left = len(rows) - len(shown)
    note = f"{left} more are in the CSV." if left else ""
    headings = ("The model", "Document", "Field", "Claimed", "Printed", "Fault", "By", "Recipe")
    return Table("Answers that are not right", headings, shown, labels=len(headings), note=note)


def claim_is(row: ClaimRow) -> str:
    """Say whether a claim is right or wrong, or undecided."""
    return "undecided" if row.is_true is None else "right" if row.is_true else "wrong"


def claim_lines(ws: Workspace, run_id: str) -> Iterator[ClaimLine]:
    """Yield every claim of a run in verify mode for the CSV."""
    for row in claim_rows(ws, run_id):
        yield ClaimLine(
            document=row.document_name,
            field=row.key,
            recipe=row.recipe_label,
            severity=f"{row.severity:g}",
            model=row.model,
            repeat=row.repeat + 1,
            printed=row.printed,
            claim=row.claim,
            claim_is=claim_is(row),
            fault=row.fault,
            answer=row.answer,
            outcome=row.outcome.value,
            failure=row.failure,
            reason=row.reason,
            trial_key=row.trial_key,
        )


def rate_lines(ws: Workspace, run_id: str) -> Iterator[MeasureLine]:
    """Yield the rates of a run in verify mode as lines of measures.csv."""
    for row in claim_rates(ws, run_id):
        n = str(row.documents)
        for name in RATES:
            found: Measure = getattr(row, name)
            yield MeasureLine(
                row.model,
                row.recipe_label,
                f"claims:{name}",
                ratio_text(found.hits, found.total),
                n,
                str(found.hits),
                str(found.total),
                "" if found.low is None else number_text(found.low),
                "" if found.high is None else number_text(found.high),
            )
        for name in ("claims", "abstained", "failed", "undecided"):
            yield MeasureLine(row.model, row.recipe_label, f"count:{name}", str(getattr(row, name)), n)
