"""A strip that shows one job's progress, with its Cancel button; hidden while nothing runs."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from fidelity_app.gui.bridge import Job
from fidelity_app.gui.widgets.pills import pill
from fidelity_app.gui.widgets.text import ElidedLabel


class JobStrip(QWidget):
    """Follow one job at a time: text, bar (busy while the end is unknown), Cancel."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._job: Job | None = None
        self._label = ElidedLabel()
        self._bar = QProgressBar()
        self._bar.setFixedWidth(260)
        self._bar.setAccessibleName("Progress")
        self.cancel_button = pill("Cancel", on_click=self._cancel)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 4, 14, 4)
        layout.addWidget(self._label, 1)
        layout.addWidget(self._bar)
        layout.addWidget(self.cancel_button)
        self.hide()

    def follow(self, job: Job) -> None:
        """Show this job until it has ended."""
        self._job = job
        self._label.setText(job.title)
        self._bar.setRange(0, 0)
        self.cancel_button.setEnabled(True)
        job.progressed.connect(self._on_progress)
        job.finished.connect(self._on_finished)
        self.show()

    def _on_progress(self, done: int, total: int, text: str) -> None:
        self._bar.setRange(0, total)
        self._bar.setValue(done)
        count = f"{done:,} of {total:,}" if total else f"{done:,}"
        self._label.setText(f"{self._job.title if self._job else ''} · {count} · {text}")

    def _on_finished(self) -> None:
        self._job = None
        self.hide()

    def _cancel(self) -> None:
        if self._job is not None:
            self.cancel_button.setEnabled(False)
            self._job.cancel()
