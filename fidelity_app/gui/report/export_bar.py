"""What was exported last, and the way to it."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFrame, QHBoxLayout

from fidelity_app.gui.widgets.pills import pill
from fidelity_app.gui.widgets.text import ElidedLabel


class ExportBar(QFrame):
    """One line: what was written where, Open file, Open folder; hidden until something was."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("footer")
        self.setAccessibleName("Last export")
        self.path: Path | None = None
        self.label = ElidedLabel()
        self.file_button = pill("Open file", on_click=lambda: self._open(self.path))
        self.folder_button = pill("Open folder", on_click=lambda: self._open(self.path and self.path.parent))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 6, 14, 6)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.file_button)
        layout.addWidget(self.folder_button)
        self.hide()

    def show_export(self, path: Path, words: str) -> None:
        """Show what was written."""
        self.path = path
        self.label.setText(f"✓ {words} · {path}")
        self.show()

    def _open(self, path: Path | None) -> None:
        if path is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def file_name(run_name: str, suffix: str) -> str:
    """Return a proposed file name: the run's name with nothing in it that a file system could stumble over."""
    plain = re.sub(r"[^\w.-]+", "-", run_name).strip("-.")[:80]
    return f"{plain or 'report'}{suffix}"
