"""A picture over the limit, imported by window: why and what to do is readable, and what was done holds at once."""

from __future__ import annotations

import pytest
from support.made_files import MADE

from fidelity_app.gui.library.report_dialog import ImportReportDialog
from fidelity_app.services.workspace import create_workspace
from fidelity_app.settings.options import OptionsFile


@pytest.fixture
def page(qtbot, tmp_path, open_window):
    return open_window(create_workspace(tmp_path / "ws")).current_page


def imported(qtbot, page, path) -> None:
    job = page.import_paths([path])
    with qtbot.waitSignal(job.finished):
        pass
    qtbot.waitUntil(lambda: not page._loading.busy)


def test_the_whole_reason_is_shown_and_the_limit_holds_from_the_next_import_on(qtbot, page, tmp_path):
    path = tmp_path / "scan.png"
    path.write_bytes(MADE["plain.png"].data())
    OptionsFile().set(max_pixels=1000)
    imported(qtbot, page, path)
    dialog = page.findChild(ImportReportDialog)
    reason = dialog.table.item(0, 2).text()
    assert "120 x 160 = 19,200 pixels is over the limit of 1,000" in reason
    assert f"max_pixels = 1000000 in {OptionsFile().path}" in reason
    qtbot.waitExposed(dialog)
    needed = dialog.table.fontMetrics().boundingRect(0, 0, dialog.table.columnWidth(2), 10_000, 0x1000, reason)
    assert dialog.table.rowHeight(0) >= needed.height()
    dialog.close()
    OptionsFile().set(max_pixels=1_000_000)
    imported(qtbot, page, path)
    assert [row.name for row in page.model.rows] == ["scan"]
