"""Shows the session on the page's widgets: picture, boxes, crop, table, sums, status. It changes nothing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from shiboken6 import isValid

from fidelity_app.core.documents import Document, DocumentState, Field, Page
from fidelity_app.core.geometry import Quad
from fidelity_app.core.reconciliation import SumCheck
from fidelity_app.gui.annotate.crop_cells import CropCells
from fidelity_app.gui.annotate.keys import suggestions
from fidelity_app.gui.bridge import Job, Latest
from fidelity_app.gui.canvas.records import BoxLook, BoxRecord
from fidelity_app.gui.canvas.tools import Tool
from fidelity_app.services import annotating, glyph_boxes, library

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fidelity_app.gui.annotate.page import AnnotatePage


class SessionPainter(QObject):
    """Listens to the session."""

    def __init__(self, page: AnnotatePage) -> None:
        super().__init__(page)
        self._page = page
        self._session = page.session
        self._context = page.context
        self._rgb: NDArray[np.uint8] | None = None
        self._pixels = Latest(page.context.jobs, self)
        self._sums = Latest(page.context.jobs, self)
        self._cells = Latest(page.context.jobs, self)
        self._shown: tuple[str, int] | None = None
        self._session.opened.connect(self._on_opened)
        self._session.changed.connect(self._on_changed)
        self._session.chosen.connect(self._on_chosen)
        self._session.stack.indexChanged.connect(self._on_step)
        self._context.theme.changed.connect(self._restyle)
        self._restyle()

    def draw_boxes(self) -> None:
        """Draw the boxes of the page in front, the chosen field's on top."""
        session = self._session
        records = [
            BoxRecord(field.id, field.box, _look(field), field.key)
            for field in session.fields
            if field.box is not None and field.page_index == session.page_index
        ]
        self._page.view.set_boxes(records, selected_id=session.field_id or None)

    def choose_row(self) -> None:
        """Mark the chosen field's row."""
        row, table = self._page.model.row_of(self._session.field_id), self._page.table
        if row < 0:
            table.clearSelection()
        elif row != table.currentIndex().row() or not table.selectionModel().hasSelection():
            table.selectRow(row)

    def _on_opened(self) -> None:
        self._load_picture()
        self._page.view.set_boxes(())
        self._page.set_tool(Tool.EDIT)
        self._page.set_correcting(False)
        self._page.editor.value.show_stored("")
        self._on_changed()

    def _load_picture(self) -> None:
        page = self._session.page
        self._rgb, self._shown = None, _picture_of(page)
        self._page.view.set_image(None)
        if page is None:
            return
        workspace = self._context.workspace

        def work(_job: Job) -> NDArray[np.uint8]:
            pixels: NDArray[np.uint8] = library.page_pixels(workspace, page)
            return pixels

        self._pixels.submit(work, done=self._show_pixels, failed=self._on_pixels_failed)

    def _show_pixels(self, rgb: NDArray[np.uint8]) -> None:
        self._rgb = rgb
        self._page.view.set_image(rgb)
        self.draw_boxes()
        self._draw_crop()

    def _on_pixels_failed(self, error: BaseException) -> None:
        self._page.hint.say(str(error))
        self._context.notifier.error(error)

    def _on_changed(self) -> None:
        document, ids = self._session.document, self._page.ids
        if document is None:
            return
        if _picture_of(self._session.page) != self._shown:
            self._load_picture()
        number = ids.index(document.id) + 1 if document.id in ids else 1
        self._page.bar.show_document(
            document, page_index=self._session.page_index, number=number, total=max(1, len(ids))
        )
        self._page.model.set_fields(document.fields)
        verified = document.state is DocumentState.VERIFIED
        self._page.verify_button.setText("Verified ✓" if verified else "Verify")
        self._check_sums(document)
        self._on_chosen()
        self._show_status()

    def _on_chosen(self) -> None:
        session, editor = self._session, self._page.editor
        document, field = session.document, session.field
        used = [other.key for other in document.fields] if document else []
        offered = [key for key, _ in suggestions(document.type, used)] if document else []
        same = field is not None and editor.field_id == field.id
        editor.show_field(field, offered, keep_typed=same and editor.value.dirty)
        self.choose_row()
        self.draw_boxes()
        self._draw_crop()
        if field is not None and field.box is not None and field.page_index == session.page_index:
            self._page.view.show_quad(field.box)

    def _check_sums(self, document: Document) -> None:

        workspace = self._context.workspace

        def work(_job: Job) -> tuple[SumCheck, ...]:
            return annotating.sums(workspace, document)

        self._sums.submit(work, done=self._page.sums.show_checks, failed=self._context.notifier.error)

    def _draw_crop(self) -> None:
        field, crop = self._session.field, self._page.editor.crop
        if field is None:
            return
        if field.box is None:
            crop.show_hint("No box yet: W, then drag around the printed value")
        elif self._rgb is None or field.page_index != self._session.page_index:
            crop.show_hint("…")
        else:
            crop.show_box(self._rgb, field.box)
            self._find_cells(field, self._rgb)
        self._page.editor.characters.setEnabled(self._page.can_toggle())

    def _find_cells(self, field: Field, rgb: NDArray[np.uint8]) -> None:
        """Show the character boxes that the field has; else have them found, which takes some milliseconds."""
        if glyph_boxes.is_own(field):
            self._cells.drop()
            self._show_cells(field, field.glyphs)
            return
        workspace, page = self._context.workspace, self._session.page
        assert page is not None, "its pixels are shown"

        def work(_job: Job) -> tuple[Quad, ...]:
            return glyph_boxes.field_glyphs(workspace, page, field, rgb=rgb)

        self._cells.submit(work, done=partial(self._show_cells, field), failed=self._context.notifier.error)

    def _show_cells(self, field: Field, glyphs: tuple[Quad, ...]) -> None:
        if field == self._session.field and field.box is not None:
            cells = CropCells(field.box, field.text, glyphs, glyph_boxes.is_own(field)) if glyphs else None
            self._page.editor.crop.show_cells(cells)

    def _on_step(self, _index: int) -> None:
        # An undo stack tells its index once more while it is torn down with its page.
        if isValid(self._page):
            self._show_status()

    def _show_status(self) -> None:
        document, stack = self._session.document, self._session.stack
        if document is None or not self._page.in_front():
            return
        typed = sum(1 for field in document.fields if field.typed)
        parts = [f"{typed} of {len(document.fields)} fields typed", document.state.value]
        turned = self._session.page.turned if self._session.page is not None else ""
        self._context.status.set_right(" · ".join([*parts, turned] if turned else parts))
        self._context.status.set_left(f"undo: {stack.undoText()}" if stack.canUndo() else "")

    def _restyle(self) -> None:
        self._page.view.set_tokens(self._context.theme.tokens)


def _picture_of(page: Page | None) -> tuple[str, int] | None:
    """Return what decides a page's pixels."""
    return (page.pixel_sha, page.quarter_turns) if page is not None else None


def _look(field: Field) -> BoxLook:
    return BoxLook.PROPOSED if not field.typed else BoxLook.PLAIN
