"""Which window is open: the start window, or the window of one workspace; and what happens between them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Qt

from fidelity_app.core.errors import FidelityError
from fidelity_app.gui.bridge import Job
from fidelity_app.gui.main_window import MainWindow
from fidelity_app.gui.notify import Notifier
from fidelity_app.gui.start_page import StartWindow
from fidelity_app.gui.theme import Theme
from fidelity_app.services.workspace import Workspace, create_workspace, is_workspace, open_workspace
from fidelity_app.settings.options import OptionsFile

FIRST_PAGE = "library"


class Application(QObject):
    """One process shows one workspace at a time."""

    def __init__(self, theme: Theme, *, options: OptionsFile | None = None) -> None:
        super().__init__()
        self.theme = theme
        self.options = options or OptionsFile()
        self.window: MainWindow | None = None
        self.start_window: StartWindow | None = None
        theme.chosen.connect(self._remember_scheme)

    def start(self, workspace: Path | None, *, page_id: str = "") -> None:
        """Open the workspace named, or the last one, or ask.

        Raises UserError or ExternalError when a workspace that was named cannot be opened.
        """
        if workspace is not None:
            self.show_workspace(open_workspace(workspace), page_id=page_id)
            return
        last = self.options.load().last_workspace
        if last and is_workspace(Path(last)):
            try:
                self.show_workspace(open_workspace(Path(last)), page_id=page_id)
                return
            except FidelityError as error:
                self.show_start().refuse(error)
                return
        self.show_start()

    def show_start(self) -> StartWindow:
        """Show the start window."""
        last = self.options.load().last_workspace
        recent = Path(last) if last and is_workspace(Path(last)) else None
        window = StartWindow(recent=recent, run_demo=_run_demo)
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        window.chosen.connect(self._open_chosen)
        window.demonstrated.connect(lambda folder: self._open_chosen(folder, False, page_id="compare"))
        self.start_window = window
        window.show()
        return window

    def show_workspace(self, workspace: Workspace, *, page_id: str = "") -> MainWindow:
        """Show a workspace's window at a page."""
        window = MainWindow(workspace, self.theme)
        window.left_workspace.connect(self._ask_again)
        self.window = window
        try:
            self.options.remember_workspace(workspace.path)
        except FidelityError as error:
            window.notifier.error(error)
        window.go(page_id or FIRST_PAGE, "")
        window.show()
        self._drop_start()
        return window

    def tell(self, error: BaseException) -> None:
        """Show an error that nobody caught, wherever there is a window."""
        notifier: Notifier | None = None
        if self.window is not None and self.window.isVisible():
            notifier = self.window.notifier
        elif self.start_window is not None:
            notifier = self.start_window.notifier
        if notifier is not None:
            notifier.error(error)

    def close(self) -> None:
        """Close what is open and its threads."""
        if self.window is not None:
            self.window.close()
        self._drop_start()

    def _open_chosen(self, folder: Path, make: bool, *, page_id: str = "") -> None:
        try:
            workspace = create_workspace(folder) if make else open_workspace(folder)
        except FidelityError as error:
            if self.start_window is not None:
                self.start_window.refuse(error)
            return
        self.show_workspace(workspace, page_id=page_id)

    def _ask_again(self) -> None:
        # The start window comes first: with no window left the application would end.
        window, self.window = self.window, None
        self.show_start()
        if window is not None:
            window.close()
            window.deleteLater()

    def _drop_start(self) -> None:
        window, self.start_window = self.start_window, None
        if window is not None:
            window.jobs.close()
            window.hide()
            window.deleteLater()

    def _remember_scheme(self, scheme: str) -> None:
        try:
            self.options.set(theme=scheme)
        except FidelityError as error:
            self.tell(error)


def _run_demo(folder: Path, job: Job) -> object:
    from fidelity_app.services.demo import run_demo

    return run_demo(folder, progress=job.report, cancel=job.token)
