"""The list of runs as columns, and what can be done with a run in its state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fidelity_app.gui.runs.planning import count_words
from fidelity_app.gui.tables.records import Column, Tone
from fidelity_app.store.rows import RunRow, RunState

STATE_WORDS = {
    RunState.PLANNED: "planned",
    RunState.RUNNING: "interrupted",
    RunState.STOPPED: "stopped",
    RunState.DONE: "done",
}
INTERRUPTED_TIP = (
    "This window does not execute the run. Either another window or command does, or it ended without a word (a crash, "
    "a power cut); then it can be resumed."
)
assert set(STATE_WORDS) == set(RunState)


def run_name(run: RunRow) -> str:
    """Return what a run is called; one without a name has its number."""
    return run.name or f"run {run.number}"


def resume_title(run: RunRow) -> str:
    """Return what going on with a run means, empty when there is nothing to go on with."""
    if run.open:
        return "Start" if run.state is RunState.PLANNED else "Resume"
    return "Ask failed again" if run.failed else ""


def run_columns(is_running: Callable[[str], bool]) -> tuple[Column[RunRow], ...]:
    """Return the columns; `is_running` says which runs this window executes."""

    def state(run: RunRow) -> str:
        return "running" if is_running(run.id) else STATE_WORDS[run.state]

    def tone(run: RunRow) -> Tone:
        if is_running(run.id):
            return Tone.ACCENT
        return Tone.PLAIN if run.state is RunState.DONE else Tone.MUTED

    def tip(run: RunRow) -> str:
        return INTERRUPTED_TIP if run.state is RunState.RUNNING and not is_running(run.id) else ""

    return (
        Column("#", lambda run: str(run.number), number=True, tone=_muted),
        Column("Run", run_name, bold=True, tip=run_name),
        Column("State", state, tone=tone, tip=tip),
        Column("Answered", lambda run: f"{run.answered:,}", aside=_of_all, number=True),
        Column("Failed", lambda run: f"{run.failed:,}", tone=_failed_tone, number=True),
        Column("Open", lambda run: f"{run.open:,}", number=True),
        Column("Documents", lambda run: f"{run.documents:,}", number=True),
        Column("Models", lambda run: ", ".join(run.models), tip=lambda run: "\n".join(run.models)),
        Column("Recipes", _recipes, tip=_recipes),
        Column("Mode", _mode),
        Column("Made", lambda run: local_time(run.created_at), tone=_muted),
    )


def local_time(moment: Any) -> str:
    """Return a moment in this machine's time, to the minute."""
    return str(moment.astimezone().strftime("%Y-%m-%d %H:%M"))


def _of_all(run: RunRow) -> str:
    reused = f", {run.reused:,} stored" if run.reused else ""
    return f"of {run.trials:,}{reused}"


def _recipes(run: RunRow) -> str:
    return ", ".join(recipe.label for recipe in run.recipes)


def _mode(run: RunRow) -> str:
    return run.mode.value if run.repeats == 1 else f"{run.mode.value}, {count_words(run.repeats, 'repeat')}"


def _muted(run: RunRow) -> Tone:
    return Tone.MUTED


def _failed_tone(run: RunRow) -> Tone:
    return Tone.WRONG if run.failed else Tone.PLAIN
