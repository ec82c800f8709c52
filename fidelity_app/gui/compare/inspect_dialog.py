"""The evidence of one reading: every request without its key, every reply as it came, and the times."""

from __future__ import annotations

import json

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QTabWidget, QVBoxLayout, QWidget

from fidelity_app.gui.theme import Theme
from fidelity_app.gui.widgets.text import plain_label
from fidelity_app.services.views import Inspection
from fidelity_app.store.rows import AttemptRow


class InspectDialog(QDialog):
    """Shows an inspection; all of it is plain text and can be selected and copied."""

    def __init__(self, inspection: Inspection, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        trial = inspection.trial
        self.setWindowTitle(f"Evidence · {trial.model}")
        self.resize(820, 560)
        tabs = QTabWidget()
        tabs.addTab(_text(summary(inspection), theme, "Trial"), "Trial")
        for number, (reply, rung) in enumerate(zip(inspection.replies, inspection.rungs, strict=True), 1):
            title = "Reply" if number == 1 else f"Reply {number}"
            tabs.addTab(_text(f"found as: {rung}\n\n{reply.text}", theme, title), title)
        for attempt in inspection.attempts:
            title = f"Attempt {attempt.number}"
            tabs.addTab(_text(attempt_text(attempt), theme, title), title)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        if inspection.reused_from_run:
            layout.addWidget(
                plain_label(f"The answer was stored by run {inspection.reused_from_run}; nothing was asked again.")
            )
        layout.addWidget(tabs, 1)
        layout.addWidget(buttons)


def summary(inspection: Inspection) -> str:
    """Return what identifies the trial, line by line."""
    trial = inspection.trial
    outcome = trial.outcome.value if trial.outcome else "not answered yet"
    lines = [
        f"model       {trial.model}",
        f"outcome     {outcome}{f' ({trial.reason})' if trial.reason else ''}",
        f"repeat      {trial.repeat}",
        f"seed        {trial.seed}",
        f"trial key   {trial.key}",
        *(f"pixels      sha256 {sha}" for sha in inspection.image_shas),
        f"attempts    {len(inspection.attempts)}",
    ]
    return "\n".join(lines)


def attempt_text(attempt: AttemptRow) -> str:
    """Return one attempt as an auditor reads it: times, request, headers, body."""
    body = attempt.body.decode("utf-8", errors="backslashreplace")
    headers = "\n".join(f"{name}: {value}" for name, value in attempt.headers.items())
    return (
        f"outcome {attempt.outcome.value} {attempt.reason}\nstatus  {attempt.status}\n"
        f"queued  {attempt.queued_at.isoformat()}\nended   {attempt.ended_at.isoformat()} ({attempt.seconds:.3f} s)\n"
        f"served  {attempt.served_model or 'not said'}\n\n--- request\n"
        f"{json.dumps(attempt.request, ensure_ascii=False, indent=2)}\n\n"
        f"--- reply headers\n{headers}\n\n--- reply\n{body}"
    )


def _text(content: str, theme: Theme, name: str) -> QPlainTextEdit:
    edit = QPlainTextEdit(content, readOnly=True)
    edit.setFont(theme.mono())
    edit.setAccessibleName(name)
    return edit
