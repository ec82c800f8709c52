"""What a page is, and what it is given: the collaborators come by constructor, there is nothing global."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from fidelity_app.gui.actions import ActionSet, ActionSpec
from fidelity_app.gui.bridge import Jobs
from fidelity_app.gui.notify import Notifier
from fidelity_app.gui.status_line import StatusLine
from fidelity_app.gui.theme import Theme
from fidelity_app.gui.widgets.pills import header_row
from fidelity_app.gui.widgets.text import plain_label

if TYPE_CHECKING:
    from fidelity_app.services.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Happened:
    """Something changed in the workspace. `topic` is documents, fields, recipes, models, runs, decisions or all."""

    topic: str
    ids: frozenset[str] = field(default_factory=frozenset)
    initiator: object = None

    def about(self, *topics: str) -> bool:
        """Say whether this concerns one of the topics ("all" concerns every one)."""
        return self.topic == "all" or self.topic in topics


@dataclass(frozen=True, slots=True)
class LibraryChoice:
    """Which documents the Library lists, and which of them are selected there; None before it was looked at."""

    listed: tuple[str, ...] | None = None
    selected: tuple[str, ...] = ()


class Hub(QObject):
    """Widgets listen to changes, never to each other. `library` is the choice that a person made in the Library."""

    happened = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.library = LibraryChoice()

    def tell(self, topic: str, *ids: str, initiator: object = None) -> None:
        """Tell everybody that something changed."""
        self.happened.emit(Happened(topic, frozenset(ids), initiator))


@dataclass(frozen=True, slots=True)
class PageContext:
    """What every page is given. `go(page_id, target)` brings another page to the front, at a document or run id."""

    workspace: Workspace
    theme: Theme
    jobs: Jobs
    notifier: Notifier
    status: StatusLine
    hub: Hub
    go: Callable[[str, str], None]


class Page(QWidget):
    """One page of the window: a header line with pills, a body, its actions.

    Subclasses fill `header` (left pills), `header_right` and `body`, and call `set_actions` once at the end of their
    constructor. `enter` runs each time the page comes to the front, `leave` when it goes (False: it must stay).
    """

    def __init__(self, context: PageContext, title: str) -> None:
        super().__init__()
        self.context = context
        self.setAccessibleName(title)
        bar = QFrame()
        bar.setObjectName("header")
        row = header_row(bar)
        row.addWidget(plain_label(title, name="pageTitle"))
        self.header = QHBoxLayout()
        self.header.setSpacing(8)
        self.header_right = QHBoxLayout()
        self.header_right.setSpacing(8)
        row.addLayout(self.header)
        row.addStretch(1)
        row.addLayout(self.header_right)
        bar.setFixedHeight(bar.sizeHint().height() + 34 if bar.sizeHint().height() < 20 else 46)
        self.body = QVBoxLayout()
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(bar)
        layout.addLayout(self.body, 1)
        self.actions_set: ActionSet | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)

    def set_actions(self, *specs: ActionSpec) -> ActionSet:
        """Make the page's actions; they fire only while the page is in front."""
        self.actions_set = ActionSet(self, specs)
        return self.actions_set

    def in_front(self) -> bool:
        """Say whether this page is the one that is shown (or will be, when its window is)."""
        return self.isVisibleTo(self.window())

    def enter(self, target: str) -> None:
        """Come to the front; `target` is a document or run id, or empty for "as it was"."""

    def leave(self) -> bool:
        """Say whether the page may go to the back or be closed now (unsaved input is saved, or asked about)."""
        return True
