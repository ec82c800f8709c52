"""The library through the real importer and store."""

from __future__ import annotations

import hashlib
import threading

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPixmap
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QDialog

from fidelity_app.core.documents import DocumentState
from fidelity_app.gui.bridge import POOL_THREADS
from fidelity_app.gui.library.incoming import can_take, incoming
from fidelity_app.gui.library.model import Roles
from fidelity_app.gui.library.report_dialog import ImportReportDialog
from fidelity_app.services.workspace import create_workspace


@pytest.fixture
def page(qtbot, workspace, open_window):
    made = open_window(workspace).current_page
    qtbot.waitUntil(lambda: len(made.model.rows) == 3)
    return made


@pytest.fixture
def empty(qtbot, tmp_path, open_window):
    return open_window(create_workspace(tmp_path / "empty")).current_page


def finish(qtbot, page, job):
    with qtbot.waitSignal(job.finished):
        pass
    qtbot.waitUntil(lambda: not page._loading.busy)


def test_every_document_is_listed_and_counted(page):
    assert [row.name for row in page.model.rows] == ["slip-0", "slip-1", "slip-2"]
    page.context.status.set_right("")
    QAbstractItemModelTester(page.model, QAbstractItemModelTester.FailureReportingMode.Fatal)


def test_thumbnails_are_made_in_the_background_when_they_are_looked_at(qtbot, page):
    index = page.model.index(1)
    qtbot.waitUntil(lambda: isinstance(index.data(Roles.THUMBNAIL), QPixmap))
    pixmap = index.data(Roles.THUMBNAIL)
    assert max(pixmap.width(), pixmap.height()) <= 320
    assert pixmap.toImage().pixelColor(5, 5).red() == 240


def test_typing_in_the_search_filters_by_name(qtbot, page):
    qtbot.keyClicks(page.filters.text_box, "slip-2")
    qtbot.waitUntil(lambda: [row.name for row in page.model.rows] == ["slip-2"])
    page.filters.clear()
    qtbot.waitUntil(lambda: len(page.model.rows) == 3)


def test_choosing_a_state_filters_and_nothing_found_says_what_to_do(qtbot, page):
    page.filters.state_pill._menu.actions()[3].trigger()
    assert page.filters.value().state is DocumentState.VERIFIED
    qtbot.waitUntil(lambda: page.model.rows == ())
    assert page.content.currentWidget() is page.content.empty


def test_an_empty_library_says_what_to_do_next(qtbot, empty):
    qtbot.waitUntil(lambda: not empty._loading.busy)
    assert empty.content.currentWidget() is empty.content.empty


def test_a_folder_is_imported_and_its_files_stay_as_they_were(qtbot, empty, pictures):
    before = {
        path: (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns) for path in pictures.iterdir()
    }
    finish(qtbot, empty, empty.import_paths([pictures]))
    qtbot.waitUntil(lambda: len(empty.model.rows) == 3)
    after = {
        path: (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns) for path in pictures.iterdir()
    }
    assert before == after
    assert empty.content.currentWidget() is empty.list


def test_what_is_left_out_is_listed_with_its_reason(qtbot, empty, pictures):
    (pictures / "broken.png").write_bytes(b"")
    finish(qtbot, empty, empty.import_paths([pictures]))
    dialog = empty.findChild(ImportReportDialog)
    assert dialog.table.rowCount() == 1
    assert "broken.png" in dialog.table.item(0, 0).text()
    assert dialog.table.item(0, 2).text()
    dialog.close()
    qtbot.waitUntil(lambda: len(empty.model.rows) == 3)


def test_the_same_pixels_twice_are_named_and_not_added_again(qtbot, page, pictures):
    finish(qtbot, page, page.import_paths([pictures]))
    assert len(page.report.duplicates) == 3
    page.findChild(QDialog).close()
    assert len(page.model.rows) == 3


def test_a_path_that_is_not_there_is_a_message_and_changes_nothing(qtbot, page, tmp_path):
    finish(qtbot, page, page.import_paths([tmp_path / "nowhere"]))
    assert "nowhere" in page.context.notifier.toast.text
    assert len(page.model.rows) == 3


def test_a_picture_on_the_clipboard_is_pasted(qtbot, empty):
    image = QImage(120, 80, QImage.Format.Format_RGB32)
    image.fill(QColor(200, 210, 220))
    QGuiApplication.clipboard().setImage(image)
    empty.paste()
    qtbot.waitUntil(lambda: len(empty.model.rows) == 1)
    qtbot.waitUntil(lambda: empty._import_job is None)


def test_files_win_over_the_picture_that_a_file_manager_adds(tmp_path):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "a.png"))])
    mime.setImageData(QImage(4, 4, QImage.Format.Format_RGB32))
    assert can_take(mime)
    assert incoming(mime).paths == (tmp_path / "a.png",)


def test_an_import_is_cancelled_by_its_button_and_works_when_it_is_asked_for_again(qtbot, empty, pictures):
    gate = threading.Event()
    for _ in range(POOL_THREADS):
        empty.context.jobs.run(lambda job: gate.wait(10))
    job = empty.import_paths([pictures])
    assert empty.strip.isVisible()
    empty.strip.cancel_button.click()
    with qtbot.waitSignal(job.cancelled):
        gate.set()
    assert not empty.strip.isVisible()
    assert "cancelled" in empty.context.notifier.toast.text
    assert empty.model.rows == ()
    finish(qtbot, empty, empty.import_paths([pictures]))
    qtbot.waitUntil(lambda: len(empty.model.rows) == 3)


def test_a_second_import_waits_for_the_first(qtbot, empty, pictures):
    job = empty.import_paths([pictures])
    assert empty.import_paths([pictures]) is None
    assert "An import is running" in empty.context.notifier.toast.text
    finish(qtbot, empty, job)


def test_enter_on_a_document_opens_it_in_annotate(qtbot, page):
    page.list.setCurrentIndex(page.model.index(2))
    page.list.activated.emit(page.model.index(2))
    window = page.window()
    assert window.current_page.session.document.name == "slip-2"
    qtbot.waitUntil(lambda: window.current_page.view.size_px == (400, 600))


def test_rows_and_cards_show_the_same_documents(qtbot, page):
    page.rows_button.click()
    assert page.list.visualRect(page.model.index(0)).height() < 80
    page.rows_button.click()
    assert page.list.visualRect(page.model.index(0)).height() > 150
