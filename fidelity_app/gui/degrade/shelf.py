"""The recipes of the workspace as Degrade handles them: save, rename, delete, import, export, each with undo."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication, QUndoCommand
from PySide6.QtWidgets import QFileDialog, QInputDialog, QLineEdit, QWidget

from fidelity_app.core.errors import FidelityError
from fidelity_app.core.recipes import Recipe
from fidelity_app.gui.bridge import Job
from fidelity_app.gui.degrade.bench import Bench
from fidelity_app.gui.degrade.history import History, Setup
from fidelity_app.gui.page import PageContext
from fidelity_app.services import degrading
from fidelity_app.services.saved_recipes import (
    SavedChange,
    bringing_in,
    change_saved,
    inverse,
    removing,
    renaming,
    saved,
    saving,
)

FILES = "Recipes (*.json)"


class SavedAct(QUndoCommand):
    """A change of the saved recipes, and what is on the bench before and after it. A refused one leaves the stack."""

    def __init__(
        self,
        name: str,
        changes: Sequence[SavedChange],
        benches: tuple[Setup, Setup],
        perform: Callable[[Sequence[SavedChange], Setup], bool],
    ) -> None:
        super().__init__(name)
        self._changes = tuple(changes)
        self._before, self._after = benches
        self._perform = perform

    def redo(self) -> None:
        if not self._perform(self._changes, self._after):
            self.setObsolete(True)

    def undo(self) -> None:
        if not self._perform(inverse(self._changes), self._before):
            self.setObsolete(True)


class Shelf(QObject):
    """Asks, and does it. `changed` fires when other recipes are saved than before."""

    changed = Signal()

    def __init__(self, context: PageContext, history: History, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._history = history
        self._window = parent
        self._done = False

    @property
    def saved_name(self) -> str:
        """Return the name of the saved recipe that the bench was made from; empty for a preset."""
        name = self._history.setup.bench.base.name
        return name if name in saved(self._context.workspace) else ""

    # --- asking --------------------------------------------------------------------------------------------------

    def ask_to_save(self) -> None:
        """Ask for a name, and save what is on screen under it."""
        base = self._history.setup.bench.base.name
        name = self._ask("Save as recipe", "Name of the recipe", self.saved_name or f"my-{base}")
        if name is not None:
            self.save(name)

    def ask_to_rename(self) -> None:
        """Ask for another name of the saved recipe."""
        old = self.saved_name
        name = self._ask("Rename recipe", f"New name of {old}", old) if old else None
        if name is not None:
            self.rename(name)

    def ask_to_import(self) -> None:
        """Choose a file to import a recipe from."""
        name, _ = QFileDialog.getOpenFileName(self._window, "Import recipe", "", f"{FILES};;All files (*)")
        if name:
            self.import_file(Path(name))

    def ask_to_export(self) -> None:
        """Choose a file to export the recipe to that is on screen."""
        proposed = f"{self._history.setup.bench.base.name}.json"
        name, _ = QFileDialog.getSaveFileName(self._window, "Export recipe", proposed, FILES)
        if name:
            self.export_file(Path(name))

    # --- doing ---------------------------------------------------------------------------------------------------

    def save(self, name: str) -> bool:
        """Save the recipe that is on screen; say whether it worked."""
        before = self._history.setup
        changes = self._planned(lambda: saving(self._context.workspace, before.bench.named(name)))
        if not changes or changes[0].after is None:
            return False
        replaced = changes[0].before is not None
        after = replace(before, bench=Bench.of(changes[0].after))
        if not self._push(f"Save recipe {name}", changes, after):
            return False
        words = f"Recipe {name} is saved; runs and the command line know it by this name."
        if replaced:
            words = f"Recipe {name} is replaced. Undo brings the earlier one back."
        elif name in {recipe.name for recipe in degrading.recipes()}:
            words = f"Recipe {name} is saved, and stands in front of the preset of the same name."
        self._context.notifier.info(words)
        return True

    def rename(self, name: str) -> bool:
        """Give the saved recipe another name; say whether it worked."""
        before, old = self._history.setup, self.saved_name
        changes = self._planned(lambda: renaming(self._context.workspace, old, name))
        if not changes:
            return False
        after = replace(before, bench=replace(before.bench, base=replace(before.bench.base, name=name)))
        if self._push(f"Rename recipe {old} to {name}", changes, after):
            self._context.notifier.info(f"Recipe {old} is now called {name}; runs that were made keep the old name.")
            return True
        return False

    def delete(self) -> bool:
        """Forget the saved recipe; its steps stay on the bench. Say whether it worked."""
        before, name = self._history.setup, self.saved_name
        changes = self._planned(lambda: removing(self._context.workspace, name))
        after = replace(before, bench=replace(before.bench, edited=True))
        if changes and self._push(f"Delete recipe {name}", changes, after):
            self._context.notifier.info(
                f"Recipe {name} is deleted; runs keep their own copy. Its steps are still on the bench, and Undo "
                "brings it back."
            )
            return True
        return False

    def import_file(self, path: Path) -> None:
        """Read a recipe file, keep it under a free name, and put it on the bench."""

        def read(_job: Job) -> Recipe:
            return degrading.recipe_file(path)

        self._context.jobs.run(read, owner=self, done=self._bring_in, failed=self._context.notifier.error)

    def export_file(self, path: Path) -> None:
        """Write the recipe that is on screen to a file."""
        bench = self._history.setup.bench
        recipe = bench.named(bench.base.name)

        def write(_job: Job) -> None:
            degrading.export_recipe(recipe, path)

        def done(_nothing: object) -> None:
            self._context.notifier.info(f"Recipe {recipe.name} is written to {path}")

        self._context.jobs.run(write, owner=self, done=done, failed=self._context.notifier.error)

    def copy_json(self) -> None:
        """Put the recipe that is on screen on the clipboard, as a recipe file."""
        bench = self._history.setup.bench
        recipe = bench.named(bench.base.name)
        QGuiApplication.clipboard().setText(json.dumps(recipe.as_json(), indent=2, ensure_ascii=False))
        self._context.notifier.info(f"Recipe {recipe.name} is on the clipboard as JSON.")

    def copy_key(self) -> None:
        """Put the key of the recipe that is on screen on the clipboard."""
        key = self._history.setup.bench.shown.key
        QGuiApplication.clipboard().setText(key)
        self._context.notifier.info(f"The recipe's key is on the clipboard: {key}")

    # --- inside --------------------------------------------------------------------------------------------------

    def _bring_in(self, recipe: Recipe) -> None:
        before = self._history.setup
        changes = self._planned(lambda: bringing_in(self._context.workspace, recipe))
        if changes is None:
            return
        if not changes:
            self._history.act(f"Recipe {recipe.name}", bench=Bench.of(recipe))
            self._context.notifier.info(f"Recipe {recipe.name} is here already, with the same steps.")
            return
        kept = changes[0].after
        assert kept is not None
        if self._push(f"Import recipe {kept.name}", changes, replace(before, bench=Bench.of(kept))):
            other = "" if kept.name == recipe.name else f" as {kept.name}, because that name was taken"
            self._context.notifier.info(f"Recipe {recipe.name} is imported{other}.")

    def _planned(self, plan: Callable[[], tuple[SavedChange, ...]]) -> tuple[SavedChange, ...] | None:
        try:
            return plan()
        except FidelityError as error:
            self._context.notifier.error(error)
            return None

    def _push(self, name: str, changes: Sequence[SavedChange], after: Setup) -> bool:
        act = SavedAct(name, changes, (self._history.setup, after), self._perform)
        self._done = False
        self._history.stack.push(act)
        return self._done

    def _perform(self, changes: Sequence[SavedChange], setup: Setup) -> bool:
        try:
            change_saved(self._context.workspace, changes)
        except FidelityError as error:
            self._context.notifier.error(error)
            return False
        self._done = True
        self._history.show(setup)
        self.changed.emit()
        self._context.hub.tell("recipes", *(change.name for change in changes), initiator=self._window)
        return True

    def _ask(self, title: str, label: str, proposed: str) -> str | None:
        name, ok = QInputDialog.getText(self._window, title, label, QLineEdit.EchoMode.Normal, proposed)
        return name.strip() if ok else None
