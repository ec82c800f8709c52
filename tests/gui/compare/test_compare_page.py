"""Compare on a real workspace: 28.90 against 23.90 is one wrong 8, on the text, in the columns and on the picture."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from support.compared import Compared, compared_workspace

from fidelity_app.core.columns import Mark
from fidelity_app.gui.bridge import Jobs
from fidelity_app.gui.canvas.records import BoxLook, MarkShape
from fidelity_app.gui.compare.finding_marks import CHOSEN_ID
from fidelity_app.gui.compare.page import ComparePage
from fidelity_app.gui.notify import Notifier
from fidelity_app.gui.page import Hub, PageContext
from fidelity_app.gui.status_line import StatusLine
from fidelity_app.gui.theme import Theme
from fidelity_app.services import comparing
from fidelity_app.store.rows import Decided, MatrixFilter, Show


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Compared]:
    compared = compared_workspace(tmp_path, recipes=("clean", "phone-in-a-hurry:2"))
    yield compared
    compared.workspace.close()


@pytest.fixture
def page(made: Compared, theme: Theme, jobs: Jobs, qtbot: QtBot) -> ComparePage:
    window = QWidget()
    qtbot.addWidget(window)
    went: list[tuple[str, str]] = []
    context = PageContext(
        made.workspace,
        theme,
        jobs,
        Notifier(window),
        StatusLine(),
        Hub(window),
        lambda page_id, target: went.append((page_id, target)),
    )
    compare = ComparePage(context)
    qtbot.addWidget(compare)
    compare.resize(1280, 760)
    compare.show()
    compare.enter(made.run_id)
    return compare


def _open(page: ComparePage, qtbot: QtBot, key: str, recipe: str, model: str) -> None:
    model_column = page.model.leading.index("Truth") + 1 + page.model.matrix.models.index(model)
    for row in range(page.model.rowCount()):
        texts = [page.model.index(row, column).data() for column in range(2)]
        if texts == [key, recipe]:
            page.table.setCurrentIndex(page.model.index(row, model_column))
            break
    else:
        raise AssertionError(f"{key} under {recipe} is not listed")

    def opened() -> None:
        assert page._opened is not None
        assert (page._opened.finding.slot.key, page._opened.finding.recipe.label) == (key, recipe)
        assert page._model() is not None and page._model().model == model

    qtbot.waitUntil(opened, timeout=10_000)


def test_the_wrong_8_is_marked_in_the_columns_and_on_the_degraded_picture(page: ComparePage, qtbot: QtBot) -> None:
    _open(page, qtbot, "total", "phone-in-a-hurry:2", "wrong")
    truth, wrong, right = page.panel.columns.rows
    assert [cell.text for cell in truth.row.cells] == list("28.90")
    assert [(cell.text, cell.mark) for cell in wrong.row.cells if cell.mark is not Mark.EQUAL] == [("3", Mark.WRONG)]
    assert wrong.row.cells[1].mark is Mark.WRONG and not wrong.right
    assert all(cell.mark is Mark.EQUAL for cell in right.row.cells) and right.right

    finding = page._opened.finding
    (mark,) = page.pages.degraded.marks
    assert mark.mark is MarkShape.WRONG
    assert mark.quad.bounds == pytest.approx(finding.glyphs[1].bounds, abs=1.0)
    left, top, right_edge, bottom = mark.quad.bounds
    box = finding.box.bounds
    assert box[0] - 1 <= left < right_edge <= box[2] + 1 and box[1] - 2 <= top < bottom <= box[3] + 2
    chosen = {record.id: record for record in page.pages.degraded.records}[CHOSEN_ID]
    assert chosen.look is BoxLook.WRONG


def test_the_words_say_which_digit_and_by_how_much(page: ComparePage, qtbot: QtBot) -> None:
    _open(page, qtbot, "total", "clean", "wrong")
    words = {model.model: model.words for model in page._opened.finding.models}
    assert "8 read as 3" in words["wrong"] and "5.00 less" in words["wrong"]


def test_another_model_under_the_cursor_lights_nothing_where_it_is_right(page: ComparePage, qtbot: QtBot) -> None:
    _open(page, qtbot, "total", "clean", "right")
    assert page.pages.degraded.marks == ()


def test_the_filters_show_what_they_count(page: ComparePage, qtbot: QtBot) -> None:
    counts = page.model.matrix.counts
    assert counts[Show.ALL] == 6
    assert (counts[Show.WRONG], counts[Show.REFUSED], counts[Show.DIFFERENT]) == (2, 2, 4)
    for show in Show:
        page._on_show(show.value)
        listed = [page.model.entry(row) for row in range(page.model.rowCount())]
        assert sum(hasattr(entry, "slot") for entry in listed) == counts[show]


def test_a_decision_by_key_is_written_and_shown(page: ComparePage, made: Compared, qtbot: QtBot) -> None:
    _open(page, qtbot, "total", "clean", "wrong")
    with qtbot.waitSignal(page.context.hub.happened):
        qtbot.keyClick(page.table, Qt.Key.Key_M)
    finding = comparing.finding(made.workspace, made.run_id, page.table.chosen_slot())
    (decision,) = [model.decision for model in finding.models if model.model == "wrong"]
    assert decision is not None and decision.decision is Decided.MODEL_WRONG and decision.who == "tester"
    assert comparing.matrix(made.workspace, made.run_id, MatrixFilter()).counts[Show.UNDECIDED] == 1


def test_letters_typed_into_the_search_decide_nothing(page: ComparePage, made: Compared, qtbot: QtBot) -> None:
    _open(page, qtbot, "total", "clean", "wrong")
    page.search.setFocus()
    qtbot.keyClicks(page.search, "mtibs ")
    assert page.search.text() == "mtibs "
    assert comparing.matrix(made.workspace, made.run_id, MatrixFilter()).counts[Show.UNDECIDED] == 2


def test_space_goes_to_the_next_undecided_and_round_again(page: ComparePage, qtbot: QtBot) -> None:
    page.table.choose_row(page.model.next_row(-1))
    seen = []
    for _ in range(3):
        qtbot.keyClick(page.table, Qt.Key.Key_Space)
        slot = page.table.chosen_slot()
        seen.append(slot.id)
    assert len(set(seen)) == 2
    assert seen[0] == seen[2]


def test_searching_keeps_counts_true_and_says_when_nothing_is_found(page: ComparePage, qtbot: QtBot) -> None:
    page.search.setText("23.90")
    qtbot.waitUntil(lambda: page.model.matrix.counts[Show.ALL] == 2)
    page.search.setText("nothing like this")
    qtbot.waitUntil(lambda: page.model.rowCount() == 0)
    assert page._found.currentWidget() is page._found.empty


def test_the_table_model_keeps_qts_contract(page: ComparePage) -> None:
    tester = QAbstractItemModelTester(page.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    page._on_show(Show.WRONG.value)
    page._on_show(Show.ALL.value)
    assert page.model.rowCount(QModelIndex()) == 7
    del tester


def test_the_ladder_shows_the_field_under_every_recipe_and_leads_there(page: ComparePage, qtbot: QtBot) -> None:
    _open(page, qtbot, "total", "clean", "wrong")
    clean, hurried = page.ladder.buttons
    assert clean.isChecked() and not hurried.isChecked()
    assert "✕" in clean.text() and "phone-in-a-hurry:2" in hurried.text()
    qtbot.mouseClick(hurried, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page._opened.finding.recipe.label == "phone-in-a-hurry:2")
    assert page._first_failures(page._opened.ladder) == "first fails: wrong at clean · right never"
