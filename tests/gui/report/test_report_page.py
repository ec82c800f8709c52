"""The report shows the figures that the services count, and writes the same files as the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from support.compared import Compared, compared_workspace
from support.workspaces import new_workspace

from fidelity_app.core.errors import ExternalError
from fidelity_app.gui.main_window import MainWindow
from fidelity_app.gui.report.export_bar import file_name
from fidelity_app.gui.report.page import ReportPage
from fidelity_app.services import reporting, scoring
from fidelity_app.services.reporting_measures import run_measures
from fidelity_app.services.reporting_tables import measure_tables

OpenWindow = Callable[..., MainWindow]


@pytest.fixture
def made(tmp_path: Path) -> Compared:
    return compared_workspace(tmp_path, recipes=("clean", "fax:1"))


@pytest.fixture
def page(made: Compared, open_window: OpenWindow, qtbot: QtBot) -> ReportPage:
    page = open_window(made.workspace, "report").page("report")
    assert isinstance(page, ReportPage)
    qtbot.waitUntil(lambda: bool(page.report.findings.records), timeout=20_000)
    return page


def test_the_headline_shows_the_services_figures_silent_errors_first(made: Compared, page: ReportPage) -> None:
    model = page.report.headline
    titles = [column.title for column in model.columns]
    assert titles[:7] == [
        "Model",
        "Recipe",
        "Silent errors",
        "Value fidelity",
        "Digit errors",
        "Strict documents",
        "Coverage",
    ]
    rows = reporting.headline(made.workspace, made.run_id)
    assert len(model.records) == len(rows) == 4
    for number, row in enumerate(rows):
        cells = [str(model.index(number, column).data()) for column in range(len(titles))]
        assert cells[:2] == [row.model, row.recipe_label]
        assert row.silent_error_rate.value is not None
        assert cells[2] == f"{100 * row.silent_error_rate.value:.1f} %"
        assert cells[titles.index("Values")] == str(row.slots) == "3"
    assert str(model.index(model.row_of((rows[0].model, rows[0].recipe_key)), 2).data()) == "33.3 %"


def test_the_worst_finding_shows_what_was_printed_and_read_with_its_pixels(page: ReportPage) -> None:
    card = page.report.findings.record(0)
    assert card is not None
    assert (card.printed, card.read, card.model) == ("28.90", "23.90", "wrong")
    assert page.report.crop.image.width() > 20
    assert "8 read as 3" in page.report.words.text()


def test_the_confusion_map_counts_the_one_digit_and_names_it(page: ReportPage) -> None:
    assert "8 read as 3: 2 times" in page.report.confusion.accessibleDescription()
    page.report._show_confusion("right")
    assert page.report.confusion.accessibleDescription() == ""


def test_the_exported_csv_is_the_one_that_the_service_writes(
    made: Compared, page: ReportPage, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "from the window.csv"
    page.export_csv(path)
    assert not page.csv_button.isEnabled()
    qtbot.waitUntil(lambda: page.export_job is None)
    other = tmp_path / "other.csv"
    count = reporting.export_csv(made.workspace, made.run_id, other)
    assert path.read_bytes() == other.read_bytes()
    assert page.exported.path == path and page.exported.isVisible()
    assert page.exported.label.text() == f"✓ {count} readings written · {path}"
    assert page.csv_button.isEnabled()


def test_the_report_is_written_as_one_page(page: ReportPage, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    page.export_html(path)
    qtbot.waitUntil(lambda: page.export_job is None, timeout=20_000)
    text = path.read_text(encoding="utf-8-sig")
    assert "23.90" in text and "two models" in text


def test_a_place_that_cannot_be_written_is_named_and_nothing_is_shown_as_written(
    page: ReportPage, qtbot: QtBot, tmp_path: Path
) -> None:
    page.export_csv(tmp_path / "no such folder" / "x.csv")
    qtbot.waitUntil(lambda: page.export_job is None)
    assert isinstance(page.context.notifier.last_error, ExternalError)
    assert "no such folder" in page.context.notifier.toast.text
    assert page.exported.path is None and not page.exported.isVisible()


def test_enter_on_a_finding_opens_its_run_in_compare(made: Compared, page: ReportPage, qtbot: QtBot) -> None:
    with qtbot.waitSignal(page.report.finding_opened):
        qtbot.keyClick(page.report.findings_table, Qt.Key.Key_Return)
    window = page.window()
    assert isinstance(window, MainWindow)
    assert window.current_page is window.page("compare")


def test_a_named_run_is_the_one_that_is_shown(made: Compared, open_window: OpenWindow, qtbot: QtBot) -> None:
    page = open_window(made.workspace, "report", made.run_id).page("report")
    qtbot.waitUntil(lambda: page.run is not None)
    assert page.run.id == made.run_id
    assert page.report.about.text() == "1 document · 2 models · 2 recipes · 1 repeat · mode extract"


def test_without_a_run_the_page_says_what_to_do(tmp_path: Path, open_window: OpenWindow, qtbot: QtBot) -> None:
    page = open_window(new_workspace(tmp_path / "empty"), "report").page("report")
    qtbot.waitUntil(lambda: page._stack.currentWidget() is page._stack.empty)
    assert not page.csv_button.isEnabled() and not page.html_button.isEnabled()


@pytest.mark.parametrize(
    ("name", "made_of_it"),
    [
        ("Nov receipts", "Nov-receipts.csv"),
        ("../../etc/passwd", "etc-passwd.csv"),
        ("$(rm) `x`\n", "rm-x.csv"),
        ("领収書", "领収書.csv"),
        ("///", "report.csv"),
    ],
)
def test_a_runs_name_is_never_a_path(name: str, made_of_it: str) -> None:
    assert file_name(name, ".csv") == made_of_it


def test_every_label_of_the_page_is_plain_text(page: ReportPage) -> None:
    assert {label.textFormat() for label in page.findChildren(QLabel)} == {Qt.TextFormat.PlainText}


def test_a_report_is_counted_again_only_when_its_run_was_scored_again(
    made: Compared, page: ReportPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    qtbot.waitUntil(lambda: not page._details.busy)
    counted: list[object] = []
    show = page.report.show_details

    def shown(found: Any) -> None:
        counted.append(found)
        show(found)

    monkeypatch.setattr(page.report, "show_details", shown)
    page.context.hub.tell("all")
    qtbot.waitUntil(lambda: not page._lists.busy)
    assert not page._details.busy
    assert counted == []
    scoring.score_run(made.workspace, made.run_id)
    page.context.hub.tell("runs", made.run_id)
    qtbot.waitUntil(lambda: len(counted) == 1, timeout=20_000)
    assert len(page.report.headline.records) == 4


def test_every_measure_stands_in_the_window_as_in_the_terminal(made: Compared, page: ReportPage, qtbot: QtBot) -> None:
    card = page.report.measures
    qtbot.waitUntil(lambda: card.table is not None, timeout=30_000)
    tables = measure_tables(run_measures(made.workspace, made.run_id))
    offered = [text for text, _data in card.choice._choices]
    assert offered[: len(tables.shares)] == [table.title for table in tables.shares]
    assert card.table.model().records == tables.shares[0].rows
    card.choice._on_triggered(card.choice._menu.actions()[offered.index(tables.papers.title)])
    assert card.table.model().records == tables.papers.rows
