"""The actions of Annotate as data (GUI.md "Keys")."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from fidelity_app.core.geometry import Quad
from fidelity_app.gui.actions import ActionSpec
from fidelity_app.gui.canvas.tools import Tool
from fidelity_app.gui.canvas.view_actions import view_actions

if TYPE_CHECKING:
    from fidelity_app.gui.annotate.page import AnnotatePage

Row = tuple[str, str, Callable[[], object], tuple[str, ...], Callable[[], bool]]


def annotate_specs(page: AnnotatePage) -> tuple[ActionSpec, ...]:
    """Return the page's actions, bound to the page."""
    session, hands, stack = page.session, page.hands, page.session.stack

    def document() -> bool:
        return session.document is not None

    def field() -> bool:
        return session.field is not None

    def boxed() -> Quad | None:
        chosen = session.field
        return chosen.box if chosen is not None and chosen.page_index == session.page_index else None

    rows: tuple[Row, ...] = (
        ("next_document", "Next document", partial(page.step_document, +1), ("D",), document),
        ("previous_document", "Previous document", partial(page.step_document, -1), ("A",), document),
        ("next_unfinished", "Next document not verified", page.next_unfinished, ("Ctrl+Shift+D",), document),
        ("next_page", "Next page", partial(page.step_page, +1), ("PgDown",), document),
        ("previous_page", "Previous page", partial(page.step_page, -1), ("PgUp",), document),
        ("turn_right", "Turn the page right", partial(page.turn_page, +1), ("Ctrl+Right",), document),
        ("turn_left", "Turn the page left", partial(page.turn_page, -1), ("Ctrl+Left",), document),
        ("box", "Draw a box", partial(page.set_tool, Tool.BOX), ("W", "R"), document),
        ("back", "Back to editing", page.back, ("Esc",), document),
        ("text", "Type the printed text", page.edit_text, ("Ctrl+E",), field),
        ("characters", "Correct the character boxes", page.toggle_characters, ("G",), page.can_toggle),
        ("next_field", "Next field", partial(page.step_field, +1), ("Ctrl+Down", "N"), field),
        ("previous_field", "Previous field", partial(page.step_field, -1), ("Ctrl+Up", "P"), field),
        ("add", "Add a field without a box", page.add_field, ("Ctrl+Shift+N",), document),
        ("remove", "Remove the field", page.remove_field, ("Del",), field),
        ("copy", "Copy the field", hands.copy, ("Ctrl+C",), field),
        ("paste", "Paste the field", hands.paste, ("Ctrl+V",), lambda: hands.has_copied and document()),
        ("duplicate", "Duplicate the field", hands.duplicate, ("Ctrl+D",), field),
        ("undo", "Undo", page.undo, ("Ctrl+Z",), stack.canUndo),
        ("redo", "Redo", page.redo, ("Ctrl+Shift+Z", "Ctrl+Y"), stack.canRedo),
        ("verify", "Verify the document", page.verify, ("Ctrl+Return", "Ctrl+Enter"), document),
    )
    own = tuple(
        ActionSpec(f"annotate.{name}", text, handler, keys, group="Annotate", enabled_when=when)
        for name, text, handler, keys, when in rows
    )
    return (*own, *view_actions("annotate", page.view, boxed))
