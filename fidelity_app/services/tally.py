"""How far a run is: counted as trials end, told at most 20 times a second, with the pace of the last moments."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable

from fidelity_app.core.asks import Outcome
from fidelity_app.services.views import RunProgress
from fidelity_app.store.rows import RunRow, TrialRow

_INTERVAL_S = 0.05
_WINDOW_S = 10.0


class RunTally:
    """Counts the trials that end and tells a listener. `asked_ok` are those that a model answered now."""

    def __init__(
        self, row: RunRow, listener: Callable[[RunProgress], None] | None, monotonic: Callable[[], float]
    ) -> None:
        self._listener = listener
        self._monotonic = monotonic
        self._total = row.trials
        self._answered = row.answered
        self._reused = row.reused
        self._failures: Counter[Outcome] = Counter()
        self.asked_ok = 0
        self._failed_before = row.failed
        self._moments: deque[float] = deque([monotonic()])
        self._told_s = -_INTERVAL_S
        self._text = ""
        self._tell()

    def ended(self, trial: TrialRow) -> None:
        """Count one trial that ended."""
        reused = trial.answer_trial_id is not None and trial.answer_trial_id != trial.id
        self._reused += reused
        if trial.outcome is Outcome.OK:
            self._answered += 1
            self.asked_ok += not reused
        elif trial.outcome is not None:
            self._failures[trial.outcome] += 1
        now_s = self._monotonic()
        if not reused:
            self._moments.append(now_s)
        self._text = trial.model
        if now_s - self._told_s >= _INTERVAL_S:
            self._tell()

    def scoring(self) -> None:
        """Say that the answers are being judged."""
        self._text = "scoring"
        self._tell()

    def finished(self) -> None:
        """Say that all is done."""
        self._text = "done"
        self._tell()

    def _done(self) -> int:
        return self._answered + self._failed_before + self._failures.total()

    def _tell(self) -> None:
        self._told_s = self._monotonic()
        if self._listener is None:
            return
        pace = self._pace()
        left = self._total - self._done()
        self._listener(
            RunProgress(
                done=self._done(),
                total=self._total,
                answered=self._answered,
                reused=self._reused,
                failures=dict(self._failures),
                trials_per_s=pace,
                eta_s=left / pace if pace else None,
                text=self._text,
            )
        )

    def _pace(self) -> float | None:
        """Return the trials asked per second over the last moments; None while there is nothing to go by."""
        while len(self._moments) > 2 and self._moments[0] < self._told_s - _WINDOW_S:
            self._moments.popleft()
        span_s = self._told_s - self._moments[0]
        return (len(self._moments) - 1) / span_s if len(self._moments) > 1 and span_s > 0 else None
