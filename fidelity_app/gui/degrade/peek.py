"""The key that shows the original as long as it is held down."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent

KEYS = frozenset({Qt.Key.Key_O, Qt.Key.Key_Backslash})
_ENDS = frozenset({QEvent.Type.MouseButtonPress, QEvent.Type.KeyPress, QEvent.Type.ApplicationDeactivate})


class Peek(QObject):
    """`changed(True)` when a person begins to look at the original, `changed(False)` when it is over.

    Begun by its key, it ends when the key is let go. Begun from a menu or the palette, where no key is held, it ends
    with the next key or click.
    """

    changed = Signal(bool)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._peeking = False

    def begin(self) -> None:
        """Look at the original from now on."""
        application = QCoreApplication.instance()
        if not self._peeking and application is not None:
            self._peeking = True
            application.installEventFilter(self)
            self.changed.emit(True)

    def end(self) -> None:
        """Look at the degraded page again."""
        application = QCoreApplication.instance()
        if self._peeking and application is not None:
            self._peeking = False
            application.removeEventFilter(self)
            self.changed.emit(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice that the key was let go, wherever the focus is; nothing is taken from anybody."""
        is_ours = isinstance(event, QKeyEvent) and Qt.Key(event.key()) in KEYS
        if event.type() == QEvent.Type.KeyRelease and isinstance(event, QKeyEvent):
            if is_ours and not event.isAutoRepeat():
                self.end()
        elif event.type() in _ENDS and not is_ours:
            self.end()
        return False
