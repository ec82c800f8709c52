"""Edits on the undo stack: one step each, with the edit's own name."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QUndoCommand

from fidelity_app.core.edits import Edit, inverse


class EditCommand(QUndoCommand):
    """Performs an edit and its inverse. An edit that is refused leaves the stack (a raising redo would stay on it)."""

    def __init__(self, edit: Edit, perform: Callable[[Edit], bool]) -> None:
        super().__init__(edit.name)
        self.edit = edit
        self._perform = perform

    def redo(self) -> None:
        if not self._perform(self.edit):
            self.setObsolete(True)

    def undo(self) -> None:
        if not self._perform(inverse(self.edit)):
            self.setObsolete(True)
