"""What a report is made of; services fill these in, this room only writes them down."""

from __future__ import annotations

from dataclasses import dataclass

from fidelity_app.core.columns import Column


@dataclass(frozen=True, slots=True)
class Rate:
    """A share with its document-clustered interval; None where it is undefined (nothing to count)."""

    value: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """The headline of one model on one recipe. Counts are slots unless they say otherwise."""

    model: str
    recipe: str
    documents: int
    slots: int
    value_fidelity: Rate
    digit_error_rate: Rate
    silent_error_rate: Rate
    strict_document_rate: Rate
    wrong: int
    omitted: int
    abstained: int
    failed: int
    ambiguous: int
    sums_flipped: int
    cost_per_right_document: str


@dataclass(frozen=True, slots=True)
class ReadingRow:
    """One slot read by one model on one variant: a line of the analysts' main export. All text as printed or said.

    `contrast`, `sharpness` and `digit_height_px` were measured inside the field's box on that variant (how hard was
    it?), empty where they are unknown.
    """

    document: str
    page: int
    field: str
    kind: str
    legibility: str
    recipe: str
    severity: str
    seed: int
    model: str
    repeat: int
    mode: str
    outcome: str
    printed: str
    read: str
    verdict: str
    errors: str
    operations: str
    printed_value: str
    read_value: str
    difference: str
    currency: str
    explanation: str
    decided_by: str
    confidence: str
    decision: str
    decision_note: str
    contrast: str
    sharpness: str
    digit_height_px: str
    served_model: str
    latency_ms: str
    trial_key: str
    pixels_sha256: str
    scorer_version: str


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """One claim put before one model on one variant: a line of the export of a run in verify mode. All text.

    `claim_is` is right, wrong, or undecided; `fault` is what a wrong claim has wrong.
    """

    document: str
    field: str
    recipe: str
    severity: str
    model: str
    repeat: int
    printed: str
    claim: str
    claim_is: str
    fault: str
    answer: str
    outcome: str
    failure: str
    reason: str
    trial_key: str


@dataclass(frozen=True, slots=True)
class FindingCard:
    """One misreading worth a look, with the pixels that the model saw around it (PNG bytes, or None)."""

    document: str
    field: str
    recipe: str
    model: str
    printed: str
    read: str
    words: str
    columns: tuple[Column, ...]
    crop_png: bytes | None


@dataclass(frozen=True, slots=True)
class FailureRow:
    """Trials without an answer that could be scored; they stay in the denominator."""

    model: str
    recipe: str
    outcome: str
    reason: str
    trials: int


@dataclass(frozen=True, slots=True)
class Confusion:
    """Counts of what was printed (rows) against what was read (columns) for one model."""

    model: str
    printed_labels: tuple[str, ...]
    read_labels: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]
    blocks: tuple[tuple[str, str, int], ...] = ()
    """Neighbouring faults taken together: printed, read, count."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a table: the figure, and smaller beside it what it is counted over."""

    text: str
    small: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table as every writer draws it. The first `labels` columns are words, the others figures."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    labels: int = 1
    note: str = ""


@dataclass(frozen=True, slots=True)
class MeasureTables:
    """The full tables of measures: shares by model, classes with their model's name, the others for the run.

    `meaning` says how to read them.
    """

    meaning: tuple[str, ...]
    shares: tuple[Table, ...]
    classes: tuple[tuple[str, Table], ...]
    sizes: Table
    money: Table
    sums: Table
    pairs: Table
    power: Table
    papers: Table
    heights: Table
    ease: Table


@dataclass(frozen=True, slots=True)
class MeasureLine:
    """A line of measures.csv: figures as exact texts, "n/a" for what is undefined, empty where there is none."""

    model: str
    recipe: str
    measure: str
    value: str
    n: str = ""
    numerator: str = ""
    denominator: str = ""
    low: str = ""
    high: str = ""


@dataclass(frozen=True, slots=True)
class ReportData:
    """Everything the HTML page shows. `method` are (what, how) pairs: versions, seeds, definitions.

    `measures` are the full tables, None where only the short report is wanted.
    """

    title: str
    run_name: str
    made_at: str
    documents: int
    slots: int
    summary: tuple[SummaryRow, ...]
    findings: tuple[FindingCard, ...]
    findings_total: int
    confusions: tuple[Confusion, ...]
    failures: tuple[FailureRow, ...]
    method: tuple[tuple[str, str], ...]
    measures: MeasureTables | None = None
    claims: tuple[Table, ...] = ()
    """In verify mode: the rates, and the claims that were answered wrong."""
