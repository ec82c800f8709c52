"""A run under way: how far, how fast, what failed, and two different ways to end it."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QVBoxLayout

from fidelity_app.gui.runs.executions import Execution
from fidelity_app.gui.runs.planning import time_words
from fidelity_app.gui.widgets.pills import pill
from fidelity_app.gui.widgets.text import ElidedLabel, plain_label
from fidelity_app.services.views import RunProgress

STOP_TIP = "Start nothing new; what is being asked may finish. The run can be resumed."
ABORT_TIP = "Cancel now, what is being asked too. What was answered is kept; the run can be resumed."


def figures_words(progress: RunProgress) -> str:
    """Return counts, pace and time to go in words."""
    parts = [f"{progress.answered:,} answered"]
    if progress.reused:
        parts.append(f"{progress.reused:,} of them from stored replies")
    if progress.trials_per_s is not None:
        parts.append(_pace_words(progress.trials_per_s))
    if progress.eta_s is not None and progress.done < progress.total:
        parts.append(f"{time_words(progress.eta_s)} left")
    return " · ".join(parts)


def _pace_words(trials_per_s: float) -> str:
    if trials_per_s >= 1:
        return f"{trials_per_s:.1f} trials a second"
    return f"{60 * trials_per_s:.1f} trials a minute"


def failures_words(progress: RunProgress) -> str:
    """Return the failures by class, most of them first; empty when there is none."""
    counts = sorted(progress.failures.items(), key=lambda item: (-item[1], item[0].value))
    if not counts:
        return ""
    return "✕ failed: " + ", ".join(f"{outcome.value.replace('_', ' ')} {count:,}" for outcome, count in counts)


class RunStrip(QFrame):
    """One execution's card."""

    def __init__(self, execution: Execution) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setAccessibleName(f"Run {execution.name} under way")
        self.run_title = execution.name
        self._execution = execution
        self.title = ElidedLabel(f"{execution.name} · starting")
        self.title.setObjectName("pageTitle")
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setAccessibleName(f"Progress of {execution.name}")
        self.bar.setTextVisible(False)
        self.figures = plain_label("", wrap=True, name="muted")
        self.failures = plain_label("", wrap=True, name="wrongText")
        self.failures.hide()
        self.stop_button = pill("Stop", tip=STOP_TIP, on_click=self.stop)
        self.abort_button = pill("Abort", tip=ABORT_TIP, on_click=self.abort)
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.stop_button)
        head.addWidget(self.abort_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 10, 14, 10)
        layout.setSpacing(6)
        layout.addLayout(head)
        for widget in (self.bar, self.figures, self.failures):
            layout.addWidget(widget)

    def show_progress(self, progress: RunProgress) -> None:
        """Show how far the run is."""
        self.bar.setRange(0, max(1, progress.total))
        self.bar.setValue(progress.done)
        self.title.setText(
            f"{self._execution.name} · {progress.done:,} of {progress.total:,} · {self._state(progress)}"
        )
        self.figures.setText(figures_words(progress))
        failures = failures_words(progress)
        self.failures.setText(failures)
        self.failures.setVisible(bool(failures))

    def stop(self) -> None:
        """Start nothing new."""
        self._execution.control.stop()
        self.stop_button.setEnabled(False)
        self.stop_button.setText("Stopping…")

    def abort(self) -> None:
        """Cancel now."""
        self._execution.control.abort()
        self.stop_button.setEnabled(False)
        self.abort_button.setEnabled(False)
        self.abort_button.setText("Aborting…")

    def _state(self, progress: RunProgress) -> str:
        if progress.text == "scoring":
            return "scoring"
        if self._execution.control.aborting:
            return "aborting"
        if self._execution.control.stopping:
            return "stopping: waiting for what is being asked"
        return "asking" if progress.done < progress.total else "all asked"
