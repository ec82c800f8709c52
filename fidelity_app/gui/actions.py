"""Actions are data: one table makes menus, shortcuts, palette and the shortcut list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

DIGITS = frozenset("0123456789")


def _always() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One thing a person can do. `shortcuts` are portable key names; the first is the one that is shown.

    Text widgets claim plain letters, editing keys and Ctrl+Z/C/V before a shortcut can fire (Qt's ShortcutOverride),
    so single letters are safe while text is typed. Bare digits are refused: digits are our data.
    """

    id: str
    text: str
    handler: Callable[[], object]
    shortcuts: tuple[str, ...] = ()
    icon: str = ""
    group: str = "Page"
    enabled_when: Callable[[], bool] = _always
    repeats: bool = False

    def __post_init__(self) -> None:
        for shortcut in self.shortcuts:
            if shortcut in DIGITS:
                raise ValueError(f"{self.id}: a bare digit is data, never a shortcut")
            if QKeySequence(shortcut, QKeySequence.SequenceFormat.PortableText).isEmpty():
                raise ValueError(f"{self.id}: {shortcut!r} is no key")


@dataclass(frozen=True, slots=True)
class Conflicting:
    """Two actions that want the same key in the same place."""

    shortcut: str
    first_id: str
    second_id: str


def conflicts(specs: Iterable[ActionSpec]) -> tuple[Conflicting, ...]:
    """Return the pairs of actions that share a shortcut, compared as Qt compares them."""
    owners: dict[str, str] = {}
    found: list[Conflicting] = []
    for spec in specs:
        for shortcut in spec.shortcuts:
            key = QKeySequence(shortcut).toString(QKeySequence.SequenceFormat.PortableText)
            if key in owners and owners[key] != spec.id:
                found.append(Conflicting(key, owners[key], spec.id))
            owners.setdefault(key, spec.id)
    return tuple(found)


class ActionSet:
    """The live QActions of some specs, on one widget: they fire only while that widget is visible."""

    def __init__(self, owner: QWidget, specs: Sequence[ActionSpec]) -> None:
        clashing = conflicts(specs)
        if clashing:
            raise ValueError(f"shortcuts clash: {clashing}")
        self.specs = tuple(specs)
        self._actions = {spec.id: _make_action(owner, spec) for spec in specs}

    def action(self, action_id: str) -> QAction:
        """Return the QAction of a spec. Raises KeyError for an unknown id."""
        return self._actions[action_id]

    def trigger(self, action_id: str) -> None:
        """Do it, as its key would."""
        self._actions[action_id].trigger()

    def fill(self, menu: QMenu, *, group: str = "") -> None:
        """Add the actions (of one group, or all) to a menu; what cannot be done now is greyed while it is open."""
        chosen = [spec for spec in self.specs if not group or spec.group == group]
        for spec in chosen:
            menu.addAction(self._actions[spec.id])
        menu.aboutToShow.connect(self.refresh)
        # Enabled again when it closes: a key pressed later is judged by the state of that moment, not of this one.
        menu.aboutToHide.connect(self._enable_all)

    def refresh(self) -> None:
        """Grey what cannot be done now."""
        for spec in self.specs:
            self._actions[spec.id].setEnabled(spec.enabled_when())

    def _enable_all(self) -> None:
        for action in self._actions.values():
            action.setEnabled(True)


def _make_action(owner: QWidget, spec: ActionSpec) -> QAction:
    action = QAction(spec.text, owner)
    action.setObjectName(spec.id)
    action.setShortcuts([QKeySequence(key, QKeySequence.SequenceFormat.PortableText) for key in spec.shortcuts])
    action.setAutoRepeat(spec.repeats)

    def fire() -> None:
        if spec.enabled_when():
            spec.handler()

    action.triggered.connect(fire)
    owner.addAction(action)
    return action


def shown_keys(spec: ActionSpec) -> str:
    """Return the shortcuts as this desktop writes them, for menus, hints and lists."""
    return ", ".join(QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in spec.shortcuts)
