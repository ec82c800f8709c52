"""Planning, starting, stopping, resuming: through the page, on a real workspace, with a model that replays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from support.compared import Compared, compared_workspace, replay_model

from fidelity_app.core.asks import Mode, ModelConfig
from fidelity_app.gui.main_window import MainWindow
from fidelity_app.gui.runs.page import RunsPage
from fidelity_app.gui.runs.planning import PlanDraft
from fidelity_app.services import models, running
from fidelity_app.services.workspace import Workspace
from fidelity_app.store.rows import RunState

OpenWindow = Callable[..., MainWindow]


@pytest.fixture
def made(tmp_path: Path) -> Compared:
    return compared_workspace(tmp_path)


@pytest.fixture
def page(made: Compared, open_window: OpenWindow, qtbot: QtBot) -> RunsPage:
    return opened(made.workspace, open_window, qtbot)


def opened(workspace: Workspace, open_window: OpenWindow, qtbot: QtBot) -> RunsPage:
    page = open_window(workspace, "runs").page("runs")
    assert isinstance(page, RunsPage)
    qtbot.waitUntil(lambda: bool(page.form.trials.text()))
    return page


def choose_only(page: RunsPage, *names: str) -> None:
    for name in page.form.models.checked():
        page.form.models.box(name).setChecked(name in names)
    for name in names:
        page.form.models.box(name).setChecked(True)


def test_the_estimate_follows_the_choice_and_counts_what_is_answered_already(page: RunsPage, qtbot: QtBot) -> None:
    choose_only(page, "wrong", "right")
    qtbot.waitUntil(lambda: page.form.trials.text() == "2 trials · 0 to ask")
    assert page.form.count.text() == "1 document"
    assert "2 answered here before · no fee" in page.form.takes.text()
    page.form.repeats.setValue(3)
    qtbot.waitUntil(lambda: page.form.trials.text() == "6 trials · 4 to ask")
    assert page.form.start.isEnabled()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda page: page.form.text.setText("no such name"), "No document matches"),
        (lambda page: choose_only(page), "Choose at least one model"),
        (lambda page: page.form.recipes.row("clean")[0].setChecked(False), "Choose at least one recipe"),
    ],
    ids=["documents", "models", "recipes"],
)
def test_a_plan_that_asks_nothing_says_what_is_missing_and_cannot_start(
    page: RunsPage, qtbot: QtBot, spoil: Callable[[RunsPage], None], words: str
) -> None:
    qtbot.waitUntil(page.form.start.isEnabled)
    spoil(page)
    qtbot.waitUntil(lambda: words in page.form.trials.text())
    assert not page.form.start.isEnabled()
    page.start()
    assert page.executions.run_ids == ()


def test_a_model_without_its_key_says_so_and_cannot_be_checked(
    made: Compared, open_window: OpenWindow, qtbot: QtBot
) -> None:
    models.add_model(
        made.workspace,
        ModelConfig("cloud", "openai", "gpt", "http://127.0.0.1:9/v1", key_env="FIDELITY_TEST_KEY_THAT_IS_NOT_SET"),
    )
    page = opened(made.workspace, open_window, qtbot)
    box = page.form.models.box("cloud")
    assert not box.isEnabled() and not box.isChecked()
    assert "FIDELITY_TEST_KEY_THAT_IS_NOT_SET" in box.accessibleDescription()


def test_a_plan_without_any_model_points_to_the_models_page(
    made: Compared, open_window: OpenWindow, qtbot: QtBot
) -> None:
    for row in models.models(made.workspace):
        models.remove_model(made.workspace, row.config.name)
    page = opened(made.workspace, open_window, qtbot)
    said = [label.text() for label in page.form.models.findChildren(QLabel)]
    assert said == ["No models yet: add one on the Models page."]


def test_start_executes_the_plan_and_shows_the_finished_run(made: Compared, page: RunsPage, qtbot: QtBot) -> None:
    choose_only(page, "wrong")
    page.form.recipes.row("fax")[0].setChecked(True)
    page.form.recipes.row("fax")[1].setValue(1.5)
    page.form.name.setText("second <b>run</b>")
    qtbot.waitUntil(lambda: page.form.trials.text().startswith("2 trials"))
    told: list[str] = []
    page.context.hub.happened.connect(lambda what: told.extend(what.ids if what.topic == "runs" else ()))
    with qtbot.waitSignal(page.executions.ended) as ended:
        qtbot.mouseClick(page.form.start, Qt.MouseButton.LeftButton)
    run_id, outcome = ended.args
    assert outcome.complete and outcome.answered == 2
    row = running.run(made.workspace, run_id)
    assert (row.state, row.name) == (RunState.DONE, "second <b>run</b>")
    assert [recipe.label for recipe in row.recipes] == ["clean", "fax:1.5"]
    assert told == [run_id, run_id]
    qtbot.waitUntil(lambda: page.table.current() is not None and page.table.current().id == run_id)
    qtbot.waitUntil(lambda: page.table.current().state is RunState.DONE)
    assert page.strips == {}
    assert "second <b>run</b> is done: 2 answered, 0 failed." in page.context.notifier.toast.text


def test_a_stopped_run_keeps_its_answers_and_is_resumed(made: Compared, page: RunsPage, qtbot: QtBot) -> None:
    run_id = start_many(page, qtbot, repeats=120)
    # Stop at the first answer: an earlier progress says only that the run has begun.
    page.executions.progressed.connect(lambda _run_id, now: page.stop() if now.answered else None)
    outcome = wait_for_end(page, qtbot, run_id)
    assert outcome.stopped and 0 < outcome.open < 120
    qtbot.waitUntil(lambda: page.resume_button.text() == "Resume" and page.resume_button.isEnabled())
    page.executions.progressed.disconnect()
    page.executions.progressed.connect(page._on_progress)
    qtbot.mouseClick(page.resume_button, Qt.MouseButton.LeftButton)
    assert wait_for_end(page, qtbot, run_id).complete
    row = running.run(made.workspace, run_id)
    assert (row.answered, row.open, row.state) == (120, 0, RunState.DONE)


def test_abort_says_that_it_cancels_and_the_run_can_be_resumed(made: Compared, page: RunsPage, qtbot: QtBot) -> None:
    run_id = start_many(page, qtbot, repeats=40)
    strip = page.strips[run_id]
    qtbot.mouseClick(strip.abort_button, Qt.MouseButton.LeftButton)
    assert not strip.abort_button.isEnabled() and not strip.stop_button.isEnabled()
    outcome = wait_for_end(page, qtbot, run_id)
    assert outcome.stopped and outcome.open > 0
    assert running.run(made.workspace, run_id).state is RunState.STOPPED


def test_a_run_goes_on_while_another_page_is_in_front(made: Compared, page: RunsPage, qtbot: QtBot) -> None:
    run_id = start_many(page, qtbot, repeats=20)
    page.context.go("models", "")
    assert not page.isVisible()
    assert wait_for_end(page, qtbot, run_id).complete
    assert running.run(made.workspace, run_id).answered == 20


def test_failures_are_shown_by_class_and_can_be_asked_again(
    made: Compared, open_window: OpenWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    config = replay_model(tmp_path, "empty", "{}")
    Path(str(config.parameters["file"])).write_text('{"key": "another", "text": "x"}\n', encoding="utf-8")
    models.add_model(made.workspace, config)
    page = opened(made.workspace, open_window, qtbot)
    shown: list[str] = []
    page.executions.progressed.connect(lambda run_id, _progress: shown.append(page.strips[run_id].failures.text()))
    page.start_draft(PlanDraft(models=("empty",), recipes=(("clean", 0),)))
    with qtbot.waitSignal(page.executions.ended) as ended:
        pass
    assert ended.args[1].failed == 1
    assert shown[-1] == "✕ failed: unsupported 1"
    qtbot.waitUntil(lambda: page.resume_button.text() == "Ask failed again")


def test_enter_on_a_run_opens_compare(made: Compared, page: RunsPage, qtbot: QtBot) -> None:
    went: list[tuple[str, str]] = []
    page.context = replace(page.context, go=lambda page_id, target: went.append((page_id, target)))
    qtbot.keyClick(page.table, Qt.Key.Key_Return)
    assert went == [("compare", made.run_id)]


def test_an_archived_run_leaves_the_list(made: Compared, page: RunsPage, qtbot: QtBot) -> None:
    page.archive(made.run_id)
    qtbot.waitUntil(lambda: page.model.records == ())
    assert page._stack.currentWidget() is page._stack.empty


def test_letters_and_digits_typed_in_the_plan_are_text(page: RunsPage, qtbot: QtBot) -> None:
    page.form.name.setFocus()
    qtbot.keyClicks(page.form.name, "adwrqet 0-9/")
    assert page.form.name.text() == "adwrqet 0-9/"
    assert page.executions.run_ids == ()


def test_a_workspace_without_documents_points_to_the_library(
    tmp_path: Path, open_window: OpenWindow, qtbot: QtBot
) -> None:
    from support.workspaces import new_workspace

    page = open_window(new_workspace(tmp_path / "empty"), "runs").page("runs")
    qtbot.waitUntil(lambda: page._content.currentWidget() is page._content.empty)


def start_many(page: RunsPage, qtbot: QtBot, *, repeats: int) -> str:
    with qtbot.waitSignal(page.executions.began) as began:
        page.start_draft(PlanDraft(models=("right",), recipes=(("clean", 0),), mode=Mode.EXTRACT, repeats=repeats))
    return str(began.args[0])


def wait_for_end(page: RunsPage, qtbot: QtBot, run_id: str):  # type: ignore[no-untyped-def]
    with qtbot.waitSignal(page.executions.ended, timeout=20_000) as ended:
        pass
    assert ended.args[0] == run_id
    return ended.args[1]


def test_the_tab_key_goes_down_the_form_as_the_eye_does(qtbot, page):
    stops = page.form.stops()
    *scrolled, start = stops
    assert start is page.form.start
    tops = [stop.mapTo(page.form, stop.rect().topLeft()).y() for stop in scrolled if stop.isVisible()]
    assert [pair for pair in pairwise(tops) if pair[1] < pair[0] - 6] == [], "a few pixels: widgets of one line"
    chain, at = [], stops[0]
    while (at := at.nextInFocusChain()) is not stops[0]:
        chain.append(at)
    order = [chain.index(stop) for stop in stops[1:]]
    assert order == sorted(order)
