"""One annotation session: the document in front, its fields as a person sees them, edits on the undo stack.

The shown document is what is stored plus the edits that are still on their way to the disk.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from fidelity_app.core.documents import Document, DocumentState, Field, Page
from fidelity_app.core.edits import ChangeDocument, Compound, DocumentMeta, Edit, apply_to, document_ids, meta_of
from fidelity_app.core.errors import Conflict
from fidelity_app.gui.annotate.undo import EditCommand
from fidelity_app.gui.annotate.writer import Writer
from fidelity_app.services.views import Changes

NOT_TYPED = "text not typed yet"


class Session(QObject):
    """`changed` fires when the document or a field is other than before, `chosen` when another field is chosen."""

    changed = Signal()
    opened = Signal()
    chosen = Signal()
    failed = Signal(object)

    def __init__(self, writer: Writer, load: Callable[[str], Document], parent: QObject) -> None:
        super().__init__(parent)
        self.writer = writer
        self.stack = QUndoStack(self)
        self._load = load
        self.document: Document | None = None
        self.page_index = 0
        self.field_id = ""
        writer.saved.connect(self._on_saved)
        writer.refused.connect(self._on_refused)

    # --- what is in front ----------------------------------------------------------------------------------------

    @property
    def field(self) -> Field | None:
        """Return the chosen field."""
        return self.field_by_id(self.field_id)

    @property
    def page(self) -> Page | None:
        """Return the page in front."""
        pages = self.document.pages if self.document else ()
        return next((page for page in pages if page.index == self.page_index), None)

    @property
    def fields(self) -> tuple[Field, ...]:
        return self.document.fields if self.document else ()

    def field_by_id(self, field_id: str | None) -> Field | None:
        """Return a field of the document in front."""
        return next((field for field in self.fields if field.id == field_id), None)

    def open(self, document_id: str) -> None:
        """Bring a document to the front, with its first field chosen."""
        document = self._with_pending(self._load(document_id))
        self.document = document
        self.page_index = document.pages[0].index if document.pages else 0
        self.field_id = document.fields[0].id if document.fields else ""
        self.opened.emit()
        self.chosen.emit()

    def reload(self) -> None:
        """Read the document again (somebody else may have changed it)."""
        if self.document is not None:
            self.document = self._with_pending(self._load(self.document.id))
            self._keep_choice()
            self.changed.emit()
            self.chosen.emit()

    def choose(self, field_id: str) -> None:
        """Choose a field, and turn to its page."""
        if field_id != self.field_id:
            self.field_id = field_id
            field = self.field
            if field is not None and field.box is not None and field.page_index != self.page_index:
                self.turn_to(field.page_index)
            self.chosen.emit()

    def turn_to(self, page_index: int) -> None:
        """Bring another page of the document to the front."""
        if self.document and any(page.index == page_index for page in self.document.pages):
            self.page_index = page_index
            self.opened.emit()

    def neighbour(self, step: int) -> str:
        """Return the id of the field before or after the chosen one, empty at the ends."""
        ids = [field.id for field in self.fields]
        place = ids.index(self.field_id) + step if self.field_id in ids else 0
        return ids[place] if 0 <= place < len(ids) else ""

    # --- edits ---------------------------------------------------------------------------------------------------

    def push(self, edit: Edit, *, annotates: bool = True) -> None:
        """Do an edit, as one step of undo; the first that `annotates` a new document makes it an annotated one."""
        self.stack.push(EditCommand(self._with_state(edit) if annotates else edit, self._perform))

    def change_meta(self, **parts: object) -> None:
        """Change the document's own data."""
        if self.document is None:
            return
        before = meta_of(self.document)
        after: DocumentMeta = replace(before, **parts)  # type: ignore[arg-type]
        if after != before:
            self.stack.push(EditCommand(ChangeDocument(before, after), self._perform))

    def _with_state(self, edit: Edit) -> Edit:
        if self.document is None or self.document.state is not DocumentState.NEW:
            return edit
        before = meta_of(self.document)
        return Compound((edit, ChangeDocument(before, replace(before, state=DocumentState.ANNOTATED))), edit.name)

    def _perform(self, edit: Edit) -> bool:
        """Show an edit at once and send it to the disk; False when it does not fit what is there."""
        document_id = document_ids(edit)[0]
        try:
            if self.document is None or self.document.id != document_id:
                self.open(document_id)
            assert self.document is not None
            after = apply_to(self.document, edit)
        except Conflict as error:
            self.failed.emit(error)
            return False
        before_ids = {field.id for field in self.document.fields}
        self.document = after
        self.writer.submit(edit)
        self._keep_choice(prefer=next((field.id for field in after.fields if field.id not in before_ids), ""))
        self.changed.emit()
        return True

    def _keep_choice(self, *, prefer: str = "") -> None:
        before = self.field_id
        if prefer:
            self.field_id = prefer
        elif self.field is None:
            self.field_id = self.fields[-1].id if self.fields else ""
        if self.field_id != before:
            self.chosen.emit()

    def _with_pending(self, document: Document) -> Document:
        for edit in self.writer.pending:
            if document.id in document_ids(edit):
                # The oldest may be on disk already with the word of it still on its way: it then fits no more.
                with suppress(Conflict):
                    document = apply_to(document, edit)
        return document

    def _on_saved(self, changes: Changes) -> None:
        """Take over what is stored once nothing is on its way."""
        if self.document is None or self.writer.pending:
            return
        stored = next((item for item in changes.documents if item.id == self.document.id), None)
        if stored is not None and stored != self.document:
            self.document = stored
            self._keep_choice()
            self.changed.emit()

    def _on_refused(self, error: BaseException) -> None:
        """Show what is stored: the steps made on top of a refused edit fit nothing any more."""
        self.stack.clear()
        self.reload()
        self.failed.emit(error)
