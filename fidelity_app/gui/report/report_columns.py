"""The report's tables as columns: headline, worst findings, failures. Shares are shown with their interval."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fidelity_app.gui.tables.records import Column, Tone
from fidelity_app.reports.rows import FailureRow, FindingCard, SummaryRow
from fidelity_app.services.views import HeadlineRow, Measure

UNDEFINED = "–"

MEASURES = (
    (
        "Silent errors",
        "silent_error_rate",
        "Values read wrong without a word of doubt, of all values asked for. Lower is better: these reach your books.",
    ),
    (
        "Value fidelity",
        "value_fidelity",
        "Values read right, of all values printed. What was not answered counts as not right.",
    ),
    (
        "Digit errors",
        "digit_error_rate",
        "Digits replaced, lost, added or swapped, of the digits printed, where reading and print can be compared.",
    ),
    (
        "Strict documents",
        "strict_document_rate",
        "Documents with every value right and nothing invented, of all documents.",
    ),
    ("Coverage", "coverage", "Values that were answered at all, of all values asked for."),
)
"""Title, name in HeadlineRow, and what it means, in the order of the table."""


@dataclass(frozen=True, slots=True)
class HeadlineLine:
    """One line of the headline; `summary` brings flipped sums and cost as soon as they are counted."""

    row: HeadlineRow
    summary: SummaryRow | None = None


def share_words(measure: Measure) -> str:
    """Return a share in per cent, a dash where nothing could be counted."""
    return UNDEFINED if measure.value is None else f"{100 * measure.value:.1f} %"


def interval_words(measure: Measure) -> str:
    """Return the interval in per cent, empty where there is none."""
    if measure.value is None or measure.low is None or measure.high is None:
        return ""
    return f"{100 * measure.low:.1f}–{100 * measure.high:.1f}"


def counted_words(measure: Measure) -> str:
    """Return what a share was counted from."""
    return f"{measure.hits:,} of {measure.total:,}" if measure.total else "nothing to count"


def _measure_column(title: str, name: str, about: str) -> Column[HeadlineLine]:
    def measure(line: HeadlineLine) -> Measure:
        found: Measure = getattr(line.row, name)
        return found

    return Column(
        title,
        lambda line: share_words(measure(line)),
        aside=lambda line: interval_words(measure(line)),
        tip=lambda line: counted_words(measure(line)),
        bold=name == "silent_error_rate",
        about=about,
    )


def _of_summary(read: Callable[[SummaryRow], str]) -> Callable[[HeadlineLine], str]:
    return lambda line: "…" if line.summary is None else read(line.summary)


def _failed_tone(line: HeadlineLine) -> Tone:
    return Tone.WRONG if line.row.failures else Tone.PLAIN


HEADLINE_COLUMNS: tuple[Column[HeadlineLine], ...] = (
    Column("Model", lambda line: line.row.model, bold=True, tip=lambda line: line.row.model),
    Column("Recipe", lambda line: line.row.recipe_label, tip=lambda line: line.row.recipe_label),
    *(_measure_column(*measure) for measure in MEASURES),
    Column(
        "Sums flipped",
        _of_summary(lambda summary: f"{summary.sums_flipped:,}"),
        number=True,
        about="Sums that hold on the receipt and break in the reading, or the other way round.",
    ),
    Column(
        "Failed",
        lambda line: f"{line.row.failures:,}",
        tone=_failed_tone,
        number=True,
        about="Values whose question got no usable answer. They stay in every denominator.",
    ),
    Column(
        "Ambiguous",
        lambda line: f"{line.row.ambiguous:,}",
        number=True,
        about="Values whose print allows two meanings. They are left out of both sides, and listed.",
    ),
    Column("Values", lambda line: f"{line.row.slots:,}", number=True),
    Column(
        "Cost",
        _of_summary(lambda summary: summary.cost_per_right_document),
        tip=_of_summary(lambda summary: summary.cost_per_right_document),
        about="What one fully right document costs; unknown where a price is unknown.",
    ),
)

FINDING_COLUMNS: tuple[Column[FindingCard], ...] = (
    Column("Document", lambda card: card.document, tip=lambda card: card.document),
    Column("Field", lambda card: card.field, tip=lambda card: card.field),
    Column("Printed", lambda card: card.printed, mono=True, tip=lambda card: card.printed),
    Column(
        "Read", lambda card: card.read or "nothing", mono=True, tone=lambda card: Tone.WRONG, tip=lambda card: card.read
    ),
    Column("Model", lambda card: card.model, tip=lambda card: card.model),
    Column("Recipe", lambda card: card.recipe, tip=lambda card: card.recipe),
    Column("What happened", lambda card: card.words, tip=lambda card: card.words, stretch=True),
)

FAILURE_COLUMNS: tuple[Column[FailureRow], ...] = (
    Column("Trials", lambda row: f"{row.trials:,}", number=True, bold=True),
    Column("Model", lambda row: row.model, tip=lambda row: row.model),
    Column("Recipe", lambda row: row.recipe, tip=lambda row: row.recipe),
    Column("Outcome", lambda row: row.outcome.replace("_", " "), tone=lambda row: Tone.WRONG),
    Column("Why", lambda row: row.reason, tip=lambda row: row.reason, stretch=True),
)
