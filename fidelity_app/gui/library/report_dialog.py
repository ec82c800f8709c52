"""What an import did: how many came in, what was there already, and everything left out with its reason."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from fidelity_app.gui.widgets.text import plain_label
from fidelity_app.services.views import ImportReport

# Fitting a row costs a layout of its text; nobody reads more of them than this without "Copy list".
_ROWS_FITTED = 300


def summary(report: ImportReport) -> str:
    """Return one sentence about an import."""
    parts = [f"{_count(len(report.added), 'document')} imported"]
    if report.duplicates:
        parts.append(f"{len(report.duplicates):,} here already")
    if report.left_out:
        parts.append(f"{len(report.left_out):,} left out")
    if report.cancelled:
        parts.append("cancelled; what came in before is kept")
    return ", ".join(parts) + "."


def report_rows(report: ImportReport) -> list[tuple[str, str, str]]:
    """Return what did not come in as (file, line, why), left-outs first."""
    rows = [(str(item.path), str(item.line) if item.line else "", item.reason) for item in report.left_out]
    rows += [(str(item.path), "", f"same pixels as {item.document_name}") for item in report.duplicates]
    return rows


class ImportReportDialog(QDialog):
    """Shown after an import that left something out; an import without a rest needs only a toast."""

    def __init__(self, parent: QWidget, report: ImportReport) -> None:
        super().__init__(parent)
        self.setWindowTitle("Import")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        rows = report_rows(report)
        self.table = QTableWidget(len(rows), 3)
        self.table.setAccessibleName("Not imported")
        self.table.setHorizontalHeaderLabels(["File", "Line", "Why"])
        self.table.verticalHeader().setVisible(False)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        for number, row in enumerate(rows):
            for column, text in enumerate(row):
                self.table.setItem(number, column, QTableWidgetItem(text))
        self.table.setColumnWidth(0, 300)
        self.table.setColumnWidth(1, 60)
        self.text = "\n".join("\t".join(row) for row in rows)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton("Copy list", QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text))
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(plain_label(summary(report), wrap=True, name="emptyTitle"))
        layout.addWidget(plain_label("\n".join(report.notes), wrap=True)) if report.notes else None
        layout.addWidget(self.table)
        layout.addWidget(buttons)
        self.resize(820, 420)

    def showEvent(self, event: QShowEvent) -> None:
        """Give each reason the lines that it needs, now that the column has its width."""
        super().showEvent(event)
        for row in range(min(self.table.rowCount(), _ROWS_FITTED)):
            self.table.resizeRowToContents(row)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
