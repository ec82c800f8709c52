"""The window: rail at the left, one page in front, the status line at the foot. It knows no page by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QMenu, QStackedWidget, QVBoxLayout, QWidget

from fidelity_app.gui.actions import ActionSet, ActionSpec
from fidelity_app.gui.bridge import Jobs
from fidelity_app.gui.notify import Notifier
from fidelity_app.gui.page import Hub, Page, PageContext
from fidelity_app.gui.pages import PAGES, page_spec
from fidelity_app.gui.palette import CommandPalette, ShortcutList
from fidelity_app.gui.rail import Rail
from fidelity_app.gui.status_line import StatusLine
from fidelity_app.gui.theme import Scheme, Theme

if TYPE_CHECKING:
    from fidelity_app.services.workspace import Workspace

WATCH_MS = 1000
DEFAULT_SIZE = QSize(1280, 800)


class MainWindow(QMainWindow):
    """One workspace in one window. `left_workspace` fires when the person asks for another one."""

    left_workspace = Signal()

    def __init__(self, workspace: Workspace, theme: Theme) -> None:
        super().__init__()
        self.setWindowTitle(f"{workspace.path.name} · Fidelity")
        self.jobs = Jobs(self)
        self.theme = theme
        self.hub = Hub(self)
        self.status = StatusLine()
        self._stack = QStackedWidget()
        self._rail = Rail(PAGES, theme)
        self._rail.chosen.connect(lambda page_id: self.go(page_id, ""))
        self.setCentralWidget(self._frame())
        self.notifier = Notifier(self)
        self.context = PageContext(workspace, theme, self.jobs, self.notifier, self.status, self.hub, self.go)
        self._pages: dict[str, Page] = {}
        self._current_id = ""
        self.actions_set = ActionSet(self, self._specs())
        self._rail.set_menu(self._menu())
        self._seen_version = workspace.data_version()
        self._watch = QTimer(self, interval=WATCH_MS)
        self._watch.timeout.connect(self._look_for_others)
        self._watch.start()
        self.resize(_fitting_size())

    @property
    def workspace(self) -> Workspace:
        return self.context.workspace

    @property
    def current_page(self) -> Page | None:
        """Return the page in front."""
        return self._pages.get(self._current_id)

    def page(self, page_id: str) -> Page:
        """Return a page, made at the first call."""
        if page_id not in self._pages:
            page = page_spec(page_id).build(self.context)
            self._pages[page_id] = page
            self._stack.addWidget(page)
        return self._pages[page_id]

    def go(self, page_id: str, target: str) -> None:
        """Bring a page to the front, unless the one in front must stay."""
        leaving = self.current_page
        if leaving is not None and page_id != self._current_id and not leaving.leave():
            self._rail.set_current(self._current_id)
            return
        page = self.page(page_id)
        self._current_id = page_id
        self._stack.setCurrentWidget(page)
        self._rail.set_current(page_id)
        self.status.set_left("")
        self.status.set_right("")
        page.enter(target)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Leaving by any way asks the same; Cancel means cancel."""
        page = self.current_page
        if page is not None and not page.leave():
            event.ignore()
            return
        self._watch.stop()
        self.jobs.close()
        self.workspace.close()
        event.accept()

    def _frame(self) -> QWidget:
        frame = QWidget()
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self._stack, 1)
        right.addWidget(self.status)
        layout = QHBoxLayout(frame)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._rail)
        layout.addLayout(right, 1)
        return frame

    def _specs(self) -> tuple[ActionSpec, ...]:
        visits = tuple(
            ActionSpec(f"go.{page.id}", f"Go to {page.title}", self._visit(page.id), (f"Alt+{number}",), group="Go")
            for number, page in enumerate(PAGES, 1)
        )
        return (
            *visits,
            ActionSpec("window.palette", "Command palette", self.show_palette, ("Ctrl+K",), group="Window"),
            ActionSpec("window.keys", "Keys", self.show_keys, ("F1",), group="Window"),
            ActionSpec("window.scheme", "Light or dark", self.theme.toggle, ("Ctrl+Alt+L",), group="Window"),
            ActionSpec("window.scheme_system", "Light or dark as the desktop", self._follow_desktop, group="Window"),
            ActionSpec("workspace.other", "Open another workspace", self._leave, ("Ctrl+O",), group="Workspace"),
            ActionSpec("window.quit", "Quit", self.close, ("Ctrl+Q",), group="Workspace"),
        )

    def _visit(self, page_id: str) -> Callable[[], None]:
        return lambda: self.go(page_id, "")

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        here = menu.addMenu("This page")
        here.aboutToShow.connect(lambda: self._fill_page_menu(here))
        for group in ("Go", "Window", "Workspace"):
            self.actions_set.fill(menu.addMenu(group), group=group)
        return menu

    def _fill_page_menu(self, menu: QMenu) -> None:
        menu.clear()
        page = self.current_page
        if page is not None and page.actions_set is not None:
            page.actions_set.refresh()
            menu.addActions([page.actions_set.action(spec.id) for spec in page.actions_set.specs])

    def action_sets(self) -> tuple[ActionSet, ...]:
        """Return the actions that can be used now: the page's, then the window's."""
        page = self.current_page
        own = (page.actions_set,) if page is not None and page.actions_set is not None else ()
        return (*own, self.actions_set)

    def show_palette(self) -> CommandPalette:
        """Open the command palette."""
        palette = CommandPalette(self, self.action_sets())
        palette.move(self.mapToGlobal(self.rect().center()) - palette.rect().center())
        palette.open()
        return palette

    def show_keys(self) -> ShortcutList:
        """Open the list of keys."""
        keys = ShortcutList(self, [spec for actions in self.action_sets() for spec in actions.specs])
        keys.open()
        return keys

    def _follow_desktop(self) -> None:
        self.theme.set_scheme(Scheme.SYSTEM)

    def _leave(self) -> None:
        page = self.current_page
        if page is None or page.leave():
            self.left_workspace.emit()

    def _look_for_others(self) -> None:
        """Notice that another process (the command line, a second window) wrote to the workspace."""
        version = self.workspace.data_version()
        if version != self._seen_version:
            self._seen_version = version
            self.hub.tell("all", initiator=self)


def _fitting_size() -> QSize:
    """Return a first size that fits the screen that is there now, whatever screens there were."""
    screen = QGuiApplication.primaryScreen()
    return DEFAULT_SIZE.boundedTo(screen.availableSize()) if screen is not None else DEFAULT_SIZE
