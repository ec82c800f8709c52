"""What a run in verify mode found: the rates, and every claim that was not answered right, worst first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget

from fidelity_app.core.claims import Verified
from fidelity_app.gui.report.report_columns import counted_words, share_words
from fidelity_app.gui.runs.planning import count_words
from fidelity_app.gui.tables.records import Column, RecordModel, Tone
from fidelity_app.gui.tables.view import RecordTable
from fidelity_app.gui.theme import Theme
from fidelity_app.gui.widgets.cards import Card
from fidelity_app.gui.widgets.text import plain_label
from fidelity_app.services.claim_tables import MEANING, OUTCOME_WORDS, worst_first
from fidelity_app.services.claiming import ClaimRates
from fidelity_app.store.claims import ClaimRow

MOST_RATES_PX = 260

_TONES = {Verified.CONFIRMED_WRONG: Tone.WRONG, Verified.REJECTED_RIGHT: Tone.WRONG, Verified.ABSTAINED: Tone.ABSTAINED}


def _share(title: str, name: str, about: str) -> Column[ClaimRates]:
    return Column(
        title,
        lambda row: share_words(getattr(row, name)),
        aside=lambda row: counted_words(getattr(row, name)),
        tone=lambda row: Tone.WRONG if name == "false_confirmations" and getattr(row, name).hits else Tone.PLAIN,
        bold=name == "false_confirmations",
        number=True,
        about=about,
    )


RATE_COLUMNS: tuple[Column[ClaimRates], ...] = (
    Column("Model", lambda row: row.model, bold=True, tip=lambda row: row.model),
    Column("Recipe", lambda row: row.recipe_label),
    _share("Faults confirmed", "false_confirmations", "Of the claims with one wrong digit, those said to be printed."),
    _share("True rejected", "false_rejections", "Of the claims as printed, those that were refused."),
    _share("Answered right", "right_answers", "Of all claims, those answered right."),
    Column("Claims", lambda row: f"{row.claims:,}", number=True),
    Column("Abstained", lambda row: f"{row.abstained:,}", number=True),
    Column("Failed", lambda row: f"{row.failed:,}", number=True),
    Column("Undecided", lambda row: f"{row.undecided:,}", number=True),
)

CLAIM_COLUMNS: tuple[Column[ClaimRow], ...] = (
    Column(
        "The model",
        lambda row: OUTCOME_WORDS[row.outcome],
        tone=lambda row: _TONES.get(row.outcome, Tone.MUTED),
        tip=lambda row: row.reason,
    ),
    Column("Claimed", lambda row: row.claim, mono=True, tip=lambda row: row.claim),
    Column("Printed", lambda row: row.printed, mono=True, tip=lambda row: row.printed),
    Column("Fault", lambda row: row.fault.replace("_", " ")),
    Column("Field", lambda row: row.key, tip=lambda row: row.key),
    Column("Document", lambda row: row.document_name, tip=lambda row: row.document_name, stretch=True),
    Column("By", lambda row: row.model),
    Column("Recipe", lambda row: row.recipe_label),
)


class ClaimsBody(QWidget):
    """Two cards under each other: rates by model and recipe, and the claims that went wrong."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setAccessibleName("Claims")
        self.rates: RecordModel[ClaimRates] = RecordModel(
            RATE_COLUMNS, key=lambda row: (row.model, row.recipe_key), parent=self
        )
        self.claims: RecordModel[ClaimRow] = RecordModel(CLAIM_COLUMNS, key=lambda row: row.trial_id, parent=self)
        self.rates_table = RecordTable(self.rates, theme, "What was confirmed")
        self.claims_table = RecordTable(self.claims, theme, "Answers that are not right")
        self.about = plain_label("", wrap=True, name="muted")
        self.note = plain_label("", wrap=True, name="muted")
        upper = Card("What was confirmed")
        for widget in (self.about, self.rates_table, plain_label(MEANING, wrap=True, name="muted")):
            upper.body.addWidget(widget)
        lower = Card("Answers that are not right")
        lower.body.addWidget(self.note)
        lower.body.addWidget(self.claims_table, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(12)
        column.addWidget(upper)
        column.addWidget(lower, 1)

    def show_claims(self, rates: Sequence[ClaimRates], rows: Sequence[ClaimRow], about: str) -> None:
        """Show a run's rates and its claims; `about` says which run it is."""
        wrong = worst_first(list(rows))
        self.about.setText(about)
        self.rates_table.show_records(list(rates))
        self.rates_table.fit_columns()
        self.rates_table.setFixedHeight(min(MOST_RATES_PX, self.rates_table.natural_height() + 14))
        self.claims_table.show_records(wrong)
        self.claims_table.fit_columns()
        self.claims_table.setVisible(bool(wrong))
        told = f"{count_words(len(wrong), 'claim')} of {len(rows):,}, confirmed faults first. The CSV has all claims."
        self.note.setText(told if wrong else f"All {count_words(len(rows), 'claim')} were answered right.")
