"""The pills at the top of Annotate: which document, which page, and what is known about it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QInputDialog, QLineEdit, QWidget

from fidelity_app.core.documents import Document
from fidelity_app.gui.annotate.keys import DOCUMENT_TYPES
from fidelity_app.gui.widgets.pills import ChoicePill, pill

# Locale and currency as they usually come together; any other can be typed.
LOCALES: tuple[tuple[str, str], ...] = (
    ("en-US", "USD"),
    ("en-GB", "GBP"),
    ("en-SG", "SGD"),
    ("ms-MY", "MYR"),
    ("de-DE", "EUR"),
    ("de-CH", "CHF"),
    ("fr-FR", "EUR"),
    ("es-ES", "EUR"),
    ("it-IT", "EUR"),
    ("nl-NL", "EUR"),
    ("pt-BR", "BRL"),
    ("pl-PL", "PLN"),
    ("lv-LV", "EUR"),
    ("sv-SE", "SEK"),
    ("ja-JP", "JPY"),
    ("id-ID", "IDR"),
    ("hi-IN", "INR"),
)
DIFFICULTIES = ("", "easy", "medium", "hard")
OTHER = "other…"


class DocumentBar(QWidget):
    """`meta_wanted(parts)` says what a person wants changed; `page_wanted(index)` which page to see.

    `turn_wanted(turns)`: by how many quarter turns to the right the page in front is to be turned.
    """

    meta_wanted = Signal(dict)
    page_wanted = Signal(object)
    turn_wanted = Signal(int)
    list_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = pill("", tip="Back to the library", on_click=self.list_wanted.emit)
        self.page = ChoicePill("page")
        self.type = ChoicePill("type")
        self.place = ChoicePill("locale")
        self.difficulty = ChoicePill("difficulty")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        self.turn_left = pill("↺", tip="Turn the page left (Ctrl+Left)", on_click=partial(self.turn_wanted.emit, -1))
        self.turn_right = pill("↻", tip="Turn the page right (Ctrl+Right)", on_click=partial(self.turn_wanted.emit, +1))
        self.turn_left.setAccessibleName("Turn the page left")
        self.turn_right.setAccessibleName("Turn the page right")
        for widget in (self.name, self.page, self.turn_left, self.turn_right, self.type, self.place, self.difficulty):
            layout.addWidget(widget)
        self.page.chosen.connect(self.page_wanted)
        self.type.chosen.connect(lambda value: self.meta_wanted.emit({"type": value}))
        self.difficulty.chosen.connect(lambda value: self.meta_wanted.emit({"difficulty": value}))
        self.place.chosen.connect(self._on_place)
        self._document: Document | None = None

    def show_document(self, document: Document, *, page_index: int, number: int, total: int) -> None:
        """Show what is known about a document; `number` is its place in the list, from 1."""
        self._document = document
        metrics = self.name.fontMetrics()
        short = metrics.elidedText(document.name, Qt.TextElideMode.ElideMiddle, 220)
        self.name.setText(f"{short}   {number:,} of {total:,}".replace("&", "&&"))
        self.name.setAccessibleName(f"Document {document.name}, {number} of {total}")
        pages = [(f"{page.index + 1} of {len(document.pages)}", page.index) for page in document.pages]
        self.page.set_choices(pages, current=page_index)
        self.page.setVisible(len(pages) > 1)
        types = [*DOCUMENT_TYPES, *({document.type} - set(DOCUMENT_TYPES))]
        self.type.set_choices([(name, name) for name in types], current=document.type)
        self._offer_places(document)
        self.difficulty.set_choices([(name or "not set", name) for name in DIFFICULTIES], current=document.difficulty)

    def _offer_places(self, document: Document) -> None:
        here = (document.locale, document.currency)
        places = [*LOCALES, *({here} - set(LOCALES) - {("", "")})]
        choices: list[tuple[str, object]] = [("not known", ("", ""))]
        choices += [(" · ".join(part for part in place if part), place) for place in places]
        self.place.set_choices([*choices, (OTHER, OTHER)], current=here)

    def _on_place(self, place: object) -> None:
        if place == OTHER:
            place = self._asked_place()
        if isinstance(place, tuple):
            self.meta_wanted.emit({"locale": place[0], "currency": place[1]})

    def _asked_place(self) -> tuple[str, str] | None:
        document = self._document
        now = f"{document.locale} {document.currency}".strip() if document else ""
        text, ok = QInputDialog.getText(
            self, "Locale", "Locale and currency, as in: pt-PT EUR", QLineEdit.EchoMode.Normal, now
        )
        if self._document is not None:
            self.place.choose((self._document.locale, self._document.currency))
        parts = (*text.split(), "", "")
        return (parts[0], parts[1].upper()) if ok else None
