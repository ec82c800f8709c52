"""What a person does to the fields of the document in front: each act is one edit, one step of undo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fidelity_app.core.documents import Document, DocumentState, Field, Kind, Legibility
from fidelity_app.core.edits import AddField, Edit, rotation
from fidelity_app.core.geometry import Quad
from fidelity_app.gui.annotate import edits
from fidelity_app.gui.annotate.keys import next_key
from fidelity_app.gui.annotate.session import Session
from fidelity_app.gui.canvas.tools import nudge

NewField = Callable[[Document, str, Kind, Quad | None, int], Field]


class Hands:
    """Turns acts into edits of the session; it shows nothing."""

    def __init__(self, session: Session, new_field: NewField) -> None:
        self._session = session
        self._new_field = new_field
        self._copied: Field | None = None

    @property
    def has_copied(self) -> bool:
        return self._copied is not None

    def type_text(self, text: str) -> None:
        """Take over a printed text."""
        self._with_field(lambda field: edits.for_text(field, text))

    def rename(self, key: str) -> None:
        """Give the chosen field another key (made unlike all others)."""
        document = self._session.document
        if document is not None:
            self._with_field(lambda field: edits.for_key(document, field, key))

    def set_kind(self, kind: Kind) -> None:
        """Say what sort of value it is."""
        self._with_field(lambda field: edits.for_kind(field, kind))

    def set_legibility(self, legibility: Legibility) -> None:
        """Say how well a person can read it."""
        self._with_field(lambda field: edits.for_legibility(field, legibility))

    def draw_box(self, quad: Quad) -> None:
        """Give the chosen field its box, or add a field at the box."""
        document = self._session.document
        if document is not None:
            chosen = self._session.field
            self._push(edits.for_drawn_box(document, chosen, quad, self._session.page_index, self._make))

    def change_box(self, field_id: str, after: Quad) -> None:
        """Move or resize a field's box."""
        field = self._session.field_by_id(field_id)
        if field is not None:
            self._push(edits.for_box_changed(field, after))

    def nudge_box(self, dx: int, dy: int, *, size_px: tuple[int, int]) -> None:
        """Move the chosen field's box by whole pixels; a page that is not shown yet has no size to stay inside of."""
        field = self._session.field
        if field is not None and field.box is not None and 0 not in size_px:
            self._push(edits.for_box_changed(field, nudge(field.box, dx, dy, size_px=size_px)))

    def set_glyphs(self, glyphs: tuple[Quad, ...]) -> None:
        """Say where the chosen field's characters stand; with none they are found in the ink again."""
        self._with_field(lambda field: edits.for_glyphs(field, glyphs))

    def turn_page(self, turns: int) -> None:
        """Turn the page in front clockwise by quarter turns, with the boxes on it; turning alone annotates nothing."""
        document, page = self._session.document, self._session.page
        if document is not None and page is not None:
            self._session.push(rotation(document, page, turns), annotates=False)

    def remove(self) -> None:
        """Remove the chosen field."""
        self._with_field(edits.for_removal)

    def copy(self) -> None:
        """Remember the chosen field for pasting."""
        self._copied = self._session.field

    def paste(self) -> None:
        """Add the remembered field under the next free key."""
        document = self._session.document
        if self._copied is not None and document is not None:
            self._push(edits.for_copy(document, self._copied, self._session.page_index, self._make))

    def duplicate(self) -> None:
        """Copy and paste in one step."""
        self.copy()
        self.paste()

    def add(self) -> None:
        """Add a field without a box, ready to be typed or drawn."""
        document, chosen = self._session.document, self._session.field
        if document is not None:
            used = [field.key for field in document.fields]
            key, kind = next_key(document.type, used, after=chosen.key if chosen else "")
            self._push(AddField(replace(self._make(key, kind, None, self._session.page_index), typed=False)))

    def verify(self) -> str:
        """Mark the document as verified, or take it back; return why it cannot be verified, or an empty text."""
        document = self._session.document
        if document is None:
            return "there is no document"
        if document.state is DocumentState.VERIFIED:
            self._session.change_meta(state=DocumentState.ANNOTATED)
            return ""
        untyped = [field.key for field in document.fields if not field.typed]
        if untyped:
            return f"Not verified: the text of {', '.join(untyped)} is not typed yet."
        self._session.change_meta(state=DocumentState.VERIFIED)
        return ""

    def _make(self, key: str, kind: Kind, box: Quad | None, page_index: int) -> Field:
        document = self._session.document
        assert document is not None, "a field is made for a document"
        return self._new_field(document, key, kind, box, page_index)

    def _with_field(self, make: Callable[[Field], Edit | None]) -> None:
        field = self._session.field
        if field is not None:
            self._push(make(field))

    def _push(self, edit: Edit | None) -> None:
        if edit is not None:
            self._session.push(edit)
