"""What is on the bench, and every act on it as one named step of undo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QUndoCommand, QUndoStack

from fidelity_app.gui.degrade.bench import Bench

GESTURE_MS = 700
MOST_ACTS = 300
_MERGING = 1


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that a person sets on this page and may want back."""

    bench: Bench = field(default_factory=Bench)
    seed: int = 0


class SetupAct(QUndoCommand):
    """One change of the bench. Acts of one gesture (a slider dragged) are one step."""

    def __init__(self, name: str, before: Setup, after: Setup, show: Callable[[Setup], None], gesture: str) -> None:
        super().__init__(name)
        self._before, self._after = before, after
        self._show = show
        self._gesture = gesture

    def redo(self) -> None:
        self._show(self._after)

    def undo(self) -> None:
        self._show(self._before)

    def id(self) -> int:
        return _MERGING if self._gesture else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take a later act of the same gesture into this one; back where it began it is none."""
        if not isinstance(other, SetupAct) or other._gesture != self._gesture:
            return False
        self._after = other._after
        self.setText(other.text())
        self.setObsolete(self._after == self._before)
        return True


class History(QObject):
    """Holds the setup. `changed(Setup)` fires after every act, and after every undo and redo."""

    changed = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.setup = Setup()
        self.stack = QUndoStack(self)
        self.stack.setUndoLimit(MOST_ACTS)
        self._gesture = 0
        # A drag, or a key that repeats, is one act; a pause with no button held ends it.
        self._pause = QTimer(self, singleShot=True, interval=GESTURE_MS)
        self._pause.timeout.connect(self._on_pause)

    def start(self, setup: Setup) -> None:
        """Begin with a setup, which cannot be taken back."""
        self.stack.clear()
        self.show(setup)

    def act(self, name: str, *, bench: Bench | None = None, seed: int | None = None, slider: str = "") -> None:
        """Change the setup, as one step of undo; with `slider` named, one with what that slider did just before."""
        before = self.setup
        after = replace(
            before,
            bench=before.bench if bench is None else bench,
            seed=before.seed if seed is None else seed,
        )
        if after == before:
            return
        gesture = f"{slider} {self._gesture}" if slider else ""
        self.stack.push(SetupAct(name, before, after, self.show, gesture))
        if slider:
            self._pause.start()

    def end_gesture(self) -> None:
        """Let the next move of the same slider be a step of its own."""
        self._gesture += 1

    def _on_pause(self) -> None:
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
            self._pause.start()
        else:
            self.end_gesture()

    def show(self, setup: Setup) -> None:
        self.setup = setup
        self.changed.emit(setup)
