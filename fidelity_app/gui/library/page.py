"""The Library page: every document of the workspace, filtered, as cards or rows; and the way in."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSize, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QFileDialog, QListView

from fidelity_app.core.errors import UserError
from fidelity_app.gui.actions import ActionSpec
from fidelity_app.gui.bridge import Job, Latest
from fidelity_app.gui.empty import EmptyOr, EmptyState
from fidelity_app.gui.library.delegate import CARD, THUMB_PX, DocumentDelegate
from fidelity_app.gui.library.filters import LibraryFilters
from fidelity_app.gui.library.incoming import Incoming, can_take, incoming
from fidelity_app.gui.library.model import DocumentModel
from fidelity_app.gui.library.report_dialog import ImportReportDialog, summary
from fidelity_app.gui.library.thumbs import Thumbnails
from fidelity_app.gui.page import Happened, LibraryChoice, Page, PageContext
from fidelity_app.gui.widgets.pills import pill
from fidelity_app.gui.widgets.progress import JobStrip
from fidelity_app.services import importing, library
from fidelity_app.services.views import ImportReport
from fidelity_app.settings.options import OptionsFile
from fidelity_app.store.rows import DocumentFilter, DocumentRow

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SOURCES = "Pictures, PDFs and annotation files (*)"


class LibraryPage(Page):
    """Documents as thumbnails; import by button, folder, drop and paste, with progress and cancel."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context, "Library")
        self._thumbnails = Thumbnails(context.jobs, self._make_thumbnail, self)
        self.model = DocumentModel(self._thumbnails, self)
        self._delegate = DocumentDelegate(context.theme, self)
        self.list = self._make_list()
        self.filters = LibraryFilters()
        self.filters.changed.connect(self.reload)
        self._loading = Latest(context.jobs, self)
        self._target = ""
        self._import_job: Job | None = None
        self.report: ImportReport | None = None
        self.strip = JobStrip()
        self._empty = EmptyState(
            "No documents yet",
            "Import photographed or scanned receipts and invoices: choose files or a folder, drop them here, or paste "
            "a picture. Truth files beside them (SROIE, WildReceipt and others) are found by themselves. "
            "Your files are only read.",
            buttons=(("Import files…", self.ask_for_files), ("Import a folder…", self.ask_for_folder)),
        )
        self.content = EmptyOr(self.list, self._empty)
        self.header.addWidget(self.filters)
        self.rows_button = pill("Rows", tip="Show documents as rows, or as cards", on_click=self._toggle_rows)
        self.rows_button.setCheckable(True)
        self.header_right.addWidget(self.rows_button)
        self.header_right.addWidget(pill("Folder…", tip="Import a whole folder", on_click=self.ask_for_folder))
        self.import_button = pill("Import…", primary=True, on_click=self.ask_for_files)
        self.header_right.addWidget(self.import_button)
        self.body.addWidget(self.content, 1)
        self.body.addWidget(self.strip)
        self.setAcceptDrops(True)
        context.hub.happened.connect(self._on_happened)
        self.set_actions(*self._specs())

    def enter(self, target: str) -> None:
        """Show the list, at a document when one is named."""
        self._target = target
        self.reload()
        self.list.setFocus()

    # --- the list ------------------------------------------------------------------------------------------------

    def reload(self) -> None:
        """Ask for the documents of the filter, in the background; the newest question wins."""
        workspace, wanted = self.context.workspace, self.filters.value()

        def work(_job: Job) -> tuple[Sequence[DocumentRow], Sequence[DocumentRow]]:
            everything = library.documents(workspace, DocumentFilter())
            shown = everything if wanted == DocumentFilter() else library.documents(workspace, wanted)
            return everything, shown

        self._loading.submit(work, done=self._show, failed=self.context.notifier.error)

    def chosen(self) -> DocumentRow | None:
        """Return the document under the cursor."""
        number = self.list.currentIndex().row()
        return self.model.rows[number] if 0 <= number < len(self.model.rows) else None

    def leave(self) -> bool:
        """Leave word of what is listed and selected: other pages offer to work on it."""
        chosen = {index.row() for index in self.list.selectedIndexes()}
        rows = self.model.rows
        listed = tuple(row.id for row in rows)
        self.context.hub.library = LibraryChoice(listed or None, tuple(listed[number] for number in sorted(chosen)))
        return super().leave()

    def _show(self, answer: tuple[Sequence[DocumentRow], Sequence[DocumentRow]]) -> None:
        everything, shown = answer
        cursor = self.chosen()
        before = self._target or (cursor.id if cursor is not None else "")
        self.filters.offer(everything)
        self.filters.setVisible(bool(everything))
        if tuple(shown) != self.model.rows:
            self.model.set_rows(shown)
        number = max(self.model.number_of(before), 0)
        self._target = ""
        if shown:
            self.list.setCurrentIndex(self.model.index(number))
        self._say_empty(there_are_some=bool(everything))
        self.content.show_content(bool(shown))
        count = f"{len(shown):,} of {len(everything):,} documents"
        self.context.status.set_right(count if len(shown) != len(everything) else f"{len(shown):,} documents")

    def _say_empty(self, *, there_are_some: bool) -> None:
        if there_are_some:
            self._empty.say("Nothing fits", "No document fits these filters. Clear them to see all again.")

    def _make_list(self) -> QListView:
        view = QListView()
        view.setAccessibleName("Documents")
        view.setModel(self.model)
        view.setItemDelegate(self._delegate)
        view.setUniformItemSizes(True)
        view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setMovement(QListView.Movement.Static)
        view.setResizeMode(QListView.ResizeMode.Adjust)
        view.setViewMode(QListView.ViewMode.IconMode)
        view.setGridSize(CARD + QSize(6, 6))
        view.setSpacing(0)
        view.activated.connect(self._open)
        return view

    def _toggle_rows(self) -> None:
        rows = self.rows_button.isChecked()
        self._delegate.as_rows = rows
        self.list.setViewMode(QListView.ViewMode.ListMode if rows else QListView.ViewMode.IconMode)
        self.list.setMovement(QListView.Movement.Static)
        self.list.setGridSize(QSize() if rows else CARD + QSize(6, 6))
        self.list.scrollTo(self.list.currentIndex())

    def _make_thumbnail(self, document_id: str) -> NDArray[np.uint8]:
        workspace = self.context.workspace
        pages = library.document(workspace, document_id).pages
        if not pages:
            raise UserError("no page")
        picture: NDArray[np.uint8] = library.thumbnail(workspace, pages[0], THUMB_PX)
        return picture

    def _open(self, index: QModelIndex) -> None:
        row = self.model.rows[index.row()]
        self.context.go("annotate", row.id)

    def _open_chosen(self, page_id: str) -> None:
        row = self.chosen()
        if row is not None:
            self.context.go(page_id, row.id)

    # --- the way in ----------------------------------------------------------------------------------------------

    def ask_for_files(self) -> None:
        """Choose files to import."""
        names, _ = QFileDialog.getOpenFileNames(self, "Import", "", SOURCES)
        if names:
            self.import_paths([Path(name) for name in names])

    def ask_for_folder(self) -> None:
        """Choose a folder to import."""
        name = QFileDialog.getExistingDirectory(self, "Import a folder")
        if name:
            self.import_paths([Path(name)])

    def paste(self) -> None:
        """Import what the clipboard holds: files, or a picture."""
        self.take(incoming(QGuiApplication.clipboard().mimeData()))

    def take(self, what: Incoming) -> None:
        """Import what was dropped or pasted."""
        if what.paths:
            self.import_paths(what.paths)
        elif what.picture:
            self._import_picture(what.picture)
        else:
            self.context.notifier.info("The clipboard holds no file and no picture. Copy one, then paste again.")

    def import_paths(self, paths: Sequence[Path]) -> Job | None:
        """Import files and folders in the background; one import at a time."""
        return self._start_import(lambda job: _import(self.context, paths, job))

    def _import_picture(self, picture: bytes) -> Job | None:
        def work(job: Job) -> ImportReport:
            with tempfile.TemporaryDirectory(prefix="fidelity-paste-") as folder:
                path = Path(folder) / "pasted.png"
                path.write_bytes(picture)
                return _import(self.context, [path], job)

        return self._start_import(work)

    def _start_import(self, work: Callable[[Job], ImportReport]) -> Job | None:
        if self._import_job is not None:
            self.context.notifier.info("An import is running. Wait for its end, or cancel it, then try again.")
            return None
        job = self.context.jobs.run(
            work, title="Import", owner=self, done=self._imported, failed=self.context.notifier.error
        )
        self._import_job = job
        job.finished.connect(self._import_ended)
        job.cancelled.connect(lambda: self.context.notifier.info("The import was cancelled before it began."))
        job.progressed.connect(lambda *_: self.reload() if not self.model.rows else None)
        self.strip.follow(job)
        return job

    def _imported(self, report: ImportReport) -> None:
        self.report = report
        if report.left_out or report.duplicates:
            ImportReportDialog(self, report).open()
        else:
            self.context.notifier.info(summary(report))
        if report.added:
            self._target = report.added[0]

    def _import_ended(self) -> None:
        self._import_job = None
        self.reload()
        self.context.hub.tell("documents", initiator=self)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files, folders and pictures."""
        if can_take(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Import what was dropped."""
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.take(incoming(event.mimeData()))

    # --- the rest ------------------------------------------------------------------------------------------------

    def _on_happened(self, what: Happened) -> None:
        if what.about("fields"):
            self._thumbnails.forget(what.ids)
        if what.initiator is not self and what.about("documents", "fields") and self.isVisible():
            self.reload()

    def _specs(self) -> tuple[ActionSpec, ...]:
        def chosen() -> bool:
            return self.chosen() is not None

        return (
            ActionSpec("library.import", "Import files", self.ask_for_files, ("Ctrl+I",), group="Library"),
            ActionSpec("library.folder", "Import a folder", self.ask_for_folder, ("Ctrl+Shift+I",), group="Library"),
            ActionSpec("library.paste", "Paste files or a picture", self.paste, ("Ctrl+V",), group="Library"),
            ActionSpec("library.find", "Find", self.filters.text_box.setFocus, ("Ctrl+L", "/"), group="Library"),
            ActionSpec("library.clear", "Clear filters", self.filters.clear, ("Ctrl+Shift+L",), group="Library"),
            ActionSpec(
                "library.annotate",
                "Annotate this document",
                partial(self._open_chosen, "annotate"),
                ("E",),
                group="Library",
                enabled_when=chosen,
            ),
            ActionSpec(
                "library.degrade",
                "Degrade this document",
                partial(self._open_chosen, "degrade"),
                ("G",),
                group="Library",
                enabled_when=chosen,
            ),
        )


def _import(context: PageContext, paths: Sequence[Path], job: Job) -> ImportReport:
    # Read anew each time: who raises the limit in the file need not open the workspace again.
    limit = OptionsFile().load().max_pixels
    return importing.import_paths(context.workspace, paths, max_pixels=limit, progress=job.report, cancel=job.token)
