"""The window: pages, look, leaving, what is said when something fails."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit

from fidelity_app.core.errors import Cancelled, ExternalError, UserError
from fidelity_app.gui.actions import conflicts
from fidelity_app.gui.application import Application
from fidelity_app.gui.main import main
from fidelity_app.gui.pages import PAGES
from fidelity_app.gui.theme import Scheme
from fidelity_app.gui.tokens import DARK, LIGHT
from fidelity_app.services import library
from fidelity_app.services.workspace import create_workspace, open_workspace
from fidelity_app.settings.options import OptionsFile


def settle(qtbot, window):
    qtbot.waitUntil(lambda: not window.jobs.busy, timeout=30_000)


@pytest.mark.parametrize("page_id", [page.id for page in PAGES])
def test_every_page_opens_on_a_workspace_and_its_keys_do_not_clash(qtbot, kiosk, open_window, page_id):
    window = open_window(kiosk, page_id)
    settle(qtbot, window)
    page = window.current_page
    assert page.accessibleName()
    specs = [spec for actions in window.action_sets() for spec in actions.specs]
    assert conflicts(specs) == ()


@pytest.mark.parametrize("page_id", [page.id for page in PAGES])
def test_every_page_opens_on_an_empty_workspace_and_says_what_to_do(qtbot, tmp_path, open_window, page_id):
    window = open_window(create_workspace(tmp_path / "empty"), page_id)
    settle(qtbot, window)
    assert any(label.isVisible() and len(label.text()) > 20 for label in window.current_page.findChildren(QLabel))


@pytest.mark.parametrize("page_id", ["library", "annotate", "degrade"])
def test_whatever_can_be_operated_has_a_name_for_a_screen_reader(qtbot, kiosk, open_window, page_id):
    window = open_window(kiosk, page_id)
    settle(qtbot, window)
    for kind in (QAbstractButton, QLineEdit):
        for widget in window.current_page.findChildren(kind):
            inside = widget.objectName().startswith("qt_") or isinstance(widget.parent(), QLineEdit)
            if widget.isVisible() and not inside:
                assert widget.accessibleName() or widget.text() or widget.parent().accessibleName(), widget


def test_the_scheme_is_switched_and_every_token_has_its_twin(qtbot, workspace, open_window, theme):
    window = open_window(workspace)
    theme.set_scheme(Scheme.DARK)
    assert theme.tokens == DARK
    assert QApplication.palette().window().color().name() == DARK.window
    theme.toggle()
    assert theme.tokens == LIGHT
    settle(qtbot, window)


def test_an_error_of_the_user_is_a_toast_in_plain_text(qtbot, workspace, open_window):
    window = open_window(workspace)
    window.notifier.error(UserError("<b>a.png</b>: not a picture"))
    assert window.notifier.toast.isVisible()
    assert window.notifier.toast.text == "<b>a.png</b>: not a picture"
    assert window.notifier.toast._label.textFormat() is Qt.TextFormat.PlainText


def test_a_cancelled_job_says_nothing(qtbot, workspace, open_window):
    window = open_window(workspace)
    window.notifier.error(Cancelled("stopped"))
    assert not window.notifier.toast.isVisible()


def test_a_bug_is_a_dialog_whose_details_can_be_copied_and_the_window_lives_on(qtbot, workspace, open_window, capsys):
    window = open_window(workspace)
    window.notifier.error(ZeroDivisionError("oops"))
    dialog = window.notifier._dialog
    assert dialog.isVisible()
    next(button for button in dialog.findChildren(QAbstractButton) if button.text() == "Copy details").click()
    assert "ZeroDivisionError: oops" in QGuiApplication.clipboard().text()
    dialog.reject()
    assert window.isVisible()
    assert "oops" in capsys.readouterr().err


def test_the_other_process_s_documents_appear(qtbot, workspace, open_window, tmp_path, pictures):
    window = open_window(workspace)
    page = window.current_page
    qtbot.waitUntil(lambda: len(page.model.rows) == 3)
    with open_workspace(tmp_path / "ws") as other:
        library.archive(other, (page.model.rows[0].id,))
    qtbot.waitUntil(lambda: len(page.model.rows) == 2, timeout=10_000)


def test_the_last_workspace_is_opened_again(qtbot, theme, workspace, tmp_path):
    workspace.close()
    options = OptionsFile(tmp_path / "options.toml")
    first = Application(theme, options=options)
    first.start(tmp_path / "ws")
    first.close()
    again = Application(theme, options=options)
    again.start(None)
    assert again.window.workspace.path == tmp_path / "ws"
    again.close()


def test_without_a_workspace_the_start_window_makes_one(qtbot, theme, tmp_path):
    application = Application(theme, options=OptionsFile(tmp_path / "options.toml"))
    application.start(None)
    start = application.start_window
    assert start.isVisible()
    start.chosen.emit(tmp_path / "new", True)
    assert application.window.isVisible()
    assert application.start_window is None
    application.close()


def test_leaving_a_workspace_closes_it_and_asks_for_another(qtbot, theme, workspace, tmp_path):
    application = Application(theme, options=OptionsFile(tmp_path / "options.toml"))
    window = application.show_workspace(workspace)
    window.actions_set.trigger("workspace.other")
    assert application.start_window.isVisible()
    assert not window.isVisible()
    application.close()


def test_a_folder_that_is_no_workspace_is_refused_and_the_start_window_stays(qtbot, theme, tmp_path):
    application = Application(theme, options=OptionsFile(tmp_path / "options.toml"))
    start = application.show_start()
    start.chosen.emit(tmp_path, False)
    assert "there is no workspace here" in start.notifier.toast.text
    assert start.isVisible()
    application.close()


def test_main_opens_the_workspace_that_is_named_and_quits_with_0(qtbot, workspace, tmp_path):
    workspace.close()
    QTimer.singleShot(300, QApplication.quit)
    assert main([str(tmp_path / "ws"), "--page", "annotate", "--scheme", "light"]) == 0


def test_main_refuses_what_is_no_workspace_with_2(qtbot, tmp_path, capsys):
    assert main([str(tmp_path / "nowhere")]) == 2
    assert "nowhere" in capsys.readouterr().err


def test_an_options_file_that_cannot_be_written_is_told_and_does_not_stop_the_window(qtbot, theme, workspace, tmp_path):
    class ReadOnly(OptionsFile):
        def _write(self, text: str) -> None:
            raise ExternalError(f"{self.path}: read-only file system")

    application = Application(theme, options=ReadOnly(tmp_path / "options.toml"))
    window = application.show_workspace(workspace)
    assert "read-only" in window.notifier.toast.text
    settle(qtbot, window)
    application.close()
