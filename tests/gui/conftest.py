"""Qt fixtures: one theme for the application, jobs that are closed, a workspace of real parts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from fidelity_app.gui.bridge import Jobs
from fidelity_app.gui.theme import Scheme, Theme

HERE = Path(__file__).parent
OF_THE_OFFSCREEN_PLATFORM = r"^This plugin does not support (propagateSizeHints|raise|grabbing|createPlatform)"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the offscreen platform say what it cannot do; every other Qt warning still fails its test."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore(OF_THE_OFFSCREEN_PLATFORM, extend=True))


@pytest.fixture(scope="session")
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp, scheme=Scheme.LIGHT)


@pytest.fixture
def jobs(qapp: QApplication) -> Iterator[Jobs]:
    made = Jobs()
    yield made
    made.close()
