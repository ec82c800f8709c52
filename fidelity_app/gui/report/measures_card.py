"""The full tables of measures, one at a time: shares, classes, hardness, sizes, money, sums, pairs, and so on."""

from __future__ import annotations

from PySide6.QtCore import Qt

from fidelity_app.gui.tables.records import Column, RecordModel
from fidelity_app.gui.tables.view import RecordTable
from fidelity_app.gui.theme import Theme
from fidelity_app.gui.widgets.cards import Card
from fidelity_app.gui.widgets.pills import ChoicePill
from fidelity_app.gui.widgets.text import plain_label
from fidelity_app.reports.rows import Cell, MeasureTables, Table

COUNTING = "Counting every measure…"
MOST_PX = 640
_Row = tuple[Cell, ...]


class MeasuresCard(Card):
    """Shows what `fidelity report --measures` prints; the chosen table stays when another run is shown."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("Every measure")
        self._theme = theme
        self._tables: tuple[Table, ...] = ()
        self.table: RecordTable[_Row] | None = None
        self.choice = ChoicePill("Table")
        self.choice.chosen.connect(lambda _title: self._show_table())
        self.meaning = plain_label(COUNTING, wrap=True, name="muted")
        self.note = plain_label("", wrap=True, name="muted")
        self.body.addWidget(self.choice, 0, Qt.AlignmentFlag.AlignLeft)
        self.body.addWidget(self.note)
        self.body.addWidget(self.meaning)
        self.wait()

    def wait(self) -> None:
        """Forget the tables of another run."""
        self._tables = ()
        self._drop_table()
        self.choice.hide()
        self.note.setText("")
        self.meaning.setText(COUNTING)

    def show_progress(self, done: int, total: int, _text: str) -> None:
        """Say how far the counting is: what was never measured is, and that takes a look at every picture."""
        if not self._tables and total:
            self.meaning.setText(f"{COUNTING} {done:,} of {total:,} documents")

    def show_tables(self, found: MeasureTables) -> None:
        """Show the tables of a run, those that have rows."""
        hard = (found.heights, found.ease)
        single = (*hard, found.sizes, found.money, found.sums, found.pairs, found.power, found.papers)
        every = (*found.shares, *(table for _model, table in found.classes), *single)
        self._tables = tuple(table for table in every if table.rows)
        titles = [table.title for table in self._tables]
        current = self.choice.data if self.choice.data in titles else next(iter(titles), None)
        self.choice.set_choices([(title, title) for title in titles], current=current)
        self.choice.setVisible(bool(titles))
        self.meaning.setText(" ".join(found.meaning))
        self._show_table()

    def say(self, text: str) -> None:
        """Say why there are no tables."""
        self.wait()
        self.meaning.setText(text)

    def _show_table(self) -> None:
        self._drop_table()
        table = next((table for table in self._tables if table.title == self.choice.data), None)
        if table is None:
            return
        columns = [_column(table, index) for index in range(len(table.headings))]
        model: RecordModel[_Row] = RecordModel(columns, key=lambda row: row, parent=self)
        self.table = RecordTable(model, self._theme, table.title)
        self.table.show_records(table.rows)
        self.table.fit_columns()
        self.table.setFixedHeight(min(MOST_PX, self.table.natural_height() + 14))
        self.body.insertWidget(self.body.indexOf(self.note), self.table)
        self.note.setText(table.note)
        self.note.setVisible(bool(table.note))

    def _drop_table(self) -> None:
        if self.table is not None:
            self.body.removeWidget(self.table)
            self.table.hide()
            self.table.deleteLater()
            self.table = None


def _column(table: Table, index: int) -> Column[_Row]:
    return Column(
        table.headings[index],
        lambda row: row[index].text,
        aside=lambda row: row[index].small,
        tip=lambda row: row[index].text,
        bold=index == 0,
        number=index >= table.labels,
    )
