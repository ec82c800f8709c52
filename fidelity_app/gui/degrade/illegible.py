"""Marking what nobody can read: the marks of the shown document, and every one made or taken back as a step of undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from fidelity_app.core.documents import Document, Field
from fidelity_app.core.errors import FidelityError
from fidelity_app.core.illegible import IllegibleMark
from fidelity_app.core.recipes import Recipe
from fidelity_app.gui.bridge import Job, Latest
from fidelity_app.gui.page import PageContext
from fidelity_app.services import illegible


class MarkAct(QUndoCommand):
    """Marks that were made, or taken back, as one step. A refused undo or redo leaves the stack and is told."""

    def __init__(
        self,
        name: str,
        marks: Sequence[IllegibleMark],
        perform: Callable[[Sequence[IllegibleMark], bool], Sequence[IllegibleMark] | None],
        *,
        made: bool,
    ) -> None:
        super().__init__(name)
        self._marks = tuple(marks)
        self._perform = perform
        self._made = made
        self._done = True

    def redo(self) -> None:
        # Pushing does what has been done already: only what the store took is put on the stack.
        if self._done:
            self._done = False
        else:
            self._set(self._made)

    def undo(self) -> None:
        self._set(not self._made)

    def _set(self, stand: bool) -> None:
        marks = self._perform(self._marks, stand)
        if marks is None:
            self.setObsolete(True)
        else:
            self._marks = tuple(marks)


class IllegibleMarks(QObject):
    """The marks of one document. `changed` fires when there are others than before."""

    changed = Signal()

    def __init__(self, context: PageContext, stack: QUndoStack, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._stack = stack
        self._document: Document | None = None
        self._marks: tuple[IllegibleMark, ...] = ()
        self._told = Latest(context.jobs, self)

    def load(self, document: Document) -> None:
        """Read the marks of a document."""
        self._document = document
        self._marks = illegible.marks_of(self._context.workspace, document.id)
        self.changed.emit()

    def under(self, recipe: Recipe, seed: int) -> dict[str, IllegibleMark]:
        """Return by field id the mark that holds for what is shown."""
        return illegible.marked_under(self._marks, recipe, seed=seed)

    def toggle(self, field: Field, recipe: Recipe, seed: int) -> None:
        """Mark a field illegible under a recipe from its severity up, or take back what marks it so."""
        workspace, known = self._context.workspace, self.under(recipe, seed).get(field.id)
        marks: tuple[IllegibleMark, ...]
        try:
            if known is None:
                marks = (illegible.mark(workspace, field.document_id, field.id, recipe, seed=seed),)
            else:
                marks = illegible.unmark(workspace, field.document_id, field.id, recipe, seed=seed)
        except FidelityError as error:
            self._context.notifier.error(error)
            self._reload()
            return
        name = f"Mark {field.key} illegible" if known is None else f"Take back the mark of {field.key}"
        self._stack.push(MarkAct(name, marks, self._perform, made=known is None))
        self._tell(field, marks, made=known is None)
        self._on_done(marks)

    def _perform(self, marks: Sequence[IllegibleMark], stand: bool) -> Sequence[IllegibleMark] | None:
        workspace = self._context.workspace
        try:
            if stand:
                marks = illegible.renew(workspace, marks)
            else:
                illegible.take_back(workspace, marks)
        except FidelityError as error:
            self._context.notifier.error(error)
            return None
        self._on_done(marks)
        return marks

    def _on_done(self, marks: Sequence[IllegibleMark]) -> None:
        self._reload()
        self._context.hub.tell("fields", *{one.document_id for one in marks}, initiator=self.parent())

    def _reload(self) -> None:
        if self._document is not None:
            self.load(self._document)

    def _tell(self, field: Field, marks: Sequence[IllegibleMark], *, made: bool) -> None:
        """Say what the mark covers, and which runs do not know of it."""
        workspace, notifier = self._context.workspace, self._context.notifier

        def work(_job: Job) -> str:
            covered = illegible.mark_words(marks[0])
            words = f"{field.key} is {covered}." if made else f"{field.key} is no longer {covered}."
            late = illegible.unscored(workspace, marks)
            if late:
                words += f" To be scored again, as fidelity rescore does: {', '.join(late)}."
            others = illegible.not_covered(workspace, marks[0]) if made else ()
            return words + (f" Not covered: {', '.join(others)}." if others else "")

        self._told.submit(work, done=notifier.info, failed=notifier.error)
