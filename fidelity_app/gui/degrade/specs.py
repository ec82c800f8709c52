"""The actions of Degrade as data (GUI.md "Keys")."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from fidelity_app.core.geometry import Quad
from fidelity_app.gui.actions import ActionSpec
from fidelity_app.gui.canvas.view_actions import view_actions

if TYPE_CHECKING:
    from fidelity_app.gui.degrade.page import DegradePage

Row = tuple[str, str, Callable[[], object], tuple[str, ...], Callable[[], bool]]

DIVIDER_STEP = 0.02
RECIPE_GROUP = "Recipe"
_REPEATING = frozenset({"divider_left", "divider_right", "undo", "redo", "step_up", "step_down"})


def degrade_specs(page: DegradePage) -> tuple[ActionSpec, ...]:
    """Return the page's actions, bound to the page."""

    def chosen_quad() -> Quad | None:
        return next((record.quad for record in page.after.records if record.id == page.chosen_id), None)

    return (
        *_specs("Degrade", _page_rows(page)),
        *_specs("Steps", _step_rows(page)),
        *_specs(RECIPE_GROUP, _recipe_rows(page)),
        *view_actions("degrade", page.after, chosen_quad),
    )


def _specs(group: str, rows: tuple[Row, ...]) -> tuple[ActionSpec, ...]:
    return tuple(
        ActionSpec(f"degrade.{name}", text, handler, keys, group=group, enabled_when=when, repeats=name in _REPEATING)
        for name, text, handler, keys, when in rows
    )


def _page_rows(page: DegradePage) -> tuple[Row, ...]:
    def shown() -> bool:
        return page.document is not None

    def split() -> bool:
        return shown() and page.pictures.look.value == "split"

    move, legibility = page.pictures.move_divider, page.legibility
    return (
        ("next_document", "Next document", partial(page.step_document, +1), ("D",), shown),
        ("previous_document", "Previous document", partial(page.step_document, -1), ("A",), shown),
        ("next_page", "Next page", partial(page.step_page, +1), ("PgDown",), shown),
        ("previous_page", "Previous page", partial(page.step_page, -1), ("PgUp",), shown),
        ("harder", "Higher severity", partial(page.step_severity, +1), ("]", "+"), shown),
        ("milder", "Lower severity", partial(page.step_severity, -1), ("[", "-"), shown),
        ("seed", "Another seed", partial(page.step_seed, +1), ("S",), shown),
        ("seed_back", "The seed before", partial(page.step_seed, -1), ("Shift+S",), shown),
        ("look", "Side by side, or before/after", page.toggle_look, ("V",), shown),
        ("peek", "See the original (hold the key)", page.peek.begin, ("O", "\\"), shown),
        ("divider_left", "Divider to the left", partial(move, -DIVIDER_STEP), (",",), split),
        ("divider_right", "Divider to the right", partial(move, +DIVIDER_STEP), (".",), split),
        ("boxes", "Show or hide boxes", page.boxes_button.toggle, ("B",), shown),
        ("illegible", "Mark illegible, or take the mark back", legibility.toggle_mark, ("I",), legibility.can_mark),
        ("apply", "Apply to documents…", page.ask_to_apply, ("Ctrl+Return", "Ctrl+Enter"), shown),
    )


def _step_rows(page: DegradePage) -> tuple[Row, ...]:
    stack, steps = page.history.stack, page.steps

    def on_card() -> bool:
        return steps.list.focused() is not None

    return (
        ("undo", "Undo", page.undo, ("Ctrl+Z",), stack.canUndo),
        ("redo", "Redo", page.redo, ("Ctrl+Shift+Z", "Ctrl+Y"), stack.canRedo),
        ("add_step", "Add a step", steps.add_button.showMenu, ("Insert",), lambda: True),
        ("step_up", "Move the step earlier", partial(steps.list.move_focused, -1), ("Alt+Up",), on_card),
        ("step_down", "Move the step later", partial(steps.list.move_focused, +1), ("Alt+Down",), on_card),
        ("remove_step", "Remove the step", steps.remove_focused, ("Del",), on_card),
    )


def _recipe_rows(page: DegradePage) -> tuple[Row, ...]:
    shelf = page.shelf

    def shown() -> bool:
        return page.document is not None

    def is_saved() -> bool:
        return bool(shelf.saved_name)

    return (
        ("choose", "Choose a recipe", page.recipe_pill.showMenu, ("R",), shown),
        ("save", "Save as recipe…", shelf.ask_to_save, ("Ctrl+S",), shown),
        ("rename", "Rename the recipe…", shelf.ask_to_rename, ("F2",), is_saved),
        ("delete", "Delete the recipe", shelf.delete, ("Ctrl+Del",), is_saved),
        ("import", "Import a recipe…", shelf.ask_to_import, ("Ctrl+I",), shown),
        ("export", "Export the recipe…", shelf.ask_to_export, ("Ctrl+E",), shown),
        ("copy_json", "Copy the recipe as JSON", shelf.copy_json, ("Ctrl+Shift+C",), shown),
        ("copy_key", "Copy the recipe's key", shelf.copy_key, (), shown),
    )
