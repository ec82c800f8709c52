"""The Annotate page: the picture left, the fields right; what is accepted is saved at once and can be undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex

from fidelity_app.core.documents import Document, DocumentState
from fidelity_app.core.geometry import Quad
from fidelity_app.core.numbers.value import Parsed
from fidelity_app.gui.annotate.crop_cells import can_be_corrected
from fidelity_app.gui.annotate.desk import Desk, fields_table
from fidelity_app.gui.annotate.document_bar import DocumentBar
from fidelity_app.gui.annotate.editor import FieldEditor
from fidelity_app.gui.annotate.fields_model import FieldsModel
from fidelity_app.gui.annotate.hands import Hands
from fidelity_app.gui.annotate.painter import SessionPainter
from fidelity_app.gui.annotate.questions import Answer, ask_about_typed, ask_about_unsaved
from fidelity_app.gui.annotate.session import Session
from fidelity_app.gui.annotate.specs import annotate_specs
from fidelity_app.gui.annotate.sums import SumsPanel
from fidelity_app.gui.annotate.writer import Writer
from fidelity_app.gui.canvas.hint import CanvasHint
from fidelity_app.gui.canvas.tools import Tool
from fidelity_app.gui.canvas.view import PageView
from fidelity_app.gui.empty import EmptyOr, EmptyState
from fidelity_app.gui.page import Happened, Page, PageContext
from fidelity_app.gui.widgets.pills import pill
from fidelity_app.services import annotating, library
from fidelity_app.store.rows import DocumentFilter, DocumentRow

if TYPE_CHECKING:
    from fidelity_app.core.documents import Field, Kind

FLUSH_MS = 3000
KEYS_HINT = "W box · Ctrl+E text · Enter accept, next · Ctrl+G zoom to field · A / D document"
BOX_HINT = "Drag a box around the printed value · Esc back"


class AnnotatePage(Page):
    """Widgets show the session; the session holds what is true; hands change it."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context, "Annotate")
        workspace = context.workspace
        writer = Writer(context.jobs, lambda edit: annotating.apply(workspace, edit), self)
        self.session = Session(writer, lambda document_id: library.document(workspace, document_id), self)
        self.hands = Hands(self.session, self._new_field)
        self.ids: tuple[str, ...] = ()
        self.view = PageView(name="Page of the document")
        self.hint = CanvasHint(self.view, KEYS_HINT)
        self.bar = DocumentBar()
        self.editor = FieldEditor(context.theme, self._parse)
        self.model = FieldsModel(context.theme, self)
        self.table = fields_table(self.model)
        self.sums = SumsPanel()
        self.desk = Desk(self.view, self.editor, self.table, self.sums)
        self.verify_button = pill("Verify", primary=True, tip="All is right (Ctrl+Enter)", on_click=self.verify)
        self.content = EmptyOr(self.desk, self._empty_state())
        self.header.addWidget(self.bar)
        self.header_right.addWidget(self.verify_button)
        self.body.addWidget(self.content, 1)
        self.painter = SessionPainter(self)
        self._connect()
        self.set_actions(*annotate_specs(self))

    # --- coming and going ----------------------------------------------------------------------------------------

    def enter(self, target: str) -> None:
        """Open the document named, else the one that was open, else the first."""
        self.ids = tuple(row.id for row in self._rows())
        current = self.session.document.id if self.session.document else ""
        wanted = target or (current if current in self.ids else "") or (self.ids[0] if self.ids else "")
        self.content.show_content(bool(wanted))
        self.bar.setVisible(bool(wanted))
        self.verify_button.setVisible(bool(wanted))
        if wanted and wanted != current:
            self.open_document(wanted)
        elif wanted:
            self.session.reload()
        self.view.setFocus()

    def leave(self) -> bool:
        """Ask about what is half typed, and wait for what is on its way to the disk."""
        self.view.cancel_gesture()
        return self.settle_typed() and self._settle_writes()

    def open_document(self, document_id: str) -> None:
        """Bring a document to the front; a half-typed text is asked about first."""
        if self.settle_typed():
            self.view.cancel_gesture()
            self.session.open(document_id)

    def step_document(self, step: int) -> None:
        """Go to the document after or before this one."""
        document = self.session.document
        if document is None or document.id not in self.ids:
            return
        place = self.ids.index(document.id) + step
        if 0 <= place < len(self.ids):
            self.open_document(self.ids[place])
        else:
            self.context.notifier.info("This is the last document." if step > 0 else "This is the first document.")

    def next_unfinished(self) -> None:
        """Go to the next document that nobody has verified."""
        here = self.session.document.id if self.session.document else ""
        rows = self._rows()
        place = next((number for number, row in enumerate(rows) if row.id == here), -1)
        around = (*rows[place + 1 :], *rows[: max(place, 0)])
        wanted = next((row.id for row in around if row.state is not DocumentState.VERIFIED), "")
        if wanted:
            self.open_document(wanted)
        else:
            self.context.notifier.info("Every other document is verified.")

    def settle_typed(self) -> bool:
        """Ask what becomes of a half-typed text, if there is one; False: stay."""
        field, value = self.session.field, self.editor.value
        if field is None or not value.dirty:
            return True
        answer = ask_about_typed(self, key=field.key, stored=field.text, typed=value.text())
        if answer is Answer.KEEP:
            self.hands.type_text(value.text())
        elif answer is Answer.DISCARD:
            value.show_stored(field.text)
        return answer is not Answer.STAY

    def _settle_writes(self) -> bool:
        writer = self.session.writer
        while not writer.flush(timeout_ms=FLUSH_MS):
            answer = ask_about_unsaved(self, count=len(writer.pending), why=writer.why or "the disk is slow")
            if answer is Answer.STAY:
                return False
            if answer is Answer.DISCARD:
                writer.drop()
                self.session.stack.clear()
                self.session.reload()
                self.context.status.set_saved()
        return True

    # --- what a person does --------------------------------------------------------------------------------------

    def accept_text(self, text: str) -> None:
        """Take over what is typed, and go to the next field."""
        self.hands.type_text(text)
        self.editor.value.show_stored(text)
        following = self.session.neighbour(+1)
        if following:
            self.session.choose(following)
        self.edit_text()

    def edit_text(self) -> None:
        """Put the cursor into the printed text."""
        if self.session.field is not None:
            self.editor.value.setFocus()
            self.editor.value.selectAll()

    def back(self) -> None:
        """Esc: drop the gesture, else go back from drawing to editing, else to the picture."""
        if not self.view.cancel_gesture():
            self.set_tool(Tool.EDIT)
            self.view.setFocus()

    def set_tool(self, tool: Tool) -> None:
        """Choose between drawing boxes and changing them."""
        self.view.set_tool(tool)
        self.hint.say(BOX_HINT if tool is Tool.BOX else KEYS_HINT)
        if tool is Tool.BOX:
            self.view.setFocus()

    def undo(self) -> None:
        """Take back the last edit; what is half typed is asked about first."""
        if self.settle_typed():
            self.session.stack.undo()

    def redo(self) -> None:
        """Do again what was taken back."""
        if self.settle_typed():
            self.session.stack.redo()

    def remove_field(self) -> None:
        """Remove the chosen field with what is half typed in it."""
        if self.session.field is not None:
            self.editor.value.show_stored(self.session.field.text)
            self.hands.remove()

    def add_field(self) -> None:
        """Add a field without a box, ready to be typed or drawn."""
        if self.settle_typed():
            self.hands.add()
            self.edit_text()

    def step_field(self, step: int) -> None:
        """Choose the field after or before the chosen one."""
        following = self.session.neighbour(step)
        if following and self.settle_typed():
            self.session.choose(following)

    def step_page(self, step: int) -> None:
        """Turn to the page after or before this one."""
        self.session.turn_to(self.session.page_index + step)

    def turn_page(self, turns: int) -> None:
        """Turn the page in front by quarter turns to the right (a photo whose EXIF lies, a receipt laid across)."""
        if self.settle_typed():
            self.view.cancel_gesture()
            self.hands.turn_page(turns)

    def can_correct(self) -> bool:
        """Say whether the chosen field's character boxes can be corrected: they can while its pixels are shown."""
        field = self.session.field
        return field is not None and can_be_corrected(field.text) and self.editor.crop.image is not None

    def can_toggle(self) -> bool:
        """Say whether correcting can begin or end."""
        return self.editor.crop.correcting or self.can_correct()

    def toggle_characters(self) -> None:
        """Begin or end correcting where each character stands."""
        self.set_correcting(not self.editor.crop.correcting)

    def set_correcting(self, on: bool) -> None:
        """Correct character boxes, or go back to the picture; with a half-typed text it is asked what becomes of it."""
        crop = self.editor.crop
        if on and not (self.can_correct() and self.settle_typed()):
            self.editor.characters.setChecked(crop.correcting)
            return
        was = crop.correcting
        self.editor.set_correcting(on)
        if was and not on:
            self.view.setFocus()

    def verify(self) -> None:
        """Mark the document as verified and go on to the next one; once more takes it back."""
        if not self.settle_typed():
            return
        why_not = self.hands.verify()
        if why_not:
            self.context.notifier.info(why_not)
        elif self.session.document is not None and self.session.document.state is DocumentState.VERIFIED:
            self.step_document(+1)

    # --- from the canvas and the panels --------------------------------------------------------------------------

    def _on_box_drawn(self, quad: Quad) -> None:
        if self.settle_typed():
            self.hands.draw_box(quad)
            self.set_tool(Tool.EDIT)
            self.edit_text()

    def _on_selected(self, field_id: str | None) -> None:
        if field_id and self.settle_typed():
            self.session.choose(field_id)
        self.painter.draw_boxes()

    def _on_row(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if not current.isValid() or current.row() >= len(self.model.fields):
            return
        field = self.model.fields[current.row()]
        if field.id != self.session.field_id:
            if self.settle_typed():
                self.session.choose(field.id)
            else:
                self.painter.choose_row()

    def _on_saved(self) -> None:
        pending = len(self.session.writer.pending)
        if pending:
            self.context.status.set_unsaved(f"{pending} edits on their way")
        else:
            self.context.status.set_saved()
        ids = (self.session.document.id,) if self.session.document is not None else ()
        self.context.hub.tell("fields", *ids, initiator=self)

    def _on_waiting(self, why: str) -> None:
        self.context.status.set_unsaved(why)
        self.context.notifier.info(f"Not saved yet: {why}\nThe edit is kept here and tried again.")

    def _on_happened(self, what: Happened) -> None:
        if what.initiator is not self and what.about("fields", "documents") and self.isVisible():
            self.session.reload()

    def _connect(self) -> None:
        session, view, editor, hands = self.session, self.view, self.editor, self.hands
        session.failed.connect(self.context.notifier.error)
        session.writer.saved.connect(lambda _: self._on_saved())
        session.writer.waiting.connect(self._on_waiting)
        view.selected.connect(self._on_selected)
        view.box_drawn.connect(self._on_box_drawn)
        view.box_changed.connect(lambda field_id, _, after: hands.change_box(field_id, after))
        view.nudged.connect(lambda dx, dy: hands.nudge_box(dx, dy, size_px=view.size_px))
        editor.accepted.connect(self.accept_text)
        editor.key_wanted.connect(hands.rename)
        editor.kind_wanted.connect(hands.set_kind)
        editor.legibility_wanted.connect(hands.set_legibility)
        editor.characters.clicked.connect(self.set_correcting)
        editor.crop.corrected.connect(hands.set_glyphs)
        editor.crop.reset_wanted.connect(lambda: hands.set_glyphs(()))
        editor.crop.left.connect(lambda: self.set_correcting(False))
        self.bar.turn_wanted.connect(self.turn_page)
        self.table.selectionModel().currentRowChanged.connect(self._on_row)
        self.table.activated.connect(lambda _: self.edit_text())
        self.desk.add_button.clicked.connect(self.add_field)
        self.bar.meta_wanted.connect(lambda parts: session.change_meta(**parts))
        self.bar.page_wanted.connect(session.turn_to)
        self.bar.list_wanted.connect(
            lambda: self.context.go("library", session.document.id if session.document else "")
        )
        self.context.hub.happened.connect(self._on_happened)

    # --- what the parts ask for ----------------------------------------------------------------------------------

    def _rows(self) -> list[DocumentRow]:
        return library.documents(self.context.workspace, DocumentFilter())

    def _new_field(self, document: Document, key: str, kind: Kind, box: Quad | None, page_index: int) -> Field:
        return annotating.new_field(
            self.context.workspace, document, key=key, kind=kind, text="", box=box, page_index=page_index
        )

    def _parse(self, text: str) -> Parsed | None:
        field, document = self.session.field, self.session.document
        if field is None or document is None or not text:
            return None
        return annotating.parse_field(document, replace(field, text=text))

    def _empty_state(self) -> EmptyState:
        go: Callable[[], None] = lambda: self.context.go("library", "")  # noqa: E731
        return EmptyState(
            "No document to annotate",
            "Import receipts or invoices in the library first. Then draw a box around each printed value here and type "
            "what is printed, character by character.",
            buttons=(("Go to the library", go),),
        )
