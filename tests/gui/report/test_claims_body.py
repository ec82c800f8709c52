"""A run in verify mode in the window: its rates, its wrong answers worst first, and pages that say where they are."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot
from support.loopback_plays import completion
from support.loopback_server import LoopbackServer
from support.workspaces import import_receipt, new_workspace

from fidelity_app.core.asks import Mode, ModelConfig
from fidelity_app.core.claims import Verified
from fidelity_app.core.plans import RunRequest
from fidelity_app.gui.compare.page import ComparePage
from fidelity_app.gui.main_window import MainWindow
from fidelity_app.gui.report.page import ReportPage
from fidelity_app.services import running
from fidelity_app.services.models import add_model
from fidelity_app.services.workspace import Workspace

OpenWindow = Callable[..., MainWindow]


@pytest.fixture
def ws(tmp_path: Path) -> Iterator[Workspace]:
    """A workspace with one run in verify mode of a model that says yes to everything but its first claim."""
    with new_workspace(tmp_path / "ws", environment={"LOOPBACK_KEY": "sk-test"}) as ws:
        document_id = import_receipt(ws, tmp_path / "in")
        yes, no = completion('{"answer": "yes"}'), completion('{"answer": "no"}')
        with LoopbackServer(script=[no], always=yes) as server:
            add_model(ws, ModelConfig("far", "openai", "m", server.base_url, "LOOPBACK_KEY", concurrency=1))
            recipes = (running.recipe_ref(ws, "clean"),)
            plan = running.plan_run(ws, RunRequest((document_id,), recipes, ("far",), mode=Mode.VERIFY, seed=1))
            asyncio.run(running.execute_run(ws, running.start_run(ws, plan)))
        yield ws


def test_the_report_shows_rates_and_the_confirmed_faults_first(
    ws: Workspace, open_window: OpenWindow, qtbot: QtBot
) -> None:
    page = open_window(ws, "report").page("report")
    assert isinstance(page, ReportPage)
    qtbot.waitUntil(lambda: bool(page.claims.rates.records), timeout=20_000)
    shown = [str(page.claims.rates.index(0, column).data()) for column in range(6)]
    assert shown == ["far", "clean", "100.0 % 3 of 3", "33.3 % 1 of 3", "33.3 % 2 of 6", "6"]
    outcomes = [row.outcome for row in page.claims.claims.records]
    assert outcomes == [Verified.CONFIRMED_WRONG] * 3 + [Verified.REJECTED_RIGHT]
    assert page.claims.isVisibleTo(page)
    assert not page.report.isVisibleTo(page)
    assert page.claims.note.text().startswith("4 claims of 6")


def test_compare_says_that_there_are_no_readings_and_where_the_claims_are(
    ws: Workspace, open_window: OpenWindow, qtbot: QtBot
) -> None:
    page = open_window(ws, "compare").page("compare")
    assert isinstance(page, ComparePage)
    shown = [label.text() for label in page.findChildren(QLabel) if label.isVisibleTo(page)]
    assert "This run asked about claims" in shown
    page._next_undecided()
    page._inspect()
    (button,) = [one for one in page.findChildren(QPushButton) if one.text() == "Open the report"]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert page.window().page("report").isVisible()
