"""Qt fixtures: one theme for the application, jobs that are closed, a workspace of real parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from fidelity_app.gui.bridge import Jobs
from fidelity_app.gui.main_window import MainWindow
from fidelity_app.gui.theme import Scheme, Theme
from fidelity_app.imaging.encoding import to_png
from fidelity_app.services.importing import import_paths
from fidelity_app.services.workspace import Workspace, create_workspace

HERE = Path(__file__).parent
OF_THE_OFFSCREEN_PLATFORM = r"^This plugin does not support (propagateSizeHints|raise|grabbing|createPlatform)"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the offscreen platform say what it cannot do; every other Qt warning still fails its test."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore(OF_THE_OFFSCREEN_PLATFORM, extend=True))


@pytest.fixture(scope="session")
def theme(qapp: QApplication) -> Theme:
    # A window closed outside of exec() must not end the event loops of the tests that follow.
    qapp.setQuitOnLastWindowClosed(False)
    return Theme(qapp, scheme=Scheme.LIGHT)


@pytest.fixture
def jobs(qapp: QApplication) -> Iterator[Jobs]:
    made = Jobs()
    yield made
    made.close()


SAMPLES = Path(__file__).resolve().parents[2] / "samples"


def plain_page(shade: int, *, width: int = 400, height: int = 600) -> bytes:
    """Return a page with a few dark bars where print would be, as PNG."""
    rgb = np.full((height, width, 3), shade, np.uint8)
    for row in range(60, height - 60, 60):
        rgb[row : row + 20, 40 : width - 120] = shade // 4
    return to_png(rgb)


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """A folder with three pictures that nobody has annotated."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number, shade in enumerate((250, 240, 230)):
        (folder / f"slip-{number}.png").write_bytes(plain_page(shade))
    return folder


@pytest.fixture
def workspace(tmp_path: Path, pictures: Path) -> Workspace:
    """A workspace with three blank slips; the window that shows it closes it."""
    made = create_workspace(tmp_path / "ws")
    import_paths(made, [pictures])
    return made


@pytest.fixture
def kiosk(tmp_path: Path) -> Workspace:
    """A workspace with one shipped sample and its truth."""
    made = create_workspace(tmp_path / "kiosk")
    import_paths(made, [SAMPLES / "kiosk-de.fidelity.json"])
    return made


def _discard_what_is_asked_about() -> None:
    """Leave a window of a failed test: nobody is there to answer its question."""
    box = QApplication.activeModalWidget()
    if isinstance(box, QMessageBox):
        box.button(QMessageBox.StandardButton.Discard).click()


@pytest.fixture
def open_window(qtbot, theme: Theme) -> Iterator[Callable[..., MainWindow]]:
    """Open windows on workspaces; they are closed at the end, whatever happened."""
    windows: list[MainWindow] = []

    def show(workspace: Workspace, page_id: str = "library", target: str = "") -> MainWindow:
        window = MainWindow(workspace, theme)
        windows.append(window)
        window.resize(1280, 800)
        window.show()
        window.go(page_id, target)
        qtbot.waitExposed(window)
        window.activateWindow()
        return window

    yield show
    discarding = QTimer()
    discarding.timeout.connect(_discard_what_is_asked_about)
    discarding.start(20)
    for window in windows:
        if window.isVisible():
            window.close()
        window.jobs.close()
        window.deleteLater()
