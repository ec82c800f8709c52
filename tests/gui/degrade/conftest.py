"""The Degrade page on one shipped sample, with its truth."""

from __future__ import annotations

import pytest

TIMEOUT_MS = 20_000


@pytest.fixture
def page(qtbot, kiosk, open_window):
    """The page with its first picture made."""
    made = open_window(kiosk, "degrade").current_page
    qtbot.waitUntil(lambda: made.previewed is not None, timeout=TIMEOUT_MS)
    return made


@pytest.fixture
def settled(qtbot, page):
    """Wait until nothing more is to come, and return what is shown."""

    def wait():
        qtbot.waitUntil(lambda: not page.preview.at_work, timeout=TIMEOUT_MS)
        return page.previewed

    return wait
