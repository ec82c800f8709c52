"""The body of Annotate: the page at the left; the chosen field, the table of fields and the sums at the right."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QHeaderView, QSplitter, QTableView, QVBoxLayout

from fidelity_app.gui.annotate.editor import FieldEditor
from fidelity_app.gui.annotate.fields_model import KEY, KIND, LEGIBILITY, SIGN, TEXT, FieldsModel
from fidelity_app.gui.annotate.sums import SumsPanel
from fidelity_app.gui.canvas.view import PageView
from fidelity_app.gui.widgets.cards import Panel
from fidelity_app.gui.widgets.pills import pill

RIGHT_WIDTH_PX = 520


def fields_table(model: FieldsModel) -> QTableView:
    """Return the table of fields: one row chosen at a time, nothing edited in place."""
    table = QTableView()
    table.setModel(model)
    table.setAccessibleName("Fields")
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setShowGrid(False)
    table.setTabKeyNavigation(False)
    table.verticalHeader().setVisible(False)
    table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + 14)
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setSectionResizeMode(TEXT, QHeaderView.ResizeMode.Stretch)
    for column, width in ((SIGN, 34), (KEY, 140), (KIND, 84), (LEGIBILITY, 72)):
        table.setColumnWidth(column, width)
    return table


class Desk(QSplitter):
    """Holds the widgets together; who talks to whom is the page's business."""

    def __init__(self, view: PageView, editor: FieldEditor, table: QTableView, sums: SumsPanel) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.add_button = pill("+ add field", tip="A value that is printed but has no box, or none yet")
        side = Panel()
        layout = QVBoxLayout(side)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(editor)
        layout.addWidget(table, 1)
        row = QHBoxLayout()
        row.setContentsMargins(10, 6, 10, 6)
        row.addWidget(self.add_button)
        row.addStretch(1)
        layout.addLayout(row)
        layout.addWidget(sums)
        self.addWidget(view)
        self.addWidget(side)
        self.setStretchFactor(0, 1)
        self.setStretchFactor(1, 0)
        self.setSizes([760, RIGHT_WIDTH_PX])
        self.setCollapsible(1, False)
        side.setMinimumWidth(380)
